// What host and shaders share: the same rows (*.inc) are read here and by shaders/records.glsl, laid out alike (std430).
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
#include "render/gs/compute/surface.inc"
    [[nodiscard]] bool operator==(const SurfaceRecord&) const = default;
};
struct StateRecord {
#include "render/gs/compute/state.inc"
};
struct PrimitiveRecord {
#include "render/gs/compute/primitive.inc"
};
struct RowRecord {
#include "render/gs/compute/row.inc"
};
struct StepRecord {
#include "render/gs/compute/step.inc"
};
struct TileRecord {
#include "render/gs/compute/tile.inc"
};
struct PassRecord {
#include "render/gs/compute/pass.inc"
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
#include "render/gs/compute/primitive_flags.inc"
#include "render/gs/compute/state_flags.inc"
#undef FLAG

inline constexpr std::int32_t kTilePixels = 8; // a side of a tile

static_assert(sizeof(PrimitiveRecord) % 8 == 0 && sizeof(RowRecord) % 8 == 0 && sizeof(StepRecord) % 8 == 0,
              "records with 64-bit numbers take whole ones, as in std430");
static_assert(sizeof(PassRecord) <= 128, "every device takes 128 bytes of pushed constants");

} // namespace relit::render::gs::compute
