// Steps of a trace as text and as JSON (the definition "step" of docs/schemas/run.json).
#pragma once

#include "base/json/writer.hpp"
#include "ir/module.hpp"
#include "run/trace.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::run {

/// How values are written: words as hex digits, else by their kind.
enum class Spelling : std::uint8_t { ByKind, Hex };

/// How steps of a module, which outlives it, are written.
struct StepFormat {
    const ir::Module& module;
    Spelling spelling = Spelling::ByKind;
    /// Gives the name that the program's file has for an input ("c4", "t0") or a byte of a buffer ("c0"); empty where it has none.
    /// Without a function no lane has such a name.
    std::function<std::string(std::string_view input, std::uint64_t byte)> name_in_file{};
};

/// The guest instruction of an origin, as TracedStep::origin counts them.
[[nodiscard]] std::string_view instruction_text(const ir::Module& module, std::uint32_t origin);

/// "v9.xy = 1.0 2.0, c3.x (scale) = 4.0": lanes of a register that follow one another are together, with what the file calls them.
/// A '*' is behind what a write changes.
[[nodiscard]] std::string lanes_text(const StepFormat& format, const std::vector<TracedLane>& lanes, bool are_writes);
/// Some lines: the instruction, the values that it reads, looks up and writes, and where it goes.
[[nodiscard]] std::string step_text(const StepFormat& format, const TracedStep& step);

/// Invocations are counted from `first` on.
void write_traced_lane(JsonWriter& json, const StepFormat& format, const TracedLane& lane, bool is_write,
                       std::uint64_t first);
void write_step(JsonWriter& json, const StepFormat& format, const TracedStep& step, std::uint64_t first);

} // namespace relit::run
