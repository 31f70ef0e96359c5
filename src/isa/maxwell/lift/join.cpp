#include "isa/maxwell/lift/join.hpp"

namespace relit::isa::maxwell {
namespace {

/// Words of a row that the second reads, and whether the first makes them.
std::uint32_t words_of(const Sph& first, const Sph& second, std::uint32_t row, bool made) {
    std::uint32_t mask = 0;
    for (std::uint32_t i = 0; i < kRowLanes; ++i) {
        const std::uint32_t address = row * kRowBytes + 4 * i;
        if (reads_attribute(second, address) && writes_attribute(first, address) == made) mask |= 1U << i;
    }
    return mask;
}

void copy(ir::Builder& ir, const AttributeFile& from, const AttributeFile& to, std::uint32_t row, std::uint32_t mask) {
    if (mask == 0 || !from.file || from.registers[row] == AttributeFile::kNowhere) return;
    const ir::Type type{ir.module().files[*from.file].kind, kRowLanes};
    const ir::Id value = ir.load(*from.file, kRowLanes * from.registers[row], type);
    ir.store(*to.file, kRowLanes * to.registers[row], value, mask);
}

} // namespace

void pass_outputs(Lift& from, const Lift& to, const Sph& first) {
    const AttributeFile& between = to.attributes.input;
    for (std::uint32_t row = 0; row < kAttributeRows; ++row) {
        if (between.registers[row] == AttributeFile::kNowhere) continue;
        copy(from.ir, from.attributes.output, between, row, words_of(first, *to.program.sph, row, true));
        const std::uint32_t own = words_of(first, *to.program.sph, row, false);
        for (const AttributeFile* given : {&from.attributes.input, &from.attributes.signed_input,
                                           &from.attributes.unsigned_input, &from.attributes.scaled})
            copy(from.ir, *given, between, row, own);
    }
}

} // namespace relit::isa::maxwell
