#include "isa/rsx/fp/lift/registers.hpp"

#include "isa/rsx/fp/encoding/word.hpp"
#include "isa/rsx/lift/test.hpp"

namespace relit::isa::rsx::fp {
namespace {

constexpr std::uint32_t kHalfRegisters = 96;
constexpr std::uint32_t kLanesOfRegister = 4, kHalvesOfFull = 2;

} // namespace

Registers::Registers(ir::Builder& builder, bool readable) : ir_(builder), readable_(readable) {
    const ir::Kind kind = readable ? ir::Kind::F32 : ir::Kind::F16;
    if (readable) full_ = ir_.file("r", kind, kLanesOfRegister, kHalfRegisters / kHalvesOfFull, ir::Role::Register);
    half_ = ir_.file("h", kind, kLanesOfRegister, kHalfRegisters, ir::Role::Register);
    if (readable) return;
    full_ = half_;
    ir_.module().files[half_].pairs = "r";
}

/// Where a lane of a register stands; nothing where the register does not exist.
std::optional<std::uint32_t> Registers::index_of(std::uint32_t number, bool half, unsigned lane) const {
    if (number >= (half ? kHalfRegisters : kTemps)) return std::nullopt;
    return (number * kLanesOfRegister + lane) * (half || readable_ ? 1 : kHalvesOfFull);
}

ir::Id Registers::load(std::uint32_t number, bool half, Lanes lanes) {
    const auto index = index_of(number, half, lanes.first);
    if (!index) return ir_.f32(0, lanes.count);
    const ir::Type floats = ir::kF32.with_lanes(lanes.count);
    if (!half || readable_) return ir_.load(half ? half_ : full_, *index, floats);
    return ir_.convert(ir::Op::FConvert, ir::Kind::F32, ir_.load(half_, *index, floats.with_kind(ir::Kind::F16)));
}

ir::Id Registers::load_lane(std::uint32_t number, unsigned lane) { return load(number, false, {lane, 1}); }

void Registers::write(std::uint32_t number, bool half, Lanes lanes, ir::Id value, std::uint32_t mask, ir::Id passed) {
    const auto index = index_of(number, half, lanes.first);
    if (!index) return;
    if (half && !readable_) value = ir_.convert(ir::Op::FConvert, ir::Kind::F16, value);
    wrote_half_ = wrote_half_ || half;
    store_passing(ir_, half ? half_ : full_, *index, value, mask >> lanes.first, passed);
}

} // namespace relit::isa::rsx::fp
