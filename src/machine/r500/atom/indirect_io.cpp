#include "machine/r500/atom/indirect_io.hpp"

namespace relit::machine::r500::atom {
namespace {

constexpr IoInfo kIoOperations[] = {
#define ATOM_IO(number, name, mnemonic, operands, purpose) {IoOp::name, mnemonic, operands, purpose},
#include "machine/r500/atom/indirect_io.inc"
#undef ATOM_IO
};
constexpr unsigned kNumbers[] = {
#define ATOM_IO(number, name, mnemonic, operands, purpose) number,
#include "machine/r500/atom/indirect_io.inc"
#undef ATOM_IO
};
static_assert(
    [] {
        for (unsigned i = 0; i < std::size(kNumbers); ++i)
            if (kNumbers[i] != i) return false;
        return true;
    }(),
    "rows of indirect_io.inc stand in order of their numbers");

} // namespace

std::span<const IoInfo> io_operations() { return kIoOperations; }

unsigned io_operand_bytes(char letter) { return letter == 'r' || letter == 'x' ? 2 : 1; }

std::optional<IoInstruction> decode_io(Bytes image, std::uint32_t offset, std::uint32_t end) {
    Cursor in(image.first(end));
    in.seek(offset);
    const std::uint8_t number = in.u8();
    if (in.failed() || number >= std::size(kIoOperations)) return std::nullopt;
    IoInstruction found{offset, 0, static_cast<IoOp>(number), {}};
    std::size_t i = 0;
    for (const char letter : found.info().operands)
        found.operands[i++] = static_cast<std::uint32_t>(little_endian(in.take(io_operand_bytes(letter))));
    if (in.failed()) return std::nullopt;
    found.size = static_cast<std::uint32_t>(in.offset()) - offset;
    return found;
}

std::vector<IoInstruction> sweep_io(Bytes image, const Table& table) {
    std::vector<IoInstruction> all;
    std::uint32_t at = table.offset + kTableHeader;
    bool is_inside = false;
    while (const auto one = decode_io(image, at, table.end())) {
        if (!is_inside && one->op != IoOp::Start) break;
        is_inside = one->op != IoOp::End;
        all.push_back(*one);
        at += one->size;
    }
    return all;
}

IoPrograms io_programs_of(const Image& image) {
    IoPrograms programs{};
    const Table* const table = image.data_table(kIndirectIoTable);
    if (table == nullptr) return programs;
    bool is_inside = false;
    for (const IoInstruction& one : sweep_io(image.bytes, *table)) {
        if (!is_inside) programs[one.operands[0]] = one.offset + one.size;
        is_inside = one.op != IoOp::End;
    }
    return programs;
}

} // namespace relit::machine::r500::atom
