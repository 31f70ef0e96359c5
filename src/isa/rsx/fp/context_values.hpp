// Values of context keys that are the rows of other tables.
#pragma once

#include <string_view>

namespace relit::isa::rsx::fp {

/// Of "rsx.fp.format".
inline constexpr std::string_view kFormatValues = "none"
#define FORMAT(number, name, lanes, alpha, numbers) "|" name ":" #number
#include "isa/rsx/fp/encoding/surfaces.inc"
#undef FORMAT
    ;

} // namespace relit::isa::rsx::fp
