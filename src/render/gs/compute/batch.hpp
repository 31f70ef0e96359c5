// Primitives that are drawn together: records for the shaders. Knows nothing of Vulkan.
#pragma once

#include "machine/gs/state/work.hpp"
#include "render/gs/compute/bins.hpp"
#include "render/gs/compute/textures.hpp"
#include "render/gs/reference/attributes.hpp"
#include "render/gs/samples/grid.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace relit::render::gs::compute {

/// The numbers of primitives, as replays count draws.
struct DrawNumbers {
    std::uint64_t first = 0, last = 0; // 0: none

    void add(std::uint64_t number) {
        if (first == 0) first = number;
        last = number;
    }
};

/// Primitives of one target: a dispatch.
struct Pass {
    PassRecord record;
    std::uint32_t tiles = 0;
    bool waits = false; // for passes before it
    RenderTarget target;
    DrawNumbers draws;
};
/// What a frame debugger shows of it: "draws 12 to 57: frame at page 0, CT32, 640 wide; depth at page 140, Z24".
[[nodiscard]] std::string label_of(const Pass& pass);

class Batch {
public:
    /// `rate`: samples of a pixel.
    explicit Batch(const reference::Rules& rules, unsigned rate = 1) : rules_(rules), rate_(rate), bins_(rate) {}

    [[nodiscard]] bool is_empty() const { return passes_.empty() && bins_.is_empty(); }
    /// Whether another primitive might not fit: any does into an empty batch.
    [[nodiscard]] bool is_full() const;
    void clear();

    /// Adds a primitive to the pass; how many samples it covers, or nothing where its numbers do not fit a record. `texture`: of
    /// textured ones. `snaps`: all samples of a pixel have what the pixel itself has.
    [[nodiscard]] std::optional<std::uint64_t> add(const machine::gs::Draw& draw, const machine::gs::DrawState& state,
                                                   const Textures::DecodedTexture* texture, bool snaps = true);
    /// What comes next is drawn after all that was added, to another target perhaps.
    void end_pass(const RenderTarget& target, const DrawNumbers& draws, bool waits);

    // What the shaders go over.
    [[nodiscard]] std::span<const Pass> passes() const { return passes_; }
    [[nodiscard]] std::span<const Chunk> records() const { return records_; }
    [[nodiscard]] std::span<const TileRecord> tiles() const { return tiles_; }
    [[nodiscard]] std::span<const std::uint32_t> lists() const { return lists_; }
    /// Primitives of tiles that later ones hide, and that were left out; ever.
    [[nodiscard]] std::uint64_t hidden() const { return bins_.hidden(); }

private:
    using Vertices = std::array<machine::gs::Vertex, 3>;
    /// A pixel of a line, a point or an edge.
    struct Cell {
        std::int32_t major = 0, minor = 0;
        reference::Point point;
    };

    template <class Record>
    std::uint32_t push(const Record& record);
    void set_state(const machine::gs::DrawState& state, const Textures::DecodedTexture* texture);
    /// Where a vertex lies, seen from the sample.
    [[nodiscard]] reference::PixelPosition sample_position(const machine::gs::Vertex& vertex) const;
    bool add_primitive(const Vertices& v);
    bool add_samples(const Vertices& v);
    [[nodiscard]] PrimitiveRecord start(std::uint32_t flags) const;
    std::uint32_t push_primitive(PrimitiveRecord record, const Box& box);
    bool add_triangle(const Vertices& v);
    void add_rows(const reference::TriangleAttributes& attributes, PrimitiveRecord record,
                  const TriangleRecord& gradients);
    void add_edges(const reference::TriangleSetup& triangle, const reference::TriangleAttributes& attributes);
    bool add_sprite(const Vertices& v);
    bool add_ramps(const reference::TexelRamp& texels, const Box& box, std::int32_t first, PrimitiveRecord& record);
    void add_line(const Vertices& v);
    void add_point(const machine::gs::Vertex& vertex);
    void add_cells(bool along_x, std::uint32_t flags);
    [[nodiscard]] bool skips(std::int32_t y) const;
    void count(std::int32_t y, std::int32_t pixels) { covered_ += skips(y) ? 0 : static_cast<std::uint64_t>(pixels); }

    reference::Rules rules_;
    unsigned rate_;
    SamplePosition sample_;                       // that records are made for
    std::optional<machine::gs::DrawState> state_; // of the last primitive
    std::uint64_t texture_ = 0;
    std::uint32_t state_at_ = 0, flags_ = 0; // of its record
    Hides hides_ = Hides::Nothing;           // if it covers all pixels of a box
    reference::Window window_;
    std::uint64_t covered_ = 0;
    std::vector<Cell> cells_;
    std::vector<reference::Span> spans_;
    std::vector<StepRecord> steps_;
    std::vector<std::int32_t> ramp_;

    std::vector<Chunk> records_;
    Bins bins_;
    std::vector<Pass> passes_;
    std::vector<TileRecord> tiles_;
    std::vector<std::uint32_t> lists_;
};

} // namespace relit::render::gs::compute
