// How often verify compared each output of a program, and why it did not compare it more often.
#pragma once

#include "ir/module.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::verify {

/// Why an output of a sample is not compared (docs/agreement.md).
enum class NotCompared : std::uint8_t { Lookup, LoopLimit, Discarded, Unwritten, Chance, AnyOrder };
inline constexpr std::array<std::string_view, 6> kNotCompared = {
    "a texture lookup is undefined", "the loop limit ends it",         "the fragment is discarded",
    "the program does not write it", "its words are nondeterministic", "invocations write to it in any order"};

/// A register that a program writes, or memory.
struct OutputCount {
    std::string name;
    bool is_memory = false;
    std::uint32_t index = 0, reg = 0; // of a file and its register, or of a resource
    std::uint32_t compared = 0;       // samples
    std::array<std::uint32_t, kNotCompared.size()> not_compared{};

    [[nodiscard]] std::uint32_t left_out() const;
    /// "a texture lookup is undefined, the loop limit ends it": the reasons that occurred; of none that no sample ran.
    [[nodiscard]] std::string reasons() const;
};

/// Returns what a program stores that outlives it: output registers, storage buffers, images. Of a program without any of these
/// the registers that it writes. Lifted modules have their stores as instructions of their own.
[[nodiscard]] std::vector<OutputCount> outputs_of(const ir::Module& module);
/// The registers that the program writes, other than outputs.
[[nodiscard]] std::vector<OutputCount> stored_registers(const ir::Module& module);
/// Counts a sample in one output: compared, or why not.
void count_sample(OutputCount& output, std::optional<NotCompared> why);
/// Adds counts to those of the same names; others are appended.
void add_counts(std::vector<OutputCount>& to, const std::vector<OutputCount>& more);

} // namespace relit::verify
