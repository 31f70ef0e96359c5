// What the printer and the assembler of RSX vertex programs agree on: which bits of a word its text says, and what
// stands in the others.
#pragma once

#include "isa/rsx/encoding/order.hpp"
#include "isa/rsx/vp/encoding/word.hpp"
#include "isa/text_types.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::isa::rsx::vp {

/// What a compiler leaves in fields that nothing reads.
enum class Fill : std::uint8_t { Sony, Mesa };
inline constexpr std::array<std::string_view, 2> kFillNames = {"sony", "mesa"};
[[nodiscard]] std::optional<Fill> fill_named(std::string_view name);

/// The orders that raw files come in; the first is the console's.
inline constexpr std::array<ByteOrder, 2> kOrders = {
    {{"console", "big-endian dwords", 0}, {"little", "little-endian dwords", 3}}};

/// A file as the console has it, and the order in which it is to be stored.
struct Assembled {
    std::vector<std::uint8_t> bytes;
    ByteOrder order = kOrders[0];
};
[[nodiscard]] Result<Assembled> assemble_file(std::string_view text);

/// What heads a line: the slot in decimal, the slot's first byte, or nothing.
enum class Addresses : std::uint8_t { Slots, Bytes, None };

struct Style {
    Addresses addresses = Addresses::Slots;
};
/// Reads "addresses"; a fault where its value is none of them.
[[nodiscard]] Result<Style> style_of(const TextOptions& options);

/// Every field that text does not mention holds what compilers leave there: sources are input 0 in order, nothing is
/// written, the condition always passes. Mesa knows a temporary of the scalar unit as five bits, so "none" is 31. What stands in
/// CC.test of a jump that branches on a condition, where nothing reads it: 0 for Sony, 1 for Mesa.
inline constexpr Word128 kSonyBlank{{0x001f9c6c, 0x0000000d, 0x8106c083, 0x60401ffc}};
[[nodiscard]] constexpr Word128 blank_word(Fill fill) {
    Word128 word = kSonyBlank;
    if (fill == Fill::Mesa) word.set(Word128::sca_temp, 31U);
    return word;
}

/// The word that assembling its plain text gives, END included as it is. Where it differs from `word`, the text needs
/// a list of fields to be exact.
[[nodiscard]] Word128 bits_in_text(const Word128& word, Fill fill);
/// The fill with which fewer words of a program need such a list.
[[nodiscard]] Fill fill_of(std::span<const Word128> slots);

/// Appends the instruction, or ".word ..." where it is not known. `joint` stands between the two operations of a pair.
void print_word(std::string& text, const Word128& word, Fill fill, std::string_view joint);
/// The same without what nothing reads, for people: what a translation names its parts by.
void print_origin(std::string& text, const Word128& word);

} // namespace relit::isa::rsx::vp
