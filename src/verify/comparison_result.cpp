#include "verify/comparison_result.hpp"

#include <algorithm>

#include <fmt/format.h>

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

ir::Module only_up_to(const ir::Module& module, std::uint32_t last) {
    ir::Module cut = module.clone();
    for (ir::Block& block : cut.functions[0].blocks) {
        std::erase_if(block.insts, [&](ir::Id id) {
            return ir::info(cut[id].op).result == '-' && cut[id].op != ir::Op::Barrier && cut[id].origin > last;
        });
    }
    return cut;
}

Result<Beginning> where_it_began(const ir::Module& module, const CompareCut& compare) {
    std::uint32_t good = 0, bad = static_cast<std::uint32_t>(module.origins.size());
    std::optional<Difference> of_bad;
    while (good + 1 < bad) {
        const std::uint32_t middle = good + (bad - good) / 2;
        auto difference = compare(only_up_to(module, middle));
        if (!difference) return std::unexpected(difference.error());
        (*difference ? bad : good) = middle;
        if (*difference) of_bad = std::move(*difference);
    }
    if (!of_bad) { // the whole program, cut after its last instruction, was not compared yet
        auto difference = compare(only_up_to(module, bad));
        if (!difference) return std::unexpected(difference.error());
        of_bad = std::move(*difference);
    }
    return Beginning{bad == 0 ? std::string("before the first instruction")
                              : fmt::format("instruction {}: {}", bad - 1, std::string_view(module.origins[bad - 1])),
                     std::move(of_bad)};
}

} // namespace relit::verify
