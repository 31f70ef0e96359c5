// How forms are written: modifiers, then operands, each with what is around it. Read by printer, assembler and sample.
#pragma once

#include "isa/maxwell/encoding/instruction.hpp"

#include <optional>
#include <span>

namespace relit::isa::maxwell {

/// One operand of a form's text; FieldId::End where it has no such part.
struct OperandPattern {
    enum class Around : std::uint8_t { Nothing, Memory, Attribute } around = Around::Nothing;
    bool optional = false;
    FieldId sign = FieldId::End; // Negate, NegateIf1 or NegateIf2
    FieldId invert = FieldId::End, absolute = FieldId::End;
    FieldId slot = FieldId::End;                                  // number of the constant buffer before an address
    FieldId selector = FieldId::End;                              // of a choice; 1 means the first core
    std::array<FieldId, 2> core = {FieldId::End, FieldId::End};   // the second one of a choice only
    std::array<FieldId, 2> suffix = {FieldId::End, FieldId::End}; // after each core
    FieldId offset = FieldId::End;                                // of an address

    /// Which core a word has.
    [[nodiscard]] std::size_t which(std::uint64_t word) const {
        return selector == FieldId::End || row(selector).of(word) != 0 ? 0 : 1;
    }
};

/// Cuts the text of a form into modifiers and operands.
class Syntax {
public:
    explicit Syntax(std::span<const FieldId> text) : text_(text) {}

    /// The next modifier; what is left begins with an operand where there is none.
    [[nodiscard]] std::optional<FieldId> modifier();
    [[nodiscard]] std::optional<OperandPattern> operand();

private:
    std::span<const FieldId> text_;
};

[[nodiscard]] constexpr bool is_modifier(Kind kind) {
    return kind == Kind::Modifier || kind == Kind::SharedModifier || kind == Kind::PlusOne;
}
[[nodiscard]] constexpr bool is_offset(Kind kind) {
    return kind == Kind::Offset || kind == Kind::UnsignedOffset || kind == Kind::WordOffset;
}

/// The value of a modifier or suffix that text leaves out; nothing where each value has a name.
[[nodiscard]] std::optional<std::uint64_t> usual_value(const FieldRow& field);
/// What an operand holds that text may leave out.
[[nodiscard]] std::uint64_t usual_operand(const FieldRow& field);
/// Whether the operand holds what text leaves out where it is optional.
[[nodiscard]] bool is_usual(const OperandPattern& pattern, std::uint64_t word);
/// The word with what text leaves out.
[[nodiscard]] std::uint64_t with_usual(const OperandPattern& pattern, std::uint64_t word);

/// What the value of Lanes means: the names are others where there is no second destination.
[[nodiscard]] std::string_view lanes_name(std::uint64_t value, bool second);

} // namespace relit::isa::maxwell
