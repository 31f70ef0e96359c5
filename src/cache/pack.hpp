// A pack: entries of a cache one after the other in a file, each compressed and with its checksum, to be carried elsewhere. It is
// only appended to, and what is in front of a cut or of damage is read.
#pragma once

#include "base/byte_stream.hpp"
#include "cache/entry.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace relit::cache {

/// What a pack begins with.
inline constexpr std::string_view kPackMagic = "RLPACK1\n";

/// An entry of a pack from one of a store; nothing where that is not right.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> packed_entry(Bytes stored);

struct PackRead {
    std::uint64_t entries = 0, damaged = 0;
    std::optional<Fault> fault; // why it ended before its end, or that entries were damaged
};
/// Visits each entry that is right, with its value. `visit` may fail, which ends it.
[[nodiscard]] Result<PackRead> read_pack(ReadBytes input,
                                         const std::function<Status(const Label&, std::vector<std::uint8_t>)>& visit);

} // namespace relit::cache
