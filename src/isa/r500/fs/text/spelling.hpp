// Words of the fragment assembly language that the printer and the reader share.
#pragma once

#include "base/text.hpp"
#include "isa/r500/fs/encoding/word.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace relit::isa::r500::fs {

/// Names of masks; bit 0 is red.
inline constexpr std::array<std::string_view, 8> kRgbMasks = {"none", "r", "g", "rg", "b", "rb", "gb", "rgb"};
inline constexpr std::array<std::string_view, 2> kAlphaMasks = {"none", "a"};
inline constexpr std::array<std::string_view, 16> kAllMasks = {"none", "r",  "g",  "rg",  "b",  "rb",  "gb",  "rgb",
                                                               "a",    "ra", "ga", "rga", "ba", "rba", "gba", "rgba"};

/// A bit that a tag in front of the operation sets.
struct Tag {
    std::string_view name;
    const Field<bool>* field;
};
inline constexpr Tag kAluTags[] = {{"TEX_SEM_WAIT", &Common::tex_sem_wait},
                                   {"NOP", &Common::nop},
                                   {"LAST", &Common::last},
                                   {"ALU_WAIT", &Common::alu_wait},
                                   {"WRITE_INACTIVE", &Common::write_inactive}};
inline constexpr Tag kTexTags[] = {{"TEX_SEM_WAIT", &Common::tex_sem_wait},
                                   {"TEX_SEM_ACQUIRE", &Tex::acquires},
                                   {"NOP", &Common::nop},
                                   {"LAST", &Common::last},
                                   {"ALU_WAIT", &Common::alu_wait},
                                   {"WRITE_INACTIVE", &Common::write_inactive},
                                   {"IGNORE_UNCOVERED", &Tex::ignore_uncovered},
                                   {"UNSCALED", &Tex::unscaled}};
inline constexpr Tag kFcTags[] = {{"TEX_SEM_WAIT", &Common::tex_sem_wait},
                                  {"NOP", &Common::nop},
                                  {"LAST", &Common::last},
                                  {"ALU_WAIT", &Common::alu_wait},
                                  {"WRITE_INACTIVE", &Common::write_inactive},
                                  {"IGNORE_UNCOVERED", &Fc::ignore_uncovered},
                                  {"ELSE", &Fc::else_first},
                                  {"ANY", &Fc::jump_any}};
[[nodiscard]] constexpr std::span<const Tag> tags_of(Type type) {
    switch (type) {
        case Type::Tex: return kTexTags;
        case Type::Fc: return kFcTags;
        default: return kAluTags;
    }
}

/// Jump tables that have names: bit alu_result * 4 + predicate * 2 + boolean.
struct JumpTable {
    std::uint8_t table;
    std::string_view text;
};
inline constexpr JumpTable kJumpTables[] = {{0xff, "always"},         {0x00, "never"},      {0xf0, "alu_result"},
                                            {0x0f, "not alu_result"}, {0xcc, "predicate"},  {0x33, "not predicate"},
                                            {0xaa, "boolean"},        {0x55, "not boolean"}};

/// Returns the index of the name that equals the word, ignoring case.
[[nodiscard]] inline std::optional<std::uint32_t> one_of(std::span<const std::string_view> names,
                                                         std::string_view word) {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (equal_ignoring_case(names[i], word)) return static_cast<std::uint32_t>(i);
    return std::nullopt;
}

} // namespace relit::isa::r500::fs
