// Which kinds of values a module has: for what rewrites those that a target lacks.
#pragma once

#include "ir/module.hpp"

#include <cstdint>

namespace relit::lang {

class Kinds {
public:
    explicit Kinds(const ir::Module& module) {
        for (const ir::Function& function : module.functions) {
            note(function.result);
            for (const ir::Type param : function.params) note(param);
            for (const ir::Block& block : function.blocks) {
                for (const ir::Id id : block.params) note(module[id].type);
                for (const ir::Id id : block.insts) note(module[id].type);
            }
        }
    }
    [[nodiscard]] bool has(ir::Kind kind) const { return (found_ & bit_of(kind)) != 0; }

private:
    [[nodiscard]] static std::uint32_t bit_of(ir::Kind kind) { return 1U << static_cast<unsigned>(kind); }
    void note(ir::Type type) { found_ |= bit_of(type.kind); }

    std::uint32_t found_ = 0;
};

} // namespace relit::lang
