// What a dump holds, counted: for `relit info`.
#pragma once

#include "base/fact.hpp"
#include "machine/gs/dump_reader.hpp"

#include <vector>

namespace relit::machine::gs {

/// Reads a dump to its end.
[[nodiscard]] std::vector<Fact> facts_of(DumpReader& reader);

} // namespace relit::machine::gs
