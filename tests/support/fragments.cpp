#include "tests/support/fragments.hpp"

#include <cmath>

namespace relit::test {
namespace {

using Vertices = std::span<const std::array<float, 4>>;

struct Vector {
    double x = 0, y = 0, w = 0;
};

double determinant(const Vector& a, const Vector& b, const Vector& c) {
    return a.x * (b.y * c.w - b.w * c.y) - a.y * (b.x * c.w - b.w * c.x) + a.w * (b.x * c.y - b.y * c.x);
}

class Rasteriser {
public:
    Rasteriser(Vertices vertices, std::uint32_t width, std::uint32_t height)
        : vertices_(vertices), width_(width), height_(height) {}

    void triangle(std::array<std::size_t, 3> corners) {
        each_quad([&](FragmentQuad::Fragment& fragment) { in_triangle(corners, fragment); });
    }
    void point(std::size_t vertex) {
        each_quad([&](FragmentQuad::Fragment& fragment) { in_point(vertex, fragment); });
    }
    std::vector<FragmentQuad> quads;

private:
    void each_quad(const auto& look) {
        for (std::uint32_t y = 0; y < height_; y += 2) {
            for (std::uint32_t x = 0; x < width_; x += 2) {
                FragmentQuad quad;
                bool any = false;
                for (std::uint32_t i = 0; i < quad.fragments.size(); ++i) {
                    FragmentQuad::Fragment& fragment = quad.fragments[i];
                    fragment.x = x + i % 2;
                    fragment.y = y + i / 2;
                    fragment.weights.resize(vertices_.size());
                    look(fragment);
                    any = any || fragment.is_covered;
                }
                if (any) quads.push_back(std::move(quad));
            }
        }
    }

    Vector corner(std::size_t i) const { return {vertices_[i][0], vertices_[i][1], vertices_[i][3]}; }

    // Weights are those of the plane through the corners at the position seen from w = 0.
    void in_triangle(const std::array<std::size_t, 3>& corners, FragmentQuad::Fragment& fragment) const {
        const Vector at{(fragment.x + 0.5) / width_ * 2 - 1, (fragment.y + 0.5) / height_ * 2 - 1, 1};
        const Vector a = corner(corners[0]), b = corner(corners[1]), c = corner(corners[2]);
        const double whole = determinant(a, b, c);
        if (whole == 0) return;
        const std::array<double, 3> share = {determinant(at, b, c) / whole, determinant(a, at, c) / whole,
                                             determinant(a, b, at) / whole};
        const double w = 1 / (share[0] + share[1] + share[2]);
        double z = 0;
        fragment.is_covered = w > 0;
        for (std::size_t i = 0; i < 3; ++i) {
            constexpr double kOnEdge = 1e-9;
            fragment.weights[corners[i]] = share[i] * w;
            fragment.is_covered = fragment.is_covered && share[i] * w >= -kOnEdge;
            z += share[i] * w * vertices_[corners[i]][2];
        }
        fragment.is_covered = fragment.is_covered && std::fabs(z) <= w;
        set_position(fragment, z / w, w);
    }

    void in_point(std::size_t vertex, FragmentQuad::Fragment& fragment) const {
        const std::array<float, 4>& at = vertices_[vertex];
        const double x = (at[0] / at[3] + 1.0) / 2 * width_, y = (at[1] / at[3] + 1.0) / 2 * height_;
        const double right = fragment.x + 1 - x, up = fragment.y + 1 - y; // from the point's lower left
        fragment.is_covered = right >= 0 && right < 1 && up >= 0 && up < 1;
        fragment.weights[vertex] = 1;
        fragment.point_coordinate = {static_cast<float>(right), static_cast<float>(1 - up)};
        set_position(fragment, at[2] / at[3], at[3]);
    }

    static void set_position(FragmentQuad::Fragment& fragment, double z, double w) {
        fragment.position = {static_cast<float>(fragment.x) + 0.5F, static_cast<float>(fragment.y) + 0.5F,
                             static_cast<float>((z + 1) / 2), static_cast<float>(1 / w)};
    }

    Vertices vertices_;
    std::uint32_t width_, height_;
};

} // namespace

std::vector<FragmentQuad> fragments_of_strip(Vertices vertices, std::uint32_t width, std::uint32_t height) {
    Rasteriser rasteriser(vertices, width, height);
    for (std::size_t i = 0; i + 2 < vertices.size(); ++i) rasteriser.triangle({i, i + 1, i + 2});
    return std::move(rasteriser.quads);
}

std::vector<FragmentQuad> fragments_of_points(Vertices vertices, std::uint32_t width, std::uint32_t height) {
    Rasteriser rasteriser(vertices, width, height);
    for (std::size_t i = 0; i < vertices.size(); ++i) rasteriser.point(i);
    return std::move(rasteriser.quads);
}

} // namespace relit::test
