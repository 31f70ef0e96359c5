// Which physical device to use, and what it can do.
#pragma once

#include "base/result.hpp"

#include <string_view>

namespace relit::render::vk {

struct Handles;

/// Sets `physical` and `queue_family` by a part of a name or an index; empty: a CPU device first, else any.
[[nodiscard]] Status choose_device(Handles& handles, std::string_view wanted);
/// Fills `info` from the chosen device.
void read_info(Handles& handles);

} // namespace relit::render::vk
