// The RSX vertex program as a row of the table of codecs.
#include "codec/whole_file.hpp"
#include "isa/rsx/vp/vp.hpp"

namespace relit::isa::rsx::vp {
namespace {

constexpr codec::WholeFile kFunctions{list, explain, properties, assemble};
constexpr std::string_view kTextOptions[] = {"addresses=slots|bytes|none"};

} // namespace

const codec::Codec kCodec = {
    .name = "rsx.vp",
    .summary = "PlayStation 3 RSX vertex programs",
    .content = "program",
    .recognise = recognise,
    .open = codec::open_whole<kFunctions>,
    .assemble = codec::assemble_whole<kFunctions>,
    .sample = sample,
    .text_options = kTextOptions,
};

} // namespace relit::isa::rsx::vp
