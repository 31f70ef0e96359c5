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

/// Keeps the bytes of an entry: unpacked ones are owned, those that were not packed refer to the file.
struct UnpackedView {
    std::vector<std::uint8_t> own;
    Bytes in_file;
    [[nodiscard]] Bytes bytes() const { return own.empty() ? in_file : Bytes(own); }
};
/// Up to `most` bytes.
[[nodiscard]] Result<UnpackedView> view_unpacked(Bytes bytes, std::size_t most);

} // namespace relit::emulators::ryujinx
