// Files of the standard library that are closed with their owners, and whole files.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace relit {

struct CloseFile {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// All bytes of a file, at most `most`.
[[nodiscard]] Result<std::vector<std::uint8_t>> read_file(const std::string& name, std::uint64_t most);

} // namespace relit
