// The opcodes of AtomBIOS command tables.
#pragma once

#include "machine/r500/atom/operand.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace relit::machine::r500::atom {

/// What follows the opcode.
enum class Form : std::uint8_t {
    None,
    DstSrc,     // attribute, destination, source
    DstShift,   // attribute, destination, byte
    DstMaskSrc, // attribute, destination, immediate as wide as the source, source
    Dst,        // attribute, destination
    Src,        // attribute, source
    Switch,     // attribute, source, then cases
    Target,     // offset from the start of the table
    Byte,
    Word,
    Port,  // a word that has names
    Table, // number of a command table
    Block, // number of a data table
    Data,  // a word that counts the bytes after it
};

enum class Op : std::uint8_t {
#define ATOM_OP(first, kinds, name, mnemonic, form, purpose) name,
#include "machine/r500/atom/operations.inc"
#undef ATOM_OP
};

/// How many opcodes an operation has.
enum class Kinds : std::uint8_t { One, Two, All };

struct OpInfo {
    std::uint8_t first;
    Kinds kinds;
    Op op;
    std::string_view mnemonic;
    Form form;
    std::string_view purpose;
};
[[nodiscard]] std::span<const OpInfo> operations();
[[nodiscard]] unsigned opcodes_of(const OpInfo& info);

/// What an opcode says: null where it is none. `dst` counts where the operation has a destination.
struct Opcode {
    const OpInfo* info = nullptr;
    Kind dst = Kind::Reg;
};
[[nodiscard]] Opcode opcode(std::uint8_t number);
/// "MOVE_REG", as the kernel's trace has it.
[[nodiscard]] std::string_view name_of_opcode(std::uint8_t number);
[[nodiscard]] std::optional<std::uint8_t> opcode_named(std::string_view name);

inline constexpr std::uint8_t kOpcodes = 127; // those below, but for 0, are operations

} // namespace relit::machine::r500::atom
