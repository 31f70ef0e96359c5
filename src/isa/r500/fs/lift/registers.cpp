#include "isa/r500/fs/lift/registers.hpp"

#include "isa/r500/fs/lift/lift.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace relit::isa::r500::fs {
namespace {

constexpr std::uint32_t kBytesPerConstant = 16;

struct Extent {
    std::uint64_t most_al;
    std::uint32_t count = 1;

    void add(std::uint32_t temp, bool relative) {
        const std::uint64_t last = temp + (relative ? most_al : 0);
        count = std::max(count, static_cast<std::uint32_t>(std::min<std::uint64_t>(last + 1, kTemps)));
    }
    void add(const Word192& word) {
        if (word[Common::type] == Type::Tex) {
            add(word[Tex::temp], word[Tex::temp_relative]);
            for (const AddressFields* each : {&kCoordinates, &kDx, &kDy}) add(word[*each->temp], word[*each->relative]);
        } else if (word[Common::type] != Type::Fc) {
            for (const UnitFields* unit : kUnitFields) add(word, *unit);
        }
    }
    void add(const Word192& word, const UnitFields& unit) {
        add(word[*unit.temp], word[*unit.temp_relative]);
        for (const SourceFields& source : unit.sources)
            if (!word[*source.constant] && word[*source.address] < kInlineFloat)
                add(word[*source.address], word[*source.relative]);
    }
};

} // namespace

std::uint32_t temps_of(std::span<const Instruction> code, std::uint64_t most_al) {
    Extent extent{most_al};
    for (const Instruction& one : code) extent.add(one.word);
    return extent.count;
}

Registers::Registers(ir::Builder& builder, InlineFloats floats, std::uint32_t temps)
    : ir_(builder), floats_(floats),
      temps_(ir_.file("temp", ir::Kind::F32, kLanesOfRegister, temps, ir::Role::Register)) {}

std::uint32_t Registers::loop_registers(std::uint32_t count) {
    if (!al_) al_ = ir_.file("aL", ir::Kind::I32, 1, count, ir::Role::Register);
    std::uint32_t& registers = ir_.module().files[*al_].count;
    if (registers < count) registers = count;
    return *al_;
}

ir::Id Registers::al() { return ir_.load(loop_registers(loop_), loop_ - 1, ir::kI32); }

ir::Id Registers::load(Address address, unsigned first, unsigned lanes) {
    const ir::Type type = ir::kF32.with_lanes(lanes);
    if (!address.relative || loop_ == 0) return ir_.load(temps_, address.number * kLanesOfRegister + first, type);
    return ir_.load_at(temps_, address.number * kLanesOfRegister + first, al(), type);
}

void Registers::store(Address address, unsigned first, ir::Id value, std::uint32_t mask, ir::Id passed) {
    if (mask == 0) return;
    if (!address.relative || loop_ == 0)
        return store_passing(ir_, temps_, address.number * kLanesOfRegister + first, value, mask, passed);
    if (passed != ir::kNone) value = ir_.Select(passed, value, load(address, first, ir_.type_of(value).lanes));
    ir_.store_at(temps_, address.number * kLanesOfRegister + first, al(), value, mask);
}

ir::Id Registers::constant(Address address, unsigned first, unsigned lanes) {
    if (!constants_) constants_ = ir_.constant_registers("fconst", kConstantBinding, kConstants);
    const std::uint32_t offset = address.number * kBytesPerConstant + 4 * first;
    const ir::Type type = ir::kF32.with_lanes(lanes);
    if (!address.relative || loop_ == 0) return ir_.load_buffer(*constants_, ir_.i32(offset), type);
    const ir::Id at = ir_.IAdd({ir_.IMul({al(), ir_.i32(kBytesPerConstant)}), ir_.i32(offset)});
    return ir_.load_buffer(*constants_, at, type);
}

ir::Id Registers::number(Address address, unsigned lanes) {
    if (!address.relative || loop_ == 0) return ir_.f32(inline_float(address.number, floats_), lanes);
    if (!table_) {
        std::array<std::uint32_t, kInlineFloats> bits{};
        for (std::uint32_t code = 0; code < kInlineFloats; ++code)
            bits[code] = std::bit_cast<std::uint32_t>(inline_float(code, floats_));
        table_ = ir_.table(bits);
    }
    // Seven bits of the sum are the code: not certain, no such program is known.
    const ir::Id code = ir_.IAnd({ir_.IAdd({al(), ir_.i32(address.number)}), ir_.i32(kInlineFloats - 1)});
    const ir::Id value = ir_.bitcast(ir::kF32, ir_.lookup(*table_, code));
    return lanes == 1 ? value : ir_.splat(value, lanes);
}

ir::Id Registers::source(const Word192& word, const UnitFields& unit, unsigned which) {
    const SourceFields& fields = unit.sources[which];
    const Address address{word[*fields.address], word[*fields.relative]};
    const unsigned first = unit.kind == UnitKind::Alpha ? 3 : 0;
    if (word[*fields.constant]) return constant(address, first, unit.lanes);
    if (address.number >= kInlineFloat) return number({address.number - kInlineFloat, address.relative}, unit.lanes);
    return load(address, first, unit.lanes);
}

void store_passing(ir::Builder& ir, std::uint32_t file, std::uint32_t lane, ir::Id value, std::uint32_t mask,
                   ir::Id passed) {
    if (passed != ir::kNone) value = ir.Select(passed, value, ir.load(file, lane, ir.type_of(value)));
    ir.store(file, lane, value, mask);
}

} // namespace relit::isa::r500::fs
