// What the shaders know of triangles, their rows, and single pixels: from the reference's setup, as plain numbers.
#pragma once

#include "render/gs/compute/records/records.hpp"
#include "render/gs/reference/attributes.hpp"

#include <optional>

namespace relit::render::gs::compute {

[[nodiscard]] Colour colour_of(const Rgba& rgba);
/// The gradients of a triangle; none where their numbers do not fit a record. Sets what the primitive says of them.
[[nodiscard]] std::optional<TriangleRecord> triangle_of(PrimitiveRecord& to, const reference::TriangleSetup& triangle,
                                                        const reference::TriangleAttributes& attributes);
/// `record`: that of triangle_of.
[[nodiscard]] RowRecord row_of(const PrimitiveRecord& record, const reference::TriangleAttributes& attributes,
                               const reference::Span& span);
[[nodiscard]] constexpr std::uint32_t fog_and_q(std::int32_t fog, std::int32_t log_q) {
    return static_cast<std::uint32_t>(log_q) << 8 | (static_cast<std::uint32_t>(fog) & 0xff);
}
/// Two coordinates, 0 to 65535.
[[nodiscard]] constexpr std::uint32_t halves(std::int32_t low, std::int32_t high) {
    return static_cast<std::uint32_t>(low) | static_cast<std::uint32_t>(high) << 16;
}
/// Adds a pixel: a step has one, or two side by side with different coverage.
void put(StepRecord& step, std::int32_t minor, const reference::Point& point);

} // namespace relit::render::gs::compute
