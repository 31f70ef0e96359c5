// What a dump holds, counted: for `relit info`.
#pragma once

#include "machine/gs/dump_reader.hpp"

#include <string>
#include <vector>

namespace relit::machine::gs {

struct Fact {
    std::string name, value;
};
/// Reads a dump to its end.
[[nodiscard]] std::vector<Fact> facts_of(DumpReader& reader);

} // namespace relit::machine::gs
