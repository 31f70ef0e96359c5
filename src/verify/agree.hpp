// Runs programs in the interpreter and says whether what a device made of them is right (docs/agreement.md).
#pragma once

#include "verify/samples.hpp"

#include "base/result.hpp"
#include "ir/bound.hpp"
#include "ir/module.hpp"
#include "run/interpreter.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace relit::verify {

/// The textures and the loop limit that all runs of a program share.
struct Setting {
    std::vector<ir::Bound> textures;
    std::uint32_t loop_limit = 0;
};

[[nodiscard]] Status run_here(const ir::Module& module, std::vector<run::State>& states, Setting& setting,
                              run::Tracer* tracer = nullptr);

/// One invocation among those of its quad, which derivatives look at: what all of them are given, and which one it is.
struct Quad {
    std::span<const run::State> inputs;
    std::size_t which = 0;
};
/// The quad of the invocation at `index`.
[[nodiscard]] Quad quad_of(std::span<const run::State> inputs, std::size_t index);

/// Runs another module on the same inputs.
using RunModule = std::function<Result<run::State>(const ir::Module& other)>;

/// The first difference that counts. Host floats may keep denormals or flush them, and what is compared with zero or
/// multiplied by infinity then comes out another way: a result is right when it is so for either. Operations with a bound
/// may be off by it, and what follows carries that on.
/// `flushes`: the device does so even where a program says what becomes of denormals (docs/devices.md).
[[nodiscard]] Result<std::optional<Difference>> difference_of(const ir::Module& module, const run::State& wanted,
                                                              const run::State& got, const RunModule& run_module,
                                                              bool flushes = false);
/// The same of one invocation of a quad.
[[nodiscard]] Result<std::optional<Difference>> difference_of(const ir::Module& module, Quad quad,
                                                              const run::State& wanted, const run::State& got,
                                                              Setting& setting);

} // namespace relit::verify
