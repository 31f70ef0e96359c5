// Counts what the program takes from the heap, for tests that forbid it.
#pragma once

#include <cstddef>

namespace relit::test {

/// How often this thread has asked operator new for memory so far.
[[nodiscard]] std::size_t allocations();

} // namespace relit::test
