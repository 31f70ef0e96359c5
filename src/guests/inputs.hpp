// The inputs that programs of a guest can have, by the names that `run` takes.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace relit::guests {

enum class InputKind : std::uint8_t { Register, Texture };

/// Whether a program of the guest could have this input, or a graphics program this builtin.
[[nodiscard]] bool is_input(std::string_view guest, std::string_view name, InputKind kind);
/// Fails if no program of the guest could have this input; the fault lists the names that they have.
[[nodiscard]] Status check_input_name(std::string_view guest, std::string_view name, InputKind kind);
/// "v0 to v15, c0 to c191"
[[nodiscard]] std::string input_names(std::string_view guest, InputKind kind);

} // namespace relit::guests
