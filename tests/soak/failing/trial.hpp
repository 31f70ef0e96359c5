// One run of the program in which memory or a system call fails, and what it may come to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace relit::soak::failing {

/// What fails: one allocation or system call, or all from one on.
enum class What { Allocation, Allocations, Call, Calls };
inline constexpr std::string_view kWhatNames[] = {"allocation", "allocations", "call", "calls"};

enum class Verdict { NoFailure, Harmless, Told, Beyond, Wrong };
inline constexpr std::string_view kVerdictNames[] = {"without a failure", "harmless", "told", "beyond", "wrong"};

struct Judgement {
    Verdict verdict = Verdict::Wrong;
    std::string why; // if wrong
};

[[nodiscard]] std::size_t commands();
/// Runs a command with failure `step`: these are numbers in an order that spreads over all that it makes. Beyond where it
/// makes no more.
[[nodiscard]] Judgement try_failure(What what, std::size_t command, std::uint64_t step);

} // namespace relit::soak::failing
