// The files below a folder, as what they hold.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace relit::soak::failing {

/// By name; folders have none of their own.
using Files = std::map<std::string, std::string>;

[[nodiscard]] Files files_in(const std::filesystem::path& folder);

} // namespace relit::soak::failing
