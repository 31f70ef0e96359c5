// Whole files.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace relit {

/// All bytes of a file, at most `most`.
[[nodiscard]] Result<std::vector<std::uint8_t>> read_file(const std::string& name, std::uint64_t most);

} // namespace relit
