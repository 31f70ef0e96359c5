// Short lists.
#pragma once

#include <cstddef>
#include <span>

namespace relit {

/// Whether the lists hold the same. Of a few: a loop costs less than to ask for one that is made for many.
template <class T>
[[nodiscard]] bool are_same(std::span<const T> a, std::span<const T> b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] != b[i]) return false;
    return true;
}

} // namespace relit
