// What the tables know no meaning of: values of fields stop a translation, bits that no field has are reported.
#include "isa/maxwell/lift/lifter.hpp"

#include <array>

#include <fmt/format.h>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kGuardNever = kTruePredicate | 8; // of a guard

constexpr std::uint64_t kMost = 64; // values whose names are looked up before

/// Bit v is set where text has a name for value v of the field, or leaves it out.
constexpr std::uint64_t named_values(const FieldRow& field) {
    std::uint64_t named = 0, value = 0;
    std::string_view names = field.names;
    for (bool is_last = false; !is_last && value < kMost; ++value) {
        const std::size_t end = names.find('|');
        is_last = end == std::string_view::npos;
        if (names.substr(0, end) != "?") named |= std::uint64_t{1} << value;
        if (!is_last) names.remove_prefix(end + 1);
    }
    return named;
}
constexpr auto kNamedValues = [] {
    std::array<std::uint64_t, kFieldRows.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = named_values(kFieldRows[i]);
    return all;
}();

bool is_named(FieldId id, std::uint64_t value) {
    if (value >= kMost) return name_of(row(id), value) != "?";
    return (kNamedValues[static_cast<std::size_t>(id)] >> value & 1) != 0;
}

/// The first field whose value has no known meaning; of an operand that can be a number, only where it is a register.
FieldId unknown_value(const Instruction& in) {
    const FormRow& form = row(in.form);
    for (const FieldId id : form.text) {
        const FieldRow& field = row(id);
        const bool may_be = field.mask() != 0 && (field.mask() & ~form.named_values) == 0;
        const bool is_number = field.role == Role::PartB && in[Role::BRegister] == 0;
        if (may_be && !is_number && !is_named(id, field.of(in.word))) return id;
    }
    return FieldId::End;
}

} // namespace

void Lift::look_for_unknown() {
    const FormRow& form = row(in.form);
    if (((form.named_values | form.unread) & in.word) == 0 || in.guard() == kGuardNever) return;
    if (const std::uint64_t unread = form.unread & in.word; unread != 0)
        context.approximate(fmt::format("{} at 0x{:04x} has bits 0x{:016x} outside of every known field: ignored",
                                        row(in.op()).mnemonic, in.address, unread));
    if (const FieldId id = unknown_value(in); id != FieldId::End)
        refuse(fmt::format("value {} of {} has no known meaning", in[id], row(id).id));
}

} // namespace relit::isa::maxwell
