// Cuts the texts of forms.
#include "isa/maxwell/text/syntax.hpp"

namespace relit::isa::maxwell {

using enum FieldId;

std::optional<FieldId> Syntax::modifier() {
    if (text_.empty() || !is_modifier(row(text_.front()).kind)) return {};
    const FieldId id = text_.front();
    text_ = text_.subspan(1);
    return id;
}

std::optional<OperandPattern> Syntax::operand() {
    if (text_.empty()) return {};
    OperandPattern pattern;
    std::size_t cores = 0, wanted = 1, i = 0;
    for (; i < text_.size(); ++i) {
        const FieldId id = text_[i];
        const Kind kind = row(id).kind;
        const bool trails = kind == Kind::Suffix || is_offset(kind);
        if (cores == wanted && !trails) break;
        switch (kind) {
            case Kind::Mark:
                if (id == Opt) pattern.optional = true;
                if (id == Choice) wanted = 2;
                if (id == Mem) pattern.around = OperandPattern::Around::Memory;
                if (id == Attr) pattern.around = OperandPattern::Around::Attribute;
                break;
            case Kind::Negate:
            case Kind::NegateIf1:
            case Kind::NegateIf2: pattern.sign = id; break;
            case Kind::Invert: pattern.invert = id; break;
            case Kind::Absolute: pattern.absolute = id; break;
            case Kind::CbufMemory: pattern.slot = id; break;
            case Kind::Selector: pattern.selector = id; break;
            case Kind::Suffix: pattern.suffix[cores - 1] = id; break;
            case Kind::Offset:
            case Kind::UnsignedOffset:
            case Kind::WordOffset: pattern.offset = id; break;
            default: pattern.core[cores++] = id;
        }
    }
    text_ = text_.subspan(i);
    return pattern;
}

std::optional<std::uint64_t> usual_value(const FieldRow& field) {
    if (field.kind == Kind::PlusOne) return 0;
    for (std::uint64_t value = 0; value < std::uint64_t{1} << field.bits(); ++value)
        if (name_of(field, value).empty()) return value;
    return {};
}

std::uint64_t usual_operand(const FieldRow& field) {
    switch (field.kind) {
        case Kind::Register: return kZeroRegister;
        case Kind::Predicate:
        case Kind::Condition: return kTruePredicate;
        case Kind::Name: return field.role == Role::Test ? kTrueTest : 0;
        default: return field.role == Role::Quad ? 15 : 0;
    }
}

bool is_usual(const OperandPattern& pattern, std::uint64_t word) {
    if (pattern.selector != End && pattern.which(word) != 0) return false;
    const FieldRow& field = row(pattern.core[0]);
    return field.of(word) == usual_operand(field);
}

std::uint64_t with_usual(const OperandPattern& pattern, std::uint64_t word) {
    if (pattern.selector != End) word = row(pattern.selector).put(word, 1);
    const FieldRow& field = row(pattern.core[0]);
    return field.put(word, usual_operand(field));
}

std::string_view lanes_name(std::uint64_t value, bool second) {
    static constexpr std::string_view kOne[] = {"R", "G", "B", "A", "RG", "RA", "GA", "BA"};
    static constexpr std::string_view kTwo[] = {"RGB", "RGA", "RBA", "GBA", "RGBA", "?", "?", "?"};
    return second ? kTwo[value & 7] : kOne[value & 7];
}

} // namespace relit::isa::maxwell
