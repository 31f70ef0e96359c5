// One ALU or OUT instruction: both units fetch, both compute, then both write.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/r500/fs/encoding/units.hpp"
#include "isa/r500/fs/lift/exports.hpp"
#include "isa/r500/fs/lift/inputs.hpp"
#include "isa/r500/fs/lift/registers.hpp"
#include "isa/r500/fs/lift/units.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace relit::isa::r500::fs {

/// Bits that decide: predicates and the ALU result, as integers 0 and 1.
class Flags {
public:
    explicit Flags(ir::Builder& builder) : ir_(builder) {}

    /// Which lanes of a unit are written; ir::kNone: all.
    [[nodiscard]] ir::Id passed(std::uint32_t select, bool inverted, const UnitFields& unit);
    /// The predicate that flow control tests.
    [[nodiscard]] ir::Id of_flow(std::uint32_t select, bool inverted);
    [[nodiscard]] ir::Id alu_result() { return ir_.INe({ir_.load(result(), 0, ir::kI32), ir_.i32(0)}); }
    void set_result(ir::Id value, Compare compare);
    void set_predicates(const UnitFields& unit, ir::Id value, Compare compare, std::uint32_t mask, ir::Id passed);

private:
    [[nodiscard]] std::uint32_t predicates();
    [[nodiscard]] std::uint32_t result();
    [[nodiscard]] ir::Id predicate(std::uint32_t first, unsigned lanes);
    [[nodiscard]] ir::Id number(ir::Id truth);

    ir::Builder& ir_;
    std::optional<std::uint32_t> predicates_, result_;
};

class AluLifter {
public:
    AluLifter(ir::Builder& builder, Registers& registers, Flags& flags, Exports& exports, Inputs& inputs,
              bool zero_wins)
        : ir_(builder), registers_(registers), flags_(flags), exports_(exports), inputs_(inputs),
          units_(builder, zero_wins) {}

    void lift(const Word192& word);

private:
    /// What slots of the instruction hold, by unit and source; kPreSubtracted is srcp.
    using Slots = std::array<std::array<ir::Id, 4>, 2>;

    /// The components that a unit computes: of the RGB unit those that are read.
    [[nodiscard]] std::span<const std::uint8_t> lanes_of(const UnitFields& unit) const;
    void choose_lanes(const Word192& word);
    [[nodiscard]] ir::Id swizzled(ir::Id value, std::span<const std::uint8_t> lanes);
    [[nodiscard]] ir::Id in_place(ir::Id value);
    [[nodiscard]] ir::Id slot(const Word192& word, const UnitFields& unit, unsigned which);
    [[nodiscard]] ir::Id pre_subtracted(const Word192& word, const UnitFields& unit);
    [[nodiscard]] ir::Id component(const Word192& word, std::uint32_t select, Component which);
    [[nodiscard]] ir::Id operand(const Word192& word, const UnitFields& unit, unsigned which);
    [[nodiscard]] ir::Id selected(const Word192& word, const UnitFields& unit, const OperandFields& fields);
    [[nodiscard]] ir::Id modified(ir::Id value, std::uint32_t modifier);
    [[nodiscard]] Operands operands(const Word192& word, const UnitFields& unit, unsigned count);
    [[nodiscard]] ir::Id neighbour(ir::Id own, bool vertical, ir::Id is_second);
    [[nodiscard]] ir::Id across(const Word192& word, const UnitFields& unit, bool vertical);
    [[nodiscard]] ir::Id rgb(const Word192& word, ir::Id alpha);
    [[nodiscard]] ir::Id alpha(const Word192& word, ir::Id rgb);
    [[nodiscard]] ir::Id finished(const Word192& word, const UnitFields& unit, ir::Id value);
    void write(const Word192& word, const UnitFields& unit, ir::Id value, ir::Id passed);

    ir::Builder& ir_;
    Registers& registers_;
    Flags& flags_;
    Exports& exports_;
    Inputs& inputs_;
    Units units_;
    Slots slots_{};
    std::array<std::uint8_t, 3> rgb_lanes_{};
    unsigned rgb_lane_count_ = 0;
};

} // namespace relit::isa::r500::fs
