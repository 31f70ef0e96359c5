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

Result<std::string> where_it_began(const ir::Module& module,
                                   const std::function<Result<bool>(const ir::Module& cut)>& agrees) {
    std::uint32_t good = 0, bad = static_cast<std::uint32_t>(module.origins.size());
    while (good + 1 < bad) {
        const std::uint32_t middle = good + (bad - good) / 2;
        const Result<bool> still = agrees(only_up_to(module, middle));
        if (!still) return std::unexpected(still.error());
        (*still ? good : bad) = middle;
    }
    return bad == 0 ? std::string("before the first instruction")
                    : fmt::format("instruction {}: {}", bad - 1, std::string_view(module.origins[bad - 1]));
}

} // namespace relit::verify
