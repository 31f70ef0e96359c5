// The draws of a frame capture, and each pair of programs that they use as a bundle. docs/emulators.md says which draws are alike.
#pragma once

#include "emulators/found.hpp"
#include "emulators/rpcs3/capture.hpp"
#include "machine/rsx/state.hpp"

#include <functional>
#include <string_view>
#include <vector>

namespace relit::emulators::rpcs3 {

/// Bundles of one capture.
inline constexpr std::size_t kMostPairs = 4096;
/// Draws whose state is looked at because it differs from that of the draw before.
inline constexpr std::size_t kMostStates = 16384;

struct CapturedDraw {
    machine::rsx::Draw draw;
    machine::rsx::FragmentProgram program;
    Bytes fragment; // empty if the capture lacks it
};
/// "local", "main", "unknown"
[[nodiscard]] std::string_view name_of(machine::rsx::Location location);
/// Gives each draw in order, with the state of the machine at its end.
using TakeDraw = std::function<void(const CapturedDraw& draw, const machine::rsx::State& state)>;
void walk(const Capture& capture, const TakeDraw& take);
[[nodiscard]] std::vector<CapturedDraw> draws_of(const Capture& capture);

/// Gives a bundle of each pair under each state that changes its translation, by its first draw, and a fault for programs
/// that the capture lacks or that are none, once each. The last thing given is a fault if there is more than the limits let.
void read_pairs(const Capture& capture, const TakeFound& take);

} // namespace relit::emulators::rpcs3
