// Builds a value from runs of bits of other values: what a read of registers is, once their contents are known.
#pragma once

#include "ir/module.hpp"

#include <optional>
#include <span>
#include <vector>

namespace relit::pass {

/// `bits` bits of `value`, from bit `at`; they lie within one of its lanes.
struct Part {
    ir::Id value = ir::kNone;
    std::uint32_t at = 0, bits = 0;
};

class Gatherer {
public:
    /// New instructions are appended to `out` and say that they came from `origin`.
    Gatherer(ir::Module& module, std::pmr::vector<ir::Id>& out, std::uint32_t origin)
        : module_(module), out_(out), origin_(origin) {}

    /// A value of `type` made of the parts, low end first; none of them crosses a lane of `type`.
    ir::Id gather(ir::Type type, std::span<const Part> given);

private:
    ir::Id add(ir::Op op, ir::Type type, std::initializer_list<ir::Id> operands, std::uint32_t imm = 0);
    ir::Id bitcast(ir::Type type, ir::Id value);
    ir::Id lane(ir::Id value, std::uint32_t index);
    [[nodiscard]] bool is_lane(const Part& part) const;
    [[nodiscard]] bool is_all_of(ir::Id value, ir::Type type, std::span<const Part> parts) const;
    ir::Id gather_joined(ir::Type type, std::span<const Part> parts);
    [[nodiscard]] ir::Id other_in_place(ir::Type type, std::span<const Part> lanes) const;
    ir::Id from_two(ir::Type type, std::span<const Part> lanes, ir::Id other);
    ir::Id from_one(ir::Type type, std::span<const Part> lanes);
    ir::Id scalar(ir::Kind kind, std::span<const Part> parts);
    ir::Id extract(ir::Kind kind, const Part& part);

    ir::Module& module_;
    std::pmr::vector<ir::Id>& out_;
    std::uint32_t origin_;
};

} // namespace relit::pass
