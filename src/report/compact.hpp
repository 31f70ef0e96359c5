// Documents of verbs in a form that takes less room: what is said many times is said once.
#pragma once

#include "base/result.hpp"

#include <string>
#include <string_view>

namespace relit::report {

/// The text of `relit explain --json` as {"rows": [[bits, name, value, meaning]...], "instructions": [{"offset", "summary", "fields": [row...]}]}:
/// each distinct row of fields once, in the order in which they come. Fails if the text is not such a document.
[[nodiscard]] Result<std::string> compact_explanation(std::string_view text);

/// The "steps" of `relit translate --to ir --steps --json` as {"lines": [text...], "steps": [{"name", "lines": [line...]}]}: each
/// distinct line of all steps once. Fails if the text is not such a document.
[[nodiscard]] Result<std::string> compact_steps(std::string_view text);

/// Any JSON without blanks and line ends between its values; strings stay as they are. What is no JSON comes back as some text.
[[nodiscard]] std::string without_blanks(std::string_view json);

} // namespace relit::report
