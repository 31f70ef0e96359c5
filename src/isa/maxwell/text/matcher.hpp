// Tries whether a statement's text means one form: modifiers (match.cpp), then operands (match_operand.cpp).
#pragma once

#include "isa/maxwell/text/match.hpp"
#include "isa/maxwell/text/syntax.hpp"

#include <bitset>
#include <optional>

namespace relit::isa::maxwell {

/// The part before the first '.', which is taken away with it.
[[nodiscard]] std::string_view cut_part(std::string_view& parts);

/// Tries one form.
class Matcher {
public:
    Matcher(const Statement& statement, Form form, Match& into, Mismatch& mismatch)
        : statement_(statement), form_(row(form)), into_(into), mismatch_(mismatch), at_(statement.at) {}

    bool run();

private:
    [[nodiscard]] std::span<const std::string_view> modifiers() const { return statement_.modifiers.all(); }
    [[nodiscard]] std::uint64_t& word() { return into_.word; }
    void put(FieldId id, std::uint64_t value) { word() = row(id).put(word(), value); }
    /// Keeps the fault that is farthest in the text.
    bool wrong(std::size_t at, std::string text) { return wrong(at, std::move(text), at); }
    bool wrong(std::size_t at, std::string text, std::size_t fits);
    /// Whether the list of fields gives it.
    [[nodiscard]] bool is_listed(FieldId id) const;

    bool guard();

    // ---- modifiers

    bool fixed_modifiers();
    /// How many modifiers from the one at `first` on spell `name`; 0 where they do not.
    [[nodiscard]] std::size_t spelled(std::size_t first, std::string_view name) const;
    bool modifier(FieldId id);
    std::optional<std::uint64_t> plus_one();
    std::optional<std::uint64_t> find_value(const FieldRow& field);
    static std::string choices(const FieldRow& field);

    // ---- operands

    bool operands(Syntax syntax);
    bool operand(const OperandPattern& pattern, const WrittenOperand& written);
    bool prefixes(const OperandPattern& pattern, FieldId core, const WrittenOperand& written);
    bool flag(FieldId id, bool on, std::string_view name);
    bool sign(FieldId id, bool negated);

    bool address(const OperandPattern& pattern, const WrittenOperand& written);

    /// Reads "R5.reuse" and what follows that; gives the rest to `suffix`.
    bool reg(FieldId id, std::string_view& token);
    bool reg(FieldId id, const std::string_view& token);

    bool core(FieldId id, FieldId suffix, const WrittenOperand& written);
    bool constant(FieldId id, const WrittenOperand& written);
    bool suffix(FieldId id, std::string_view name);
    static std::optional<std::uint64_t> value_named(const FieldRow& field, std::string_view name);

    bool named(FieldId id, const WrittenOperand& written);
    std::optional<std::uint64_t> lanes_named(std::string_view name);
    /// The name together with all modifiers that are left.
    std::optional<std::uint64_t> split_name(const FieldRow& field, std::string_view name);

    bool target(const WrittenOperand& written);

    // ---- what text cannot say

    bool fields();
    bool listed(const WrittenField& written);

    const Statement& statement_;
    const FormRow& form_;
    Match& into_;
    Mismatch& mismatch_;
    std::size_t at_; // of the current operand
    std::bitset<16> used_;
};

} // namespace relit::isa::maxwell
