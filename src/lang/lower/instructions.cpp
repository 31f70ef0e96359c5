#include "lang/lower/instructions.hpp"

namespace relit::lang {

void become_value(ir::Builder& builder, ir::Id id, ir::Id value, ir::Id first_new) {
    if (value == id) return;
    ir::Module& module = builder.module();
    auto& insts = module.functions[builder.function_here()].blocks[builder.here()].insts;
    if (value < first_new || insts.empty() || insts.back() != value) return builder.become_copy(id, value);
    module[id] = ir::Inst(module[value]);
    insts.pop_back();
}

} // namespace relit::lang
