// The truth that device output is compared with: runs a module on the evaluator, one invocation or a quad at a time.
#pragma once

#include "base/result.hpp"
#include "ir/texel_format.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace relit::run {

class Tracer;

/// What a geometry shader passed on: the lanes of its output files as State::files has them, or the end of a primitive.
struct Emitted {
    std::vector<std::vector<std::uint64_t>> files;
    bool ends_primitive = false;
};

/// Bits of the lanes of a file, or bytes of a buffer, of one invocation.
struct State {
    std::vector<std::vector<std::uint64_t>> files;    // by Module::files index: lane_count() lanes, zero-extended
    std::vector<std::vector<std::uint8_t>> resources; // by Module::resources index: bytes (buffers only)
    std::vector<Emitted> emitted;
    bool discarded = false;
    bool hit_loop_limit = false;
    bool undefined_lookup =
        false; // it sampled a texture at undefined coordinates: infinity, NaN, no direction of a cube; devices choose what they give
};

/// Zeroed state of the right shape for a module.
[[nodiscard]] State blank_state(const ir::Module& module);

struct Limits {
    std::uint64_t loop_limit = 1U << 16; // how often an edge back may enter one block in one call; then hit_loop_limit
    std::uint64_t steps = 1U << 26;      // instructions in all; beyond that the run fails
    std::uint32_t subgroup = 4;          // invocations: four, or a multiple of four
};

/// What devices do as they like is done otherwise than usual, so that two runs tell which results depend on it.
struct UndefinedChoices {
    bool lookups = false; // what textures give where State::undefined_lookup
    bool level_sizes =
        false; // sizes of levels that invocations compute: lavapipe gives all of them one (docs/devices.md)
    ir::Conversion conversions = ir::Conversion::Usual; // of texels that are stored
};

/// Textures and other things that live outside the module. Without a function for builtins the states count as vertices,
/// or as workgroups along x; what else there is is 0.
struct Host {
    /// By Module::resources index, for all invocations: textures, images, and buffers that have bytes here, instead of
    /// each state's own.
    std::vector<ir::Bound>* bound = nullptr;
    /// Instead of those textures and images.
    std::function<std::vector<std::uint64_t>(const ir::Inst& inst, const ir::TextureUse& use,
                                             std::span<const std::vector<std::uint64_t>> operands)>
        texture;
    std::function<std::uint64_t(ir::Builtin builtin, unsigned lane, std::size_t state)> builtin; // of states[state]
    UndefinedChoices undefined_choices{};
    /// Is told each step of the invocations that it follows.
    Tracer* tracer = nullptr;
};

/// Runs functions[0] over `states` in place: each state is one invocation, with its own buffers. Where the program
/// looks at other invocations, every four states are a quad (left to right, top to bottom), and Limits::subgroup of them
/// a subgroup; a compute shader with barriers or shared memory runs by workgroups of Module::workgroup states, whose
/// shared memory is that of their first state; a control shader runs by patches of Tessellation::made states, whose
/// outputs for the patch are those of their first state. Otherwise they are independent. A barrier opens when all that have not
/// ended wait at one. Those that wait at the same operation reconverge there, the earliest in the program
/// first; who is not there counts as absent (a derivative or shuffle from it is 0). After Discard an invocation runs
/// on, but writes no outputs, buffers or images.
[[nodiscard]] Status run(const ir::Module& module, std::span<State> states, const Limits& limits = {},
                         const Host& host = {});

/// The same along Function::tree, of functions that have one. Values must not cross edges as block parameters there.
[[nodiscard]] Status run_tree(const ir::Module& module, std::span<State> states, const Limits& limits = {},
                              const Host& host = {});

} // namespace relit::run
