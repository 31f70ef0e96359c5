#include "tests/support/hidden_factors.hpp"

#include "ir/builder.hpp"

#include <utility>

namespace relit::test {
namespace {

constexpr std::size_t kFactors = 2;

/// 0: which workgroup it is, of one.
ir::Id unknown_zero(ir::Builder& ir, ir::Type type) {
    const ir::Id place = ir.add(ir::Op::ReadBuiltin, ir::kI32.with_lanes(3), std::span<const ir::Id>{},
                                static_cast<std::uint32_t>(ir::Builtin::WorkgroupId));
    ir::Id zero = ir.lane(place, 0);
    if (ir::bits_of(type.kind) < 32) zero = ir.convert(ir::Op::ITruncate, type.kind, zero);
    if (ir::bits_of(type.kind) > 32) zero = ir.convert(ir::Op::UExtend, type.kind, zero);
    return type.lanes == 1 ? zero : ir.splat(zero, type.lanes);
}

ir::Id hidden(ir::Builder& ir, ir::Id value) {
    const ir::Type type = ir.type_of(value), bits = type.with_kind(ir::integer_of(type.kind));
    return ir.bitcast(type, ir.IXor(ir.bitcast(bits, value), unknown_zero(ir, bits)));
}

} // namespace

void hide_factors(ir::Module& module) {
    ir::Builder ir(module);
    for (ir::FunctionId f = 0; f < module.functions.size(); ++f) {
        for (ir::BlockId b = 0; b < module.functions[f].blocks.size(); ++b) {
            ir::Block& block = module.functions[f].blocks[b];
            const auto insts = std::exchange(block.insts, {});
            const ir::Terminator end = std::exchange(block.end, {}); // an ended block takes no more
            ir.move_to(f, b);
            for (const ir::Id id : insts) {
                const bool multiplies = module[id].op == ir::Op::FMul || module[id].op == ir::Op::FFma;
                for (std::size_t i = 0; multiplies && i < kFactors; ++i) {
                    const ir::Id factor = hidden(ir, module[id].operands[i]); // may move the instructions
                    module[id].operands[i] = factor;
                }
                block.insts.push_back(id);
            }
            block.end = end;
        }
    }
}

} // namespace relit::test
