// Loads and stores: constant buffers, global, shared and local memory.
#include "isa/maxwell/context_keys.hpp"
#include "isa/maxwell/lift/driver/constants.hpp"
#include "isa/maxwell/lift/operations/operations.hpp"

#include <fmt/format.h>

namespace relit::isa::maxwell {
namespace {

/// How an access goes through memory: its lanes, one after another.
struct Cut {
    ir::Kind kind = ir::Kind::I32; // of a lane in memory
    unsigned lanes = 1;
    bool is_signed = false;
};
Cut cut_of(std::uint32_t width) {
    switch (width) {
        case kU8: return {ir::Kind::I8};
        case kS8: return {ir::Kind::I8, 1, true};
        case kU16: return {ir::Kind::I16};
        case kS16: return {ir::Kind::I16, 1, true};
        case k64: return {ir::Kind::I32, 2};
        case k128:
        case kUB128: return {ir::Kind::I32, 4};
        default: return {};
    }
}

void put_loaded(Lift& lift, ir::Id value, const Cut& cut) {
    if (cut.kind != ir::Kind::I32) {
        const ir::Op op = cut.is_signed ? ir::Op::SExtend : ir::Op::UExtend;
        return lift.put(lift.ir.convert(op, ir::Kind::I32, value));
    }
    for (unsigned i = 0; i < cut.lanes; ++i)
        lift.put(lift.in[Role::D] + i, cut.lanes == 1 ? value : lift.ir.lane(value, i));
}

ir::Id stored(Lift& lift, const Cut& cut) {
    const std::uint32_t from = lift.in[Role::D];
    if (cut.kind != ir::Kind::I32) return lift.ir.convert(ir::Op::ITruncate, cut.kind, lift.reg(from));
    if (cut.lanes == 1) return lift.reg(from);
    std::vector<ir::Id> words;
    for (unsigned i = 0; i < cut.lanes; ++i) words.push_back(lift.reg(from == kZeroRegister ? from : from + i));
    return lift.ir.compose(words);
}

ir::Type type_of(const Cut& cut) { return {cut.kind, static_cast<std::uint8_t>(cut.lanes)}; }

/// A number as the address in memory that the program's file or a context key gives a size.
void note_outside(Lift& lift, std::uint32_t resource, const Cut& cut) {
    const ir::Resource& memory = lift.ir.module().resources[resource];
    const bool is_sized = memory.kind == ir::ResourceKind::Shared || memory.kind == ir::ResourceKind::Scratch;
    if (!is_sized || lift.in[Role::A] != kZeroRegister) return;
    const std::int64_t at = offset_of(lift.in), bytes = ir::bits_of(cut.kind) / 8 * cut.lanes;
    const std::uint32_t size = memory.size == 0 ? kMostFitted : memory.size;
    if (at >= 0 && at + bytes <= size) return;
    lift.context.approximate(
        fmt::format("an access at 0x{:04x} lies outside of the {} bytes of {} memory: it gives 0, or does nothing",
                    lift.in.address, size, std::string_view(memory.name)));
}

void load(Lift& lift, const Lift::MemoryOperand& from) {
    const Cut cut = cut_of(lift.in[Role::Width]);
    note_outside(lift, from.resource, cut);
    put_loaded(lift, lift.ir.load_buffer(from.resource, from.address, type_of(cut)), cut);
}
void store(Lift& lift, const Lift::MemoryOperand& to) {
    const Cut cut = cut_of(lift.in[Role::Width]);
    note_outside(lift, to.resource, cut);
    const ir::Id value = stored(lift, cut);
    lift.where_guarded([&] { lift.ir.store_buffer(to.resource, to.address, value); });
}

} // namespace

namespace {

enum CbMode : std::uint32_t { kByOffset, kLinear, kSegmented };

/// The high half of the register is added to the number of the buffer, the low half to the offset. Where that leaves the
/// buffer, a linear address goes on in the next one.
struct ConstantAddress {
    ir::Id buffer = ir::kNone, offset = ir::kNone;
};
ConstantAddress constant_address(Lift& lift) {
    ir::Builder& ir = lift.ir;
    const ir::Id both = lift.reg(lift.in[Role::A]), number = lift.i32(static_cast<std::uint32_t>(offset_of(lift.in)));
    const auto low = [&](ir::Id word) { return ir.UBitField({word, lift.i32(0), lift.i32(16)}); };
    const auto high = [&](ir::Id word) { return ir.UShr(word, lift.i32(16)); };
    if (lift.in[Role::CbMode] == kSegmented) return {high(both), ir.IAdd(low(both), number)};
    const ir::Id sum = ir.IAdd(both, number);
    return {high(sum), low(sum)};
}

ir::Id load_from_chosen(Lift& lift, ir::Type type) {
    constexpr std::uint32_t kBuffers = 32;
    ir::Builder& ir = lift.ir;
    const auto count = static_cast<std::uint32_t>(lift.context.read(key::buffers_at_index) & 31);
    lift.context.approximate(
        fmt::format("a register chooses one of {} constant buffers (maxwell.buffers_at_index); what is in "
                    "others reads 0",
                    count));
    const ConstantAddress address = constant_address(lift);
    ir::Id value = ir.constant(type, std::uint64_t{0});
    for (std::uint32_t i = 0; i < count && lift.in[Role::Slot] + i < kBuffers; ++i) {
        const ir::Id meant = ir.splat(ir.IEq(address.buffer, lift.i32(i)), type.lanes);
        value = ir.Select(meant, lift.constant(lift.in[Role::Slot] + i, address.offset, type), value);
    }
    return value;
}

} // namespace

void lift_ldc(Lift& lift) {
    const std::uint32_t mode = lift.in[Role::CbMode];
    if (mode > kSegmented) return lift.refuse("how .ISL chooses a constant buffer is not known");
    const Cut cut = cut_of(lift.in[Role::Width]);
    const ir::Id value = mode == kByOffset ? lift.constant(lift.in[Role::Slot], lift.address(), type_of(cut))
                                           : load_from_chosen(lift, type_of(cut));
    put_loaded(lift, value, cut);
}

namespace {

/// LD and ST name a predicate; compiled code leaves it PT.
void refuse_predicate(Lift& lift) {
    if (lift.in.has(Role::Pg) && lift.in[Role::Pg] != kTruePredicate)
        lift.refuse("what its predicate of the access does is not known");
}

} // namespace

void lift_ldg(Lift& lift) {
    refuse_predicate(lift);
    load(lift, lift.global_operand());
}
void lift_stg(Lift& lift) {
    refuse_predicate(lift);
    store(lift, lift.global_operand());
}
void lift_lds(Lift& lift) { load(lift, lift.shared_operand()); }
void lift_sts(Lift& lift) { store(lift, lift.shared_operand()); }
void lift_ldl(Lift& lift) { load(lift, lift.local_operand()); }
void lift_stl(Lift& lift) { store(lift, lift.local_operand()); }

void lift_membar(Lift& lift) {
    const bool group = lift.in[Role::Scope] == 0;
    lift.where_guarded(
        [&] { lift.ir.add(ir::Op::MemoryBarrier, ir::kVoid, std::span<const ir::Id>{}, group ? 0 : 1); });
}

} // namespace relit::isa::maxwell
