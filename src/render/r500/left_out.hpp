// What the registers of a draw ask for that the replay does not do.
#pragma once

#include "machine/r500/stream/state.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::render::r500 {

/// A sentence for each thing, without those that the geometry, the fragment program and fixed_state() say.
[[nodiscard]] std::vector<std::string> left_out(const machine::r500::State& state);

/// Bits of a register that ask for something where they are not `nothing`.
struct LeftOutRow {
    std::string_view name;
    std::uint32_t number, bits, nothing;
    std::string_view sentence;
};
[[nodiscard]] std::span<const LeftOutRow> left_out_rows();

/// What is done with a register (register_use.inc).
enum class Use : std::uint8_t { Read, Left, Close, None };
struct UseRow {
    std::string_view name;
    Use use;
};
[[nodiscard]] std::span<const UseRow> register_uses();

/// Why a field of a register that is read changes nothing (unread_fields.inc).
enum class Unread : std::uint8_t { Elsewhere, Close, Nothing };

} // namespace relit::render::r500
