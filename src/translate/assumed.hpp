// What a translation assumed: values that its lifter inferred, and defaults of context keys.
#pragma once

#include "ir/context.hpp"

#include <span>
#include <string>
#include <vector>

namespace relit::translate {

/// All that the lifter inferred from the program (ContextReader::assumed), then, by name, the value of every other context key
/// that was read though neither the context nor the file gives it. Nothing that the context gives is assumed.
[[nodiscard]] std::vector<ir::Assumption> assumptions_of(const ir::ContextReader& reader, const ir::Context& given);
/// Whether it is such a default, which is not worth a message: nothing in the program suggests another value.
[[nodiscard]] bool is_default(const ir::Assumption& assumption);
/// Returns a message for each assumption that is worth one: "assumes rsx.fp.control=0x40: ...".
[[nodiscard]] std::vector<std::string> messages_of(std::span<const ir::Assumption> assumed);
/// Returns the messages of what a lifter assumed, then its approximations.
[[nodiscard]] std::vector<std::string> messages_of(const ir::ContextReader& reader);

} // namespace relit::translate
