#include "isa/r500/fs/text/temporaries.hpp"

#include "isa/r500/fs/encoding/notes.hpp"

namespace relit::isa::r500::fs {
namespace {

void add_address(const Word192& word, const AddressFields& fields, Components& into) {
    for (const Field<Number>* component : fields.components) into[word[*fields.temp]] |= 1U << word[*component];
}

void add_early(const Word192& word, const UnitFields& unit, unsigned which, Components& into) {
    const SourceFields& source = unit.sources[which];
    if (word[*source.constant] || word[*source.address] >= kInlineFloat) return;
    into[word[*source.address]] |= components_read(word, unit.kind == UnitKind::Alpha, which);
}

/// Whether an operand that is read takes srcp from the slots of `slots`.
bool uses_srcp(const Word192& word, const UnitFields& slots) {
    for (const UnitFields* unit : kUnitFields) {
        if (!matters(word, *unit)) continue;
        for (unsigned i = 0; i < op_of(word, *unit).operands; ++i) {
            const OperandFields& operand = unit->operands[i];
            if (word[*operand.select] != kPreSubtracted) continue;
            for (unsigned lane = 0; lane < unit->lanes; ++lane) {
                const Component component = word[*operand.components[lane]];
                if (component <= Component::Alpha && (component == Component::Alpha) == (slots.kind == UnitKind::Alpha))
                    return true;
            }
        }
    }
    return false;
}

} // namespace

void add_written(const Word192& word, Components& into) {
    if (fetches(word)) into[word[Tex::temp]] |= word[Common::rgb_mask] | word[Common::alpha_mask] << 3;
    if (!computes(word)) return;
    into[word[Alu::rgb_temp]] |= word[Common::rgb_mask];
    into[word[Alu::alpha_temp]] |= word[Common::alpha_mask] << 3;
}

Components written_by(const Word192& word) {
    Components written{};
    add_written(word, written);
    return written;
}

Components coordinates_of(const Word192& word) {
    Components read{};
    if (word[Common::type] != Type::Tex || word[Tex::op] == TexOp::Nop) return read;
    add_address(word, kCoordinates, read);
    if (word[Tex::op] == TexOp::DxDy) add_address(word, kDx, read), add_address(word, kDy, read);
    return read;
}

Components read_by(const Word192& word) {
    if (!computes(word)) return coordinates_of(word);
    Components read{};
    for (const UnitFields* unit : kUnitFields)
        for (unsigned i = 0; i < unit->sources.size(); ++i) {
            const SourceFields& source = unit->sources[i];
            if (word[*source.constant] || word[*source.address] >= kInlineFloat) continue;
            read[word[*source.address]] |= components_read(word, unit->kind == UnitKind::Alpha, i);
        }
    return read;
}

bool overlap(const Components& a, const Components& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if ((a[i] & b[i]) != 0) return true;
    return false;
}

Early early_of(const Word192& word) {
    Early early;
    if (!computes(word)) return early;
    for (const UnitFields* unit : kUnitFields) {
        early.derives = early.derives || (is_quad(word, *unit) && matters(word, *unit));
        if (!uses_srcp(word, *unit)) continue;
        const std::uint32_t pre_subtract = word[*unit->pre_subtract];
        add_early(word, *unit, 0, early.pre_subtracted);
        if (pre_subtract == 1 || pre_subtract == 2) add_early(word, *unit, 1, early.pre_subtracted);
    }
    return early;
}

} // namespace relit::isa::r500::fs
