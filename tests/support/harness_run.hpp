// Runs a lifted program in a harness on the device, states in and states out, just as run::run takes and gives them.
#pragma once

#include "ir/bound.hpp"
#include "render/vk/device.hpp"
#include "run/interpreter.hpp"
#include "tests/support/back_ends.hpp"

#include <vector>

namespace relit::test {

/// Optimised on the way. `bound` has the textures, one entry a resource. What the validation layer says is a fault.
[[nodiscard]] Status run_in_harness(render::vk::Device& device, const ir::Module& lifted, BackEnd back_end,
                                    std::vector<run::State>& states, std::vector<ir::Bound>& bound);

} // namespace relit::test
