#include "lang/spirv/spelling.hpp"

#include "lang/spirv/floats.hpp"

#include <fmt/format.h>

namespace relit::lang::spirv {

using ir::FloatMode;
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

Value dispatch(Code& code, const Spelling& how, ir::Type type, std::span<const Value> in) {
    switch (how.expansion) {
        case Expansion::Opcode: return code.op(how.opcode, type, in);
        case Expansion::Float: return code.exactly(code.op(how.opcode, type, in));
        case Expansion::Glsl: return code.extended(how.number, type, in);
        case Expansion::Write: return how.write(code, type, in);
        default: return code.refuse("SPIR-V: the operation " + std::string(ir::info(how.op).mnemonic), type);
    }
}

bool takes_float(char letter) { return letter == 'F' || letter == 'f'; }

} // namespace

Value write(Code& code, const Spelling& how, ir::Type type, std::span<const Value> in) {
    if (is_plain(code.mode)) return dispatch(code, how, type, in);
    const Op op = how.op;
    const std::string_view letters = ir::info(op).operands;
    std::vector<Value> operands(in.begin(), in.end());
    const bool flips_sign = op == Op::FNeg || op == Op::FAbs; // they flush their one operand for either reason
    const bool flush = code.mode[FloatMode::flush_inputs] || (flips_sign && code.mode[FloatMode::flush_result]);
    for (std::size_t i = 0; flush && i < operands.size() && i < letters.size(); ++i) {
        if (takes_float(letters[i])) operands[i] = flushed(code, operands[i]);
    }
    const bool directed = code.mode[FloatMode::rounding] != 0 && ir::info(op).has(ir::kRounds);
    if (directed) // lower_directed_rounding leaves little
        return code.refuse(fmt::format("SPIR-V: rounding other than to the nearest ({})", ir::info(op).mnemonic), type);
    const Value result = dispatch(code, how, type, operands);
    return takes_float(ir::info(op).result) && !flips_sign ? flushed_result(code, result) : result;
}

} // namespace relit::lang::spirv
