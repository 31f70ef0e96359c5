// The colours of a fragment program over a square of fragments, in which varyings go from 0 to 1.
#pragma once

#include "base/result.hpp"
#include "ir/bound.hpp"
#include "ir/module.hpp"
#include "run/interpreter.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace relit {
class JsonWriter;
}

namespace relit::verify {

/// Registers of input files, counted from the file's first, whose lanes x and y are the place in the grid.
struct GridInput {
    std::uint32_t file = 0, reg = 0;
    [[nodiscard]] bool operator==(const GridInput&) const = default;
};

/// Varyings that the program reads and that are interpolated, without builtins.
[[nodiscard]] std::vector<GridInput> varyings_of(const ir::Module& module);

/// Fragment (x, y) of `size` * `size`, the first at the top left: x and y of `over` are (x + 0.5) / size and (y + 0.5) / size, the
/// position on the screen is x + 0.5, y + 0.5, all else is as in `base`. `run` runs states that are whole quads, a part of the
/// grid at a time. Writes an object: the grid, the colours of each target and the fragments that were discarded, row by row.
/// The module is one of lower_pipeline_io() and annotate_end().
[[nodiscard]] Status write_grid(JsonWriter& json, const ir::Module& module, const run::State& base, std::uint32_t size,
                                const std::vector<GridInput>& over, bool numbers,
                                const std::function<Status(std::vector<run::State>& states)>& run);

/// The texels that a grid has where no texture is given: 16 by 16 that grow in red to the right and in green downwards, blue in
/// every other square of 2 by 2, alpha 1. Images keep theirs.
void fill_with_pattern(const ir::Resource& resource, ir::Bound& bound);

} // namespace relit::verify
