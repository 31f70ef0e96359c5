// The Xbox vertex program as a row of the table of codecs.
#include "codec/whole_file.hpp"
#include "isa/nv2a/nv2a.hpp"

namespace relit::isa::nv2a {
namespace {

constexpr codec::WholeFile kFunctions{list, explain, properties, assemble};
constexpr std::string_view kTextOptions[] = {"dialect=vsh|gl", "constants=raw|gl|d3d", "final=last|nop",
                                             "two-inputs=error|last", "fill=auto|plain|sdk|xvs|cg"};

codec::WordLayout layout_of(Bytes /*file*/) { return {.bits = 32, .order = std::endian::little}; }

} // namespace

const codec::Codec kCodec = {
    .name = "nv2a",
    .summary = "Xbox NV2A vertex programs and state programs",
    .content = "program",
    .recognise = recognise,
    .open = codec::open_whole<kFunctions>,
    .assemble = codec::assemble_whole<kFunctions>,
    .sample = sample,
    .layout = layout_of,
    .text_options = kTextOptions,
};

} // namespace relit::isa::nv2a
