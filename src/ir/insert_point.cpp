#include "ir/insert_point.hpp"

#include "ir/edit.hpp"
#include "ir/rewrite/reducer.hpp"

namespace relit::ir {
namespace {

Id placed(Id id, const InsertPoint& at) {
    if (at.reducer != nullptr) return at.reducer->take_last(at.insts);
    at.insts.push_back(id);
    return id;
}

} // namespace

Id InsertPoint::add(Module& module, Op op, Type type, std::span<const Id> operands, std::uint32_t imm) const {
    const Inst inst{.op = op, .type = type, .imm = imm, .origin = origin, .operands = module.copy(operands)};
    return placed(append(module, inst), *this);
}

Id InsertPoint::add_constant(Module& module, Type type, std::uint64_t lane) const {
    return placed(append_constant(module, type, lane, origin), *this);
}

} // namespace relit::ir
