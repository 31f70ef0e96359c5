#include "batch/descriptors.hpp"

#include <unistd.h>
#include <algorithm>
#include <limits>
#include <vector>

namespace relit::batch {

void close_all_but(std::initializer_list<int> kept) {
    std::vector<int> sorted(kept);
    std::ranges::sort(sorted);
    unsigned first = STDERR_FILENO + 1;
    for (const int one : sorted) {
        if (one < static_cast<int>(first)) continue;
        const auto descriptor = static_cast<unsigned>(one);
        if (descriptor > first) (void)::close_range(first, descriptor - 1, 0);
        first = descriptor + 1;
    }
    (void)::close_range(first, std::numeric_limits<unsigned>::max(), 0);
}

} // namespace relit::batch
