// The page docs/machine/gs-registers.md, printed from the tables.
#pragma once

#include <string>

namespace relit::machine::gs {

[[nodiscard]] std::string document_registers();
/// include/relit/gs_registers.hpp.
[[nodiscard]] std::string print_register_header();

} // namespace relit::machine::gs
