// The truth that device output is compared with: runs a module on the evaluator, one invocation or a quad at a time.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace relit::run {

/// Bits of the lanes of a file, or bytes of a buffer, of one invocation.
struct State {
    std::vector<std::vector<std::uint64_t>> files;    // by Module::files index: lane_count() lanes, zero-extended
    std::vector<std::vector<std::uint8_t>> resources; // by Module::resources index: bytes (buffers only)
    bool discarded = false;
    bool hit_loop_limit = false;
};

/// Zeroed state of the right shape for a module.
[[nodiscard]] State blank_state(const ir::Module& module);

/// One write to a guest register or buffer, in program order.
struct Write {
    ir::Id inst = 0;
    std::uint32_t origin = 0;
    std::uint32_t file = 0;
    std::uint32_t lane = 0;
    std::uint64_t bits = 0;
};

struct Limits {
    std::uint64_t loop_limit = 1U << 16; // rounds of any one loop (block re-entries), then hit_loop_limit and stop
    std::uint64_t steps = 1U << 26;      // instructions in all; beyond that the run fails
};

/// Textures and other things that live outside the module; the default ones give zero.
struct Host {
    std::function<std::vector<std::uint64_t>(const ir::Inst& inst, const ir::TextureUse& use,
                                             std::span<const std::vector<std::uint64_t>> operands)>
        texture;
    std::function<std::uint64_t(ir::Builtin builtin, unsigned lane)> builtin;
};

/// Runs functions[0] over `states` in place: each state is one invocation. With derivatives in the program, every
/// four states are a quad (left to right, top to bottom); otherwise they are independent. Blocks are interpreted,
/// never the tree. `writes`, where given, receives every file store of the first invocation.
[[nodiscard]] Status run(const ir::Module& module, std::span<State> states, const Limits& limits = {},
                         const Host& host = {}, std::vector<Write>* writes = nullptr);

} // namespace relit::run
