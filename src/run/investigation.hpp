// Why a run left a value: the value that is asked for is found while the run goes on, and the steps that made it.
#pragma once

#include "base/result.hpp"
#include "run/history.hpp"
#include "run/trace.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace relit::run {

enum class Oddity : std::uint8_t { Nan, Infinity, Denormal };

struct Query {
    /// The lanes that are asked for, by storage, index, place and kind; empty: all that the instruction writes.
    std::vector<TracedLane> lanes;
    std::size_t invocation = 0;
    bool is_of_one = false; // of `first`: only values of that invocation count, else those of any
    /// After which instruction, 1 + index in Module::origins; without one, at the end of the run. `iteration`: the time that it
    /// runs, from 1; 0: the last.
    std::optional<std::uint32_t> origin;
    std::uint64_t iteration = 0;
    /// Instead: the first value that is such a number.
    std::optional<Oddity> first;
};

struct Answer {
    std::vector<TracedLane> lanes; // as asked for, with their bits; of Query::first, that one
    /// The step after which they are so; of the end of a run, the last one.
    Writer at;
    std::uint32_t origin = 0;    // of that step
    std::uint64_t iteration = 0; // how often its instruction had come by then
    History::Slice slice;
};

/// Looks for the answer while a run goes on. A module that the run does not change outlives it. Used for one run.
class Investigation {
public:
    Investigation(const ir::Module& module, Query query);
    Investigation(const Investigation&) = delete;
    Investigation& operator=(const Investigation&) = delete;

    /// For run::Host or run::Grid.
    [[nodiscard]] Tracer* tracer() { return &tracer_; }
    /// After the run. Nothing: no step was asked for, no value is such a number, or the word lies behind the end of its buffer. A fault: the run was too long (exit 4).
    [[nodiscard]] Result<std::optional<Answer>> answer() const;

private:
    void hear(const TracedStep& step);
    /// `invocation`: whose the lanes are.
    void capture(const TracedStep& step, std::size_t invocation, const std::vector<TracedLane>& lanes);
    void look_for_oddity(const TracedStep& step);
    [[nodiscard]] bool is_odd(std::size_t invocation, const TracedLane& lane) const;
    [[nodiscard]] std::vector<Made> makers_of(std::size_t invocation, const TracedLane& lane) const;
    [[nodiscard]] std::uint64_t bits_of(std::size_t invocation, const TracedLane& lane) const;
    [[nodiscard]] bool is_asked(const TracedStep& step);
    [[nodiscard]] bool is_shared(std::size_t invocation, std::uint32_t resource) const;
    [[nodiscard]] std::span<const std::uint8_t> bytes_of(std::size_t invocation, const TracedLane& lane) const;
    [[nodiscard]] std::span<const std::uint64_t> registers_of(std::size_t invocation, const TracedLane& lane) const;

    const ir::Module& module_;
    Query query_;
    History history_;
    Tracer tracer_;
    std::optional<std::size_t> last_writer_; // invocation, of memory that is asked for
    std::optional<Answer> answer_;           // without the slice
    std::vector<Made> made_;                 // the makers of its lanes
};

} // namespace relit::run
