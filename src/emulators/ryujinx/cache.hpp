// The shader cache of Ryujinx: guest.toc and guest.data with code, shared.toc and shared.data with the programs of pipelines and
// the state that they were translated for. docs/emulators.md has the layout.
#pragma once

#include "emulators/found.hpp"

#include <cstdint>
#include <optional>

namespace relit::emulators::ryujinx {

[[nodiscard]] bool is_guest_toc(Bytes begin);
[[nodiscard]] bool is_shared_toc(Bytes begin);

/// Code of the guest with what it reads from constant buffer 1.
struct Code {
    bundle::FileBytes bytes;
    std::vector<std::uint32_t> constants;
};

/// Keeps views of both files.
class GuestCache {
public:
    [[nodiscard]] static Result<GuestCache> open(Bytes toc, Bytes data);
    [[nodiscard]] std::size_t size() const { return size_; }
    /// Major in the upper half.
    [[nodiscard]] std::uint32_t version() const;
    /// What reading it takes, about, as its entry declares it.
    [[nodiscard]] std::uint64_t bytes_of(std::size_t index) const;
    /// The checksum is checked.
    [[nodiscard]] Result<Code> read(std::size_t index) const;

private:
    GuestCache(Bytes toc, Bytes data, std::size_t size) : toc_(toc), data_(data), size_(size) {}

    Bytes toc_, data_;
    std::size_t size_ = 0;
};

/// The number of entries in either table; fails where its version is not read, or it is cut off.
[[nodiscard]] Result<std::size_t> entries_of(Bytes toc);

/// Reads every pipeline. Fails where the table is damaged, and where all of it unpacks to more than 4 GiB.
[[nodiscard]] Status read_cache(const GuestCache& guest, Bytes shared_toc, Bytes shared_data, const TakeFound& take);
/// The same without state: every program alone.
[[nodiscard]] Status read_programs(const GuestCache& guest, const TakeFound& take);

} // namespace relit::emulators::ryujinx
