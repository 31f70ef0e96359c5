// The rules of lint.inc, and the list that checks add their findings to.
#pragma once

#include "codec/finding.hpp"
#include "isa/r500/fs/encoding/program.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::isa::r500::fs {

enum class Rule : std::uint8_t {
#define LINT(name, text, fixable, source, reason) name,
#include "isa/r500/fs/text/lint.inc"
#undef LINT
};
inline constexpr codec::LintRule kLintRules[] = {
#define LINT(name, text, fixable, source, reason) {text, fixable, source, reason},
#include "isa/r500/fs/text/lint.inc"
#undef LINT
};
[[nodiscard]] constexpr const codec::LintRule& row_of(Rule rule) { return kLintRules[static_cast<std::size_t>(rule)]; }

/// Collects findings; `what` stands in front of the rule's reason.
class FoundRules {
public:
    void add(Rule rule, const Instruction& at, std::string_view what = {}) { add(rule, at.number, at.offset, what); }
    void add(Rule rule, std::uint32_t number, std::uint64_t offset, std::string_view what) {
        findings_.add(row_of(rule), number, offset, what);
    }
    /// Returns them by instruction, those of constants last.
    [[nodiscard]] std::vector<codec::Finding> take() { return findings_.take(row_of(Rule::UnusedConstant)); }

private:
    codec::FindingList findings_;
};

/// How US_PIXSIZE counts temporaries: their number, or the highest index as Mesa's driver writes.
enum class Convention : std::uint8_t { Count, Highest };

/// Checks that instructions follow each other as the hardware requires, on every path through the program.
void check_order(const Program& program, FoundRules& found);
/// Checks that the registers that come with the program fit it.
void check_registers(const Program& program, Convention frame, FoundRules& found);

} // namespace relit::isa::r500::fs
