#include "verify/comparison_result.hpp"

#include <algorithm>

namespace relit::verify {

bool note_refusal(ComparisonResult& result, const Fault& fault) {
    if (fault.kind != FaultKind::NotSupported) return false;
    result.refused = fault;
    return true;
}

Status some_language_translates(std::span<const ComparisonResult> results) {
    const auto is_refused = [](const ComparisonResult& v) { return v.refused.has_value(); };
    if (results.empty() || !std::ranges::all_of(results, is_refused)) return {};
    return std::unexpected(*results[0].refused);
}

std::vector<OutputCount> Verified::never_compared(std::string_view language) const {
    std::vector<OutputCount> all;
    for (const ComparisonResult& v : results)
        if (v.language == language && !v.refused) add_counts(all, v.outputs);
    std::erase_if(all, [](const OutputCount& each) { return each.compared != 0; });
    return all;
}

bool Verified::agrees() const {
    return std::ranges::all_of(results, [&](const ComparisonResult& v) {
        return v.refused || (v.agrees() && !v.outputs.empty() && never_compared(v.language).empty());
    });
}

} // namespace relit::verify
