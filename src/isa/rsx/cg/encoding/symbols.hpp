// The names that a container gives to constants, attributes, varyings and textures.
#pragma once

#include "isa/rsx/cg/encoding/names.hpp"
#include "isa/shared/state_values.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::isa::rsx::cg {

/// A name with backslashes before quotes, and \xNN for every character that is not printable ASCII.
[[nodiscard]] std::string printable(std::string_view name);

/// The name of a constant, `offset` bytes from the start of the program's constants.
struct ConstantName {
    std::uint32_t offset = 0;
    std::string name;
    [[nodiscard]] bool operator==(const ConstantName&) const = default;
};
/// The names of the constants that a vertex program reads from registers c[].
[[nodiscard]] std::vector<ConstantName> constant_names(const Container& container);

/// A parameter that stands for an attribute, a varying or a texture unit.
struct Bound {
    ResourceName resource;
    bool is_output = false;
    std::string name;
    /// Returns whether the program's own tables call the resource `register_name`: "TEX3", "HPOS", "POSITION".
    [[nodiscard]] bool is_at(std::string_view register_name) const;
};
/// The unit of a parameter that is a texture.
[[nodiscard]] std::optional<std::uint32_t> texture_unit(const Bound& one);
[[nodiscard]] std::vector<Bound> bound_parameters(const Container& container);

/// State and names as bytes, for the key of a translation.
void add_key(std::vector<std::uint8_t>& bytes, const StateValues& state, std::span<const ConstantName> constants,
             std::span<const Bound> bound);

} // namespace relit::isa::rsx::cg
