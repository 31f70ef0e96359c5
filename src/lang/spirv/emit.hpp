// Writes the operations that need the module: constants, lanes, registers, buffers, tables, calls.
#pragma once

#include "lang/spirv/code.hpp"
#include "lang/spirv/storage.hpp"

#include <optional>
#include <vector>

namespace relit::lang::spirv {

/// What all functions of a shader share.
struct Shader {
    Assembly& assembly;
    const ir::Module& module;
    const Target& target;
    const Storage& storage;
    std::vector<Word> functions; // by ir::FunctionId
    std::vector<Word> tables;    // functions from entry to value, by index in Module::tables
};

/// The function that looks a table up: a tree of selects, as drivers make poor code of constant arrays.
[[nodiscard]] Word write_table(Assembly& assembly, const Target& target, std::span<const std::uint32_t> table);

class Emitter {
public:
    Emitter(const Shader& shader, Code& code, std::vector<Value>& values)
        : shader_(shader), code_(code), values_(values) {}

    /// Writes one instruction of the module and keeps its value.
    void emit(ir::Id id);

private:
    [[nodiscard]] Value dispatch(const ir::Inst& inst);
    [[nodiscard]] Value emit_Const(const ir::Inst& inst);
    [[nodiscard]] Value emit_Param(const ir::Inst& inst);
    [[nodiscard]] Value emit_Swizzle(const ir::Inst& inst);
    [[nodiscard]] Value emit_Compose(const ir::Inst& inst);
    [[nodiscard]] Value emit_Blend(const ir::Inst& inst);
    [[nodiscard]] Value emit_LoadTable(const ir::Inst& inst);
    [[nodiscard]] Value emit_LoadFile(const ir::Inst& inst);
    [[nodiscard]] Value emit_StoreFile(const ir::Inst& inst);
    [[nodiscard]] Value emit_LoadFileAt(const ir::Inst& inst);
    [[nodiscard]] Value emit_StoreFileAt(const ir::Inst& inst);
    [[nodiscard]] Value emit_LoadBuffer(const ir::Inst& inst);
    [[nodiscard]] Value emit_StoreBuffer(const ir::Inst& inst);
    [[nodiscard]] Value emit_BufferSize(const ir::Inst& inst);
    [[nodiscard]] Value emit_ReadBuiltin(const ir::Inst& inst);
    [[nodiscard]] Value emit_Call(const ir::Inst& inst);
    [[nodiscard]] Value emit_Opaque(const ir::Inst& inst);

    [[nodiscard]] Value operand(const ir::Inst& inst, std::size_t index) const;
    [[nodiscard]] std::optional<std::uint32_t> known(ir::Id id) const;
    [[nodiscard]] Value load_file(const ir::Inst& inst, std::optional<Value> index);
    void store_file(const ir::Inst& inst, Value value, std::optional<Value> index);
    /// Runs `write` where the condition holds; at once where there is none.
    template <class Write>
    void where(std::optional<Value> condition, Write write);

    const Shader& shader_;
    Code& code_;
    std::vector<Value>& values_;
};

} // namespace relit::lang::spirv
