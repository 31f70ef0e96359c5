// What the registers of a stream say, by the names of context keys.
#pragma once

#include "isa/r500/encoding/stream.hpp"
#include "isa/shared/state_values.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace relit::isa::r500 {

/// A register, or the first `count` of its row, with the context key of its value; the key's '#' is the register's number in the row.
struct RegisterKey {
    std::uint32_t reg = 0, count = 1;
    std::string_view key;
};
/// The values of the registers that a stream writes.
[[nodiscard]] StateValues values_of(const StreamState& state, std::span<const RegisterKey> keys);

} // namespace relit::isa::r500
