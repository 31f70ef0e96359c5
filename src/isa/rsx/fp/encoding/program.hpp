// A fragment program as data: its instructions with the constants between them, what stands after it in the file, and in
// a container the names and state around it.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "isa/rsx/cg/encoding/any_container.hpp"
#include "isa/rsx/cg/encoding/symbols.hpp"
#include "isa/rsx/encoding/order.hpp"
#include "isa/rsx/fp/encoding/word.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace relit::isa::rsx::fp {

inline constexpr std::uint32_t kMaxInstructions =
    4096; // more are refused; above kCommonInstructions there is a warning
inline constexpr std::uint32_t kCommonInstructions = 512;     // what emulators take
inline constexpr std::size_t kMaxFile = std::size_t{1} << 20; // bytes

/// Four dwords after an instruction, which programs are patched through. Bits of x, y, z, w.
struct Constant {
    std::uint32_t offset = 0; // bytes from the program's start
    std::array<std::uint32_t, 4> lanes{};
    [[nodiscard]] bool operator==(const Constant&) const = default;
};

struct Instruction {
    std::uint32_t offset = 0; // bytes from the program's start
    Word128 word;
    std::optional<Constant> constant;

    [[nodiscard]] std::uint32_t slot() const { return offset / kSlotBytes; }
    /// Where the next instruction stands.
    [[nodiscard]] std::uint32_t next() const { return offset + (constant ? 2 : 1) * kSlotBytes; }
};

struct Program {
    std::vector<Instruction> instructions; // up to an END that no address goes past, or to the end of the bytes
    std::string missing_end;               // of the latter: which END is missing
    std::vector<std::uint8_t> rest;        // what the file holds after them
    bool from_text = false;
    ByteOrder order; // of the file
    std::optional<cg::AnyContainer> container;
    StateValues machine_state;                    // what the file says of it
    std::vector<cg::ConstantName> constant_names; // of 16 bytes each
    std::vector<cg::Bound> bound;                 // the names of attributes, varyings and textures
    std::vector<std::string> warnings;

    /// Where the program's first instruction stands in the file.
    [[nodiscard]] std::uint32_t code_offset() const { return container ? container->code_offset : 0; }
    /// In bytes, without the rest.
    [[nodiscard]] std::uint32_t size() const { return instructions.empty() ? 0 : instructions.back().next(); }
    /// The index of the instruction at an address in dwords; instructions.size() for the end, nothing for other addresses.
    /// Every address of a loaded program has an answer.
    [[nodiscard]] std::optional<std::size_t> index_of(std::uint32_t address) const;
};

/// The addresses, in dwords from the program's start, that a word holds: IFE of ELSE and of ENDIF, LOOP and REP of the
/// first instruction after the body, CAL of its target.
struct Addresses {
    std::array<std::uint32_t, 2> dwords{};
    unsigned count = 0;

    [[nodiscard]] const std::uint32_t* begin() const { return dwords.data(); }
    [[nodiscard]] const std::uint32_t* end() const { return dwords.data() + count; }
};
[[nodiscard]] Addresses addresses_in(const Word128& word); // by a word that steers
[[nodiscard]] inline Addresses addresses_of(const Word128& word) {
    return steers(word[Word128::op]) ? addresses_in(word) : Addresses{};
}

/// The orders that raw files come in; the first is the console's.
inline constexpr std::array<ByteOrder, 4> kOrders = {
    {{"console", "big-endian dwords, their halves swapped", 0},
     {"little", "little-endian dwords", 1},
     {"big", "big-endian dwords, their halves as they are", 2},
     {"little_halves", "little-endian dwords, their halves swapped", 3}}};

/// Decodes microcode or a container, whatever the file looks like. Microcode may have its bytes in any order, if only that
/// makes sense. A fault where there is no program: an address that leads nowhere. Words that do not decode are kept. Without an
/// END, as in a part of a larger dump, it is all up to the end of the bytes.
[[nodiscard]] Result<Program> load_binary(Bytes file);
/// The same for what text assembles to, whose order of bytes is known to be the console's.
[[nodiscard]] Result<Program> load_console(Bytes file);

} // namespace relit::isa::rsx::fp
