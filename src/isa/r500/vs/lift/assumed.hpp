// Registers that a program depends on and its file does not have.
#pragma once

#include "ir/context.hpp"

#include <cstdint>
#include <string_view>

namespace relit::isa::r500::vs {

/// The register's value. Where neither the file nor the context has another, `likely` is taken, and reported as assumed.
[[nodiscard]] std::uint32_t read_assumed(ir::ContextReader& context, const ir::ContextKey& key, std::uint32_t likely,
                                         std::string_view why);

} // namespace relit::isa::r500::vs
