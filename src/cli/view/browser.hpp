// The browser of the desktop, as another process.
#pragma once

#include <string>

namespace relit::cli {

/// Opens a file or a URL with a program: "" is the desktop's choice (xdg-open). False if there is no such program, or if it fails within
/// some seconds; one that is still running then is taken to show it.
[[nodiscard]] bool open_in_browser(const std::string& program, const std::string& location);

} // namespace relit::cli
