// What public renderers made of the corpus's GS dumps: memories and images, and how far images are apart.
#pragma once

#include "base/image.hpp"
#include "machine/gs/dump/dump.hpp"
#include "render/gs/memory/memory.hpp"

#include <string>

namespace relit::test {

/// A dump of the corpus by name ("prim_tris"). Here and below: what cannot be read stays empty.
[[nodiscard]] machine::gs::Dump gs_corpus_dump(const std::string& name);
/// The memory that GSdx left after the last packet.
[[nodiscard]] render::gs::Memory gs_expected_memory(const std::string& name);
/// A image by its path below own/: "scanout/prim_tris.1.png".
[[nodiscard]] Image gs_expected_image(const std::string& path);

/// Pixels that differ by more than `most` in red, green or blue; all where the sizes differ.
[[nodiscard]] std::size_t pixels_apart(const Image& a, const Image& b, int most);
[[nodiscard]] std::size_t bytes_apart(const render::gs::Memory& a, const render::gs::Memory& b);

} // namespace relit::test
