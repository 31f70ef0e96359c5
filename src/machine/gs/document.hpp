// The page docs/machine/gs-registers.md, printed from the tables.
#pragma once

#include <string>

namespace relit::machine::gs {

[[nodiscard]] std::string document_registers();

} // namespace relit::machine::gs
