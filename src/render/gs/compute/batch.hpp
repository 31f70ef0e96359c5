// Primitives that are drawn together: records for the shaders. Knows nothing of Vulkan.
#pragma once

#include "machine/gs/work.hpp"
#include "render/gs/clut.hpp"
#include "render/gs/compute/bins.hpp"
#include "render/gs/reference/attributes.hpp"

#include <optional>
#include <span>
#include <vector>

namespace relit::render::gs::compute {

class Batch {
public:
    explicit Batch(const reference::Rules& rules) : rules_(rules) {}

    [[nodiscard]] bool is_empty() const { return primitives_.empty(); }
    /// Whether another primitive might not fit: any does into an empty batch.
    [[nodiscard]] bool is_full() const;
    void clear();
    /// The palette buffer has changed: states with palettes are made anew.
    void forget_palette() { palette_.reset(), state_.reset(); }

    /// Adds a primitive; how many pixels it covers. `flags`: kReadsBefore or 0.
    std::uint64_t add(const machine::gs::Draw& draw, const machine::gs::DrawState& state, const Clut& clut,
                      std::uint32_t flags);

    // What the shaders go over.
    [[nodiscard]] std::span<const StateRecord> states() const { return states_; }
    [[nodiscard]] std::span<const std::uint32_t> palettes() const { return palettes_; }
    [[nodiscard]] std::span<const PrimitiveRecord> primitives() const { return primitives_; }
    [[nodiscard]] std::span<const RowRecord> rows() const { return rows_; }
    [[nodiscard]] std::span<const StepRecord> steps() const { return steps_; }
    [[nodiscard]] std::span<const std::int64_t> ramps() const { return ramps_; }
    [[nodiscard]] const Bins& bins() const { return bins_; }

private:
    using Vertices = std::array<machine::gs::Vertex, 3>;
    /// A pixel of a line, a point or an edge.
    struct Cell {
        std::int32_t major = 0, minor = 0;
        reference::Point point;
    };

    void set_state(const machine::gs::DrawState& state, const Clut& clut);
    [[nodiscard]] std::uint32_t palette_of(const machine::gs::DrawState& state, const Clut& clut);
    [[nodiscard]] PrimitiveRecord start(std::uint32_t flags, std::size_t first) const;
    void add_triangle(const Vertices& v, std::uint32_t flags);
    void add_rows(const reference::TriangleSetup& triangle, const reference::TriangleAttributes& attributes,
                  PrimitiveRecord& record);
    void add_edges(const reference::TriangleSetup& triangle, const reference::TriangleAttributes& attributes,
                   std::uint32_t flags);
    void add_sprite(const Vertices& v, std::uint32_t flags);
    void add_ramps(const reference::TexelRamp& texels, const Box& box, std::int32_t first, PrimitiveRecord& record);
    void add_line(const Vertices& v, std::uint32_t flags);
    void add_point(const machine::gs::Vertex& vertex, std::uint32_t flags);
    void add_cells(bool along_x, std::uint32_t flags);
    [[nodiscard]] bool skips(std::int32_t y) const;
    void count(std::int32_t y, std::int32_t pixels) { covered_ += skips(y) ? 0 : static_cast<std::uint64_t>(pixels); }

    reference::Rules rules_;
    std::optional<machine::gs::DrawState> state_; // of states_.back()
    std::optional<std::uint32_t> palette_;        // where the last palette is, if it is still the one
    std::pair<std::uint64_t, std::uint64_t> palette_key_;
    reference::Window window_;
    std::uint64_t covered_ = 0;
    std::vector<Cell> cells_;

    std::vector<StateRecord> states_;
    std::vector<std::uint32_t> palettes_;
    std::vector<PrimitiveRecord> primitives_;
    std::vector<RowRecord> rows_;
    std::vector<StepRecord> steps_;
    std::vector<std::int64_t> ramps_;
    Bins bins_;
};

} // namespace relit::render::gs::compute
