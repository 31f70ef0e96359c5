// The exit codes of the program.
#pragma once

namespace relit::cli {

/// The program's exit codes (docs/exit-codes.md).
enum class Exit : int { Done = 0, No = 1, Usage = 2, BadInput = 3, NotSupported = 4, Internal = 5, Device = 6 };

} // namespace relit::cli
