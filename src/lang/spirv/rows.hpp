// Rows of constant buffers that are loaded once for several words: those that more than one load of a block looks into.
#pragma once

#include "lang/spirv/code.hpp"
#include "lang/spirv/storage.hpp"

#include <array>
#include <vector>

namespace relit::lang::spirv {

/// Which loads have a neighbour in their row and their block.
class Rows {
public:
    Rows(Assembly& assembly, const ir::Module& module, const ShaderInfo& shader_info);
    [[nodiscard]] bool is_shared(ir::Id load) const { return !shared_.empty() && shared_[load] != 0; }

private:
    void look_at(const ir::Module& module, const ir::Block& block, std::uint32_t number);

    struct Seen {
        std::uint32_t resource = 0, row = 0, block = 0; // the block's number, from 1 on
        ir::Id first = ir::kNone;
    };
    std::array<Seen, 16> seen_{};
    std::pmr::vector<std::uint8_t> shared_; // by ir::Id; empty where nothing is loaded from constant buffers
};

/// The last rows that a block of a shader has loaded.
class LoadedRows {
public:
    /// As words, or as floats.
    [[nodiscard]] Value load(Code& code, const Storage& storage, std::uint32_t resource, std::uint32_t row,
                             bool as_floats);

private:
    struct Loaded {
        std::uint32_t resource = 0, row = 0, block = 0; // Code::block()
        Value words, floats;
    };
    std::vector<Loaded> loaded_; // empty until first use
};

} // namespace relit::lang::spirv
