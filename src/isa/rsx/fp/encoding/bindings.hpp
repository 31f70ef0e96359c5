// The attributes and colours of a fragment program that the parameters of a container stand for.
#pragma once

#include "isa/named_input.hpp"
#include "isa/rsx/cg/encoding/symbols.hpp"
#include "isa/rsx/fp/encoding/program.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace relit::isa::rsx::fp {

/// Returns the number of the attribute, a row of isa/rsx/fp/encoding/inputs.inc, that the parameter is; nothing where it is
/// none, or an output.
[[nodiscard]] std::optional<std::uint32_t> input_of(const cg::Bound& bound);

/// The names that the file gives to the constants in the code, to attributes and textures.
[[nodiscard]] std::vector<NamedInput> named_inputs(const Program& program);

} // namespace relit::isa::rsx::fp
