// Textures that `relit run` binds to a program, from its JSON.
#pragma once

#include "base/result.hpp"
#include "ir/bound.hpp"
#include "ir/module.hpp"
#include "verify/set_source.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

namespace relit::verify {

/// The key under which a set of inputs has them.
inline constexpr std::string_view kTexturesKey = "textures";

/// One entry a resource. A set of inputs may have "textures": by name an object of
///  kind              "1d", "2d", "3d", "cube"; must be the program's, which it is where nothing is said
///  width, height, depth, layers, levels   1 where nothing is said; a level is half as large as the one before it
///  format            "rgba8", "r8", "rgba32f", "r32f" (little-endian)
///  hex or file       the texels: level after level, in it layers (faces of a cube), slices, rows
///  filter            "nearest" or "linear"; between_levels the same
///  wrap              "repeat", "mirror", "clamp", "border", "mirror_once": one for all axes, or a list
///  border            four numbers
///  compare           "never", "less", "equal", "less_equal", "greater", "not_equal", "greater_equal", "always"
/// What is not named is a texel 0, 0, 0, 1.
[[nodiscard]] Result<std::vector<ir::Bound>> textures_of(const ir::Module& module, const nlohmann::ordered_json& set,
                                                         SetSource& source);

[[nodiscard]] bool has_textures(const nlohmann::ordered_json& set);

/// Gives the texels of an image the values that its format has for them.
void keep_as_formatted(const ir::Resource& resource, ir::TextureData& texture);

/// "0a1b": two digits a byte. The fault names the key "hex".
[[nodiscard]] Result<std::vector<std::uint8_t>> bytes_of_hex(std::string_view hex);

/// NotSupported where a sampler shows a border of a colour that Vulkan does not have: all 0, 0 0 0 1 and all 1 it has.
[[nodiscard]] Status check_border_colours(const ir::Module& module, const std::vector<ir::Bound>& textures);

} // namespace relit::verify
