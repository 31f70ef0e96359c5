// What a check of a program finds: where, by which rule, why, and whether it can be repaired without asking.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::codec {

struct LintRule {
    std::string_view name; // "macro"
    bool fixable = false;
    std::string_view source; // who says so
    std::string_view reason;
};

struct Finding {
    std::uint32_t instruction = 0;      // its number; of a constant, the constant's
    std::uint64_t offset = 0;           // of it in the file; of text: in what the text assembles to
    std::uint32_t line = 0, column = 0; // of text, from 1; 0: not known
    std::string_view rule;              // "macro"
    std::string reason;
    bool fixable = false;
    std::string_view source{};
    std::string_view program{}; // of a command stream: whose program it is, "r500.fs"; empty: of the draw itself
    std::vector<std::uint32_t> draws{}; // of a command stream: those that run the program
    [[nodiscard]] bool operator==(const Finding&) const = default;
};

/// Findings as they are made.
class FindingList {
public:
    /// `what` stands in front of the rule's reason.
    void add(const LintRule& rule, std::uint32_t instruction, std::uint64_t offset, std::string_view what);
    /// Returns them by instruction, those of constants last.
    [[nodiscard]] std::vector<Finding> take(const LintRule& of_constants);

private:
    std::vector<Finding> findings_;
};

} // namespace relit::codec
