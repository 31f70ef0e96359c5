// Builds a value from runs of bits of other values: what a read of registers is, once their contents are known.
#pragma once

#include "ir/insert_point.hpp"
#include "ir/module.hpp"

#include <optional>
#include <span>
#include <vector>

namespace relit::ir {

/// `bits` bits of `value`, from bit `at`; they lie within one of its lanes.
struct Part {
    Id value = kNone;
    std::uint32_t at = 0, bits = 0;
};

class Gatherer {
public:
    Gatherer(Module& module, const InsertPoint& at) : module_(module), at_(at) {}

    /// A value of `type` made of the parts, low end first; none of them crosses a lane of `type`.
    Id gather(Type type, std::span<const Part> given);

private:
    Id add(Op op, Type type, std::initializer_list<Id> operands, std::uint32_t imm = 0) {
        return at_.add(module_, op, type, {operands.begin(), operands.size()}, imm);
    }
    Id bitcast(Type type, Id value);
    Id lane(Id value, std::uint32_t index);
    [[nodiscard]] bool is_lane(const Part& part) const;
    [[nodiscard]] bool is_all_of(Id value, Type type, std::span<const Part> parts) const;
    Id gather_joined(Type type, std::span<const Part> parts);
    Id composed(Type type, std::span<const Part> parts);
    [[nodiscard]] Id other_in_place(Type type, std::span<const Part> lanes) const;
    Id from_two(Type type, std::span<const Part> lanes, Id other);
    Id from_one(Type type, std::span<const Part> lanes);
    Id scalar(Kind kind, std::span<const Part> parts);
    Id extract(Kind kind, const Part& part);

    Module& module_;
    InsertPoint at_;
};

} // namespace relit::ir
