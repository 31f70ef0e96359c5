// URLs as they may be shown.
#pragma once

#include <string>
#include <string_view>

namespace relit::cache {

/// A text in which no URL has a user or a password: "http://user:secret@host/a" becomes "http://host/a".
[[nodiscard]] std::string without_passwords(std::string_view text);

} // namespace relit::cache
