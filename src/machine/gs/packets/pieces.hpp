// Pieces of GIF packets as bytes: tags, quadwords, images in as many tags as they take.
#pragma once

#include "base/bytes.hpp"
#include "machine/gs/packets/packed.hpp"

#include <vector>

namespace relit::machine::gs {

inline constexpr std::uint32_t kMostLoops = 0x7fff;

/// A PACKED tag without loops for up to sixteen registers.
[[nodiscard]] GifTag tag_of(std::span<const Descriptor> registers);
/// Appends the units of a word.
void append(std::vector<std::uint8_t>& into, std::span<const std::uint32_t> units);
/// Appends an image, padded with zeros to a quadword; `tag` says all but the counts, its EOP goes to the last tag.
/// Gives where that stands.
std::size_t append_image(std::vector<std::uint8_t>& into, GifTag tag, Bytes image);

} // namespace relit::machine::gs
