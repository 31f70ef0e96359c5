// Random triangles and sprites cover the pixels that an exact check of each says, in any window; triangles that share edges
// leave no pixel out and draw none twice.
#include "isa/shared/random.hpp"
#include "render/gs/reference/coverage.hpp"
#include "render/gs/reference/edges.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/gs/inside.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace relit::soak {
namespace {

using namespace render::gs::reference; // NOLINT(google-build-using-namespace): all of coverage

/// How often each pixel of a window was drawn.
class Counts {
public:
    explicit Counts(const Window& window)
        : window_(window), width_(window.x1 - window.x0 + 1),
          counts_(static_cast<std::size_t>(width_ * (window.y1 - window.y0 + 1))) {}

    void operator()(const Span& span) {
        for (std::int32_t x = span.x; x < span.end; ++x) ++counts_.at(number(x, span.y));
    }
    /// The first pixel that was not drawn as often as wanted(x, y) says; empty where there is none.
    template <class Wanted>
    [[nodiscard]] std::string first_wrong(Wanted&& wanted) const {
        for (std::int32_t y = window_.y0; y <= window_.y1; ++y)
            for (std::int32_t x = window_.x0; x <= window_.x1; ++x)
                if (const int count = counts_[number(x, y)]; count != wanted(x, y))
                    return fmt::format("pixel {}, {} is drawn {} times", x, y, count);
        return {};
    }

private:
    [[nodiscard]] std::size_t number(std::int32_t x, std::int32_t y) const {
        return static_cast<std::size_t>((y - window_.y0) * width_ + x - window_.x0);
    }

    Window window_;
    std::int32_t width_;
    std::vector<int> counts_;
};

/// Windows lie where the scissor can be, positions around them: near, or as far as coordinates go.
Window random_window(isa::Random& random) {
    constexpr std::uint32_t kSize = 24, kMost = 2047;
    const auto x = static_cast<std::int32_t>(random.below(kMost - kSize)),
               y = static_cast<std::int32_t>(random.below(kMost - kSize));
    return {x, y, x + static_cast<std::int32_t>(random.below(kSize)),
            y + static_cast<std::int32_t>(random.below(kSize))};
}
PixelPosition random_position(isa::Random& random, const Window& window) {
    constexpr std::uint32_t kFar = 1 << 17, kNear = 16 * 48; // 12.4
    const std::uint32_t range = random.one_in(4) ? kFar : kNear;
    const auto around = [&](std::int32_t pixel) {
        return 16 * (pixel + 12) + static_cast<std::int32_t>(random.below(range)) -
               static_cast<std::int32_t>(range / 2);
    };
    PixelPosition position{std::clamp(around(window.x0), -65535, 65535), std::clamp(around(window.y0), -65535, 65535)};
    if (random.one_in(3)) position = {position.x & ~15, position.y & ~15};
    return position;
}

std::string check_triangle(isa::Random& random) {
    const Window window = random_window(random);
    std::array<PixelPosition, 3> at{};
    for (PixelPosition& position : at) position = random_position(random, window);
    if (random.one_in(4)) at[1].y = at[0].y;
    if (random.one_in(4)) at[2].x = at[1].x;
    Counts counts(window);
    cover_triangle(TriangleSetup(at), window, counts);
    return counts.first_wrong([&](int x, int y) { return test::gs_is_inside(at, x, y) ? 1 : 0; });
}

std::string check_sprite(isa::Random& random) {
    const Window window = random_window(random);
    const std::array<PixelPosition, 2> at{random_position(random, window), random_position(random, window)};
    Counts counts(window);
    cover_sprite(at[0], at[1], window, counts);
    return counts.first_wrong([&](int x, int y) { return test::gs_is_inside(at, x, y) ? 1 : 0; });
}

/// A rectangle cut into triangles along a grid whose inner corners lie anywhere within a fifth of its cells.
std::string check_mesh(isa::Random& random) {
    constexpr std::int32_t kCells = 4, kCell = 75; // 12.4: no whole pixels
    const auto any = [&](std::uint32_t range) { return static_cast<std::int32_t>(random.below(range)); };
    const PixelPosition origin{any(500), any(500)};
    std::array<std::array<PixelPosition, kCells + 1>, kCells + 1> corners{};
    for (std::int32_t j = 0; j <= kCells; ++j) {
        for (std::int32_t i = 0; i <= kCells; ++i) {
            const bool is_rim = i == 0 || j == 0 || i == kCells || j == kCells;
            const PixelPosition moved =
                is_rim ? PixelPosition{}
                       : PixelPosition{any(2 * kCell / 5) - kCell / 5, any(2 * kCell / 5) - kCell / 5};
            corners.at(j).at(i) = {origin.x + i * kCell + moved.x, origin.y + j * kCell + moved.y};
        }
    }
    const Window window{0, 0, 60, 60};
    Counts counts(window);
    for (std::size_t j = 0; j < kCells; ++j) {
        for (std::size_t i = 0; i < kCells; ++i) {
            const PixelPosition a = corners[j][i], b = corners[j][i + 1], c = corners[j + 1][i],
                                d = corners[j + 1][i + 1];
            const bool falls = random.one_in(2);
            cover_triangle(TriangleSetup({a, b, falls ? d : c}), window, counts);
            cover_triangle(TriangleSetup({d, c, falls ? a : b}), window, counts);
        }
    }
    const std::array<PixelPosition, 2> rim{origin, {origin.x + kCells * kCell, origin.y + kCells * kCell}};
    return counts.first_wrong([&](int x, int y) { return test::gs_is_inside(rim, x, y) ? 1 : 0; });
}

struct Kind {
    std::string_view name;
    std::string (*check)(isa::Random& random);
};
constexpr Kind kKinds[] = {{"triangle", check_triangle}, {"sprite", check_sprite}, {"mesh", check_mesh}};

} // namespace

std::string gs_coverage(std::uint64_t first, std::uint64_t end) {
    return each_seed(first, end, [](std::uint64_t seed) -> std::string {
        isa::Random random(seed);
        for (const Kind& kind : kKinds) {
            if (const std::string wrong = kind.check(random); !wrong.empty())
                return fmt::format("{}: {}", kind.name, wrong);
        }
        return {};
    });
}

} // namespace relit::soak
