// Puts the body of a called function in place of the call: callees first, so that each body is copied when it is
// finished. A call stays where it is recursive, or where its caller would grow beyond kMostInstructions.
#include "ir/builder.hpp"
#include "pass/duplicate.hpp"
#include "pass/edit.hpp"
#include "pass/pass.hpp"

#include <limits>
#include <numeric>
#include <vector>

namespace relit::pass {
namespace {

constexpr std::size_t kMostInstructions = std::size_t{1} << 16;
constexpr std::size_t kUnfinished = std::numeric_limits<std::size_t>::max();

std::size_t size_of(const ir::Function& function) {
    std::size_t size = 0;
    for (const ir::Block& block : function.blocks) size += block.insts.size() + 1;
    return size;
}

std::vector<ir::FunctionId> callees(const ir::Module& module, ir::FunctionId caller) {
    std::vector<ir::FunctionId> called;
    for (const ir::Block& block : module.functions[caller].blocks)
        ir::for_each_callee(module, block, [&](ir::FunctionId callee) { called.push_back(callee); });
    return called;
}

/// The functions that the program can reach, callees before callers (recursion omitted).
std::vector<ir::FunctionId> callees_first(const ir::Module& module) {
    struct Visit {
        ir::FunctionId function;
        std::vector<ir::FunctionId> left;
    };
    std::vector<ir::FunctionId> order;
    std::vector<bool> seen(module.functions.size());
    std::vector<Visit> stack{{0, callees(module, 0)}};
    seen[0] = true;
    while (!stack.empty()) {
        if (stack.back().left.empty()) {
            order.push_back(stack.back().function);
            stack.pop_back();
            continue;
        }
        const ir::FunctionId next = stack.back().left.back();
        stack.back().left.pop_back();
        if (!seen[next]) stack.push_back({next, callees(module, next)});
        seen[next] = true;
    }
    return order;
}

class Inliner {
public:
    explicit Inliner(ir::Module& module)
        : module_(module), duplicator_(module), finished_(module.functions.size(), kUnfinished) {}

    bool run() {
        bool changed = false;
        std::size_t rank = 0;
        for (const ir::FunctionId function : callees_first(module_)) {
            changed |= inline_into(function);
            finished_[function] = rank++;
        }
        return changed;
    }

private:
    bool inline_into(ir::FunctionId caller) {
        std::size_t size = size_of(module_.functions[caller]);
        const std::size_t blocks = module_.functions[caller].blocks.size();
        bool changed = false;
        for (ir::BlockId block = 0; block < blocks; ++block) changed |= inline_block(caller, block, size);
        return changed;
    }

    /// Writes the block anew, cut at the calls that are inlined.
    bool inline_block(ir::FunctionId caller, ir::BlockId block, std::size_t& size) {
        ir::Function& function = module_.functions[caller];
        const std::vector<ir::Id> insts(function.blocks[block].insts.begin(), function.blocks[block].insts.end());
        const ir::Terminator end = function.blocks[block].end;
        function.blocks[block].insts.clear();
        ir::BlockId here = block;
        for (const ir::Id inst : insts) {
            if (is_inlined(inst, size)) {
                here = inline_call(function, here, inst);
            } else {
                function.blocks[here].insts.push_back(inst);
            }
        }
        function.blocks[here].end = end;
        return here != block;
    }

    /// Whether the instruction is a call to put in line; if so its callee is counted into the size.
    bool is_inlined(ir::Id id, std::size_t& size) const {
        const ir::Inst& inst = module_[id];
        if (!ir::info(inst.op).is_call() || finished_[inst.imm] == kUnfinished) return false;
        const std::size_t grown = size + size_of(module_.functions[inst.imm]);
        if (grown > kMostInstructions) return false;
        size = grown;
        return true;
    }

    /// Ends block `here` with a jump into a copy of the callee; returns the block that goes on after it.
    ir::BlockId inline_call(ir::Function& caller, ir::BlockId here, ir::Id call) {
        std::pmr::memory_resource* arena = module_.arena();
        const auto rest = static_cast<ir::BlockId>(caller.blocks.size());
        caller.blocks.push_back({std::pmr::vector<ir::Id>(arena), std::pmr::vector<ir::Id>(arena), {}});
        const ir::Edge enter{rest + 1, {}};
        caller.blocks[here].end = {ir::TerminatorKind::Jump, ir::kNone, ir::make_edges(module_, {&enter, 1}), {}, 0};
        copy_body(caller, call);
        for (std::size_t i = rest + 1; i < caller.blocks.size(); ++i) replace_return(caller.blocks[i], rest);
        if (module_[call].type == ir::kVoid) return rest;
        module_[call].op = ir::Op::BlockParam;
        module_[call].operands = {};
        module_[call].imm = 0;
        caller.blocks[rest].params.push_back(call);
        return rest;
    }

    void copy_body(ir::Function& caller, ir::Id call) {
        const ir::Function& callee = module_.functions[module_[call].imm];
        std::vector<ir::BlockId> blocks(callee.blocks.size());
        std::iota(blocks.begin(), blocks.end(), 0U);
        duplicator_.forget();
        for (const ir::Block& block : callee.blocks) {
            for (const ir::Id inst : block.insts) {
                if (module_[inst].op != ir::Op::Param) continue;
                duplicator_.stand_in(inst, module_[call].operands[module_[inst].imm]);
            }
        }
        duplicator_.copy(callee, blocks, caller);
    }

    void replace_return(ir::Block& block, ir::BlockId rest) {
        if (block.end.kind != ir::TerminatorKind::Return) return;
        const ir::Id value = block.end.value;
        const ir::Edge leave{rest, value == ir::kNone ? std::span<ir::Id>{} : module_.copy({&value, 1})};
        block.end = {ir::TerminatorKind::Jump, ir::kNone, ir::make_edges(module_, {&leave, 1}), {}, block.end.origin};
    }

    ir::Module& module_;
    Duplicator duplicator_;
    std::vector<std::size_t> finished_; // rank of a function whose own calls are inlined
};

} // namespace

bool inline_calls(ir::Module& module) {
    if (module.functions.size() < 2) return false;
    forget_trees(module);
    return Inliner(module).run();
}

} // namespace relit::pass
