// Finds the form that a statement's text means: modifiers, and what is around operands.
#include "isa/maxwell/text/matcher.hpp"
#include "isa/text.hpp"

namespace relit::isa::maxwell {

using enum FieldId;

std::string_view cut_part(std::string_view& parts) {
    const std::size_t dot = parts.find('.');
    const std::string_view part = parts.substr(0, dot);
    parts.remove_prefix(dot == std::string_view::npos ? parts.size() : dot + 1);
    return part;
}

bool Matcher::run() {
    into_ = {};
    into_.word = form_.value;
    if (!guard() || !fixed_modifiers()) return false;
    Syntax syntax(form_.text);
    while (const auto id = syntax.modifier())
        if (!modifier(*id)) return false;
    if (!operands(syntax)) return false;
    for (std::size_t i = 0; i < modifiers().size(); ++i)
        if (!used_[i]) return wrong(statement_.at, "." + std::string(modifiers()[i]) + " does not fit here", SIZE_MAX);
    return fields();
}

bool Matcher::wrong(std::size_t at, std::string text, std::size_t fits) {
    if (mismatch_.text.empty() || fits > mismatch_.fits) mismatch_ = {at, std::move(text), fits};
    return false;
}

bool Matcher::is_listed(FieldId id) const {
    for (const WrittenField& field : statement_.fields.all())
        if (field.name == row(id).id) return true;
    return false;
}

bool Matcher::guard() {
    const bool guarded = row(form_.op).guard == GuardRule::Guarded;
    if (!guarded && statement_.guard) return wrong(statement_.at, "no predicate can guard this operation");
    if (guarded) put(Guard16, statement_.guard.value_or(kTruePredicate));
    return true;
}

bool Matcher::fixed_modifiers() {
    std::string_view parts = row(form_.op).mnemonic;
    (void)cut_part(parts);
    while (!parts.empty()) {
        const std::string_view part = cut_part(parts);
        std::size_t i = 0;
        while (i < modifiers().size() && (used_[i] || modifiers()[i] != part)) ++i;
        if (i == modifiers().size()) return wrong(statement_.at, "." + std::string(part) + " is expected");
        used_[i] = true;
    }
    return true;
}

std::size_t Matcher::spelled(std::size_t first, std::string_view name) const {
    std::size_t i = first;
    while (!name.empty()) {
        if (i >= modifiers().size() || used_[i] || modifiers()[i] != cut_part(name)) return 0;
        ++i;
    }
    return i - first;
}

bool Matcher::modifier(FieldId id) {
    if (is_listed(id)) return true;
    const FieldRow& field = row(id);
    const auto value = field.kind == Kind::PlusOne ? plus_one() : find_value(field);
    if (!value) return wrong(statement_.at, "a modifier is missing: " + choices(field));
    const std::uint64_t before = word();
    put(id, *value);
    // What several fields share was checked before.
    if (field.kind == Kind::SharedModifier && ((before ^ word()) & row(TypeA48).mask()) != 0)
        return wrong(statement_.at, "A and C must both have signs, or neither");
    return true;
}

std::optional<std::uint64_t> Matcher::plus_one() {
    for (std::size_t i = 0; i < modifiers().size(); ++i) {
        if (used_[i] || modifiers()[i] != "PO") continue;
        used_[i] = true;
        return 3;
    }
    return 0;
}

std::optional<std::uint64_t> Matcher::find_value(const FieldRow& field) {
    for (std::size_t i = 0; i < modifiers().size(); ++i) {
        if (used_[i]) continue;
        std::uint64_t best = 0;
        std::size_t longest = 0;
        std::string_view names = field.names;
        for (std::uint64_t value = 0; !names.empty(); ++value) {
            const std::size_t end = names.find('|');
            const std::string_view name = names.substr(0, end);
            names.remove_prefix(end == std::string_view::npos ? names.size() : end + 1);
            if (name.empty() || name == "?") continue;
            if (const std::size_t count = spelled(i, name); count > longest) longest = count, best = value;
        }
        for (std::size_t k = 0; k < longest; ++k) used_[i + k] = true;
        if (longest != 0) return best;
    }
    return usual_value(field);
}

std::string Matcher::choices(const FieldRow& field) {
    std::string text = ".";
    for (const char c : field.names)
        if (c == '|') {
            text += ", .";
        } else {
            text += c;
        }
    return text;
}

bool Matcher::fields() {
    for (const WrittenField& written : statement_.fields.all()) {
        if (written.name == "bits") {
            word() ^= written.value;
        } else if (written.name == "reuse") {
            into_.reuse |= static_cast<std::uint32_t>(written.value & 15);
        } else if (!listed(written)) {
            return wrong(written.at, quoted(written.name) + " is not a field of this form");
        }
    }
    return true;
}

bool Matcher::listed(const WrittenField& written) {
    for (const FieldId id : form_.text) {
        if (row(id).id != written.name || row(id).kind == Kind::Mark) continue;
        put(id, written.value);
        return true;
    }
    return false;
}

bool match(const Statement& statement, Match& into, Mismatch& mismatch) {
    for (std::size_t i = 0; i < kForms; ++i) {
        const auto form = static_cast<Form>(i);
        std::string_view mnemonic = row(row(form).op).mnemonic;
        if (cut_part(mnemonic) != statement.mnemonic) continue;
        if (!Matcher(statement, form, into, mismatch).run()) continue;
        if (form_of(into.word) == form) return true;
        mismatch = {statement.at, "no word encodes this: its bits mean another operation", SIZE_MAX};
    }
    if (mismatch.text.empty()) mismatch = {statement.at, quoted(statement.mnemonic) + " is not an operation", 0};
    return false;
}

} // namespace relit::isa::maxwell
