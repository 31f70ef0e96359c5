// Maxwell programs as a row of the table of codecs.
#include "codec/whole_file.hpp"
#include "isa/maxwell/encoding/cuda.hpp"
#include "isa/maxwell/maxwell.hpp"

namespace relit::isa::maxwell {
namespace {

constexpr codec::WholeFile kFunctions{list, explain, properties, assemble};
constexpr std::string_view kTextOptions[] = {"addresses=bytes|none"};

} // namespace

Result<std::vector<std::uint8_t>> select(Bytes file, const codec::Selection& selection) {
    if (!is_cuda(file))
        return fail(FaultKind::Usage, "the file has no kernels to select from: it is no cubin and no fat binary");
    return select_kernel(file, {selection.name, selection.architecture});
}

const codec::Codec kCodec = {
    .name = "maxwell",
    .summary = "Maxwell and Pascal shader programs (Switch)",
    .content = "program",
    .recognise = recognise,
    .open = codec::open_whole<kFunctions>,
    .assemble = codec::assemble_whole<kFunctions>,
    .select = select,
    .sample = sample,
    .text_options = kTextOptions,
};

} // namespace relit::isa::maxwell
