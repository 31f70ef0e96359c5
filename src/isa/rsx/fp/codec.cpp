// The PlayStation 3 fragment program as a row of the table of codecs.
#include "codec/whole_file.hpp"
#include "isa/rsx/fp/encoding/program.hpp"
#include "isa/rsx/fp/fp.hpp"

namespace relit::isa::rsx::fp {
namespace {

constexpr codec::WholeFile kFunctions{list, explain, properties, assemble};
constexpr std::string_view kTextOptions[] = {"addresses=slots|bytes|none"};

/// The order is that of the file.
codec::WordLayout layout_of(Bytes file) {
    const auto program = load_binary(file);
    const bool is_little = program && program->order.name.starts_with("little");
    return {.bits = 32, .order = is_little ? std::endian::little : std::endian::big};
}

} // namespace

const codec::Codec kCodec = {
    .name = "rsx.fp",
    .summary = "PlayStation 3 RSX fragment programs",
    .content = "program",
    .recognise = recognise,
    .open = codec::open_whole<kFunctions>,
    .assemble = codec::assemble_whole<kFunctions>,
    .sample = sample,
    .layout = layout_of,
    .text_options = kTextOptions,
};

} // namespace relit::isa::rsx::fp
