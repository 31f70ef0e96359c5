// Images as files.
#pragma once

#include "base/image.hpp"

#include <string>

namespace relit::cli {

/// As write_output(): "-" is standard output.
Status write_png(const std::string& name, const Image& image);

} // namespace relit::cli
