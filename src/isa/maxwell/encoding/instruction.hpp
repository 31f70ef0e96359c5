// Instructions of Maxwell: a word, the form it is, and what is in its fields.
#pragma once

#include "isa/maxwell/encoding/field.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace relit::isa::maxwell {

inline constexpr std::uint32_t kZeroRegister = 255; // RZ: reads 0, writes vanish
inline constexpr std::uint32_t kTruePredicate = 7;  // PT
inline constexpr std::uint32_t kTrueTest = 15;      // CC.T

enum class Op : std::uint8_t {
#define OP(op, mnemonic, guard, written, summary) op,
#include "isa/maxwell/encoding/ops.inc"
#undef OP
};

enum class GuardRule : std::uint8_t { Guarded, Bare };

inline constexpr std::uint8_t kAnyRegister = 0xff;

struct OpRow {
    std::string_view mnemonic;
    GuardRule guard;
    std::uint8_t written; // registers from Rd on (and from Rd2 on) at most, or kAnyRegister
    std::string_view summary;
};
[[nodiscard]] const OpRow& row(Op op);

/// Where sources B and C come from.
enum class Shape : std::uint8_t {
    R,  // B is a register
    I,  // B is a number (images and textures: the handle is)
    C,  // B is in a constant buffer
    RC, // B is a register, C is in a constant buffer
    S,  // the only form of its operation
    P,  // as R, with a predicate
    B,  // as uam writes a bound image: its number lies over the size
};

/// One row of forms.inc. `Unknown` is after the last.
enum class Form : std::uint16_t {
#define FORM(op, shape, ...) op##_##shape,
#include "isa/maxwell/encoding/forms.inc"
#undef FORM
    Unknown,
};
inline constexpr std::size_t kForms = static_cast<std::size_t>(Form::Unknown);
inline constexpr std::size_t kOps = 0
#define OP(op, mnemonic, guard, written, summary) +1
#include "isa/maxwell/encoding/ops.inc"
#undef OP
    ;

struct FormRow {
    static constexpr std::uint8_t kNowhere = 0xff;
    Op op{};
    Shape shape{};
    bool has_choices = false; // one operand or more can be of two kinds
    bool is_guarded = false, has_test = false;
    std::uint64_t mask = 0, value = 0;
    std::uint64_t negation = 0;        // bits that negate sources
    std::uint64_t flags = 0;           // ... that have to do with flags, but for a test of them
    std::uint64_t named_values = 0;    // ... of fields some of whose values have no known meaning
    std::uint64_t unread = 0;          // ... that no field has
    std::array<std::uint8_t, 3> abc{}; // lowest bits of the registers A, B and C; kNowhere where words differ in that
    std::span<const FieldId> text;     // without the End after it
};
/// The tables, built where they are proven (instruction.cpp); reading them is a load.
namespace tables {
inline constexpr unsigned kTopBits = 14; // enough of a word to find its form
extern const std::array<FormRow, kForms> kForm;
extern const std::array<std::uint16_t, 1U << kTopBits> kFormOfTop;
extern const std::array<std::array<FieldId, kRoles>, kForms + 1> kFieldOfRole;
} // namespace tables

/// Not for Unknown.
[[nodiscard]] inline const FormRow& row(Form form) { return tables::kForm[static_cast<std::size_t>(form)]; }
/// The field that has the role in the form, else FieldId::End; of a Choice the first.
[[nodiscard]] inline FieldId field_of(Form form, Role role) {
    return tables::kFieldOfRole[static_cast<std::size_t>(form)][static_cast<std::size_t>(role)];
}
/// The form of a word; Unknown where there is none.
[[nodiscard]] inline Form form_of(std::uint64_t word) {
    return static_cast<Form>(tables::kFormOfTop[word >> (64 - tables::kTopBits)]);
}

/// A decoded word with its address. Reading a field is a shift and a mask.
struct Instruction {
    std::uint64_t word = 0;
    std::uint32_t address = 0; // bytes from the code's start
    Form form = Form::Unknown;

    [[nodiscard]] bool known() const { return form != Form::Unknown; }
    [[nodiscard]] Op op() const { return row(form).op; }
    [[nodiscard]] Shape shape() const { return row(form).shape; }
    /// A field that the form is known to have.
    [[nodiscard, gnu::always_inline]] std::uint32_t operator[](FieldId id) const {
        return static_cast<std::uint32_t>(maxwell::row(id).of(word));
    }
    /// The field that has the role, whatever the form; 0 where none has. Numbers may need source().
    [[nodiscard]] std::uint32_t operator[](Role role) const { return (*this)[field_of(form, role)]; }
    [[nodiscard]] bool has(Role role) const { return field_of(form, role) != FieldId::End; }
    /// Predicate number in the low three bits, 8: negated. PT (always) for operations without a guard.
    [[nodiscard]] std::uint32_t guard() const {
        return known() && row(form).is_guarded ? (*this)[FieldId::Guard16] : kTruePredicate;
    }
    [[nodiscard]] bool operator==(const Instruction&) const = default;
};

/// A source operand with its bits in full; what negates or cuts it (NegB, AbsB, SwizzleB, HighB ...) are roles of their own.
struct Source {
    enum class Kind : std::uint8_t { None, Register, Number, Constant } kind = Kind::None;
    std::uint32_t index = 0;  // register, or number of the constant buffer
    std::uint64_t number = 0; // integers with their sign spread over 64 bits; floats' bits (64 for doubles, halves: low
                              // in the low 16 bits); bytes from the constant buffer's start
    [[nodiscard]] bool operator==(const Source&) const = default;
};
/// Role::A, B, C, or Target.
[[nodiscard]] Source source(const Instruction& in, Role role);
/// Returns true if the instruction may write the register; an unknown one writes none.
[[nodiscard]] bool may_write(const Instruction& in, std::uint32_t reg);
/// The bytes that are added to an address: signed, words scaled.
[[nodiscard]] std::int64_t offset_of(const Instruction& in);
/// The address that a branch with a fixed target goes to, or that a push remembers; nothing where there is none, or it
/// comes from a constant buffer, or is absolute. It may lie outside the program.
[[nodiscard]] std::optional<std::int64_t> target_of(const Instruction& in);

/// Every fourth word, from the first, schedules the three after it.
inline constexpr std::uint32_t kWordBytes = 8, kGroupBytes = 32, kWordsInGroup = kGroupBytes / kWordBytes;
[[nodiscard]] constexpr bool is_control(std::uint64_t address) { return address % kGroupBytes == 0; }
/// The instruction that runs after the one at `address`, or when a branch goes to the address of a control word.
[[nodiscard]] constexpr std::uint64_t step(std::uint64_t address) {
    return address + kWordBytes + (is_control(address + kWordBytes) ? kWordBytes : 0);
}
[[nodiscard]] constexpr std::uint64_t first_at(std::uint64_t address) {
    return is_control(address) ? address + kWordBytes : address;
}

} // namespace relit::isa::maxwell
