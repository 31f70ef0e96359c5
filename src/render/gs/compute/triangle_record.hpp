// What the shaders know of triangles, their rows, and single pixels: from the reference's setup, as plain numbers.
#pragma once

#include "render/gs/compute/records.hpp"
#include "render/gs/reference/attributes.hpp"

namespace relit::render::gs::compute {

[[nodiscard]] Colour colour_of(const Rgba& rgba);
void set_triangle(PrimitiveRecord& to, const reference::TriangleSetup& triangle,
                  const reference::TriangleAttributes& attributes);
/// `record`: that of set_triangle.
[[nodiscard]] RowRecord row_of(const PrimitiveRecord& record, const reference::TriangleAttributes& attributes,
                               const reference::Span& span);
/// Adds a pixel: a step has one, or two side by side with different coverage.
void put(StepRecord& step, std::int32_t minor, const reference::Point& point);

} // namespace relit::render::gs::compute
