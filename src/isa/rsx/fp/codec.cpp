// The PlayStation 3 fragment program as a row of the table of codecs.
#include "codec/whole_file.hpp"
#include "isa/rsx/fp/fp.hpp"

namespace relit::isa::rsx::fp {
namespace {

constexpr codec::WholeFile kFunctions{list, explain, properties, assemble};
constexpr std::string_view kTextOptions[] = {"addresses=slots|bytes|none"};

} // namespace

const codec::Codec kCodec = {
    .name = "rsx.fp",
    .summary = "PlayStation 3 RSX fragment programs",
    .content = "program",
    .recognise = recognise,
    .open = codec::open_whole<kFunctions>,
    .assemble = codec::assemble_whole<kFunctions>,
    .sample = sample,
    .text_options = kTextOptions,
};

} // namespace relit::isa::rsx::fp
