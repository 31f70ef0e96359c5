// What the fields of an instruction are for.
#pragma once

#include <string_view>

namespace relit::isa::r500::fs {

/// Empty for bits that mean nothing.
[[nodiscard]] std::string_view purpose_of(std::string_view field);

} // namespace relit::isa::r500::fs
