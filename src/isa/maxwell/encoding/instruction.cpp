// The tables of forms, proven where they are built, and reading of operands.
#include "isa/maxwell/encoding/instruction.hpp"

#include "base/result.hpp"

#include <bit>

namespace relit::isa::maxwell {
namespace {

using enum FieldId;
using enum Shape;
using enum GuardRule;

constexpr std::uint8_t Any = kAnyRegister;

constexpr OpRow kOpRows[] = {
#define OP(op, mnemonic, guard, written, summary) {mnemonic, guard, written, summary},
#include "isa/maxwell/encoding/ops.inc"
#undef OP
};

constexpr FieldId kTexts[] = {
#define FORM(op, shape, mask, value, ...) __VA_ARGS__ __VA_OPT__(, ) End,
#include "isa/maxwell/encoding/forms.inc"
#undef FORM
};

constexpr std::array kAbc = {Role::A, Role::B, Role::C};

constexpr void note_role(FormRow& form, const FieldRow& field) {
    switch (field.role) {
        case Role::NegA:
        case Role::NegB:
        case Role::NegC:
        case Role::AbsA:
        case Role::AbsB: form.negation |= field.mask(); return;
        case Role::Cc:
        case Role::X:
        case Role::Part: // the words below the highest go on from flags
        case Role::Flags: form.flags |= field.mask(); return;
        case Role::Test: form.has_test = true; return;
        default: return;
    }
}

/// Values without a meaning of these are reported where they are read, or change nothing that is computed.
constexpr bool is_told_elsewhere(Role role) {
    switch (role) {
        case Role::Special:
        case Role::Bounds:
        case Role::CasPair:
        case Role::CacheLevel:
        case Role::CacheControl: return true;
        default: return false;
    }
}

constexpr void note_values(FormRow& form, const FieldRow& field) {
    const bool has_names = field.kind == Kind::Name || field.kind == Kind::SplitName || field.kind == Kind::Modifier ||
                           field.kind == Kind::SharedModifier || field.kind == Kind::Suffix;
    if (!has_names || is_told_elsewhere(field.role)) return;
    std::uint64_t count = field.names.empty() ? 0 : 1;
    for (const char c : field.names) count += c == '|' ? 1 : 0;
    const bool all_named = count >> field.bits() != 0 && field.names.find('?') == std::string_view::npos;
    if (!all_named) form.named_values |= field.mask();
}

constexpr void note_source(FormRow& form, const FieldRow& field) {
    if (field.kind != Kind::Register && field.kind != Kind::Same) return;
    for (std::size_t i = 0; i < 3; ++i)
        if (field.role == kAbc[i]) form.abc[i] = field.bit;
}

/// Bits that compilers set, and that say nothing which the form does not say.
constexpr std::uint64_t seen_in_code(Op op) { return op == Op::ATOMS_CAS ? std::uint64_t{1} << 54 : 0; }

constexpr auto kFormRows = [] {
    std::array<FormRow, kForms> rows{{
#define FORM(op, shape, mask, value, ...) {Op::op, shape, false, false, false, mask, value, 0, 0, 0, 0, {}, {}},
#include "isa/maxwell/encoding/forms.inc"
#undef FORM
    }};
    std::size_t begin = 0;
    for (FormRow& form : rows) {
        std::size_t end = begin;
        while (kTexts[end] != End) form.has_choices |= kTexts[end++] == Choice;
        form.text = std::span(kTexts).subspan(begin, end - begin);
        form.is_guarded = kOpRows[static_cast<std::size_t>(form.op)].guard == Guarded;
        form.abc.fill(FormRow::kNowhere);
        form.unread = ~(form.mask | row(Guard16).mask() | seen_in_code(form.op)); // a field ignored is no secret
        for (const FieldId id : form.text) {
            note_role(form, row(id));
            note_source(form, row(id));
            note_values(form, row(id));
            form.unread &= ~row(id).mask();
        }
        if (form.has_choices) form.abc.fill(FormRow::kNowhere);
        begin = end + 1;
    }
    return rows;
}();

// ---- a word's form: by its top 14 bits, in which the row with more fixed bits wins

using tables::kTopBits;
constexpr unsigned kTopShift = 64 - kTopBits;

constexpr std::uint32_t top_of(std::uint64_t word) { return static_cast<std::uint32_t>(word >> kTopShift); }

/// `equal` becomes true where two rows with as many fixed bits could be the same word.
constexpr auto build_dispatch(bool& equal) {
    std::array<std::uint16_t, 1U << kTopBits> table{};
    std::array<std::uint8_t, 1U << kTopBits> fixed{};
    table.fill(static_cast<std::uint16_t>(kForms));
    for (std::size_t i = 0; i < kForms; ++i) {
        const std::uint32_t mask = top_of(kFormRows[i].mask), value = top_of(kFormRows[i].value);
        const auto bits = static_cast<std::uint8_t>(std::popcount(mask));
        const std::uint32_t free = ~mask & ((1U << kTopBits) - 1);
        for (std::uint32_t rest = free;; rest = (rest - 1) & free) { // every subset of the free bits
            const std::uint32_t at = value | rest;
            if (bits == fixed[at]) equal = true;
            if (bits > fixed[at]) table[at] = static_cast<std::uint16_t>(i), fixed[at] = bits;
            if (rest == 0) break;
        }
    }
    return table;
}
constexpr bool is_unambiguous() {
    bool equal = false;
    (void)build_dispatch(equal);
    return !equal;
}
static_assert(is_unambiguous(), "two forms of forms.inc are the same word and fix as many of its top bits");
constexpr auto kDispatch = [] {
    bool equal = false;
    return build_dispatch(equal);
}();

constexpr bool masks_are_in_the_top_bits() {
    for (const FormRow& form : kFormRows)
        if ((form.mask & ((std::uint64_t{1} << kTopShift) - 1)) != 0 || (form.value & ~form.mask) != 0) return false;
    return true;
}
static_assert(masks_are_in_the_top_bits(), "the top 14 bits must be enough to find a form");

// ---- fields of a form

constexpr bool is_view(FieldId id) {
    const Kind kind = row(id).kind;
    return kind == Kind::Same || kind == Kind::NegateIf1 || kind == Kind::NegateIf2 || kind == Kind::SharedModifier;
}

/// Whether no bit has two owners: the form's own bits, and each field's. Of a Choice only the second operand counts.
constexpr bool fields_are_apart(const FormRow& form) {
    std::uint64_t owned = form.mask;
    for (std::size_t i = 0; i < form.text.size(); ++i) {
        const FieldId id = form.text[i];
        if (id == Choice) {
            owned |= row(form.text[i + 1]).mask();
            i += 2;
            while (row(form.text[i + 1]).kind == Kind::Suffix) ++i;
            continue;
        }
        if (is_view(id)) continue;
        if ((owned & row(id).mask()) != 0) return false;
        owned |= row(id).mask();
    }
    const bool guarded = kOpRows[static_cast<std::size_t>(form.op)].guard == Guarded;
    return !guarded || (owned & row(Guard16).mask()) == 0;
}
constexpr bool all_fields_are_apart() {
    for (const FormRow& form : kFormRows)
        if (!fields_are_apart(form)) return false;
    return true;
}
static_assert(all_fields_are_apart(), "two fields of a form in forms.inc share a bit");

constexpr auto kFieldsOfRoles = [] {
    std::array<std::array<FieldId, kRoles>, kForms + 1> table{};
    for (std::size_t i = 0; i < kForms; ++i)
        for (const FieldId id : kFormRows[i].text) {
            if (row(id).kind == Kind::Mark) continue;
            FieldId& field = table[i][static_cast<std::size_t>(row(id).role)];
            if (field == End) field = id;
        }
    return table;
}();

// ---- operands

/// Of a form with choices: the operand that is meant.
FieldId choice_of(const Instruction& in, FieldId field) {
    const std::span<const FieldId> text = row(in.form).text;
    for (std::size_t i = 0; i + 3 < text.size(); ++i) {
        if (text[i] != Choice || text[i + 2] != field) continue;
        if (in[text[i + 1]] != 0) return field;
        std::size_t second = i + 3;
        while (row(text[second]).kind == Kind::Suffix) ++second;
        return text[second];
    }
    return field;
}
/// The field that has the role in this very word.
FieldId chosen_field(const Instruction& in, Role role) {
    const FieldId field = field_of(in.form, role);
    return field == End || !row(in.form).has_choices ? field : choice_of(in, field);
}

Source number_source(std::uint64_t bits) { return {Source::Kind::Number, 0, bits}; }

Source source_of(FieldId id, std::uint64_t word) {
    const FieldRow& field = row(id);
    const std::uint64_t bits = field.of(word);
    switch (field.kind) {
        case Kind::Register:
        case Kind::Same: return {Source::Kind::Register, static_cast<std::uint32_t>(bits), 0};
        case Kind::Cbuf: return {Source::Kind::Constant, static_cast<std::uint32_t>(bits >> 14), (bits & 0x3fff) * 4};
        case Kind::CbufTarget: return {Source::Kind::Constant, static_cast<std::uint32_t>(bits >> 16), bits & 0xffff};
        case Kind::Signed: return number_source(static_cast<std::uint64_t>(field.signed_of(word)));
        case Kind::Float32Top: return number_source(bits << 12);
        case Kind::Float64Top: return number_source(bits << 44);
        default: return number_source(bits);
    }
}

std::uint64_t half_of(FieldId id, std::uint64_t word) {
    return row(id).of(word) << (row(id).kind == Kind::Half10 ? 6 : 0);
}

} // namespace

constexpr std::array<FormRow, kForms> tables::kForm = kFormRows;
constexpr std::array<std::uint16_t, 1U << kTopBits> tables::kFormOfTop = kDispatch;
constexpr std::array<std::array<FieldId, kRoles>, kForms + 1> tables::kFieldOfRole = kFieldsOfRoles;

const OpRow& row(Op op) { return kOpRows[static_cast<std::size_t>(op)]; }
namespace {

/// Two halves, where the form has them as its source B.
Source halves_source(const Instruction& in, Role role) {
    if (role != Role::B || !in.has(Role::BHigh)) return {};
    const std::uint64_t high = half_of(field_of(in.form, Role::BHigh), in.word);
    return number_source(high << 16 | half_of(field_of(in.form, Role::BLow), in.word));
}

} // namespace

Source source(const Instruction& in, Role role) {
    const FieldId field = chosen_field(in, role);
    return field == End ? halves_source(in, role) : source_of(field, in.word);
}

bool may_write(const Instruction& in, std::uint32_t reg) {
    constexpr std::uint32_t kWidthOfPair = 5; // Role::Width of 64 bits
    if (!in.known()) return false;
    std::uint32_t written = row(in.op()).written;
    if (written == kAnyRegister) return true;
    if (in.has(Role::Width) && in[Role::Width] <= kWidthOfPair)
        written = std::min(written, in[Role::Width] < kWidthOfPair ? 1U : 2U);
    const auto is_from = [&](Role role) { return in.has(role) && reg - in[role] < written; };
    return is_from(Role::D) || is_from(Role::D2);
}

std::int64_t offset_of(const Instruction& in) {
    const FieldId id = field_of(in.form, Role::Offset);
    if (id == End) return 0;
    const FieldRow& field = row(id);
    if (field.kind == Kind::UnsignedOffset) return static_cast<std::int64_t>(field.of(in.word));
    return field.signed_of(in.word) * (field.kind == Kind::WordOffset ? 4 : 1);
}

std::optional<std::int64_t> target_of(const Instruction& in) {
    if (field_of(in.form, Role::Target) == End) return {};
    const FieldId field = chosen_field(in, Role::Target);
    if (row(field).kind != Kind::Target) return {};
    return std::int64_t{in.address} + kWordBytes + row(field).signed_of(in.word);
}

} // namespace relit::isa::maxwell
