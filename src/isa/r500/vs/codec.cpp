// The R500 vertex program as a row of the table of codecs.
#include "codec/whole_file.hpp"
#include "isa/r500/vs/text/lint.hpp"
#include "isa/r500/vs/vs.hpp"

namespace relit::isa::r500::vs {
namespace {

Result<std::vector<std::uint8_t>> assemble_alone(std::string_view text, const TextOptions& options) {
    return assemble(text, {.text = options});
}

constexpr codec::WholeFile kFunctions{list, explain, properties, assemble_alone};

codec::WordLayout layout_of(Bytes /*file*/) { return {.bits = 32, .order = std::endian::little}; }

} // namespace

const codec::Codec kCodec = {
    .name = "r500.vs",
    .summary = "Radeon R500 vertex programs (PVS)",
    .content = "program",
    .recognise = recognise,
    .recognise_text = recognise_text,
    .open = codec::open_whole<kFunctions>,
    .assemble = assemble,
    .lint = lint_file,
    .fix = fix_file,
    .sample = sample,
    .layout = layout_of,
    .text_options = {},
};

} // namespace relit::isa::r500::vs
