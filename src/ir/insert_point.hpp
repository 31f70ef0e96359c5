// Where instructions go that are made beside those of a lifter or a pass.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace relit::ir {

class Reducer;

struct InsertPoint {
    std::pmr::vector<Id>& insts; // behind what these are
    std::uint32_t origin = 0;    // what they came from
    Reducer* reducer = nullptr;  // what they come to; none: they stay as they are

    /// The value of a new instruction.
    Id add(Module& module, Op op, Type type, std::span<const Id> operands, std::uint32_t imm = 0) const;
    Id add_constant(Module& module, Type type, std::uint64_t lane) const; // every lane the same
};

} // namespace relit::ir
