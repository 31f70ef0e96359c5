#include "base/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace relit {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t k = 0; k < b.size(); ++k) {
            const std::size_t changed = diagonal + (a[i] == b[k] ? 0 : 1);
            diagonal = std::exchange(row[k + 1], std::min({changed, row[k] + 1, row[k + 1] + 1}));
        }
    }
    return row.back();
}

std::string_view nearest_of(std::string_view typed, std::span<const std::string_view> names) {
    constexpr std::size_t kLongest = 128;
    std::string_view best;
    std::size_t least = 0;
    for (const std::string_view name : names) {
        const std::size_t far = edit_distance(typed.substr(0, kLongest), name);
        if (far > 1 + name.size() / 4 || (!best.empty() && far >= least)) continue;
        best = name;
        least = far;
    }
    return best;
}

} // namespace relit
