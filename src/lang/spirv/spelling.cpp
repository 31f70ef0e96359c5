#include "lang/spirv/spelling.hpp"

namespace relit::lang::spirv {

using ir::Op;

constexpr std::array<Spelling, ir::kOpCount> kSpellings = {{
#define OPCODE(name, opcode) Spelling{Op::name, Expansion::Opcode, spv::Op::opcode},
#define FLOAT(name, opcode) Spelling{Op::name, Expansion::Float, spv::Op::opcode},
#define GLSL(name, number) Spelling{Op::name, Expansion::Glsl, spv::Op::OpNop, number},
#define WRITE(name) Spelling{Op::name, Expansion::Write, spv::Op::OpNop, GLSLstd450Bad, write_##name},
#define OUTLINED(name, uses) Spelling{Op::name, Expansion::Write, spv::Op::OpNop, GLSLstd450Bad, write_##name, uses},
#define ATOMIC(name, opcode) Spelling{Op::name, Expansion::Atomic, spv::Op::opcode},
#define EMIT(name) Spelling{Op::name, Expansion::Emit},
#define MISSING(name) Spelling{Op::name, Expansion::Missing},
#include "lang/spirv/spellings.inc"
}};

namespace {

constexpr bool complete() {
    for (std::size_t i = 0; i < kSpellings.size(); ++i) {
        if (kSpellings[i].op != static_cast<Op>(i)) return false;
    }
    return true;
}
static_assert(complete(), "lang/spirv/spellings.inc must name every row of ir/opcodes.inc, in its order");

} // namespace

Value write(Code& code, const Spelling& how, ir::Type type, std::span<const Value> in) {
    switch (how.expansion) {
        case Expansion::Opcode: return code.op(how.opcode, type, in);
        case Expansion::Float: return code.exactly(code.op(how.opcode, type, in));
        case Expansion::Glsl: return code.extended(how.number, type, in);
        case Expansion::Write: return how.write(code, type, in);
        default: return code.refuse("SPIR-V: the operation " + std::string(ir::info(how.op).mnemonic), type);
    }
}

} // namespace relit::lang::spirv
