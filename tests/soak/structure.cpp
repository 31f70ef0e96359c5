#include "pass/pass.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/random_module.hpp"
#include "tests/support/random_values.hpp"
#include "tests/support/walk.hpp"

namespace relit::soak {
namespace {

// Some large ones among many small ones.
std::uint32_t blocks_for(std::uint64_t seed) {
    const auto small = static_cast<std::uint32_t>(2 + seed % 50);
    return seed % 97 == 0 ? 20 * small : small;
}

std::string check(std::uint64_t seed) {
    ir::Module before = test::random_flow(seed, blocks_for(seed));
    if (seed % 8 != 0) test::add_values(before, seed);
    ir::Module after = before.clone();
    if (const Status status = pass::run_passes(after, "from_ssa,structure,reg2mem"); !status)
        return status.error().text;
    const std::size_t files = before.files.size();
    const auto input = static_cast<std::uint32_t>(seed);
    const test::Walked wanted = test::walk_blocks(before, input, files), tree = test::walk_tree(after, input, files);
    if (!wanted.fault.empty()) return "before: " + wanted.fault;
    if (!tree.fault.empty()) return "the tree: " + tree.fault;
    if (tree.writes != wanted.writes) return "the tree writes something else";
    if (test::walk_blocks(after, input, files).writes != wanted.writes) return "the blocks write something else";
    return {};
}

} // namespace

std::string structure(std::uint64_t first, std::uint64_t end) { return each_seed(first, end, check); }

} // namespace relit::soak
