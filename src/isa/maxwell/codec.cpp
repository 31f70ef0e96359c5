// Maxwell programs as a row of the table of codecs.
#include "codec/whole_file.hpp"
#include "isa/maxwell/maxwell.hpp"

namespace relit::isa::maxwell {
namespace {

constexpr codec::WholeFile kFunctions{list, explain, properties};
constexpr std::string_view kTextOptions[] = {"addresses=bytes|none"};

Result<std::unique_ptr<codec::Document>> open(ReadBytes input, const TextOptions& options) {
    return codec::open_whole_file(kFunctions, input, options);
}

Result<std::vector<std::uint8_t>> assemble_whole(std::string_view text, const codec::AssembleOptions& options) {
    return assemble(text, options.text);
}

} // namespace

const codec::Codec kCodec = {
    .name = "maxwell",
    .summary = "Maxwell and Pascal shader programs (Switch)",
    .content = "program",
    .recognise = recognise,
    .open = open,
    .assemble = assemble_whole,
    .sample = sample,
    .text_options = kTextOptions,
};

} // namespace relit::isa::maxwell
