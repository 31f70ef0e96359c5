// Which lanes of values a module as a lifter leaves it makes use of.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <vector>

namespace relit::isa::rsx::fp {

/// Of a module without block parameters, in which operands have lower ids than what uses them.
class Demand {
public:
    explicit Demand(const ir::Module& module);
    /// A mask of lanes; 0 for unused values.
    [[nodiscard]] std::uint32_t of(ir::Id id) const { return id < masks_.size() ? masks_[id] : 0; }

private:
    void add(const ir::Function& function);
    void add_operands(const ir::Inst& inst, std::uint32_t mine);

    const ir::Module& module_;
    std::vector<std::uint32_t> masks_;
    std::vector<std::vector<std::uint32_t>> parameters_; // by function
};

} // namespace relit::isa::rsx::fp
