// What host and shaders share: the same rows (*.inc) are read here and by shaders/records.glsl.
#pragma once

#include <array>
#include <cstdint>

namespace relit::render::gs::compute {

#define WORD(name) std::uint32_t name = 0;
#define INT(name) std::int32_t name = 0;
#define LONG(name) std::int64_t name = 0;
#define WORDS(name, count) std::array<std::uint32_t, count> name{};
#define INTS(name, count) std::array<std::int32_t, count> name{};
#define LONGS(name, count) std::array<std::int64_t, count> name{};
#define SURFACE(name) SurfaceRecord name;
struct SurfaceRecord {
#include "render/gs/compute/records/surface.inc"
    [[nodiscard]] bool operator==(const SurfaceRecord&) const = default;
};
struct StateRecord {
#include "render/gs/compute/records/state.inc"
};
struct LevelRecord {
#include "render/gs/compute/records/level.inc"
};
struct PrimitiveRecord {
#include "render/gs/compute/records/primitive.inc"
};
struct TriangleRecord {
#include "render/gs/compute/records/triangle.inc"
};
struct RowRecord {
#include "render/gs/compute/records/row.inc"
};
struct StepRecord {
#include "render/gs/compute/records/step.inc"
};
struct TileRecord {
#include "render/gs/compute/records/tile.inc"
};
struct PassRecord {
#include "render/gs/compute/records/pass.inc"
};
struct CircuitRecord {
#include "render/gs/compute/records/circuit.inc"
};
#define CIRCUIT(name) CircuitRecord name;
struct DisplayRecord {
#include "render/gs/compute/records/display.inc"
};
#undef CIRCUIT
struct FeedbackRecord {
#include "render/gs/compute/records/feedback.inc"
};
#undef WORD
#undef INT
#undef LONG
#undef WORDS
#undef INTS
#undef LONGS
#undef SURFACE

/// Bits of StateRecord::flags and PrimitiveRecord::flags.
#define FLAG(name, bit) inline constexpr std::uint32_t name = 1U << (bit);
#include "render/gs/compute/records/primitive_flags.inc"
#include "render/gs/compute/records/state_flags.inc"
#undef FLAG

/// Records lie in chunks that a shader fetches at once.
using Chunk = std::array<std::uint32_t, 4>;
template <class Record>
inline constexpr std::size_t kChunks = sizeof(Record) / sizeof(Chunk);
template <class... Records>
constexpr bool are_whole_chunks = ((sizeof(Records) % sizeof(Chunk) == 0) && ...);
static_assert(
    are_whole_chunks<StateRecord, LevelRecord, PrimitiveRecord, TriangleRecord, RowRecord, StepRecord, TileRecord>);

inline constexpr unsigned kLevels = 7; // of a texture
/// Where a texture's levels are, for the shaders.
using LevelRecords = std::array<LevelRecord, kLevels>;

inline constexpr std::int32_t kTilePixels = 8; // a side of a tile

static_assert(sizeof(PassRecord) <= 128, "every device takes 128 bytes of pushed constants");

} // namespace relit::render::gs::compute
