// The point where two runs of a module part: the first step that writes other values, or is another instruction.
#pragma once

#include "run/trace.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace relit::run {

struct Parting {
    std::uint64_t step = 0;
    std::uint32_t origin = 0; // of the step, which both runs have
    std::uint64_t iteration = 0;
    std::vector<TracedLane> lanes;   // that the second run wrote
    std::vector<std::uint64_t> bits; // that the first run wrote there, lane by lane
    /// The instructions to which the runs go after the step, if they part there: origins, 0 is the end.
    std::optional<std::uint32_t> first_goes_to, second_goes_to;
};

/// Remembers the steps of invocation 0 of a run, but for those before the first instruction.
class RecordedRun {
public:
    static constexpr std::size_t kMostValues = std::size_t{1} << 24;

    void add(const TracedStep& step);
    /// Returns true if the run had more steps and values than are remembered.
    [[nodiscard]] bool is_full() const { return bits_.size() + steps_.size() >= kMostValues; }

private:
    friend class PartingFinder;
    struct Step {
        std::uint32_t origin = 0;
        std::size_t first = 0; // in bits_
    };
    std::vector<Step> steps_;
    std::vector<std::uint64_t> bits_;
};

/// Hears the steps of another run, or of the same one, and compares those of an invocation with what is remembered.
class PartingFinder {
public:
    PartingFinder(const RecordedRun& first, std::size_t invocation) : first_(first), invocation_(invocation) {}

    void add(const TracedStep& step);
    /// After the run. Nothing: the runs do the same.
    [[nodiscard]] std::optional<Parting> finish();

private:
    [[nodiscard]] std::vector<std::uint64_t> bits_of(std::size_t step) const;

    const RecordedRun& first_;
    std::size_t invocation_;
    std::size_t next_ = 0; // step of the first run
    TracedStep last_;      // that both runs had
    std::optional<Parting> parting_;
};

} // namespace relit::run
