// How the text form spells what is not an operation: kinds, stages, roles, resources.
#pragma once

#include "ir/module.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace relit::ir {

inline constexpr std::array<std::string_view, 9> kKindNames = {"void", "bool", "i8",  "i16", "i32",
                                                               "i64",  "f16",  "f32", "f64"};
inline constexpr std::array<std::string_view, 6> kStageNames = {"vertex",   "tess_control", "tess_eval",
                                                                "geometry", "fragment",     "compute"};
inline constexpr std::array<std::string_view, 3> kRoleNames = {"register", "input", "output"};
inline constexpr std::array<std::string_view, 6> kResourceNames = {"constant", "storage", "shared",
                                                                   "scratch",  "texture", "image"};
inline constexpr std::array<std::string_view, 5> kDimNames = {"1d", "2d", "3d", "cube", "buffer"};
inline constexpr std::array<std::string_view, 4> kRoundingNames = {"even", "zero", "up", "down"};
inline constexpr std::array<std::string_view, 2> kScopeNames = {"workgroup", "device"};
inline constexpr std::array<std::string_view, 21> kBuiltinNames = {
    "vertex_index",   "instance_index",      "frag_coord",          "front_facing",
    "point_coord",    "sample_id",           "sample_mask",         "layer",
    "viewport_index", "primitive_id",        "invocation_id",       "patch_vertices",
    "tess_coord",     "workgroup_id",        "local_invocation_id", "workgroup_count",
    "workgroup_size", "subgroup_invocation", "helper_invocation",   "base_vertex",
    "base_instance"};
static_assert(static_cast<std::size_t>(Builtin::BaseInstance) + 1 == kBuiltinNames.size());
inline constexpr auto kFormatNames = std::to_array<std::string_view>({
    "unknown",
#define IR_FORMAT(name, text) text,
#include "ir/formats.inc"
#undef IR_FORMAT
});
inline constexpr std::array<std::string_view, 7> kPrimitiveNames = {
    "points", "lines", "lines_adjacency", "triangles", "triangles_adjacency", "line_strip", "triangle_strip"};
inline constexpr std::array<std::string_view, 14> kSemanticNames = {
    "user",           "position",   "point_size",  "clip_distance", "cull_distance",    "layer",
    "viewport_index", "frag_depth", "sample_mask", "front_facing",  "tess_level_outer", "tess_level_inner",
    "primitive_id",   "none"};
static_assert(static_cast<std::size_t>(Semantic::None) + 1 == kSemanticNames.size());
inline constexpr std::array<std::string_view, 3> kDomainNames = {"triangles", "quads", "isolines"};
inline constexpr std::array<std::string_view, 3> kSpacingNames = {"equal", "fractional_even", "fractional_odd"};
inline constexpr std::string_view kSecond = "second"; // source of blending
inline constexpr std::array<std::string_view, 5> kInterpolationNames = {"smooth", "flat", "no_perspective", "centroid",
                                                                        "sample"};
inline constexpr std::string_view kLaneNames = "xyzw";

/// The name at `value`, or "?" beyond the table.
template <class Value, std::size_t N>
[[nodiscard]] constexpr std::string_view name_in(const std::array<std::string_view, N>& names, Value value) {
    const auto at = static_cast<std::size_t>(value);
    return at < N ? names[at] : "?";
}
/// Where `name` stands in the table, or its size.
template <std::size_t N>
[[nodiscard]] constexpr std::size_t index_in(const std::array<std::string_view, N>& names, std::string_view name) {
    std::size_t at = 0;
    while (at < N && names[at] != name) ++at;
    return at;
}

/// "f32x4", "bool", "void"
[[nodiscard]] std::string type_name(Type type);

/// Whether IoSlot::number says more.
[[nodiscard]] bool has_number(Semantic semantic);

/// What ReadBuiltin gives; fewer lanes of it are fine, too.
[[nodiscard]] Type type_of(Builtin builtin);

inline constexpr std::uint32_t kOpaqueWords = 5; // the offset in the guest's file, then four words

/// [A-Za-z_][A-Za-z0-9_]*: what stands in the text without quotes.
[[nodiscard]] bool is_plain_name(std::string_view name);
/// In double quotes, with \" \\ \n and \xNN escapes.
[[nodiscard]] std::string quoted(std::string_view text);

} // namespace relit::ir
