// docs/machine/r500.md, and the registers as a C header, printed from the tables.
#pragma once

#include <string>

namespace relit::machine::r500 {

[[nodiscard]] std::string document();
[[nodiscard]] std::string c_header();

} // namespace relit::machine::r500
