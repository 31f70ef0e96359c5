// What the printer and the assembler of NV2A programs agree on: dialects, numbers of constants, and which bits of a word
// its text says.
#pragma once

#include "isa/nv2a/encoding/word.hpp"
#include "isa/reader.hpp"
#include "isa/text_types.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace relit::isa::nv2a {

/// Vsh: one line a word, names as in D3D. Gl: NV_vertex_program1_1 text.
enum class Dialect : std::uint8_t { Vsh, Gl };

/// How constants are numbered in text. Raw is what the word holds; in GL and D3D, number 0 is raw 96.
enum class Numbering : std::uint8_t { Raw, Gl, D3d };

struct Style {
    Dialect dialect = Dialect::Vsh;
    Numbering constants = Numbering::Raw;
};
/// Comments begin with ; in vsh, where lines end statements, and with # in GL.
[[nodiscard]] TextRules rules_of(Dialect dialect);
/// Reads "dialect" and "constants"; a fault where a value is none of theirs.
[[nodiscard]] Result<Style> style_of(const TextOptions& options);
[[nodiscard]] std::optional<Numbering> numbering_named(std::string_view name);
[[nodiscard]] std::string_view name_of(Numbering numbering);

/// The number that text shows for a raw constant (0..191).
[[nodiscard]] std::int32_t shown_constant(std::uint32_t raw, Numbering numbering);
/// The raw constant that `shown` names; nothing where there is none.
[[nodiscard]] std::optional<std::uint32_t> raw_constant(std::int64_t shown, Numbering numbering);

/// Every field that text does not mention holds what assemblers leave there: operands are input 0 in order, no
/// temporary is written, the output address is 0xff of bank o.
inline constexpr Word128 kBlankWord{{0, 0x0000001b, 0x0836106c, 0x20700ff8}};

/// The word that assembling its plain text gives, FINAL included as it is. Where it differs from `word`, the text needs
/// a list of fields to be exact.
[[nodiscard]] Word128 bits_in_text(const Word128& word);

/// Appends the instruction (without FINAL): "mul R4, v3, c[5] + rsq R1.w, R0.x", or ".word ..." where it is not known.
void print_word(std::string& text, const Word128& word, Style style);

/// The spelling of an operation in a dialect, lower case for vsh.
[[nodiscard]] std::string_view spelling(Mac op, Dialect dialect);
[[nodiscard]] std::string_view spelling(Ilu op, Dialect dialect);

} // namespace relit::isa::nv2a
