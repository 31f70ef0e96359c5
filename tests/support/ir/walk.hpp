// Runs small modules step by step, on blocks or on the tree, and is strict about it: on the tree a value can be used
// only while the nest that computed it is open. It knows registers and pure operations.
#pragma once

#include "ir/module.hpp"
#include "pass/structure/bounds.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test {

struct Walked {
    std::vector<std::uint64_t> writes; // file, lane and bits of each lane stored, in order
    std::string fault;                 // empty: it came to its end
};

inline constexpr std::string_view kTooManySteps = "too many steps"; // a fault

/// `seed` is what every lane of every input holds. Writes to files from `files` on are not reported.
[[nodiscard]] Walked walk_blocks(const ir::Module& module, std::uint32_t seed, std::size_t files);
[[nodiscard]] Walked walk_tree(const ir::Module& module, std::uint32_t seed, std::size_t files);

/// Makes a tree of the control flow, within bounds; what is wrong with it then, or written otherwise by the tree or by the blocks.
/// Empty where nothing is.
[[nodiscard]] std::string structure_fault(const ir::Module& before, const pass::StructureBounds& bounds,
                                          std::uint32_t seed);

} // namespace relit::test
