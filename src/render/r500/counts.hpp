// How far the vertices, primitives and fragments of a draw come.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace relit::render::r500 {

/// Always sent = clipped + culled + rasterised, and fragments = killed + failed_alpha + failed_stencil + failed_depth + masked + written
/// (counts.inc says what each of them is). A draw that is left out has no fragments.
struct DrawCounts {
#define COUNT(member, head, count) std::uint64_t member = 0;
#include "render/r500/counts.inc"
#undef COUNT
    [[nodiscard]] bool operator==(const DrawCounts&) const = default;
    [[nodiscard]] std::uint64_t failed() const { return failed_alpha + failed_stencil + failed_depth; }
};

struct CountRow {
    std::string_view name, head, count;
    std::uint64_t DrawCounts::* member;
};
/// All of them, in the order of the pipeline.
[[nodiscard]] std::span<const CountRow> count_rows();

} // namespace relit::render::r500
