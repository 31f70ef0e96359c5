// What makes a module legal. Everything that reads modules (passes, printers, the interpreter) relies on it.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace relit::ir {

struct Lines;

/// Says what is wrong with a module, and with which part of it.
struct Violation {
    enum class At : std::uint8_t { Module, File, Resource, Use, Function, Block, Terminator, Inst, Node };
    At at = At::Module;
    FunctionId function = 0;
    std::uint32_t index = 0; // of the file, resource, use, block, node or instruction
    std::string text{};
};
/// The first violation, if there is one.
[[nodiscard]] std::optional<Violation> find_violation(const Module& module);
/// Where it stands; 0: in no line.
[[nodiscard]] std::uint32_t line_of(const Violation& violation, const Lines& lines);

/// The first thing that is wrong, with its line in print(module): "line 14: %7: f32x4 = fadd %1, %2: operand 2 is
/// i32x4, the result f32x4".
[[nodiscard]] Status verify(const Module& module);

/// What is wrong with an instruction by itself (types, counts, what `imm` names), or nothing. Its operands are in
/// range.
[[nodiscard]] std::string wrong_in(const Module& module, const Function& function, const Inst& inst);

/// What is wrong with a texture or an image by itself, or nothing.
[[nodiscard]] std::string check_texture(const Resource& texture);
/// The same of a texture or image operation, whose use is in range.
[[nodiscard]] std::string wrong_use(const Module& module, const Inst& inst);
/// Returns the fault of the IO slots of the files of the module, or nothing. The files are right otherwise.
[[nodiscard]] std::string wrong_io_slots(const Module& module);

} // namespace relit::ir
