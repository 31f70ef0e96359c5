// Runs a verb in a child process, so that a driver that crashes or hangs is a result and not the end (--isolate).
#pragma once

#include "cli/io/program.hpp"

#include <functional>

namespace relit::cli {

/// Runs `verb` in a child process and gives its exit code; what it prints to standard output comes when it has ended. If the child is ended by
/// a signal, or has not ended after options.device.isolate seconds, one error names the file and the way it ended, standard output is
/// empty, and the exit code is that of a device error. Call before any thread runs.
[[nodiscard]] Exit run_isolated(const Options& options, const std::function<Exit()>& verb);

} // namespace relit::cli
