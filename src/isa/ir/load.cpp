// Reads IR text of any origin: legal, and of a size that can be run.
#include "ir/verify/text.hpp"
#include "isa/ir/ir.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace relit::isa::ir_text {
namespace {

[[nodiscard]] std::unexpected<Fault> beyond(std::uint64_t most, std::string_view what) {
    return fail(FaultKind::NotSupported, fmt::format("more than {} {}", most, what));
}

Status check_sizes(const ir::Module& module) {
    std::uint64_t lanes = 0, bytes = 0;
    for (const ir::RegisterFile& file : module.files) lanes += file.lane_count();
    if (lanes > kMostLanes) return beyond(kMostLanes, "lanes of registers");
    for (const ir::Resource& resource : module.resources) {
        bytes += resource.size;
        if (resource.binding > kHighestBinding)
            return fail(FaultKind::NotSupported, fmt::format("binding {} of `{}`; the highest is {}", resource.binding,
                                                             resource.full_name(), kHighestBinding));
    }
    return bytes > kMostBytes ? beyond(kMostBytes, "bytes of buffers") : Status{};
}

/// The functions that `caller` calls, as often as it does, and how many instructions it has itself.
struct Calls {
    std::uint64_t own = 0;
    std::vector<ir::FunctionId> of;
};
std::vector<Calls> calls_of(const ir::Module& module) {
    std::vector<Calls> all(module.functions.size());
    for (ir::FunctionId id = 0; id < all.size(); ++id) {
        for (const ir::Block& block : module.functions[id].blocks) {
            all[id].own += block.insts.size() + 1;
            ir::for_each_callee(module, block, [&](ir::FunctionId to) { all[id].of.push_back(to); });
        }
    }
    return all;
}

/// No function calls itself: the module is legal.
Status check_inlined(const ir::Module& module) {
    const std::vector<Calls> calls = calls_of(module);
    std::vector<std::uint64_t> inlined(calls.size()); // 0: not known yet
    std::vector<ir::FunctionId> open{0};
    while (!open.empty()) {
        const ir::FunctionId id = open.back();
        const auto unknown = std::ranges::find(calls[id].of, 0U, [&](ir::FunctionId to) { return inlined[to]; });
        if (unknown != calls[id].of.end()) {
            open.push_back(*unknown);
            continue;
        }
        open.pop_back();
        if (inlined[id] != 0) continue;
        std::uint64_t sum = calls[id].own;
        for (const ir::FunctionId to : calls[id].of) sum = std::min(sum + inlined[to], kMostInlined + 1);
        inlined[id] = sum;
    }
    return inlined[0] > kMostInlined ? beyond(kMostInlined, "instructions, counted in every call") : Status{};
}

} // namespace

Result<ir::Module> load(Bytes file) {
    if (file.empty()) return fail_at(0, "the file is empty");
    auto module = ir::parse_and_verify({reinterpret_cast<const char*>(file.data()), file.size()});
    if (!module) return module;
    for (const auto check : {check_sizes, check_inlined})
        if (const Status fine = check(*module); !fine) return std::unexpected(fine.error());
    return module;
}

} // namespace relit::isa::ir_text
