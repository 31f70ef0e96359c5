// The numbers that GS registers hold where they stand for something: formats, primitives, tests, functions.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace relit::machine::gs {

/// PSM: how pixels lie in local memory. Codes that are not listed are values too; who reads memory says what they mean.
enum class PixelFormat : std::uint8_t {
    Ct32 = 0x00,
    Ct24 = 0x01,
    Ct16 = 0x02,
    Ct16s = 0x0a,
    T8 = 0x13,
    T4 = 0x14,
    T8h = 0x1b,
    T4hl = 0x24,
    T4hh = 0x2c,
    Z32 = 0x30,
    Z24 = 0x31,
    Z16 = 0x32,
    Z16s = 0x3a,
};

enum class Primitive : std::uint8_t { Point, Line, LineStrip, Triangle, TriangleStrip, TriangleFan, Sprite, Invalid };
enum class AlphaTest : std::uint8_t { Never, Always, Less, LessEqual, Equal, GreaterEqual, Greater, NotEqual };
enum class AlphaFail : std::uint8_t { Keep, FbOnly, ZbOnly, RgbOnly };
enum class DepthTest : std::uint8_t { Never, Always, GreaterEqual, Greater };
enum class TextureFunction : std::uint8_t { Modulate, Decal, Highlight, Highlight2 };
enum class WrapMode : std::uint8_t { Repeat, Clamp, RegionClamp, RegionRepeat };
enum class Direction : std::uint8_t { HostToLocal, LocalToHost, LocalToLocal, Off };

/// Names of values, for printing; they are those of the manual as the field uses them.
inline constexpr std::array<std::string_view, 59> kFormatNames = [] {
    std::array<std::string_view, 59> names{};
    names[0x00] = "CT32", names[0x01] = "CT24", names[0x02] = "CT16", names[0x0a] = "CT16S";
    names[0x13] = "T8", names[0x14] = "T4", names[0x1b] = "T8H", names[0x24] = "T4HL", names[0x2c] = "T4HH";
    names[0x30] = "Z32", names[0x31] = "Z24", names[0x32] = "Z16", names[0x3a] = "Z16S";
    return names;
}();
/// ZBUF holds the low four bits of a Z format.
inline constexpr std::array<std::string_view, 11> kDepthFormatNames{"Z32", "Z24", "Z16", "", "",    "",
                                                                    "",    "",    "",    "", "Z16S"};
/// CPSM has four bits.
inline constexpr std::array<std::string_view, 11> kClutFormatNames{"CT32", "CT24", "CT16", "", "",     "",
                                                                   "",     "",     "",     "", "CT16S"};
inline constexpr std::array<std::string_view, 8> kPrimitiveNames{"POINT",    "LINE",   "LINESTRIP", "TRI",
                                                                 "TRISTRIP", "TRIFAN", "SPRITE",    "INVALID"};
inline constexpr std::array<std::string_view, 8> kAlphaTestNames{"NEVER", "ALWAYS", "LESS",    "LEQUAL",
                                                                 "EQUAL", "GEQUAL", "GREATER", "NOTEQUAL"};
inline constexpr std::array<std::string_view, 4> kAlphaFailNames{"KEEP", "FB_ONLY", "ZB_ONLY", "RGB_ONLY"};
inline constexpr std::array<std::string_view, 4> kDepthTestNames{"NEVER", "ALWAYS", "GEQUAL", "GREATER"};
inline constexpr std::array<std::string_view, 4> kFunctionNames{"MODULATE", "DECAL", "HIGHLIGHT", "HIGHLIGHT2"};
inline constexpr std::array<std::string_view, 4> kWrapNames{"REPEAT", "CLAMP", "REGION_CLAMP", "REGION_REPEAT"};
inline constexpr std::array<std::string_view, 4> kDirectionNames{"HOST_TO_LOCAL", "LOCAL_TO_HOST", "LOCAL_TO_LOCAL",
                                                                 "OFF"};
inline constexpr std::array<std::string_view, 3> kBlendColourNames{"CS", "CD", "ZERO"};
inline constexpr std::array<std::string_view, 3> kBlendAlphaNames{"AS", "AD", "FIX"};
inline constexpr std::array<std::string_view, 2> kMagnifyNames{"NEAREST", "LINEAR"};
inline constexpr std::array<std::string_view, 6> kMinifyNames{
    "NEAREST", "LINEAR", "NEAREST_MIP_NEAREST", "NEAREST_MIP_LINEAR", "LINEAR_MIP_NEAREST", "LINEAR_MIP_LINEAR"};
inline constexpr std::array<std::string_view, 6> kClutLoadNames{"NOTHING",       "LOAD",        "LOAD_SET_CBP0",
                                                                "LOAD_SET_CBP1", "IF_NOT_CBP0", "IF_NOT_CBP1"};

} // namespace relit::machine::gs
