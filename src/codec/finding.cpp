#include "codec/finding.hpp"

#include <algorithm>
#include <utility>

namespace relit::codec {

void FindingList::add(const LintRule& rule, std::uint32_t instruction, std::uint64_t offset, std::string_view what) {
    std::string reason(what);
    reason.append(what.empty() ? "" : ": ").append(rule.reason);
    findings_.push_back({instruction, offset, 0, 0, rule.name, std::move(reason), rule.fixable, rule.source});
}

std::vector<Finding> FindingList::take(const LintRule& of_constants) {
    std::ranges::stable_sort(findings_, {}, [&](const Finding& finding) {
        return std::pair(finding.rule == of_constants.name, finding.instruction);
    });
    return std::move(findings_);
}

} // namespace relit::codec
