// High halves of products, of which SPIR-V gives both.
#include "lang/spirv/spelling.hpp"

namespace relit::lang::spirv {
namespace {

Value high_product(Code& code, spv::Op opcode, std::span<const Value> in) {
    const ir::Type type = in[0].type;
    const Word both = code.assembly.fresh();
    code.body.op(opcode, {code.assembly.pair(code.assembly.type(type)), both, in[0].id, in[1].id});
    return code.op(spv::Op::OpCompositeExtract, type, std::array<Word, 2>{both, 1});
}

} // namespace

Value write_UMulHi(Code& code, ir::Type /*type*/, std::span<const Value> in) {
    return high_product(code, spv::Op::OpUMulExtended, in);
}
Value write_SMulHi(Code& code, ir::Type /*type*/, std::span<const Value> in) {
    return high_product(code, spv::Op::OpSMulExtended, in);
}

} // namespace relit::lang::spirv
