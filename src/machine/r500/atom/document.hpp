// The page docs/machine/atom.md, printed from the tables.
#pragma once

#include <string>

namespace relit::machine::r500::atom {

[[nodiscard]] std::string document();

} // namespace relit::machine::r500::atom
