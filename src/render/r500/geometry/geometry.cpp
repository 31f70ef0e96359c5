#include "machine/r500/capture/vertices.hpp"
#include "render/r500/geometry/primitives.hpp"
#include "render/r500/geometry/programs.hpp"
#include "render/r500/geometry/shapes.hpp"

#include <limits>
#include <unordered_map>

#include <fmt/format.h>

namespace relit::render::r500 {
namespace {

namespace reg = machine::r500::reg;
namespace field = machine::r500::field;
using machine::r500::Draw;
using machine::r500::Primitive;
using machine::r500::VertexSource;

constexpr std::uint32_t kMissing = std::numeric_limits<std::uint32_t>::max();

/// The vertices of a draw, each once however often it is indexed.
struct Fetched {
    std::vector<machine::r500::FetchedVertex> vertices;
    std::vector<std::uint32_t> order; // of the draw's list: indices into `vertices`, or kMissing
};

Fetched fetch(const Draw& draw, machine::r500::Memory& memory) {
    machine::r500::VertexReader reader(draw, memory);
    std::unordered_map<std::uint32_t, std::uint32_t> indices;
    Fetched fetched;
    fetched.order.reserve(draw.count);
    for (std::uint32_t i = 0; i < draw.count; ++i) {
        const auto number = reader.vertex_number(i);
        if (!number) {
            fetched.order.push_back(kMissing);
            continue;
        }
        const auto [index, is_new] = indices.try_emplace(*number, kMissing);
        if (is_new) {
            if (auto vertex = reader.vertex(*number)) {
                index->second = static_cast<std::uint32_t>(fetched.vertices.size());
                fetched.vertices.push_back(std::move(*vertex));
            }
        }
        fetched.order.push_back(index->second);
    }
    return fetched;
}

bool is_known(Primitive primitive) {
    const auto number = static_cast<std::uint32_t>(primitive);
    return number <= static_cast<std::uint32_t>(Primitive::TrianglesWithFlags) ||
           (number >= static_cast<std::uint32_t>(Primitive::LineLoop) &&
            number <= static_cast<std::uint32_t>(Primitive::Polygon));
}

/// Whether the draw has anything that is drawn here.
bool draws(const Draw& draw, Notes& notes) {
    if (draw.state[reg::VAP_CNTL][field::VAP_CNTL__VAP_NO_RENDER] != 0) return false;
    if (!is_known(draw.primitive))
        notes.say(fmt::format("primitives of type {} are left out", static_cast<unsigned>(draw.primitive)));
    if (draw.walk == VertexSource::State) notes.say("vertices that registers hold are left out");
    if (draw.primitive == Primitive::TrianglesWithFlags)
        notes.say("flags of triangles do not say which sides are edges: all are");
    return is_known(draw.primitive) && draw.primitive != Primitive::None && draw.walk != VertexSource::State;
}

/// Draws the pieces of a draw.
class Assembly {
public:
    Assembly(const Settings& settings, Notes& notes, Triangles& made)
        : drawing_{settings, notes, Collector(made.triangles)}, made_(made) {}

    Status draw(const Pieces& pieces, const std::vector<Vertex>& vertices, const std::vector<std::uint32_t>& order) {
        for (std::uint32_t i = 0; i < pieces.count(); ++i) {
            const Piece piece = pieces.piece(i);
            const auto vertex = [&](std::uint32_t at) -> const Vertex* {
                return order[at] == kMissing ? nullptr : &vertices[order[at]];
            };
            std::array<const Vertex*, 3> corners{};
            for (std::uint32_t k = 0; k < piece.corners; ++k) corners[k] = vertex(piece.at[k]);
            const Vertex* const provoking = vertex(piece.provoking);
            const auto end = corners.begin() + piece.corners;
            if (provoking == nullptr || std::find(corners.begin(), end, nullptr) != end) {
                drawing_.notes.say(
                    "primitives are left out whose vertices lie outside of their buffers or were never written");
                ++made_.counts.unread;
                continue;
            }
            count(piece, corners, *provoking);
            if (drawing_.collector.has_overflowed())
                return fail(FaultKind::NotSupported,
                            fmt::format("a draw makes more than {} triangles", kMostTriangles));
        }
        return {};
    }

private:
    /// Draws a piece; what makes no triangle is culled unless clipping left nothing of it.
    void count(const Piece& piece, const std::array<const Vertex*, 3>& corners, const Vertex& provoking) {
        PrimitiveCounts& counts = made_.counts;
        const std::size_t before = made_.triangles.size();
        drawing_.is_clipped = false;
        draw(piece, corners, provoking);
        ++counts.sent;
        ++(made_.triangles.size() > before ? counts.rasterised : drawing_.is_clipped ? counts.clipped : counts.culled);
    }
    void draw(const Piece& piece, const std::array<const Vertex*, 3>& corners, const Vertex& provoking) {
        if (piece.corners == 1) return points_.draw(*corners[0], drawing_.plain(provoking));
        if (piece.corners == 2) return lines_.draw(*corners[0], *corners[1], drawing_.plain(provoking));
        polygon_.clear();
        for (std::size_t k = 0; k < 3; ++k) polygon_.push_back({*corners[k], piece.edges[k]});
        polygons_.draw(polygon_, provoking);
    }

    Drawing drawing_;
    Triangles& made_;
    PointShapes points_{drawing_};
    LineShapes lines_{drawing_};
    PolygonShapes polygons_{drawing_, points_, lines_};
    std::vector<PolygonVertex> polygon_;
};

} // namespace

Geometry::Geometry() : programs_(std::make_unique<VertexPrograms>()) {}
Geometry::~Geometry() = default;
Geometry::Geometry(Geometry&&) noexcept = default;
Geometry& Geometry::operator=(Geometry&&) noexcept = default;

Result<Triangles> Geometry::triangles_of(const Draw& draw, machine::r500::Memory& memory) {
    Triangles made;
    Notes notes(made.approximate);
    if (!draws(draw, notes)) return made;
    if (draw.count > kMostVertices)
        return fail(FaultKind::NotSupported,
                    fmt::format("a draw of {} vertices, more than {}", draw.count, kMostVertices));
    const Settings settings = settings_of(draw.state, notes);
    const Fetched fetched = fetch(draw, memory);
    std::vector<Vertex> vertices;
    if (const Status done = programs_->run(draw.state, fetched.vertices, vertices, notes); !done)
        return std::unexpected(done.error());
    const Pieces pieces(draw.primitive, draw.count, settings.shading.provoking);
    Assembly assembly(settings, notes, made);
    if (const Status done = assembly.draw(pieces, vertices, fetched.order); !done) return std::unexpected(done.error());
    return made;
}

} // namespace relit::render::r500
