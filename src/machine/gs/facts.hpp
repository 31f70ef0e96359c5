// What a dump holds, counted: for `relit info`.
#pragma once

#include "machine/gs/dump.hpp"

#include <string>
#include <vector>

namespace relit::machine::gs {

struct Fact {
    std::string name, value;
};
[[nodiscard]] std::vector<Fact> facts_of(const Reading& reading);

} // namespace relit::machine::gs
