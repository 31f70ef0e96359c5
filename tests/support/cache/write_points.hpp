// Stops a process, or the disk, at a chosen point of writing: this program's own write(), pwrite(), fsync(), rename() and so on
// stand in front of those of the system, for libraries too.
#pragma once

#include <cstdint>

namespace relit::test {

/// The n-th call from now on (from 1) does not return: SIGKILL. With `torn` it writes half of its bytes first.
void kill_at_write(std::uint64_t n, bool torn);
/// All calls from the n-th on that would write fail with this error number; 0: none does.
void fail_writes_from(std::uint64_t n, int error);
/// How many there were since one of both was called.
[[nodiscard]] std::uint64_t writes_so_far();

} // namespace relit::test
