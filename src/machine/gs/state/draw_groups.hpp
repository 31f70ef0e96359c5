// Draws that follow one another with the same state are a group: `replay --list` prints them, `--group N` names one.
#pragma once

#include "machine/gs/state/work.hpp"

#include <optional>

namespace relit::machine::gs {

/// The work between the first draws of two groups, besides draws.
struct WorkBetween {
    std::uint64_t frames = 0;                        // vsyncs
    std::uint64_t first_transfer = 0, transfers = 0; // the first one's number, and how many began
    std::uint64_t palettes = 0;                      // that were loaded
    [[nodiscard]] bool operator==(const WorkBetween&) const = default;
};

/// Says of each piece of work where groups begin and end. States are compared where something is drawn, so that registers which are
/// written and restored in between make no group; only fields that matter to the draws count (relevance_of()), and a strip is drawn
/// as its triangles are. A vsync, the beginning of a transfer, and a palette before draws that use it end a group too: what
/// they show, read or change is what was drawn until then.
class DrawGroups {
public:
    struct Step {
        bool ends = false;   // the group that was open ended before this work
        bool begins = false; // this work is the first draw of a group
    };
    /// Is told of all work, in order, before it is done.
    Step add(const Work& work, std::span<const DrawState> states);

    /// Counts groups that have begun, which is the number of the last one.
    [[nodiscard]] std::uint64_t number() const { return number_; }
    [[nodiscard]] bool is_open() const { return is_open_; }
    /// Of the last group, once there is one.
    [[nodiscard]] const DrawState& state() const { return *state_; }
    /// Of the group before it, if there is one.
    [[nodiscard]] const std::optional<DrawState>& state_before() const { return before_; }
    /// Came between that group's first draw and this one's.
    [[nodiscard]] const WorkBetween& between() const { return between_; }

private:
    [[nodiscard]] bool goes_on(const DrawState& state) const;
    void begin(const DrawState& state);
    /// Returns whether the work ends a group.
    bool note(const Work& work);

    std::uint64_t number_ = 0, transfers_ = 0;
    bool is_open_ = false;
    std::optional<DrawState> state_, before_;
    DrawState last_; // of the last draw, which is drawn as state_ is
    WorkBetween between_, pending_;
};

/// The draws of a group, from 1.
struct DrawRange {
    std::uint64_t first = 0, last = 0;
};

} // namespace relit::machine::gs
