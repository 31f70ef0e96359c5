#include "isa/r500/vs/text/lint_rules.hpp"

#include <algorithm>
#include <utility>

namespace relit::isa::r500::vs {

void FoundRules::add(Rule rule, std::uint32_t number, std::uint64_t offset, std::string_view what) {
    const codec::LintRule& row = row_of(rule);
    std::string reason(what);
    reason.append(what.empty() ? "" : ": ").append(row.reason);
    findings_.push_back({number, offset, 0, 0, row.name, std::move(reason), row.fixable, row.source});
}

std::vector<codec::Finding> FoundRules::take() {
    const std::string_view constants = row_of(Rule::Unused).name;
    std::ranges::stable_sort(findings_, {}, [&](const codec::Finding& finding) {
        return std::pair(finding.rule == constants, finding.instruction);
    });
    return std::move(findings_);
}

} // namespace relit::isa::r500::vs
