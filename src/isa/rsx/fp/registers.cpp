#include "isa/rsx/fp/registers.hpp"

#include "isa/rsx/fp/word.hpp"
#include "isa/rsx/test.hpp"

namespace relit::isa::rsx::fp {
namespace {

constexpr ir::Type kFloats = ir::kF32.with_lanes(4);
constexpr ir::Type kHalves = ir::Type{ir::Kind::F16, 4};
constexpr std::uint32_t kHalfRegisters = 96;
constexpr std::uint32_t kLanes = 4, kHalvesOfFull = 2;

} // namespace

Registers::Registers(ir::Builder& builder, bool spoken) : ir_(builder), spoken_(spoken) {
    const ir::Kind kind = spoken ? ir::Kind::F32 : ir::Kind::F16;
    if (spoken) full_ = ir_.file("r", kind, kLanes, kHalfRegisters / kHalvesOfFull, ir::Role::Register);
    half_ = ir_.file("h", kind, kLanes, kHalfRegisters, ir::Role::Register);
    if (!spoken) full_ = half_;
}

/// Where a register begins; nothing where it does not exist.
std::optional<std::uint32_t> Registers::first_lane(std::uint32_t number, bool half) const {
    if (number >= (half ? kHalfRegisters : kTemps)) return std::nullopt;
    return number * kLanes * (half || spoken_ ? 1 : kHalvesOfFull);
}

ir::Id Registers::load(std::uint32_t number, bool half) {
    const auto lane = first_lane(number, half);
    if (!lane) return ir_.f32(0, kLanes);
    if (!half || spoken_) return ir_.load(half ? half_ : full_, *lane, kFloats);
    return ir_.convert(ir::Op::FConvert, ir::Kind::F32, ir_.load(half_, *lane, kHalves));
}

ir::Id Registers::load_lane(std::uint32_t number, unsigned lane) {
    return ir_.load(full_, (number * kLanes + lane) * (spoken_ ? 1 : kHalvesOfFull), ir::kF32);
}

void Registers::write(std::uint32_t number, bool half, ir::Id value, std::uint32_t mask, ir::Id passed) {
    const auto lane = first_lane(number, half);
    if (!lane) return;
    if (half && !spoken_) value = ir_.convert(ir::Op::FConvert, ir::Kind::F16, value);
    store_passing(ir_, half ? half_ : full_, *lane, value, mask, passed);
}

} // namespace relit::isa::rsx::fp
