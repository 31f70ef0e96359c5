// The bit-fields of Maxwell instructions: where they are, what they are for, how text shows them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace relit::isa::maxwell {

/// What a field does, in any form.
enum class Role : std::uint8_t {
#define ROLE(id, summary) id,
#include "isa/maxwell/encoding/roles.inc"
#undef ROLE
};
inline constexpr std::size_t kRoles = [] {
    std::size_t count = 0;
#define ROLE(id, summary) ++count;
#include "isa/maxwell/encoding/roles.inc"
#undef ROLE
    return count;
}();

/// How text shows a field.
enum class Kind : std::uint8_t {
    Mark,
    Guard,          // "@!P0" before the instruction, nothing where it is PT
    Register,       // "R5", "RZ"
    Same,           // a register that is in the text twice
    Predicate,      // "P3", "PT"
    Condition,      // "!P3"
    Cbuf,           // "c[0x2][0x10]": word in the low 14 bits, buffer in the high ones
    CbufTarget,     // "c[0x2][0x10]": byte in the low 16 bits, buffer in the high ones
    CbufMemory,     // "c[0x2]" before an address in brackets
    Offset,         // of the register before, in brackets: "[R2+0x10]"
    UnsignedOffset, // the same without a sign
    WordOffset,     // the same, counted in words of 32 bits
    Signed,         // "-0x10"
    Unsigned,       // "0x10"
    Float32,        // "1.5"
    Float32Top,     // the top 20 bits of a float
    Float64Top,     // the top 20 bits of a double
    Half10,         // the top 10 bits of a half float
    Half16,         // a half float
    Target,         // a label: bytes from the next word
    Name,           // an operand with a name: "2D", "SR_TID.X"
    SplitName,      // the same, but what follows a '.' is a modifier
    Lanes,          // "RGB"; the names are others where there is no second destination
    Modifier,       // ".SAT" after the mnemonic
    SharedModifier, // the same, of bits that another field has as well
    PlusOne,        // ".PO" where it is 3
    NegateIf1,      // '-' before the operand where the field is 1
    NegateIf2,      // '-' before the operand where the field is 2
    Negate,         // '-' before the operand
    Absolute,       // '|' around the operand
    Invert,         // '~' before the operand
    Suffix,         // ".H1" after the operand
    Selector,       // which of two operands a Choice is: 1 the first
};

/// One row of fields.inc, and marks that only order text.
enum class FieldId : std::uint16_t {
    End,
    Opt,    // the next operand is left out where it is usual and all after it are left out
    Choice, // a selector and two operands follow
    Mem,    // the next register is an address: "[R2+0x10]"
    Attr,   // the same for attributes: "a[R2+0x10]"
#define FIELD(id, role, kind, bit, width, more_bit, more_width, names) id,
#include "isa/maxwell/encoding/fields.inc"
#undef FIELD
};

struct FieldRow {
    std::string_view id;
    Role role{};
    Kind kind{};
    std::uint8_t bit = 0, width = 0;           // the low part of the value
    std::uint8_t more_bit = 0, more_width = 0; // the rest
    std::string_view names;

    [[nodiscard]] constexpr unsigned bits() const { return 0U + width + more_width; }
    [[nodiscard]] constexpr std::uint64_t mask() const {
        return low_mask(width) << bit | low_mask(more_width) << more_bit;
    }
    [[nodiscard]] constexpr std::uint64_t of(std::uint64_t word) const {
        const std::uint64_t low = word >> bit & low_mask(width);
        return more_width == 0 ? low : low | (word >> more_bit & low_mask(more_width)) << width;
    }
    /// `word` with the field holding the low bits of `value`.
    [[nodiscard]] constexpr std::uint64_t put(std::uint64_t word, std::uint64_t value) const {
        const std::uint64_t low = (value & low_mask(width)) << bit;
        const std::uint64_t high = (value >> width & low_mask(more_width)) << more_bit;
        return (word & ~mask()) | low | high;
    }
    /// The value's bits with the highest one as a sign.
    [[nodiscard]] constexpr std::int64_t signed_of(std::uint64_t word) const {
        const std::uint64_t sign = std::uint64_t{1} << (bits() - 1);
        return static_cast<std::int64_t>((of(word) ^ sign) - sign);
    }

private:
    static constexpr std::uint64_t low_mask(unsigned bits) { return (std::uint64_t{1} << bits) - 1; } // 32 at most
};

[[nodiscard]] constexpr FieldRow mark(std::string_view id) { return {id, {}, Kind::Mark, 0, 0, 0, 0, {}}; }

inline constexpr auto kFieldRows = std::to_array<FieldRow>({
    mark("end"),
    mark("opt"),
    mark("choice"),
    mark("mem"),
    mark("attr"),
#define FIELD(id, role, kind, bit, width, more_bit, more_width, names) \
    {#id, Role::role, Kind::kind, bit, width, more_bit, more_width, names},
#include "isa/maxwell/encoding/fields.inc"
#undef FIELD
});

[[nodiscard]] constexpr const FieldRow& row(FieldId id) { return kFieldRows[static_cast<std::size_t>(id)]; }

/// What a role is for.
[[nodiscard]] std::string_view lift_of(Role role);
/// The name of a field's value; "?" where it has none. Empty: text leaves it out.
[[nodiscard]] std::string_view name_of(const FieldRow& field, std::uint64_t value);

} // namespace relit::isa::maxwell
