#include "verify/rewrite/hidden_operands.hpp"

#include "ir/builder.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace relit::verify {
namespace {

/// A zero of 32 bits as one of another integer type.
ir::Id as_type(ir::Builder& ir, ir::Id zero, ir::Type type) {
    if (ir::bits_of(type.kind) < 32) zero = ir.convert(ir::Op::ITruncate, type.kind, zero);
    if (ir::bits_of(type.kind) > 32) zero = ir.convert(ir::Op::UExtend, type.kind, zero);
    return type.lanes == 1 ? zero : ir.splat(zero, type.lanes);
}

/// 0: which workgroup it is, of one.
ir::Id unknown_zero(ir::Builder& ir, ir::Type type) {
    const ir::Id invocation = ir.add(ir::Op::ReadBuiltin, ir::kI32.with_lanes(3), std::span<const ir::Id>{},
                                     static_cast<std::uint32_t>(ir::Builtin::WorkgroupId));
    return as_type(ir, ir.lane(invocation, 0), type);
}

/// Zeros of an integer type that no driver knows.
using Zero = std::function<ir::Id(ir::Builder&, ir::Type)>;
/// How many operands of an instruction are hidden.
using Count = std::size_t (*)(const ir::Inst&);

ir::Id hidden(ir::Builder& ir, ir::Id value, const Zero& zero) {
    const ir::Type type = ir.type_of(value), bits = type.with_kind(ir::integer_of(type.kind));
    return ir.bitcast(type, ir.IXor(ir.bitcast(bits, value), zero(ir, bits)));
}

void hide(ir::Module& module, Count count, const Zero& zero) {
    ir::Builder ir(module);
    for (ir::FunctionId f = 0; f < module.functions.size(); ++f) {
        for (ir::BlockId b = 0; b < module.functions[f].blocks.size(); ++b) {
            ir::Block& block = module.functions[f].blocks[b];
            const auto insts = std::exchange(block.insts, {});
            const ir::Terminator end = std::exchange(block.end, {}); // an ended block takes no more
            ir.move_to(f, b);
            for (const ir::Id id : insts) {
                for (std::size_t i = 0; i < count(module[id]); ++i) {
                    const ir::Id operand = hidden(ir, module[id].operands[i], zero); // may move the instructions
                    module[id].operands[i] = operand;
                }
                block.insts.push_back(id);
            }
            block.end = end;
        }
    }
}

std::size_t factors_of(const ir::Inst& inst) { return inst.op == ir::Op::FMul || inst.op == ir::Op::FFma ? 2 : 0; }

std::size_t float_operands_of(const ir::Inst& inst) {
    const ir::OpInfo& row = ir::info(inst.op);
    const bool computes = row.has(ir::kPure) && (row.result == 'F' || row.result == 'f');
    const std::size_t other = row.operands.find_first_not_of("Ff");
    return computes ? std::min(other, inst.operands.size()) : 0;
}

} // namespace

void hide_factors(ir::Module& module) { hide(module, factors_of, unknown_zero); }

std::uint32_t add_unknown_zero(ir::Module& module) {
    return ir::Builder(module).file("unknown_zero", ir::Kind::I32, 1, 1, ir::Role::Input, ir::FilePurpose::UnknownZero);
}

void hide_operands(ir::Module& module, std::uint32_t unknown_zero) {
    hide(module, float_operands_of, [unknown_zero](ir::Builder& ir, ir::Type type) {
        return as_type(ir, ir.load(unknown_zero, 0, ir::kI32), type);
    });
}

void hide_operands_by_buffer(ir::Module& module, std::uint32_t resource, std::uint32_t offset) {
    hide(module, float_operands_of, [=](ir::Builder& ir, ir::Type type) {
        return as_type(ir, ir.load_buffer(resource, ir.i32(offset), ir::kI32), type);
    });
}

} // namespace relit::verify
