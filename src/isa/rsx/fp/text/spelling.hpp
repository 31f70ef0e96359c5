// What the printer and the assembler of fragment programs agree on: heads of lines, what compilers leave in fields that
// text does not name, and which bits of a word its text says.
#pragma once

#include "isa/rsx/fp/encoding/program.hpp"
#include "isa/text_types.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::isa::rsx::fp {

/// What stands before an instruction: "012: " counts slots, "0x00c0: " bytes.
enum class Heads : std::uint8_t { Slots, Bytes, None };
/// Whose compiler's values the fields have that text does not name: that of the console's maker, or Mesa's.
enum class Fill : std::uint8_t { Sony, Mesa };
inline constexpr std::string_view kFillNames[] = {"sony", "mesa"};

/// A file as the console has it, and the order in which it is to be stored.
struct Assembled {
    std::vector<std::uint8_t> bytes;
    ByteOrder order = kOrders[0];
};
[[nodiscard]] Result<Assembled> assemble_file(std::string_view text);

struct Style {
    Heads heads = Heads::Slots;
    Fill fill = Fill::Sony;
};
/// Reads "addresses"; a fault where its value is none.
[[nodiscard]] Result<Style> style_of(const TextOptions& options);

/// A word of this operation in which every field that text may leave out has the value that it then has, as far as that
/// does not depend on other fields.
[[nodiscard]] Word128 blank_word(Op op, Fill fill);
/// Sets what the compiler sets beside a register that is not there, and beside a source that is an attribute.
void fill_destination(Word128& word, Fill fill);
void fill_index(Word128& word, Fill fill);

/// How many sources the text names: texture operations leave out those that hold what blank_word() has.
[[nodiscard]] unsigned printed_sources(const Word128& word, Fill fill);
/// The word that assembling its plain text gives, END as it is. Where it differs from `word`, the text needs a list of
/// fields to be exact.
[[nodiscard]] Word128 bits_in_text(const Word128& word, Fill fill);
/// Whether the text of the instruction shows its constant.
[[nodiscard]] bool says_constant(const Word128& word, Fill fill);

/// Appends "MADR R0.xyz, H1, H0.x, H0.y;", or ".word ..." where the word is not known.
void print_instruction(std::string& text, const Instruction& instruction, Fill fill);
/// The same without what nothing reads, for people, and with the constant as c[number]: what a translation names its
/// parts by, whatever values the program is patched with.
void print_origin(std::string& text, const Instruction& instruction, std::uint32_t constant);
/// Appends "0x3f000000(0.5), ...".
void print_constant(std::string& text, const std::array<std::uint32_t, 4>& lanes);
/// Appends "0x00000000, ...".
void print_dwords(std::string& text, const std::array<std::uint32_t, 4>& dwords);
/// The name of the slot that a CAL to this address goes to.
[[nodiscard]] std::string label_of(std::uint32_t address);

} // namespace relit::isa::rsx::fp
