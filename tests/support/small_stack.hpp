// Runs something on a thread whose stack is as small as told.
#pragma once

#include <cstddef>
#include <functional>

namespace relit::test {

/// Returns when `work` has ended. Who needs more stack ends the program.
void on_small_stack(std::size_t bytes, const std::function<void()>& work);

} // namespace relit::test
