// The loads of a stream through the ports of programs and constants, so that one of them can be tried elsewhere.
#pragma once

#include "machine/r500/capture/walk.hpp"
#include "render/r500/explain/candidates.hpp"

#include <deque>
#include <set>

namespace relit::render::r500::explain {

/// An index and the dwords that follow it through its port.
struct Upload {
    std::uint64_t number = 0; // from 0, through the capture
    std::uint32_t port = 0;   // the register of the index: VAP_PVS_VECTOR_INDX_REG or GA_US_VECTOR_INDEX
    std::uint32_t index = 0;  // its value
    std::vector<std::uint32_t> dwords;
    std::uint32_t submission = 0, dword = 0; // of the index
};

/// Follows the stream of a capture up to its draws, in order.
class Uploads {
public:
    /// `capture` must outlive this.
    explicit Uploads(const machine::r500::Capture& capture) : walker_(capture) {}

    /// Goes on to a draw that comes after the last one.
    void advance(const machine::r500::Draw& draw);
    /// Loads before that draw, each to other destinations: those of other loads, and those that its programs read.
    [[nodiscard]] std::vector<Candidate> candidates(const machine::r500::Draw& draw) const;
    /// Makes the memories of programs and constants anew, with one load elsewhere; false where it is too long ago.
    [[nodiscard]] bool apply(const Candidate& candidate, machine::r500::State& state) const;
    /// Null where it is too long ago.
    [[nodiscard]] const Upload* find(std::uint64_t number) const;

private:
    void take(std::uint32_t number, std::uint32_t value, std::uint32_t dword);
    [[nodiscard]] std::set<std::uint32_t> destinations(const Upload& upload, const machine::r500::State& state) const;

    machine::r500::Walker walker_;
    machine::r500::State before_; // all uploads that are kept
    std::deque<Upload> kept_;
    std::uint64_t next_ = 0;
};

} // namespace relit::render::r500::explain
