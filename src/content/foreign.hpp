// Files that are none of ours: what they are, by their first bytes.
#pragma once

#include "base/bytes.hpp"

#include <string>

namespace relit::content {

/// "an ELF file, for x86-64"; empty where the bytes show nothing. `begin` is as much of the file as is at hand; what lies
/// beyond is not known. `is_text` says that the bytes are characters: JSON and HTML have no magic numbers.
[[nodiscard]] std::string foreign_kind(Bytes begin, bool is_text);

} // namespace relit::content
