// What the instructions of a module use, found in one walk over its blocks.
#pragma once

#include "ir/module.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace relit::lang {

class ShaderInfo {
public:
    /// `memory` outlives it.
    ShaderInfo(const ir::Module& module, std::pmr::memory_resource& memory);

    [[nodiscard]] bool has(ir::Op op) const { return ops_[static_cast<std::size_t>(op)] != 0; }
    [[nodiscard]] bool has_any(bool (*wanted)(ir::Op)) const;
    /// As the kind of a result or parameter.
    [[nodiscard]] bool has(ir::Kind kind) const { return kinds_[static_cast<std::size_t>(kind)] != 0; }
    /// Whether some operation makes denormals zero.
    [[nodiscard]] bool flushes() const {
        return modes_[ir::FloatMode::flush_inputs] || modes_[ir::FloatMode::flush_result];
    }
    /// Whether the program accesses a buffer, or memory, at all.
    [[nodiscard]] bool touches(std::uint32_t resource) const { return touched_[resource] != 0; }
    /// How many loads there are from constant buffers.
    [[nodiscard]] std::uint32_t constant_loads() const { return constant_loads_; }
    /// Those that are read, each once, in the order of the blocks.
    [[nodiscard]] std::span<const ir::Builtin> builtins() const { return builtins_; }

    /// A register file as accesses reach it.
    struct File {
        std::size_t first = 0;                // of its registers among all
        std::uint32_t count = 0;              // of them
        std::uint32_t registers = 0;          // that can be reached as registers, not by the number of a vertex
        bool at_all = false, indexed = false; // indexed: at a computed offset
        bool loaded = false;
    };
    [[nodiscard]] const File& file(std::uint32_t index) const { return files_[index]; }
    /// As a register.
    [[nodiscard]] bool reaches(std::uint32_t file, std::uint32_t reg) const {
        return (reached(file)[reg] & kAsRegister) != 0;
    }
    /// By register of the file: not 0 where it can be reached; of a vertex with any number, that of the first.
    [[nodiscard]] std::span<const std::uint8_t> reached(std::uint32_t file) const {
        return std::span(reached_).subspan(files_[file].first, files_[file].count);
    }
    /// How many registers all files have.
    [[nodiscard]] std::size_t registers() const { return reached_.size(); }

private:
    static constexpr std::uint8_t kAsRegister = 1, kByVertex = 2; // how a register is reached

    void note_kind(ir::Type type) { kinds_[static_cast<std::size_t>(type.kind)] = 1; }
    void note_access(const ir::Module& module, const ir::Inst& inst);
    void note_memory(const ir::Module& module, const ir::Inst& inst);
    void note_read(ir::Builtin builtin);

    std::array<std::uint8_t, ir::kOpCount> ops_{}; // 1: some instruction is one
    std::array<std::uint8_t, static_cast<std::size_t>(ir::Kind::F64) + 1> kinds_{};
    ir::FloatMode modes_{}; // of all of them
    std::uint32_t constant_loads_ = 0;
    std::uint32_t read_ = 0; // bit i: builtin i
    std::pmr::vector<ir::Builtin> builtins_;
    std::pmr::vector<File> files_;
    std::pmr::vector<std::uint8_t> reached_; // registers of all files, one after another
    std::pmr::vector<std::uint8_t> touched_; // by resource
};

} // namespace relit::lang
