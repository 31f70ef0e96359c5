// Writes the operations that need the module: constants, lanes, registers, buffers, tables, calls.
#pragma once

#include "lang/spirv/code.hpp"
#include "lang/spirv/routines.hpp"
#include "lang/spirv/spelling.hpp"
#include "lang/spirv/storage.hpp"
#include "lang/spirv/textures.hpp"

#include <array>
#include <optional>
#include <vector>

namespace relit::lang::spirv {

/// What all functions of a shader share.
struct Shader {
    Assembly& assembly;
    const ir::Module& module;
    const Target& target;
    const Storage& storage;
    const TextureVariables& textures;
    Routines& routines;
    std::vector<Word> functions; // by ir::FunctionId
};

class Emitter {
public:
    /// `values` are ids by ir::Id.
    Emitter(const Shader& shader, Code& code, std::span<Word> values) : shader_(shader), code_(code), values_(values) {}

    /// Writes one instruction of the module and keeps its value.
    void emit(ir::Id id);
    /// What an instruction gave that was written. Constants are declared on first use: many are read here
    /// only.
    [[nodiscard]] Value value(ir::Id id) const { return {id_of(id), shader_.module[id].type}; }

private:
    [[nodiscard]] Word id_of(ir::Id id) const { return values_[id] != 0 ? values_[id] : declared(id); }
    [[nodiscard]] Word declared(ir::Id id) const;
    [[nodiscard]] Value written(ir::Id id, const ir::Inst& inst);
    [[nodiscard]] Value write_as_is(const ir::Inst& inst, const Spelling& how);
    [[nodiscard]] Value dispatch(const ir::Inst& inst);
    [[nodiscard]] Value call(Word& function, const ir::Inst& inst);
    [[nodiscard]] Word write_routine(const ir::Inst& inst);
    [[nodiscard]] Index element_index(const ir::Inst& inst) const;
#define EMIT(name) [[nodiscard]] Value emit_##name(const ir::Inst& inst);
#include "lang/spirv/spellings.inc"
    [[nodiscard]] Value emit_atomic(const ir::Inst& inst);

    [[nodiscard]] Value operand(const ir::Inst& inst, std::size_t index) const { return value(inst.operands[index]); }
    static constexpr std::size_t kMostOperands = 4; // of an operation that takes them as they come
    using Operands = std::array<Value, kMostOperands>;
    /// Gives those that there are.
    [[nodiscard]] std::span<const Value> operands(const ir::Inst& inst, Operands& to) const;
    [[nodiscard]] std::optional<std::uint32_t> known(ir::Id id) const;
    [[nodiscard]] Value load_file(const ir::Inst& inst, std::optional<Value> index);
    void store_file(const ir::Inst& inst, Value value, std::optional<Value> index);
    [[nodiscard]] std::string_view atomic_refusal(const ir::Inst& inst) const;
    [[nodiscard]] Value derivative(const ir::Inst& inst, spv::Op fine);
    struct Parts;
    [[nodiscard]] Parts parts_of(const ir::Inst& inst) const;
    [[nodiscard]] Value texel(spv::Op opcode, const ir::Inst& inst, std::span<const Word> words);
    [[nodiscard]] Value image_coordinates(const ir::Inst& inst, std::vector<Value> coordinates);
    [[nodiscard]] Value refused(const ir::Inst& inst, std::string_view why);
    /// Runs `write` where the condition holds.
    template <class Write>
    void emit_guarded(Value condition, Write write) {
        const Word then = code_.assembly.fresh(), after = code_.assembly.fresh();
        code_.branch(condition, after, then, after);
        code_.label(then);
        write();
        code_.jump(after);
        code_.label(after);
    }

    const Shader& shader_;
    Code& code_;
    std::span<Word> values_;
};

} // namespace relit::lang::spirv
