// The registers of a vertex program that the parameters of a container stand for.
#pragma once

#include "isa/named_input.hpp"
#include "isa/rsx/cg/encoding/symbols.hpp"
#include "isa/rsx/vp/encoding/program.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace relit::isa::rsx::vp {

/// Returns the number of v[] that the parameter is; nothing where it is none, or an output.
[[nodiscard]] std::optional<std::uint32_t> input_of(const cg::Bound& bound);
/// Returns the number of o[] that the parameter is, if the register carries nothing else.
[[nodiscard]] std::optional<std::uint32_t> output_of(const cg::Bound& bound);

/// The names that the file gives to constants, attributes and textures.
[[nodiscard]] std::vector<NamedInput> named_inputs(const Program& program);

} // namespace relit::isa::rsx::vp
