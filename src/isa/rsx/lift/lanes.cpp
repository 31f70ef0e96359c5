#include "isa/rsx/lift/lanes.hpp"

#include <array>
#include <span>

namespace relit::isa::rsx {

Lanes taken_by(Lanes lanes, const Swizzle& swizzle) {
    unsigned taken = 0;
    for (unsigned i = lanes.first; i < lanes.first + lanes.count; ++i) taken |= 1U << swizzle[i];
    return spanned_by(taken);
}

ir::Id through(ir::Builder& ir, ir::Id value, Lanes given, Lanes wanted, const Swizzle& swizzle) {
    std::array<std::uint8_t, ir::kMaxLanes> lanes{};
    unsigned moved = given.count ^ wanted.count; // 0: all lanes stay where they are
    for (unsigned i = 0; i < wanted.count; ++i) {
        lanes[i] = static_cast<std::uint8_t>(swizzle[wanted.first + i] - given.first);
        moved |= lanes[i] ^ i;
    }
    return moved == 0 ? value : ir.swizzle(value, std::span(lanes).first(wanted.count));
}

ir::Id fitted(ir::Builder& ir, ir::Id value, Lanes wanted) {
    const unsigned lanes = ir.type_of(value).lanes;
    if (lanes == wanted.count) return value;
    return lanes == 1 ? ir.splat(value, wanted.count) : through(ir, value, kAllLanes, wanted, kInOrder);
}

} // namespace relit::isa::rsx
