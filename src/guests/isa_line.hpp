// The line of a text that names its guest: ".isa nv2a".
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "codec/codec.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace relit::guests {

/// `begin` and `size` are its place in the text, without the line's end.
struct IsaLine {
    const codec::Codec* codec = nullptr;
    std::size_t begin = 0, size = 0;
};
/// Blank lines and comments may stand in front of the line, in so many bytes at most.
inline constexpr std::size_t kIsaLineWithin = 4096;

/// Finds the line; nothing where the text does not begin with one. A fault with its place where the name is none.
[[nodiscard]] Result<std::optional<IsaLine>> find_isa_line(Bytes begin);
/// Makes blanks of the line, so that assemblers pass it and count lines as before.
void blank_out(const IsaLine& line, std::span<std::uint8_t> text);
/// The guest that the text names, or `named`, that of --isa (nullptr: none); the line becomes blank. A fault where both name
/// one and they differ.
[[nodiscard]] Result<const codec::Codec*> take_isa_line(const codec::Codec* named, std::span<std::uint8_t> begin);
/// Returns true if a file that begins so could begin with such a line: other files need not be read any further.
[[nodiscard]] bool may_have_isa_line(std::uint8_t first_byte);
/// "no such guest language; there are nv2a, ..."
[[nodiscard]] std::string unknown_guest(std::string_view name);

} // namespace relit::guests
