// What the module that fails calls (preload.cpp) and who starts programs with it share: a file that both map.
#pragma once

#include <atomic>
#include <cstdint>

namespace relit::test {

/// RELIT_FAILING_PLAN is "allocations N" or "calls N", counted from 1 from the begin of main on; behind it "own": only what the
/// program itself asks for counts, and not what libraries do (of allocations); "on": all later ones fail too.
inline constexpr const char* kFailingPlan = "RELIT_FAILING_PLAN";
/// The name of a file of this size, which the module fills.
inline constexpr const char* kFailingCounts = "RELIT_FAILING_COUNTS";

struct FailingCounts {
    std::atomic<std::uint64_t> allocations, own_allocations, calls;
    std::atomic<std::uint64_t> failed;   // how many of them were made to fail
    std::atomic<std::uint64_t> call;     // the system call that failed first, by its number
    std::atomic<std::uint64_t> argument; // its first one
};

} // namespace relit::test
