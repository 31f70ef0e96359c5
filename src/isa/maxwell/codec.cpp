// Maxwell programs as a row of the table of codecs.
#include "codec/whole_file.hpp"
#include "isa/maxwell/encoding/container.hpp"
#include "isa/maxwell/encoding/cuda.hpp"
#include "isa/maxwell/maxwell.hpp"

namespace relit::isa::maxwell {
namespace {

constexpr codec::WholeFile kFunctions{list, explain, properties, assemble};
constexpr std::string_view kTextOptions[] = {"addresses=bytes|none"};

/// Code is words of 64 bits, with a program header or without one; containers are bytes.
codec::WordLayout layout_of(Bytes file) {
    const bool is_code = !is_cuda(file) && binary_kind_of(file) != FileKind::Dksh;
    return {.bits = is_code ? 64U : 8U, .order = std::endian::little};
}

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
    .layout = layout_of,
    .text_options = kTextOptions,
};

} // namespace relit::isa::maxwell
