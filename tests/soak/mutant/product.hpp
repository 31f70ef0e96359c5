// Whether what a command wrote is valid for the tools of its language.
#pragma once

#include "tests/soak/mutant/commands.hpp"

#include <filesystem>
#include <string>

namespace relit::soak::mutant {

/// Why a file is not what it must be; empty if it is.
[[nodiscard]] std::string product_error(const std::filesystem::path& file, Product product, const Input& input);

} // namespace relit::soak::mutant
