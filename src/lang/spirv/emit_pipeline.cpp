// Writes what belongs to the pipeline: builtins, discards, the vertices that a geometry shader makes.
#include "lang/spirv/emit.hpp"

namespace relit::lang::spirv {

using ir::Inst;

Value Emitter::emit_ReadBuiltin(const Inst& inst) {
    return shader_.storage.read_builtin(code_, static_cast<ir::Builtin>(inst.imm), inst.type);
}

Value Emitter::emit_Discard(const Inst& inst) {
    shader_.storage.discard(code_, operand(inst, 0));
    return {};
}

Value Emitter::emit_EmitVertex(const Inst& inst) {
    if (code_.target.interface == Interface::Harness) return refused(inst, " in a harness");
    if (shader_.module.stage != ir::Stage::Geometry) return refused(inst, " outside of geometry shaders");
    emit_guarded(and_alive({}), [&] {
        shader_.storage.write_epilogue(code_);
        code_.body.op(spv::Op::OpEmitVertex, {});
    });
    return {};
}

Value Emitter::emit_EndPrimitive(const Inst& inst) {
    if (code_.target.interface == Interface::Harness) return refused(inst, " in a harness");
    if (shader_.module.stage != ir::Stage::Geometry) return refused(inst, " outside of geometry shaders");
    code_.body.op(spv::Op::OpEndPrimitive, {});
    return {};
}

} // namespace relit::lang::spirv
