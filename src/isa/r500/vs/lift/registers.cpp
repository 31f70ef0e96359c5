#include "isa/r500/vs/lift/registers.hpp"

#include "isa/r500/vs/context_keys.hpp"
#include "isa/r500/vs/encoding/control_flow.hpp"
#include "isa/r500/vs/lift/assumed.hpp"

#include <algorithm>
#include <bit>

namespace relit::isa::r500::vs {
namespace {

using W = Word128;

constexpr std::uint32_t kBytesPerConstant = 16;
constexpr ir::Type kFloats = ir::kF32.with_lanes(4);
constexpr float kLeastAddress = -256, kGreatestAddress = 255; // of a0 (R5xx Acceleration 1.5, 7.5.9)

void reach(std::uint32_t& count, std::uint32_t index, Mode mode) {
    count = std::max(count, mode == Mode::Absolute || mode == Mode::None ? index + 1 : kTemps);
}

void add_source(Extent& extent, const Source& source) {
    extent.constants = extent.constants || source.from == SourceClass::Constant;
    extent.address = extent.address || source.mode == Mode::Address;
    if (source.from == SourceClass::Temp) reach(extent.temps, source.index, source.mode);
    if (source.from != SourceClass::AltTemp) return;
    extent.alternate = true;
    reach(extent.alternates, source.index, source.mode);
}

void add_target(Extent& extent, const W& word) {
    const TargetClass to = word[W::target];
    const Mode mode = word[W::target_mode];
    extent.address = extent.address || to == TargetClass::Address || mode == Mode::Address;
    if (to == TargetClass::Temp) reach(extent.temps, word[W::target_index], mode);
    if (to == TargetClass::AltTemp) reach(extent.alternates, word[W::target_index], mode);
    extent.alternate = extent.alternate || to == TargetClass::AltTemp;
    extent.writes_inputs = extent.writes_inputs || to == TargetClass::Input;
}

constexpr float value_of(Select select) { return select == Select::One ? 1.0F : select == Select::Half ? 0.5F : 0.0F; }

} // namespace

Lanes lanes_of(std::uint32_t mask) {
    const auto first = static_cast<unsigned>(std::countr_zero(mask));
    return {first, static_cast<unsigned>(std::bit_width(mask)) - first};
}

Extent extent_of(const Program& program) {
    Extent extent;
    for (const Slot& slot : program.slots) {
        const W& word = slot.word;
        if (!is_known(word)) continue;
        for (unsigned k = 0; k < operands_of(word); ++k) add_source(extent, source(word, k));
        add_target(extent, word);
        extent.predicate = extent.predicate || word[W::predicated] || sets_predicate(opcode_of(word));
        if (!word[W::dual]) continue;
        add_source(extent, dual_source(word));
        reach(extent.alternates, word[W::dual_index], Mode::Absolute);
        extent.alternate = true;
        extent.predicate = extent.predicate || sets_predicate(dual_opcode_of(word));
    }
    return extent;
}

Registers::Registers(ir::Builder& builder, ir::ContextReader& context, const Extent& extent, Outputs& outputs)
    : ir_(builder), context_(context), outputs_(outputs), extent_(extent) {
    if (extent.constants) {
        const RegisterWord control{
            {{read_assumed(context, key::constants, 0, "the file does not say it: constants count from 0")}}};
        constant_base_ = control[field::VAP_PVS_CONST_CNTL__PVS_CONST_BASE_OFFSET];
    }
    const bool readable = context.readable();
    inputs_ = ir_.file(readable ? "v_in" : "v", ir::Kind::F32, 4, kInputs, ir::Role::Input);
    if (extent.writes_inputs) copy_ = ir_.file("v_written", ir::Kind::F32, 4, kInputs, ir::Role::Register);
    temps_ = ir_.file("temp", ir::Kind::F32, 4, extent.temps, ir::Role::Register);
    if (extent.alternate) alternates_ = ir_.file("alt_temp", ir::Kind::F32, 4, extent.alternates, ir::Role::Register);
    if (extent.address) address_ = ir_.file("a", ir::Kind::I32, 4, 1, ir::Role::Register);
    if (extent.predicate) predicate_ = ir_.file("pred", ir::Kind::I32, 1, 1, ir::Role::Register);
    constants_ = ir_.constant_registers("c", 0, kConstants, readable ? "constants" : "");
}

void Registers::declare_loops(std::uint32_t slots) {
    iterations_ = ir_.file("turns", ir::Kind::I32, 1, slots, ir::Role::Register);
    index_ = ir_.file("i", ir::Kind::I32, 1, slots, ir::Role::Register);
}

void Registers::preset() {
    if (!extent_.writes_inputs) return;
    for (std::uint32_t i = 0; i < kInputs; ++i) ir_.store(copy_, i * 4, ir_.load(inputs_, i * 4, kFloats));
}

// ---- sources

/// What is added to an index.
ir::Id Registers::offset(Mode mode, std::uint32_t lane) {
    if (mode == Mode::Address) return ir_.load(address_, lane, ir::kI32);
    if (loop_ < kFlowSlots) return ir_.load(index_, loop_, ir::kI32);
    context_.approximate("the loop register is read outside of all loops, as 0");
    return ir_.i32(0);
}

ir::Id Registers::read_nowhere(std::string_view file, std::uint32_t index) {
    context_.approximate(std::string(file) + "[" + std::to_string(index) +
                         "] is read, which the machine does not have, as 0");
    return ir_.f32(0, 4);
}

ir::Id Registers::constant(const Source& source) {
    const std::uint32_t index = source.index + constant_base_;
    if (source.mode == Mode::Absolute || source.mode == Mode::None) {
        if (index >= kConstants) return read_nowhere("const", index);
        return ir_.load_buffer(constants_, ir_.i32(index * kBytesPerConstant), kFloats);
    }
    // Outside a read gives 0: the index is held to the first one outside, which reads 0.
    const ir::Id sum = ir_.IAdd({offset(source.mode, source.lane), ir_.i32(index)});
    const ir::Id held = ir_.UMin(sum, ir_.i32(kConstants));
    return ir_.load_buffer(constants_, ir_.IMul(held, ir_.i32(kBytesPerConstant)), kFloats);
}

ir::Id Registers::whole(const Source& source) {
    if (source.from == SourceClass::Constant) return constant(source);
    const bool is_input = source.from == SourceClass::Input;
    const std::uint32_t file = is_input                           ? (extent_.writes_inputs ? copy_ : inputs_)
                               : source.from == SourceClass::Temp ? temps_
                                                                  : alternates_;
    const std::uint32_t count = ir_.module().files[file].count;
    if (source.mode == Mode::Absolute || source.mode == Mode::None) {
        if (source.index >= count) return read_nowhere(is_input ? "input" : "temp", source.index);
        return ir_.load(file, source.index * 4, kFloats);
    }
    const bool is_there = source.index < count; // else no access can begin there
    const ir::Id by = offset(source.mode, source.lane);
    return ir_.load_at(file, is_there ? source.index * 4 : 0, is_there ? by : ir_.IAdd(by, ir_.i32(source.index)),
                       kFloats);
}

/// Lanes that are not needed are what the register has there, and have the sign of others.
Source Registers::readable(Source source, std::uint32_t needed) {
    bool reads = false;
    std::uint32_t signs = 0;
    for (unsigned i = 0; i < 4; ++i) {
        if ((needed >> i & 1) == 0) continue;
        reads = reads || source.select[i] <= Select::W;
        signs |= source.negate >> i & 1;
    }
    for (unsigned i = 0; i < 4; ++i) {
        if ((needed >> i & 1) != 0) continue;
        source.select[i] = reads ? static_cast<Select>(i) : Select::Zero;
        source.negate = (source.negate & ~(1U << i)) | signs << i;
    }
    return source;
}

ir::Id Registers::read(const Source& given, Lanes lanes, std::uint32_t needed) {
    const Source source = context_.readable() ? readable(given, needed) : given;
    bool reads = false;
    for (unsigned i = 0; i < lanes.count; ++i) reads = reads || source.select[lanes.first + i] <= Select::W;
    ir::Id value = selected(source, reads ? whole(source) : ir::kNone, lanes);
    if (source.abs) value = ir_.FAbs(value);
    return negated(source, value, lanes);
}

ir::Id Registers::selected(const Source& source, ir::Id whole, Lanes lanes) {
    std::array<std::uint8_t, 4> from{};
    std::array<std::uint64_t, 4> numbers{};
    std::uint32_t constants = 0, moved = lanes.count == 4 ? 0 : 1;
    for (unsigned i = 0; i < lanes.count; ++i) {
        const Select select = source.select[lanes.first + i];
        numbers[i] = std::bit_cast<std::uint32_t>(value_of(select));
        if (select > Select::W) constants |= 1U << i;
        from[i] = static_cast<std::uint8_t>(select > Select::W ? i : static_cast<unsigned>(select));
        moved |= from[i] ^ i;
    }
    if (constants != 0) // one number for all reads best
        for (unsigned i = 0; i < lanes.count; ++i)
            if ((constants >> i & 1) == 0) numbers[i] = numbers[static_cast<unsigned>(std::countr_zero(constants))];
    const ir::Type type = ir::kF32.with_lanes(lanes.count);
    const auto given = [&] { return ir_.constant(type, std::span(numbers).first(lanes.count)); };
    if (whole == ir::kNone) return given();
    const ir::Id value = moved == 0 ? whole : ir_.swizzle(whole, std::span(from).first(lanes.count));
    return constants == 0 ? value : ir_.blend(value, given(), constants);
}

ir::Id Registers::negated(const Source& source, ir::Id value, Lanes lanes) {
    const std::uint32_t all = (1U << lanes.count) - 1;
    const std::uint32_t negate = source.negate >> lanes.first & all;
    if (negate == 0) return value;
    const ir::Id inverted = ir_.FNeg(value);
    return negate == all ? inverted : ir_.blend(value, inverted, negate);
}

// ---- results

Registers::Where Registers::where(TargetClass to) const {
    switch (to) {
        case TargetClass::Temp: return {temps_, extent_.temps};
        case TargetClass::AltTemp: return {alternates_, extent_.alternates};
        case TargetClass::Out:
        case TargetClass::OutReplicateX: return {outputs_.file(), outputs_.count()};
        case TargetClass::Input: return {copy_, kInputs};
        case TargetClass::Address:
        case TargetClass::None6:
        case TargetClass::None7: break;
    }
    return {};
}

void Registers::write(const Destination& destination, ir::Id value, unsigned first, ir::Id passes) {
    if (destination.mask == 0) return;
    const bool is_absolute = destination.mode == Mode::Absolute || destination.mode == Mode::None;
    if (destination.to == TargetClass::Input && is_absolute && destination.index >= kInputs)
        context_.approximate("input[" + std::to_string(destination.index) +
                             "] is written, which the machine does not have: left out");
    if (destination.to == TargetClass::Address) return write_address(destination, value, first, passes);
    store(where(destination.to), destination, value, first, passes);
}

void Registers::write_address(const Destination& destination, ir::Id value, unsigned first, ir::Id passes) {
    const unsigned lanes = ir_.type_of(value).lanes;
    const ir::Id held = ir_.FMin({ir_.FMax(value, ir_.f32(kLeastAddress, lanes)), ir_.f32(kGreatestAddress, lanes)});
    const ir::Id whole = ir_.convert(ir::Op::FToS, ir::Kind::I32, held);
    Destination to = destination; // there is one address register, whatever index and mode say
    to.index = 0;
    to.mode = Mode::Absolute;
    store({address_, 1}, to, whole, first, passes);
}

void Registers::store(const Where& where, const Destination& destination, ir::Id value, unsigned first, ir::Id passes) {
    const Lanes lanes = lanes_of(destination.mask);
    if (ir_.type_of(value).lanes == 1) { // for all that are written; text has whole registers
        const bool is_whole = context_.readable();
        first = is_whole ? 0 : lanes.first;
        if (is_whole || lanes.count > 1) value = ir_.splat(value, is_whole ? 4 : lanes.count);
    }
    const unsigned count = ir_.type_of(value).lanes;
    const bool is_absolute = destination.mode == Mode::Absolute || destination.mode == Mode::None;
    if (is_absolute && destination.index >= where.count) return;
    const ir::Type type = ir_.type_of(value);
    const bool is_there = destination.index < where.count;
    const std::uint32_t lane = (is_there ? destination.index * 4 : 0) + first;
    ir::Id index = ir::kNone;
    if (!is_absolute) index = offset(destination.mode, destination.lane);
    if (!is_absolute && !is_there) index = ir_.IAdd(index, ir_.i32(destination.index));
    if (passes != ir::kNone) {
        if (ir_.type_of(passes).lanes != count) passes = ir_.splat(passes, count);
        const ir::Id old = is_absolute ? ir_.load(where.file, lane, type) : ir_.load_at(where.file, lane, index, type);
        value = ir_.Select(passes, value, old);
    }
    const std::uint32_t mask = destination.mask >> first & ((1U << count) - 1);
    is_absolute ? ir_.store(where.file, lane, value, mask) : ir_.store_at(where.file, lane, index, value, mask);
}

void Registers::set_predicate(ir::Id value) { ir_.store(predicate_, 0, ir_.Select({value, ir_.i32(1), ir_.i32(0)})); }

} // namespace relit::isa::r500::vs
