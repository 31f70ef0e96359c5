// What a frame debugger would be told: the objects that are made on a device, their names, and the regions of commands.
#pragma once

#include "render/vk/functions.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace relit::test {

struct RecordedNames {
    std::map<std::uint64_t, std::string> made;  // each object, and the call that made it
    std::map<std::uint64_t, std::string> names; // of those that were given one
    std::vector<std::string> labels;            // of regions, in the order in which they began
    std::uint64_t dispatches = 0, outside = 0;  // outside of all regions
    std::uint64_t open = 0;                     // regions that have not ended
};

/// Begins anew. One recording at a time, in one thread.
void begin_recording();
[[nodiscard]] const RecordedNames& recorded();
/// vk::DeviceOptions::replace.
void record_names(render::vk::Functions& functions);
/// The same for a machine without VK_EXT_debug_utils.
void take_debug_utils_away(render::vk::Functions& functions);

} // namespace relit::test
