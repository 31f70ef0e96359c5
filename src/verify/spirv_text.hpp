// SPIR-V as text, by SPIRV-Tools.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace relit::verify {

/// As spirv-dis prints it, indented and with names; empty if the words are no module.
[[nodiscard]] std::string spirv_text(const std::vector<std::uint32_t>& words);

} // namespace relit::verify
