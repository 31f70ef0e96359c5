// NV2A programs as other tools show them: lists of hex words, and the calls that xemu's shaders are made of.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace relit::isa::nv2a {

/// Whether the text begins with a number or a brace: four dwords a slot, with commas, braces and comments.
[[nodiscard]] bool looks_like_hex_list(std::string_view text);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble_hex_list(std::string_view text);

/// Whether the text begins with a call, or a call follows one of xemu's comments "/* Slot N: ... */".
[[nodiscard]] bool looks_like_xemu(std::string_view text);
/// Where there are such comments, their words are the program, and the calls beside them must say the same.
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble_xemu(std::string_view text);

} // namespace relit::isa::nv2a
