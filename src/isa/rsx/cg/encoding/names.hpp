// Names for the numbers that parameters of Cg containers have: types, where they are bound, how they vary.
#pragma once

#include "isa/rsx/cg/encoding/container.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace relit::isa::rsx::cg {

/// The name of a field's value; empty where values are numbers, or this one has no name.
[[nodiscard]] std::string value_name(const FieldInfo& field, std::uint64_t value);
/// The value of that name, in any case.
[[nodiscard]] std::optional<std::uint32_t> value_named(const FieldInfo& field, std::string_view name);

/// What a parameter is bound to: "TEX" and 3.
struct ResourceName {
    std::string_view stem; // a name of isa/rsx/cg/encoding/resources.inc
    std::uint32_t number = 0;
};
[[nodiscard]] std::optional<ResourceName> resource_of(std::uint32_t value);

/// How many rows of four numbers a value of the type takes.
[[nodiscard]] std::uint32_t rows_of_type(std::uint32_t type);

inline constexpr std::uint32_t kConstantRegisters = 468; // c[0] to c[467]
inline constexpr std::uint32_t kConstantRegister = 2178; // the resource C
inline constexpr std::uint32_t kOut = 4098;              // the direction

} // namespace relit::isa::rsx::cg
