// The lines of the text form that say what stages with vertices are given and make, what people call things, and what was
// packed.
#pragma once

#include "ir/module.hpp"
#include "ir/text/reader.hpp"

namespace relit::ir {

/// "triangles line_strip vertices 6 invocations 1"
[[nodiscard]] bool read_geometry(Reader& in, Geometry& shape);
/// "given 32 made 4", or "given 4 quads equal clockwise points" of an evaluation shader
[[nodiscard]] bool read_patch(Reader& in, Stage stage, Tessellation& shape);
/// "o[7] buffer 0 offset 16 stride 32"
[[nodiscard]] bool read_feedback(Reader& in, const Reader::Names& files, std::size_t count, Feedback& one);
/// "c 4096 "view[0]""
[[nodiscard]] bool read_label(Reader& in, const Reader::Names& resources, Module& module);
/// "v[3] "uv""
[[nodiscard]] bool read_register_label(Reader& in, const Reader::Names& files, Module& module);
/// "c 4096 7456"
[[nodiscard]] bool read_packed(Reader& in, const Reader::Names& resources, Module& module);

} // namespace relit::ir
