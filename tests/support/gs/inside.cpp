#include "tests/support/gs/inside.hpp"

#include <algorithm>

namespace relit::test {

using render::gs::reference::PixelPosition;

bool gs_is_inside(const std::array<PixelPosition, 3>& t, int x, int y) {
    const auto area = [](PixelPosition a, PixelPosition b, PixelPosition c) {
        return std::int64_t{b.x - a.x} * (c.y - a.y) - std::int64_t{c.x - a.x} * (b.y - a.y);
    };
    const std::int64_t whole = area(t[0], t[1], t[2]);
    if (whole == 0) return false;
    const PixelPosition point{16 * x, 16 * y};
    for (unsigned i = 0; i < 3; ++i) {
        const PixelPosition a = t[i], b = t[(i + 1) % 3];
        const std::int64_t side = whole > 0 ? area(a, b, point) : -area(a, b, point);
        if (side < 0) return false;
        if (side > 0) continue;
        const PixelPosition third = t[(i + 2) % 3];
        if (a.y == b.y ? third.y < a.y : area(a.y < b.y ? a : b, a.y < b.y ? b : a, third) > 0) return false;
    }
    return true;
}

bool gs_is_inside(const std::array<PixelPosition, 2>& corners, int x, int y) {
    const auto [left, right] = std::minmax(corners[0].x, corners[1].x);
    const auto [top, bottom] = std::minmax(corners[0].y, corners[1].y);
    return 16 * x >= left && 16 * x < right && 16 * y >= top && 16 * y < bottom;
}

} // namespace relit::test
