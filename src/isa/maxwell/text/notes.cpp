// Caveats about one instruction of Maxwell.
#include "isa/maxwell/text/notes.hpp"

#include "isa/maxwell/text/syntax.hpp"
#include "isa/text.hpp"

namespace relit::isa::maxwell {
namespace {

/// Whether a field holds a value that has no meaning.
bool is_reserved(const Instruction& in, FieldId id) {
    const FieldRow& field = row(id);
    const std::uint64_t value = field.of(in.word);
    if (field.names.empty() || field.kind == Kind::Mark) return false;
    if (field.kind == Kind::Lanes) return lanes_name(value, in[Role::D2] != kZeroRegister) == "?";
    return name_of(field, value) == "?";
}

} // namespace

std::string caveats_of(const Instruction& in) {
    std::string text;
    if (!in.known()) return text;
    if (in.guard() == (kTruePredicate | 8)) add_clause(text, "never runs");
    for (const FieldId id : row(in.form).text)
        if (is_reserved(in, id)) {
            add_clause(text, std::string(row(id).id) + " has a value without a meaning");
            break;
        }
    const auto target = target_of(in);
    if (target && (*target < 0 || *target % kWordBytes != 0)) add_clause(text, "goes where no word begins");
    return text;
}

} // namespace relit::isa::maxwell
