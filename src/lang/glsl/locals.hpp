// Which registers are variables of one function, and where that function declares them.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace relit::lang::glsl {

/// A register of a file.
struct Register {
    std::uint32_t file = 0, number = 0;
};

/// The registers of a file that an instruction may name: from `first` to the one before `end`. The instruction accesses registers.
struct RegisterRange {
    std::uint32_t file = 0, first = 0, end = 0;
};
[[nodiscard]] RegisterRange registers_named_by(const ir::Module& module, const ir::Inst& access);

struct Locals {
    std::vector<std::vector<bool>> is_local; // by file and register
    /// By file and register: its first store writes all of it where the declaration belongs, and so is one.
    std::vector<std::vector<bool>> begins_with_store;
    /// By file and register: the one node, of the body with the declaration, that has all accesses but the first; null where
    /// there are several.
    std::vector<std::vector<const ir::Node*>> rest;
    /// Registers that are declared before the node, in the order of their first accesses.
    std::map<const ir::Node*, std::vector<Register>> before;
};

/// A register is a local variable if one function alone names it,
/// never by a computed index, and if it keeps nothing from one call of that function to the next. Inputs and outputs are none, nor
/// are registers of files that stay outside of functions. The module stays as it is while the result is used.
[[nodiscard]] Locals locals_of(const ir::Module& module, const std::vector<bool>& stay_outside);

} // namespace relit::lang::glsl
