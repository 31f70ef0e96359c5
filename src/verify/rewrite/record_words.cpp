#include "verify/rewrite/record_words.hpp"

namespace relit::verify {
namespace {

/// As integers of 32 bits, or of 64.
ir::Id integers_of(ir::Builder& ir, ir::Id value) {
    const ir::Type type = ir.type_of(value);
    if (type.kind == ir::Kind::Bool) return ir.Select({value, ir.i32(1, type.lanes), ir.i32(0, type.lanes)});
    if (ir::is_float(type.kind)) value = ir.bitcast(type.with_kind(ir::integer_of(type.kind)), value);
    return ir::bits_of(type.kind) < kRecordWordBits ? ir.convert(ir::Op::UExtend, ir::Kind::I32, value) : value;
}

} // namespace

std::vector<ir::BlockId> returns_of(const ir::Function& function) {
    std::vector<ir::BlockId> blocks;
    for (ir::BlockId id = 0; id < function.blocks.size(); ++id)
        if (function.blocks[id].end.kind == ir::TerminatorKind::Return) blocks.push_back(id);
    return blocks;
}

void store_words(ir::Builder& ir, std::uint32_t resource, ir::Id address, ir::Id value) {
    const auto put = [&](std::uint32_t word, ir::Id words) {
        ir.store_buffer(resource, ir.IAdd(address, ir.i32(word * kRecordWord)), words);
    };
    const ir::Id bits = integers_of(ir, value);
    const ir::Type type = ir.type_of(bits);
    if (type.kind != ir::Kind::I64) return put(0, bits);
    for (unsigned i = 0; i < type.lanes; ++i) {
        const ir::Id lane = ir.lane(bits, i), high = ir.UShr(lane, ir.constant(ir::kI64, kRecordWordBits));
        put(2 * i, ir.convert(ir::Op::ITruncate, ir::Kind::I32, lane));
        put(2 * i + 1, ir.convert(ir::Op::ITruncate, ir::Kind::I32, high));
    }
}

} // namespace relit::verify
