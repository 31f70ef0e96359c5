// Packed parts of Ryujinx's cache files: a byte for the algorithm, then the data.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <vector>

namespace relit::emulators::ryujinx {

/// Unpacks from the start of `bytes`, whatever lies behind: exactly `size` bytes, or, with `may_end`, as many as there are up
/// to it.
[[nodiscard]] Result<std::vector<std::uint8_t>> unpack(Bytes bytes, std::size_t size, bool may_end = false);

/// What is unpacked; what was not packed stays where it lies.
struct UnpackedView {
    std::vector<std::uint8_t> own;
    Bytes bytes; // in `own`, or in the file
};
/// Up to `most` bytes.
[[nodiscard]] Result<UnpackedView> view_unpacked(Bytes bytes, std::size_t most);

} // namespace relit::emulators::ryujinx
