// What differs between two states: registers, and vertex arrays. Programs are compared as programs.
#pragma once

#include "machine/r500/capture/draw.hpp"

#include <string>

namespace relit::machine::r500 {

/// One thing that differs, as text of both; "-" where one has none.
struct Difference {
    std::string what, left, right;
};
/// Of registers that either has written; ports into memory, and draws themselves, are left out. Relocations do not count: which buffer
/// has which handle is chance.
[[nodiscard]] std::vector<Difference> compare(const Draw& left, const Draw& right);

/// Returns true for registers through which programs are loaded: their values are no state.
[[nodiscard]] bool is_port(std::uint32_t number);

} // namespace relit::machine::r500
