// The registers of a program before a set of inputs is applied, and all sets of a file at once.
#pragma once

#include "cli/io/program.hpp"
#include "ir/bound.hpp"
#include "run/interpreter.hpp"

#include <vector>

namespace relit::cli {

/// The registers without inputs: the values that the program's file loads, then those of --constants-from, whose name a fault is
/// about where it is given.
[[nodiscard]] Result<run::State> base_state(const Program& program, const ir::Module& module, const Options& options);

struct GivenSets {
    std::vector<run::State> states; // one a set
    std::vector<ir::Bound> textures;
};
/// The sets of --inputs, for a module of lower_pipeline_io(). NotSupported if there are more than kMostGivenSets.
[[nodiscard]] Result<GivenSets> given_sets(const Program& program, const ir::Module& module, const Options& options);

inline constexpr std::size_t kMostGivenSets = 4096;

} // namespace relit::cli
