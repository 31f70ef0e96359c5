// The state of an invocation as the words that a harness reads and writes, and back.
#pragma once

#include "lang/target.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace relit::lang {

/// As run::State has them (lang may not see run): lanes by file index, bytes by resource index.
using Lanes = std::vector<std::vector<std::uint64_t>>;
using Buffers = std::vector<std::vector<std::uint8_t>>;

/// How many words of a record a lane takes.
[[nodiscard]] constexpr std::uint32_t words_of_lane(ir::Kind kind) { return (ir::bits_of(kind) + 31) / 32; }

/// Fills the record of one invocation: `slots` is Layout::in or Layout::out, `record` has in_words or out_words.
void pack(const ir::Module& module, std::span<const Slot> slots, const Lanes& files, const Buffers& resources,
          std::span<std::uint32_t> record);
/// Reads it back; what the slots do not name stays as it is.
void unpack(const ir::Module& module, std::span<const Slot> slots, std::span<const std::uint32_t> record, Lanes& files,
            Buffers& resources);

} // namespace relit::lang
