// spellings.inc as C++: what writes each operation.
#pragma once

#include "ir/op.hpp"
#include "lang/spirv/code.hpp"

#include <array>
#include <span>

namespace relit::lang::spirv {

/// Writes one operation; `in` are its operands.
using Writer = Value (*)(Code& code, ir::Type type, std::span<const Value> in);

enum class Expansion : std::uint8_t { Opcode, Float, Glsl, Write, Atomic, Emit, Missing };

struct Spelling {
    ir::Op op;
    Expansion expansion;
    spv::Op opcode = spv::Op::OpNop;
    GLSLstd450 number = GLSLstd450Bad;
    Writer write = nullptr;
    std::uint32_t least_uses = 0; // for which a function pays; 0: never
};

extern const std::array<Spelling, ir::kOpCount> kSpellings;
[[nodiscard]] inline const Spelling& spelling(ir::Op op) { return kSpellings[static_cast<std::size_t>(op)]; }

/// Writes an operation that needs nothing but its operands.
[[nodiscard]] Value write(Code& code, const Spelling& how, ir::Type type, std::span<const Value> in);

#define WRITE(name) Value write_##name(Code& code, ir::Type type, std::span<const Value> in);
#include "lang/spirv/spellings.inc"

} // namespace relit::lang::spirv
