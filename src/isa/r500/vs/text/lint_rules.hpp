// The rules of lint_rules.inc, and the list that checks add their findings to.
#pragma once

#include "codec/finding.hpp"
#include "isa/r500/vs/encoding/program.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace relit::isa::r500::vs {

enum class Rule : std::uint8_t {
#define LINT_RULE(id, name, fixable, source, reason) id,
#include "isa/r500/vs/text/lint_rules.inc"
#undef LINT_RULE
};
inline constexpr codec::LintRule kLintRules[] = {
#define LINT_RULE(id, name, fixable, source, reason) {name, fixable, source, reason},
#include "isa/r500/vs/text/lint_rules.inc"
#undef LINT_RULE
};
[[nodiscard]] constexpr const codec::LintRule& row_of(Rule rule) { return kLintRules[static_cast<unsigned>(rule)]; }

/// Findings as they are made; `what` stands in front of the rule's reason.
class FoundRules {
public:
    void add(Rule rule, std::uint32_t number, std::uint64_t offset, std::string_view what = {}) {
        findings_.add(row_of(rule), number, offset, what);
    }
    /// Returns them by instruction, those of constants last.
    [[nodiscard]] std::vector<codec::Finding> take() { return findings_.take(row_of(Rule::Unused)); }

private:
    codec::FindingList findings_;
};

/// Whether what is read has been written on some path through the program, whether outputs are written, and whether registers that come
/// with it fit it.
void check_flow(const Program& program, FoundRules& found);

} // namespace relit::isa::r500::vs
