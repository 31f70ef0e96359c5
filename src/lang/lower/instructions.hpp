// All instructions of functions, looked at or written again.
#pragma once

#include "ir/builder.hpp"

#include <algorithm>
#include <span>

namespace relit::lang {

/// Calls holds(instruction), in the order of the blocks, until it returns true; returns whether it did.
template <class Holds>
bool any_instruction(const ir::Module& module, std::span<const ir::Function> functions, Holds&& holds) {
    const auto in_block = [&](const ir::Block& block) {
        return std::ranges::any_of(block.insts, [&](ir::Id id) { return holds(module[id]); });
    };
    return std::ranges::any_of(
        functions, [&](const ir::Function& function) { return std::ranges::any_of(function.blocks, in_block); });
}
template <class Holds>
bool any_instruction(const ir::Module& module, Holds&& holds) {
    return any_instruction(module, module.functions, holds);
}

/// Removes what has no use and no effect of these values, and then of those that only they were computed from. Returns whether
/// there was anything.
bool remove_unused(ir::Module& module, std::span<const ir::Id> values);

/// The instruction goes on to mean `value`, and takes its place if that is the last in the block and not older than `first_new`.
void become_value(ir::Builder& builder, ir::Id id, ir::Id value, ir::Id first_new);

/// Writes the blocks of all functions that there are again: where changes(id) holds, rewrite(id) writes with the builder, at the
/// instruction's place and in the mode that does nothing, and returns the value that the instruction goes on to mean, or the
/// instruction itself, which it may have changed. Returns whether any did.
template <class Changes, class Rewrite>
bool rewrite_instructions(ir::Builder& builder, Changes&& changes, Rewrite&& rewrite) {
    ir::Module& module = builder.module();
    const auto insts_of = [&](ir::FunctionId function, ir::BlockId block) -> auto& {
        return module.functions[function].blocks[block].insts; // which move when functions are added
    };
    bool any = false;
    const std::size_t count = module.functions.size();
    for (ir::FunctionId function = 0; function < count; ++function)
        for (ir::BlockId block = 0; block < module.functions[function].blocks.size(); ++block) {
            if (std::ranges::none_of(insts_of(function, block), changes)) continue;
            any = true;
            builder.move_to(function, block);
            std::pmr::vector<ir::Id> insts(module.arena());
            insts.swap(insts_of(function, block));
            for (const ir::Id id : insts) {
                if (changes(id)) {
                    builder.origin_index(module[id].origin);
                    builder.mode({});
                    const auto first_new = static_cast<ir::Id>(module.insts.size());
                    become_value(builder, id, rewrite(id), first_new);
                }
                insts_of(function, block).push_back(id);
            }
        }
    return any;
}

} // namespace relit::lang
