// What the printer and the assembler of NV2A programs agree on: dialects, numbers of constants, and which bits of a word
// its text says.
#pragma once

#include "base/result.hpp"
#include "isa/nv2a/encoding/word.hpp"
#include "isa/reader.hpp"
#include "isa/text_types.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace relit::isa::nv2a {

/// Vsh: one line a word, names as in D3D. Gl: NV_vertex_program1_1 text.
enum class Dialect : std::uint8_t { Vsh, Gl };

/// How constants are numbered in text. Raw is what the word holds; in GL and D3D, number 0 is raw 96.
enum class Numbering : std::uint8_t { Raw, Gl, D3d };

/// The values that assemblers leave in fields that text does not mention; docs/isa/nv2a.md lists the programs that show
/// them. Plain: nv2a_vsh_asm's, which are also those of most words of the console's SDK. Sdk: the same, but for the word
/// that the SDK appends to every program. Xvs: those of the vendor's assembler, as optimised programs of games have
/// them. Cg: those of nxdk's vp20compiler.
enum class Fill : std::uint8_t { Plain, Sdk, Xvs, Cg };
inline constexpr std::array<std::string_view, 4> kFillNames = {"plain", "sdk", "xvs", "cg"};
[[nodiscard]] std::optional<Fill> fill_named(std::string_view name);
[[nodiscard]] constexpr std::string_view name_of(Fill fill) { return kFillNames[static_cast<unsigned>(fill)]; }

struct Style {
    Dialect dialect = Dialect::Vsh;
    Numbering constants = Numbering::Raw;
    std::optional<Fill> fill; // of listings; nothing: the one with which the fewest words need a list
};
/// Comments begin with ; in vsh, where lines end statements, and with # in GL.
[[nodiscard]] TextRules rules_of(Dialect dialect);
/// Reads "dialect", "constants" and "fill"; a fault where a value is none of theirs.
[[nodiscard]] Result<Style> style_of(const TextOptions& options);
[[nodiscard]] std::optional<Numbering> numbering_named(std::string_view name);
[[nodiscard]] std::string_view name_of(Numbering numbering);

/// The number that text shows for a raw constant (0..191).
[[nodiscard]] std::int32_t shown_constant(std::uint32_t raw, Numbering numbering);
/// The raw constant that `shown` names; nothing where there is none.
[[nodiscard]] std::optional<std::uint32_t> raw_constant(std::int64_t shown, Numbering numbering);

/// A word of which text mentions nothing. Plain: operands are input 0 in order, no temporary is written, the output
/// address is 0xff of bank o.
[[nodiscard]] constexpr Word128 blank_word(Fill fill) {
    switch (fill) {
        case Fill::Plain:
        case Fill::Sdk: return {{{0, 0x0000001b, 0x0836106c, 0x20700ff8}}};
        case Fill::Xvs: return {{{0, 0x00000000, 0x08001000, 0x20b00000}}};
        case Fill::Cg: return {{{0, 0x0000001b, 0x0836106c, 0x207007f8}}};
    }
    unreachable("blank_word");
}
/// Sets what depends on the rest of a word that text has said in full.
void complete_fill(Word128& word, Fill fill);

/// The word that assembling its plain text gives, FINAL included as it is. Where it differs from `word`, the text needs
/// a list of fields to be exact.
[[nodiscard]] Word128 bits_in_text(const Word128& word, Fill fill);
/// The fill with which the fewest words of a program need such a list, and of several the one with the shortest lists.
[[nodiscard]] Fill fill_of(std::span<const Word128> slots);

/// Appends the instruction (without FINAL): "mul R4, v3, c[5] + rsq R1.w, R0.x", or ".word ..." where it is not known.
void print_word(std::string& text, const Word128& word, Style style, Fill fill);
/// The same in the vsh dialect without a list of fields, as comments of translations show it.
void print_operations(std::string& text, const Word128& word);

/// The spelling of an operation in a dialect, lower case for vsh.
[[nodiscard]] std::string_view spelling(Mac op, Dialect dialect);
[[nodiscard]] std::string_view spelling(Ilu op, Dialect dialect);

} // namespace relit::isa::nv2a
