// The Xbox vertex program as a row of the table of codecs.
#include "codec/whole_file.hpp"
#include "isa/nv2a/nv2a.hpp"

namespace relit::isa::nv2a {
namespace {

constexpr codec::WholeFile kFunctions{list, explain, properties};
constexpr std::string_view kTextOptions[] = {"dialect=vsh|gl", "constants=raw|gl|d3d", "final=last|nop",
                                             "two-inputs=error|last"};

Result<std::unique_ptr<codec::Document>> open(ReadBytes input, const TextOptions& options) {
    return codec::open_whole_file(kFunctions, input, options);
}

Result<std::vector<std::uint8_t>> assemble_whole(std::string_view text, const codec::AssembleOptions& options) {
    return assemble(text, options.text);
}

} // namespace

const codec::Codec kCodec = {
    .name = "nv2a",
    .summary = "Xbox NV2A vertex programs and state programs",
    .content = "program",
    .recognise = recognise,
    .open = open,
    .assemble = assemble_whole,
    .sample = sample,
    .text_options = kTextOptions,
};

} // namespace relit::isa::nv2a
