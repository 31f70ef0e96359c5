// Counts of instructions executed, for benches: they do not depend on what else the machine does. A benchmark runs this
// program again under callgrind, for itself alone, and there counts its pieces of work one by one.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace relit::bench {

/// Whether this is the run under callgrind.
[[nodiscard]] bool is_counting();

/// In the run under callgrind: runs the work as the next piece.
void count(const std::function<void()>& work);

/// Elsewhere: runs the benchmark of that name under callgrind and gives the count of each of its pieces, in order; fewer
/// than `pieces` where valgrind is missing or fails.
[[nodiscard]] std::vector<double> counts_of(const std::string& benchmark, std::size_t pieces);

} // namespace relit::bench
