// Maxwell programs as a row of the table of codecs.
#include "codec/whole_file.hpp"
#include "isa/maxwell/maxwell.hpp"

namespace relit::isa::maxwell {
namespace {

constexpr codec::WholeFile kFunctions{list, explain, properties, assemble};
constexpr std::string_view kTextOptions[] = {"addresses=bytes|none"};

} // namespace

const codec::Codec kCodec = {
    .name = "maxwell",
    .summary = "Maxwell and Pascal shader programs (Switch)",
    .content = "program",
    .recognise = recognise,
    .open = codec::open_whole<kFunctions>,
    .assemble = codec::assemble_whole<kFunctions>,
    .sample = sample,
    .text_options = kTextOptions,
};

} // namespace relit::isa::maxwell
