// The table of spellings, GLSL's names of types, and constants that read back to the same bits.
#include "lang/glsl/spelling.hpp"

#include "base/result.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace relit::lang::glsl {
namespace {

using ir::Kind;
using ir::Type;

constexpr std::string_view CUSTOM{}, SAME{"="};
constexpr std::array kSpellings = {
#define SPELL(name, scalar, vector, stem) Spelling{#name, scalar, vector, stem},
#include "lang/glsl/spellings.inc"
#undef SPELL
};
static_assert(std::ranges::equal(kSpellings, ir::kOpNames, {}, &Spelling::name),
              "lang/glsl/spellings.inc must name every row of ir/opcodes.inc, in its order");

struct KindNames {
    std::string_view scalar, vector, signed_scalar, signed_vector;
};
constexpr std::array<KindNames, 9> kKindNames = {{
    {"void", "", "void", ""},
    {"bool", "bvec", "bool", "bvec"},
    {"uint8_t", "u8vec", "int8_t", "i8vec"},
    {"uint16_t", "u16vec", "int16_t", "i16vec"},
    {"uint", "uvec", "int", "ivec"},
    {"uint64_t", "u64vec", "int64_t", "i64vec"},
    {"float16_t", "f16vec", "float16_t", "f16vec"},
    {"float", "vec", "float", "vec"},
    {"double", "dvec", "double", "dvec"},
}};

std::string float_constant(float value) {
    const bool plain = std::isnormal(value) || (value == 0 && !std::signbit(value));
    return plain ? shortest_decimal(value)
                 : fmt::format("uintBitsToFloat(0x{:08x}u)", std::bit_cast<std::uint32_t>(value));
}

std::string double_constant(std::uint64_t bits) {
    const auto value = std::bit_cast<double>(bits);
    if (std::isnormal(value) || bits == 0) return shortest_decimal(value) + "lf";
    return fmt::format("packDouble2x32(uvec2(0x{:x}u, 0x{:x}u))", bits & 0xffffffffU, bits >> 32);
}

std::string number(std::uint64_t value, std::string_view suffix) {
    constexpr std::uint64_t kSmall = 65536;
    return value < kSmall ? fmt::format("{}{}", value, suffix) : fmt::format("0x{:x}{}", value, suffix);
}

std::string lane(Kind kind, std::uint64_t bits) {
    switch (kind) {
        case Kind::Void: return "";
        case Kind::Bool: return bits != 0 ? "true" : "false";
        case Kind::I8: return "uint8_t(" + number(bits, "u") + ")";
        case Kind::I16: return "uint16_t(" + number(bits, "u") + ")";
        case Kind::I32: return number(bits, "u");
        case Kind::I64: return number(bits, "ul");
        case Kind::F16: return fmt::format("unpackFloat2x16(0x{:04x}u).x", bits);
        case Kind::F32: return float_constant(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        case Kind::F64: return double_constant(bits);
    }
    unreachable("glsl::lane");
}

// Variables of ours with a number that hold no result.
constexpr std::string_view kOtherStems[] = {"given", "at", "p", "table", "travel"};

// "sum3", which may be one of ours
bool is_numbered(std::string_view name) {
    const std::size_t digits = name.find_last_not_of("0123456789") + 1;
    if (digits == name.size()) return false;
    const std::string_view stem = name.substr(0, digits);
    return std::ranges::find(kSpellings, stem, &Spelling::stem) != kSpellings.end() ||
           std::ranges::find(kOtherStems, stem) != std::end(kOtherStems);
}

constexpr auto kReserved = [] {
    std::array words = std::to_array<std::string_view>({
#define RESERVED(word) word,
#include "lang/glsl/reserved.inc"
#undef RESERVED
    });
    std::ranges::sort(words);
    return words;
}();
static_assert(std::ranges::adjacent_find(kReserved) == kReserved.end(), "lang/glsl/reserved.inc says a word once");

// What follows the i or u of a sampler, a texture or an image of integers, or is alone.
constexpr std::string_view kDimSuffixes[] = {"1D",
                                             "2D",
                                             "3D",
                                             "Cube",
                                             "1DArray",
                                             "2DArray",
                                             "CubeArray",
                                             "2DRect",
                                             "2DMS",
                                             "2DMSArray",
                                             "Buffer",
                                             "1DShadow",
                                             "2DShadow",
                                             "CubeShadow",
                                             "1DArrayShadow",
                                             "2DArrayShadow",
                                             "CubeArrayShadow",
                                             "2DRectShadow"};
bool is_texture_type(std::string_view name) {
    if (name.starts_with('i') || name.starts_with('u')) name.remove_prefix(name.starts_with("image") ? 0 : 1);
    for (const std::string_view stem : {"sampler", "texture", "image", "subpassInput"})
        if (name.starts_with(stem) &&
            std::ranges::find(kDimSuffixes, name.substr(stem.size())) != std::end(kDimSuffixes))
            return true;
    return name == "subpassInput" || name == "subpassInputMS";
}

// "bvec3", "dmat2x4", "u16vec2", "float16_t"
bool is_number_type(std::string_view name) {
    constexpr std::string_view kBefore[] = {"",    "b",   "d",   "f",   "h",   "i",   "u",   "i8",  "u8",
                                            "f16", "i16", "u16", "f32", "i32", "u32", "f64", "i64", "u64"};
    const std::size_t stem = std::min(name.find("vec"), name.find("mat"));
    if (stem != std::string_view::npos) {
        const std::string_view size = name.substr(stem + 3);
        const bool is_size =
            (size.size() == 1 || (size.size() == 3 && size[1] == 'x')) && size[0] >= '2' && size[0] <= '4';
        return is_size && std::ranges::find(kBefore, name.substr(0, stem)) != std::end(kBefore);
    }
    if (!name.ends_with("_t")) return false;
    const std::string_view kind = name.substr(0, name.find_first_of("0123456789_"));
    return kind == "int" || kind == "uint" || kind == "float";
}

// "o3_xy_out": lanes of a register that travel alone.
bool is_register_part(std::string_view name) {
    if (!name.ends_with("_in") && !name.ends_with("_out")) return false;
    const std::string_view head = name.substr(0, name.find('_'));
    return !head.empty() && head.back() >= '0' && head.back() <= '9';
}

// Names that our functions give their parameters and that are beside guest names there, and variables of ours.
constexpr std::string_view kOurs[] = {"i", "value", "bits", "old", "seen", "compared", "invocations", "select"};

} // namespace

const Spelling& spelling(ir::Op op) {
    static constexpr auto kResolved = [] {
        auto rows = kSpellings;
        for (Spelling& row : rows) row.vector = row.vector == SAME ? row.scalar : row.vector;
        return rows;
    }();
    return kResolved[static_cast<std::size_t>(op)];
}

std::string type_text(Type type, bool is_signed) {
    const KindNames& names = kKindNames[static_cast<std::size_t>(type.kind)];
    if (type.lanes <= 1) return std::string(is_signed ? names.signed_scalar : names.scalar);
    return fmt::format("{}{}", is_signed ? names.signed_vector : names.vector, type.lanes);
}

std::string constant(Type type, std::span<const std::uint64_t> lanes) {
    if (type.lanes == 1) return lane(type.kind, lanes[0]);
    const bool same = std::ranges::all_of(lanes, [&](std::uint64_t bits) { return bits == lanes[0]; });
    std::string text = type_text(type) + "(" + lane(type.kind, lanes[0]);
    for (std::size_t i = 1; i < lanes.size() && !same; ++i) text += ", " + lane(type.kind, lanes[i]);
    return text + ")";
}

std::string swizzle(std::uint32_t mask) {
    std::string text = ".";
    for (unsigned i = 0; i < ir::kMaxLanes; ++i) text += (mask >> i & 1) != 0 ? std::string(1, "xyzw"[i]) : "";
    return text;
}

// Names of ours are sum12, p0, f_min, in_rows and such; two underscores in a row and gl_ are reserved.
std::string legal_name(std::string_view wanted) {
    std::string name;
    for (const char c : wanted) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (letter) name += c;
        if (!letter && !name.ends_with('_')) name += '_';
    }
    if (name.empty() || (name[0] >= '0' && name[0] <= '9') || name.starts_with("gl_")) name.insert(0, "g_");
    const bool function = name.size() > 2 && name[1] == '_' && (name[2] < 'A' || name[2] > 'Z') &&
                          std::string_view("fusib").find(name[0]) != std::string_view::npos;
    const bool ours = name.starts_with("in_") || name.starts_with("out_") || function ||
                      std::ranges::find(kOurs, name) != std::end(kOurs);
    const bool taken = std::ranges::binary_search(kReserved, std::string_view(name)) || is_numbered(name) || ours ||
                       is_texture_type(name) || is_number_type(name) || is_register_part(name);
    return taken && !name.ends_with('_') ? name + "_g" : name;
}

} // namespace relit::lang::glsl
