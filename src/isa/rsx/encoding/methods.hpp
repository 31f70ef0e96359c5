// The methods of the RSX that concern shader programs, and the machine state that their arguments set.
#pragma once

#include "isa/shared/push_text.hpp"
#include "isa/shared/state_values.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace relit::isa::rsx {

enum class Method : std::uint8_t {
#define METHOD(id, address, last, holds, name) id,
#include "isa/rsx/encoding/methods.inc"
#undef METHOD
    Other,
};
inline constexpr std::array kMethods{
#define METHOD(id, address, last, holds, name) PushMethod{address, last, name, PushMethod::Holds::holds},
#include "isa/rsx/encoding/methods.inc"
#undef METHOD
};
/// The method whose range holds `address`; Other for those that concern no program.
[[nodiscard]] Method method_of(std::uint32_t address);

/// Streams are big-endian as the console's memory is; reading goes on behind jumps, calls and returns.
inline constexpr PushRules kStreamRules{.order = big_endian, .passes_control = true};

/// The last argument of each method, by address.
using MethodState = std::map<std::uint32_t, std::uint32_t>;
/// The machine state that they set. A method that is absent sets nothing.
[[nodiscard]] StateValues state_values_of(const MethodState& state);

} // namespace relit::isa::rsx
