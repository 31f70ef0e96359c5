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
inline constexpr Traits kPure = 1, kSwaps = 2, kReduce = 4, kEffect = 8, kReads = 16, kAcross = 32;
/// An error bound in units in the last place, kept in the upper half of the traits.
[[nodiscard]] constexpr Traits ulp(Traits n) { return n << 16; }

struct OpInfo {
    std::string_view name;     // as in the table: "FAdd"
    std::string_view mnemonic; // as in the text form: "fadd"
    char result = '-';         // shape letter
    std::string_view operands; // shape letters
    Traits traits = 0;
    std::string_view value; // the value expression as text, for docs

    [[nodiscard]] constexpr bool has(Traits wanted) const { return (traits & wanted) == wanted; }
    /// 0: exact
    [[nodiscard]] constexpr unsigned error_ulp() const { return traits >> 16; }
};

extern const std::array<OpInfo, kOpCount> kOps;
[[nodiscard]] inline const OpInfo& info(Op op) { return kOps[static_cast<std::size_t>(op)]; }
[[nodiscard]] inline std::span<const OpInfo> all_ops() { return kOps; }
/// The operation whose mnemonic is `wanted`, or nullptr.
[[nodiscard]] const Op* op_named(std::string_view wanted);

} // namespace relit::ir
