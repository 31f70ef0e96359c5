// Infers the driver convention of a program from the words of constant buffers that it reads.
#pragma once

#include "ir/context.hpp"
#include "isa/maxwell/encoding/program.hpp"
#include "isa/maxwell/lift/driver/convention.hpp"

#include <span>
#include <string>

namespace relit::isa::maxwell {

/// Assumes "maxwell.convention" where neither the context nor a file says it and one of the programs, which are one module
/// together, depends on it.
void assume_driver(std::span<const Program* const> programs, ir::ContextReader& context);
/// What the context says, or what was assumed, or FromFile.
[[nodiscard]] Driver driver_of(ir::ContextReader& context);
/// For the message that there is no storage buffer: what was assumed, why, and which key chooses another one.
[[nodiscard]] std::string about_assumed_driver(const ir::ContextReader& context);

} // namespace relit::isa::maxwell
