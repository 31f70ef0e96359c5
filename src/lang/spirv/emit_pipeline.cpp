// Writes what belongs to the pipeline: builtins, discards, the vertices that a geometry shader makes.
#include "lang/spirv/emit.hpp"

namespace relit::lang::spirv {

using ir::Inst;

Value Emitter::emit_ReadBuiltin(const Inst& inst) {
    return shader_.storage.stage_interface().read(code_, static_cast<ir::Builtin>(inst.imm), inst.type);
}

/// A fragment that cannot be demoted ends: lower_discard left none that others look at.
Value Emitter::emit_Discard(const Inst& inst) {
    const Word gone = code_.assembly.fresh(), after = code_.assembly.fresh();
    code_.branch(operand(inst, 0), after, gone, after);
    code_.label(gone);
    if (code_.target.has_demote) {
        if (code_.assembly.version() < 0x10600) code_.assembly.extension("SPV_EXT_demote_to_helper_invocation");
        code_.assembly.capability(spv::Capability::DemoteToHelperInvocation);
        code_.body.op(spv::Op::OpDemoteToHelperInvocation, {});
        code_.jump(after);
    } else {
        code_.body.op(spv::Op::OpKill, {});
    }
    code_.label(after);
    return {};
}

Value Emitter::emit_EmitVertex(const Inst& inst) {
    if (shader_.module.stage != ir::Stage::Geometry) return refused(inst, " outside of geometry shaders");
    shader_.storage.write_epilogue(code_);
    code_.body.op(spv::Op::OpEmitVertex, {});
    return {};
}

Value Emitter::emit_EndPrimitive(const Inst& inst) {
    if (shader_.module.stage != ir::Stage::Geometry) return refused(inst, " outside of geometry shaders");
    code_.body.op(spv::Op::OpEndPrimitive, {});
    return {};
}

} // namespace relit::lang::spirv
