#include "lang/denormals.hpp"

#include "ir/op.hpp"

#include <algorithm>
#include <span>

namespace relit::lang {

// Integers, and what lies far from 0 or is 0.
bool gives_no_denormals(ir::Op op) {
    switch (op) {
        case ir::Op::SToF:
        case ir::Op::UToF:
        case ir::Op::FFloor:
        case ir::Op::FCeil:
        case ir::Op::FTrunc:
        case ir::Op::FRoundEven:
        case ir::Op::FSqrt: // 4e-23 of the least denormal
        case ir::Op::FRsq:  // 5e-20 of the greatest number
        case ir::Op::FLog2: // 9e-8 beside 1
            return true;
        default: return false;
    }
}

namespace {

using ir::Op;

bool is_denormal(std::uint64_t bits) {
    constexpr std::uint64_t kExponent = 0x7f800000, kFraction = 0x007fffff;
    return (bits & kExponent) == 0 && (bits & kFraction) != 0;
}

/// Returns true if the value has one of its operands' values in each lane, the sign aside, or a number that is none.
bool gives_operands(const ir::OpInfo& row, Op op) {
    return row.has(ir::kPicks) || op == Op::FNeg || op == Op::FAbs || op == Op::FMin || op == Op::FMax ||
           op == Op::FSat || op == Op::Select;
}

bool is_seen_normal(const ir::Module& module, ir::Id id, unsigned looks) {
    const ir::Inst& inst = module[id];
    if (inst.type.kind != ir::Kind::F32) return false;
    if (inst.op == Op::Const) return std::ranges::none_of(module.literal(inst), is_denormal);
    const ir::OpInfo& row = ir::info(inst.op);
    if (gives_no_denormals(inst.op)) return true;
    if ((row.result == 'F' || row.result == 'f') && inst.mode[ir::FloatMode::flush_result]) return true;
    const auto operands = std::span(inst.operands).subspan(inst.op == Op::Select ? 1 : 0); // but for the condition
    return looks > 0 && gives_operands(row, inst.op) &&
           std::ranges::all_of(operands, [&](ir::Id operand) { return is_seen_normal(module, operand, looks - 1); });
}

} // namespace

bool is_never_denormal(const ir::Module& module, ir::Id id) {
    constexpr unsigned kLooks = 3; // one after the other
    return is_seen_normal(module, id, kLooks);
}

ir::Id write_flushed(ir::Builder& builder, ir::Id value) {
    const ir::Type type = builder.type_of(value);
    if (!ir::is_float(type.kind)) return value;
    const ir::Type bits_type = type.with_kind(ir::integer_of(type.kind));
    const std::uint64_t sign = std::uint64_t{1} << (ir::bits_of(type.kind) - 1);
    const std::uint64_t exponent = type.kind == ir::Kind::F16   ? 0x7c00
                                   : type.kind == ir::Kind::F32 ? 0x7f800000
                                                                : 0x7ff0000000000000;
    const ir::Id bits = builder.bitcast(bits_type, value);
    const auto masked = [&](std::uint64_t mask) { return builder.IAnd(bits, builder.constant(bits_type, mask)); };
    const ir::Id is_small = builder.IEq({masked(exponent), builder.constant(bits_type, 0)});
    return builder.bitcast(type, builder.Select(is_small, masked(sign), bits));
}

} // namespace relit::lang
