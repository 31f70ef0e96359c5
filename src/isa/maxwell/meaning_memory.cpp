// Loads and stores: constant buffers, global, shared and local memory.
#include "isa/maxwell/meaning.hpp"

namespace relit::isa::maxwell {
namespace {

/// Values of Role::Width.
enum Width : std::uint32_t { kU8, kS8, kU16, kS16, k32, k64, k128, kUB128 };

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

void load(Lift& lift, std::uint32_t resource, ir::Id address) {
    const Cut cut = cut_of(lift.in[Role::Width]);
    put_loaded(lift, lift.ir.load_buffer(resource, address, type_of(cut)), cut);
}
void store(Lift& lift, std::uint32_t resource, ir::Id address) {
    const ir::Id value = stored(lift, cut_of(lift.in[Role::Width]));
    lift.where_guarded([&] { lift.ir.store_buffer(resource, address, value); });
}

} // namespace

void mean_ldc(Lift& lift) {
    if (lift.in[Role::CbMode] != 0) return lift.refuse("constant buffers that a register chooses");
    const Cut cut = cut_of(lift.in[Role::Width]);
    put_loaded(lift, lift.constant(lift.in[Role::Slot], lift.near_address(), type_of(cut)), cut);
}

void mean_ldg(Lift& lift) { load(lift, lift.global_memory(), lift.global_address()); }
void mean_stg(Lift& lift) { store(lift, lift.global_memory(), lift.global_address()); }
void mean_lds(Lift& lift) { load(lift, lift.shared_memory(), lift.near_address()); }
void mean_sts(Lift& lift) { store(lift, lift.shared_memory(), lift.near_address()); }
void mean_ldl(Lift& lift) { load(lift, lift.local_memory(), lift.near_address()); }
void mean_stl(Lift& lift) { store(lift, lift.local_memory(), lift.near_address()); }

void mean_membar(Lift& lift) {
    const bool group = lift.in[Role::Scope] == 0;
    lift.where_guarded(
        [&] { lift.ir.add(ir::Op::MemoryBarrier, ir::kVoid, std::span<const ir::Id>{}, group ? 0 : 1); });
}

} // namespace relit::isa::maxwell
