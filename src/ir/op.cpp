#include "ir/op.hpp"

#include <algorithm>
#include <array>

namespace relit::ir {
namespace {

constexpr std::size_t kLongest = 24;

struct Mnemonic {
    std::array<char, kLongest> text{};
    std::size_t size = 0;
};

constexpr Mnemonic lowered(std::string_view name) {
    Mnemonic m;
    for (const char c : name) m.text[m.size++] = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return m;
}

constexpr std::array kMnemonics = {
#define OP(name) lowered(#name),
#include "ir/op_names.inc"
#undef OP
};

constexpr std::string_view mnemonic(Op op) {
    const Mnemonic& m = kMnemonics[static_cast<std::size_t>(op)];
    return {m.text.data(), m.size};
}

constexpr auto sorted_by_mnemonic() {
    std::array<Op, kOpCount> ops{};
    for (std::size_t i = 0; i < kOpCount; ++i) ops[i] = static_cast<Op>(i);
    std::sort(ops.begin(), ops.end(), [](Op a, Op b) { return mnemonic(a) < mnemonic(b); });
    return ops;
}
constexpr auto kSorted = sorted_by_mnemonic();
static_assert(std::adjacent_find(kSorted.begin(), kSorted.end(),
                                 [](Op a, Op b) { return mnemonic(a) == mnemonic(b); }) == kSorted.end());

} // namespace

constexpr std::array<OpInfo, kOpCount> kOps = {{
#define IR_OP(name, result, operands, traits, imm, op_class, memory, value) \
    {#name, mnemonic(Op::name), #result[0], operands, traits, Imm::imm, OpClass::op_class, Memory::memory, #value},
#include "ir/opcodes.inc"
#undef IR_OP
}};
static_assert(std::ranges::equal(kOps, kOpNames, {}, &OpInfo::name),
              "ir/op_names.inc must have the names of ir/opcodes.inc, in its order");

const Op* op_named(std::string_view wanted) {
    const auto* at = std::lower_bound(kSorted.begin(), kSorted.end(), wanted,
                                      [](Op op, std::string_view name) { return mnemonic(op) < name; });
    return at != kSorted.end() && mnemonic(*at) == wanted ? at : nullptr;
}

} // namespace relit::ir
