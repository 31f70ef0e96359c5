// The operations as an enumeration, and what the table of ir/opcodes.inc says about each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace relit::ir {

enum class Op : std::uint16_t {
#define OP(name) name,
#include "ir/op_names.inc"
#undef OP
};

inline constexpr std::array kOpNames = {
#define OP(name) std::string_view(#name),
#include "ir/op_names.inc"
#undef OP
};
inline constexpr std::size_t kOpCount = kOpNames.size();

using Traits = std::uint32_t;
inline constexpr Traits kPure = 1, kSwaps = 2, kReduce = 4, kEffect = 8, kReads = 16, kAcross = 32, kMoves = 64,
                        kPicks = 128, kRounds = 256, kIndexed = 512, kByVertex = 1024;
/// An error bound in units in the last place, kept in the upper half of the traits.
[[nodiscard]] constexpr Traits ulp(Traits n) { return n << 16; }

/// Tells how Inst::imm is read.
enum class Imm : std::uint8_t {
    Nothing,
    Literal,    // the first word in Module::literals
    Param,      // an index in Function::params
    BlockParam, // an index in Block::params
    Lanes,      // the source lane of result lane i in bits 8i+7:8i
    Mask,       // bit i for lane i
    Table,      // an index in Module::tables
    Access,     // an ir::Access word
    Resource,   // an index in Module::resources
    Scope,      // of a barrier
    Use,        // an index in Module::texture_uses
    Builtin,    // an ir::Builtin
    Function,   // an index in Module::functions
    Words,      // kOpaqueWords words in Module::literals
};

/// Groups operations for consumers that treat many alike.
enum class OpClass : std::uint8_t {
    Value,      // computes or moves a value, of its operands alone
    Conversion, // to another kind or width
    Load,
    Store,
    Atomic, // loads and stores in one step
    Query,  // sizes and levels
    Sample, // filtered, or by float coordinates
    Barrier,
    Exchange, // gives what other invocations computed; invocations must come to it together
    Pipeline, // reads and changes what a stage is given and does
    Call,
    Unknown, // words that do not decode
};

/// Names the memory that an operation reads or writes beside values.
enum class Memory : std::uint8_t { None, Registers, Buffer, Texture, Image, Table };

struct OpInfo {
    std::string_view name;     // as in the table: "FAdd"
    std::string_view mnemonic; // as in the text form: "fadd"
    char result = '-';         // shape letter
    std::string_view operands; // shape letters
    Traits traits = 0;
    Imm imm = Imm::Nothing;
    OpClass op_class = OpClass::Value;
    Memory memory = Memory::None;
    std::string_view value; // the value expression as text, for docs

    [[nodiscard]] constexpr bool has(Traits wanted) const { return (traits & wanted) == wanted; }
    /// 0: exact
    [[nodiscard]] constexpr unsigned error_ulp() const { return traits >> 16; }
    [[nodiscard]] constexpr bool touches(Memory what) const { return memory == what; }
    [[nodiscard]] constexpr bool is_atomic() const { return op_class == OpClass::Atomic; }
    [[nodiscard]] constexpr bool is_load() const { return op_class == OpClass::Load; }
    [[nodiscard]] constexpr bool is_store() const { return op_class == OpClass::Store; }
    [[nodiscard]] constexpr bool is_call() const { return op_class == OpClass::Call; }
    [[nodiscard]] constexpr bool loads(Memory what) const { return touches(what) && is_load(); }
    [[nodiscard]] constexpr bool stores(Memory what) const { return touches(what) && is_store(); }
    /// Loads or stores: neither changes in one step nor asks for sizes.
    [[nodiscard]] constexpr bool accesses(Memory what) const { return touches(what) && (is_load() || is_store()); }
    /// Of registers of the invocation's own, at the register that the Access word alone names.
    [[nodiscard]] constexpr bool is_fixed_access() const {
        return accesses(Memory::Registers) && (traits & (kIndexed | kAcross | kByVertex)) == 0;
    }
    /// Stores, and atomic operations.
    [[nodiscard]] constexpr bool writes(Memory what) const { return touches(what) && (is_store() || is_atomic()); }
    /// Derivatives, shuffles, ballots and votes. Sampling with an implicit level looks across too, but what it gives is not
    /// another invocation's value.
    [[nodiscard]] constexpr bool exchanges() const { return op_class == OpClass::Exchange; }
};

extern const std::array<OpInfo, kOpCount> kOps;
[[nodiscard]] inline const OpInfo& info(Op op) { return kOps[static_cast<std::size_t>(op)]; }
[[nodiscard]] inline std::span<const OpInfo> all_ops() { return kOps; }
/// The operation whose mnemonic is `wanted`, or nullptr.
[[nodiscard]] const Op* op_named(std::string_view wanted);

} // namespace relit::ir
