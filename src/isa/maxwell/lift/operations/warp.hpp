// The warp, 32 threads in step: by the device's subgroups where they are as wide; else through memory that the workgroup
// shares and its barriers, which requires that all threads of the workgroup get there together.
#pragma once

#include "isa/maxwell/lift/lifter.hpp"

namespace relit::isa::maxwell {

[[nodiscard]] bool warps_are_subgroups(Lift& lift);
/// The number within the warp, 0 to 31.
[[nodiscard]] ir::Id lane_id(Lift& lift);
inline constexpr std::uint32_t kMostThreads = 1024; // of a workgroup

/// The number of a fragment, or of a thread of a workgroup, of which the low two bits are its number in the quad.
[[nodiscard]] ir::Id quad_thread(Lift& lift);
/// `value`, of 32 bits, as the thread of that lane has it.
[[nodiscard]] ir::Id value_of_lane(Lift& lift, ir::Id value, ir::Id lane);

/// The votes of a warp's threads. Those whose guard does not hold do not vote.
struct Votes {
    ir::Id yes = ir::kNone; // a bit for each lane
    ir::Id all = ir::kNone, any = ir::kNone;
};
[[nodiscard]] Votes votes(Lift& lift, ir::Id holds);

/// The number of threads of the whole workgroup for which it holds.
[[nodiscard]] ir::Id count_in_workgroup(Lift& lift, ir::Id holds);

} // namespace relit::isa::maxwell
