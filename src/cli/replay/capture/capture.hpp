// relit replay of a capture of R500: drawn on a Vulkan device, draw by draw.
#pragma once

#include "cli/io/program.hpp"

namespace relit::cli {

/// Returns true if replay reads a file as a capture rather than as a dump of the GS: a folder, what the codecs take for one, or as
/// --isa says.
[[nodiscard]] bool is_capture(const Options& options, const std::string& file);
[[nodiscard]] Exit replay_capture(const Options& options);

} // namespace relit::cli
