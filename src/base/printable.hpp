// Escapes untrusted text, so that it cannot control a terminal or break a line-based format.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace relit {

/// Control characters, characters that change the direction of text, and bytes that are not UTF-8, as "\x1b"; the rest as it is. `kept` are control characters that stay.
[[nodiscard]] std::string printable(std::string_view text, std::string_view kept = {});

/// The bytes of the UTF-8 character that a text, which is not empty, begins with; 0 where there is none.
[[nodiscard]] std::size_t utf8_size(std::string_view text);

} // namespace relit
