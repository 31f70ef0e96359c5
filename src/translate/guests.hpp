// The list of guest languages.
#pragma once

#include "isa/guest.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace relit::translate {

[[nodiscard]] std::span<const isa::Guest* const> all_guests();
/// nullptr where there is none of that name
[[nodiscard]] const isa::Guest* guest_named(std::string_view name);

/// By location: the Vulkan format that a host binds for an input, where the context keys that were read say what memory holds.
[[nodiscard]] std::map<std::uint32_t, std::string> vertex_formats(const ir::Context& read);

} // namespace relit::translate
