// Draws of R500 made by hand, in a window of 100 x 100 pixels, and the triangles that they become.
#pragma once

#include "render/r500/geometry/triangles.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <initializer_list>

namespace relit::test {

/// A vertex as the stream has it; the vertex program is passed by.
struct R500Vertex {
    render::r500::Float4 position{}, colour{}, back{}, coordinate{};
    float point_size = 0;
};

class R500Draw {
public:
    using State = machine::r500::State;

    /// x and y from -1 to 1 are 0 to 100, z from -1 to 1 is 0 to 1. Nothing is culled; positive areas are front faces.
    explicit R500Draw(machine::r500::Primitive primitive, std::vector<R500Vertex> vertices)
        : vertices_(std::move(vertices)) {
        using namespace machine::r500;
        draw.primitive = primitive;
        draw.walk = VertexSource::Embedded;
        draw.count = static_cast<std::uint32_t>(vertices_.size());
        set(reg::VAP_CNTL_STATUS, field::VAP_CNTL_STATUS__PVS_BYPASS, 1);
        for (std::uint32_t axis = 0; axis < 3; ++axis) {
            set(reg::VAP_VPORT_XSCALE + 8 * axis, axis < 2 ? 50.0F : 0.5F);
            set(reg::VAP_VPORT_XOFFSET + 8 * axis, axis < 2 ? 50.0F : 0.5F);
        }
        set(reg::VAP_VTE_CNTL, 0x43fU);
        set(reg::VAP_CLIP_CNTL, field::VAP_CLIP_CNTL__PS_UCP_MODE, 3);
        set(reg::SU_CULL_MODE, field::SU_CULL_MODE__FACE, 1);
        set(reg::GA_ROUND_MODE, 0x31U);
        set(reg::GA_COLOR_CONTROL, 0x3aaaaU); // all smooth, the last vertex provokes
    }

    R500Draw& set(std::uint32_t number, std::uint32_t value) { return draw.state.write(number, value), *this; }
    R500Draw& set(std::uint32_t number, float value) { return set(number, std::bit_cast<std::uint32_t>(value)); }
    R500Draw& set(std::uint32_t number, Field<std::uint32_t> what, std::uint32_t value) {
        machine::r500::RegisterWord word = draw.state[number];
        word.set(what, value);
        return set(number, word.raw[0]);
    }
    R500Draw& clip_plane(std::uint32_t i, render::r500::Float4 plane) {
        using namespace machine::r500;
        set(reg::VAP_PVS_VECTOR_INDX_REG, 0x600 + i);
        for (const float value : plane) set(reg::VAP_PVS_VECTOR_DATA_REG_128, value);
        return set(reg::VAP_CLIP_CNTL, draw.state[reg::VAP_CLIP_CNTL].raw[0] | 1U << i);
    }
    R500Draw& writes_point_size() { return has_point_size_ = true, *this; }

    [[nodiscard]] Result<render::r500::Triangles> run(render::r500::Geometry& geometry) {
        describe_vertices();
        const machine::r500::Capture capture;
        machine::r500::Memory memory(capture);
        return geometry.triangles_of(draw, memory);
    }
    /// Fails the test where there are none.
    [[nodiscard]] render::r500::Triangles triangles() {
        render::r500::Geometry geometry;
        auto made = run(geometry);
        if (!made) ADD_FAILURE() << made.error().text;
        return made ? std::move(*made) : render::r500::Triangles{};
    }

    machine::r500::Draw draw;

private:
    /// Position, point size where it is written, colours 0 and 2, texture coordinate 0: inputs that are outputs of the same number.
    void describe_vertices() {
        using namespace machine::r500;
        constexpr std::uint32_t kFloat4 = 3, kLast = 1U << 13, kInOrder = 0xf688;
        const std::uint32_t elements = has_point_size_ ? 5 : 4;
        for (std::uint32_t i = 0; i < elements; ++i) {
            const std::uint32_t control = kFloat4 | i << 8 | (i + 1 == elements ? kLast : 0);
            const std::uint32_t number = reg::VAP_PROG_STREAM_CNTL + 4 * (i / 2), shift = i % 2 * 16;
            const std::uint32_t extended = reg::VAP_PROG_STREAM_CNTL_EXT + 4 * (i / 2);
            set(number, (shift == 0 ? 0 : draw.state[number].raw[0]) | control << shift);
            set(extended, (shift == 0 ? 0 : draw.state[extended].raw[0]) | kInOrder << shift);
        }
        set(reg::VAP_VTX_SIZE, 4 * elements);
        set(reg::VAP_OUT_VTX_FMT_0, 1U | 1U << 1 | 1U << 3 | (has_point_size_ ? 1U << 16 : 0));
        set(reg::VAP_OUT_VTX_FMT_1, 4U);
        draw.embedded.clear();
        for (const R500Vertex& vertex : vertices_) {
            add(vertex.position);
            if (has_point_size_) add({vertex.point_size});
            add(vertex.colour), add(vertex.back), add(vertex.coordinate);
        }
    }
    void add(const render::r500::Float4& value) {
        for (const float lane : value) draw.embedded.push_back(std::bit_cast<std::uint32_t>(lane));
    }

    std::vector<R500Vertex> vertices_;
    bool has_point_size_ = false;
};

/// x and y of the corners of all triangles, one after the other.
[[nodiscard]] inline std::vector<std::pair<float, float>> positions_of(const render::r500::Triangles& made) {
    std::vector<std::pair<float, float>> positions;
    for (const render::r500::Triangle& triangle : made.triangles)
        for (const render::r500::Corner& corner : triangle.corners)
            positions.emplace_back(corner.position[0], corner.position[1]);
    return positions;
}

} // namespace relit::test
