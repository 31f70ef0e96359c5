// Copies blocks with fresh values: what inlining a call and unrolling a loop have in common.
#pragma once

#include "ir/module.hpp"

#include <span>
#include <vector>

namespace relit::pass {

class Duplicator {
public:
    explicit Duplicator(ir::Module& module) : module_(module) {}

    /// Uses of `value` in what is copied from now on become `by`; the instruction itself is not copied.
    void stand_in(ir::Id value, ir::Id by) { set(values_, value, by); }
    /// Edges to `block` in what is copied from now on lead to `by`.
    void lead(ir::BlockId block, ir::BlockId by) { set(blocks_, block, by); }
    /// Appends copies of blocks of `from` to `to` (which may be the same function), in the order of the list. Edges
    /// and values that lie outside the list are unchanged by default.
    void copy(const ir::Function& from, std::span<const ir::BlockId> blocks, ir::Function& to);
    /// What became of a value or block; itself where it was neither copied nor replaced.
    [[nodiscard]] ir::Id value(ir::Id old) const { return get(values_, old); }
    [[nodiscard]] ir::BlockId block(ir::BlockId old) const { return get(blocks_, old); }
    /// Forgets all of it, in time proportional to what there is to forget.
    void forget();

private:
    /// A map from small numbers that is cheap to clear.
    struct Map {
        std::vector<std::uint32_t> to; // 0: nothing, else 1 + value
        std::vector<std::uint32_t> set;
    };
    static void set(Map& map, std::uint32_t from, std::uint32_t to);
    static std::uint32_t get(const Map& map, std::uint32_t from);
    static void clear(Map& map);

    void copy_instructions(std::span<const ir::Id> from, std::pmr::vector<ir::Id>& to);
    void redirect(ir::Block& block);

    ir::Module& module_;
    Map values_, blocks_;
};

} // namespace relit::pass
