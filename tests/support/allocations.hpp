// Counts what the program takes from the heap, for tests that forbid it.
#pragma once

#include <cstddef>

namespace relit::test {

/// How often this thread has asked operator new for memory so far.
[[nodiscard]] std::size_t allocations();
/// How many bytes those were, whether they were given back or not: a measure of work that is the same in every run.
[[nodiscard]] std::size_t allocated_bytes();

} // namespace relit::test
