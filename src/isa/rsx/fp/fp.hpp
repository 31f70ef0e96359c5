// The PlayStation 3 fragment program as a guest language.
#pragma once

#include "isa/guest.hpp"

namespace relit::isa::rsx::fp {

[[nodiscard]] Result<Listing> list(Bytes file, const TextOptions& options);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble(std::string_view text, const TextOptions& options);

} // namespace relit::isa::rsx::fp
