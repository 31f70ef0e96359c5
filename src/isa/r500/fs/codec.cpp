// The R500 fragment program as a row of the table of codecs.
#include "codec/whole_file.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/fs/text/lint.hpp"

namespace relit::isa::r500::fs {
namespace {

constexpr codec::WholeFile kFunctions{list, explain, properties, nullptr};
constexpr std::string_view kTextOptions[] = {"floats=author|mesa"};

codec::WordLayout layout_of(Bytes /*file*/) { return {.bits = 32, .order = std::endian::little}; }

} // namespace

const codec::Codec kCodec = {
    .name = "r500.fs",
    .summary = "Radeon R500 fragment (US) programs",
    .content = "program",
    .recognise = recognise,
    .recognise_text = recognise_text,
    .open = codec::open_whole<kFunctions>,
    .assemble = assemble, // text can include files
    .lint = lint_file,
    .fix = fix_file,
    .sample = sample,
    .layout = layout_of,
    .text_options = kTextOptions,
};

} // namespace relit::isa::r500::fs
