#include "isa/r500/fs/lift/alu.hpp"

namespace relit::isa::r500::fs {
namespace {

constexpr std::uint32_t kPerChannel = 1, kFirstReplicated = 2, kLastReplicated = 5, kAlphaLane = 3;

} // namespace

std::uint32_t Flags::predicates() {
    if (!predicates_) predicates_ = ir_.file("pred", ir::Kind::I32, 4, 1, ir::Role::Register);
    return *predicates_;
}

std::uint32_t Flags::result() {
    if (!result_) result_ = ir_.file("alu_result", ir::Kind::I32, 1, 1, ir::Role::Register);
    return *result_;
}

ir::Id Flags::predicate(std::uint32_t first, unsigned lanes) {
    return ir_.INe({ir_.load(predicates(), first, ir::kI32.with_lanes(lanes)), ir_.i32(0, lanes)});
}

ir::Id Flags::number(ir::Id truth) {
    const unsigned lanes = ir_.type_of(truth).lanes;
    return ir_.Select({truth, ir_.i32(1, lanes), ir_.i32(0, lanes)});
}

ir::Id Flags::passed(std::uint32_t select, bool inverted, const UnitFields& unit) {
    const bool is_alpha = unit.kind == UnitKind::Alpha;
    ir::Id passed = ir::kNone;
    if (select == kPerChannel) passed = predicate(is_alpha ? kAlphaLane : 0, unit.lanes);
    if (select >= kFirstReplicated && select <= kLastReplicated) {
        passed = predicate(select - kFirstReplicated, 1);
        if (!is_alpha) passed = ir_.splat(passed, unit.lanes);
    }
    return passed == ir::kNone || !inverted ? passed : ir_.BNot(passed);
}

ir::Id Flags::of_flow(std::uint32_t select, bool inverted) {
    if (select == 0 || select > kLastReplicated) return ir_.boolean(!inverted);
    const ir::Id value = predicate(select == kPerChannel ? 0 : select - kFirstReplicated, 1);
    return inverted ? ir_.BNot(value) : value;
}

void Flags::set_result(ir::Id value, Compare compare) {
    const std::uint32_t to = result();
    ir_.store(to, 0, number(compared_with_zero(ir_, value, compare)));
}

void Flags::set_predicates(const UnitFields& unit, ir::Id value, Compare compare, std::uint32_t mask, ir::Id passed) {
    const std::uint32_t first = unit.kind == UnitKind::Alpha ? kAlphaLane : 0;
    const std::uint32_t to = predicates();
    store_passing(ir_, to, first, number(compared_with_zero(ir_, value, compare)), mask, passed);
}

} // namespace relit::isa::r500::fs
