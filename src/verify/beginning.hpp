// The guest instruction at which a difference between interpreter and device begins, and the steps behind the interpreter's value.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"
#include "run/investigation.hpp"
#include "verify/samples.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace relit::verify {

/// The steps of the interpreter that made a value.
struct BackwardSlice {
    static constexpr std::size_t kMostSteps = 100; // docs/limits.md

    ir::Module module;                  // that ran, without the stores of later instructions
    std::vector<run::TracedStep> steps; // the last kMostSteps, in the order in which they came to their end
    std::size_t left_out = 0;           // steps before
    std::size_t elsewhere = 0;  // steps on which only depends that a store with a computed address went elsewhere
    std::size_t invocation = 0; // whose the value is, of those that the steps count
    std::uint64_t value = 0;
};

/// The guest instruction where a difference begins.
struct Beginning {
    std::string instruction; // "instruction 3: MUL R0, R1, R2"
    /// A difference where no later instruction stores anything. Nothing: whichever instructions are left out at the end, the device
    /// agrees, so that looking hides the difference, and the instruction is the last.
    std::optional<Difference> difference{};
    /// The results agree if all registers are compared: the instruction is the first whose stores to outputs differ.
    bool registers_hide = false;
    std::optional<BackwardSlice> slice{};
    std::string no_slice{}; // why there is none
};

/// The module without the stores of guest instructions after `last`.
[[nodiscard]] ir::Module only_up_to(const ir::Module& module, std::uint32_t last);

/// Of a module that is cut short the outputs are compared, as of the program, or all of its registers too.
enum class Watched : std::uint8_t { Outputs, Registers };

/// A program that differs on inputs, in the way in which it ran on them.
struct Probe {
    /// Runs a module that is cut short, here and on the device; the first difference, if there is one.
    std::function<Result<std::optional<Difference>>(const ir::Module& cut, Watched watched)> compare;
    /// Why the interpreter has the value of `query`, which names lanes, in another module of that shape, on the inputs on which
    /// compare() found a difference last; nothing if the value has no steps. A fault of FaultKind::NotSupported says why it cannot
    /// be told.
    std::function<Result<std::optional<BackwardSlice>>(const ir::Module& module, const run::Query& query)> slice;
};

/// Found by halving: how the device does when only the first so many instructions store anything. `traceable`, if there is one,
/// is the same program with the stores of all of its registers, in the files and resources of `module`.
[[nodiscard]] Result<Beginning> where_it_began(const ir::Module& module, const ir::Module* traceable,
                                               const Probe& probe);

/// Returns true if states and bound resources of one module fit the other.
[[nodiscard]] bool are_of_one_shape(const ir::Module& module, const ir::Module& other);
/// A state of a module whose first files these are: those that were added begin as zeros.
[[nodiscard]] run::State with_files_of(const ir::Module& module, run::State state);

/// `run` runs the module, the same each time.
[[nodiscard]] Result<std::optional<BackwardSlice>> slice_of(ir::Module module, const run::Query& query,
                                                            const std::function<Status(run::Tracer* tracer)>& run);

} // namespace relit::verify
