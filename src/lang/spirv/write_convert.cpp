// Moves, conversions and reductions of bools.
#include "lang/spirv/floats.hpp"
#include "lang/spirv/spelling.hpp"

namespace relit::lang::spirv {
namespace {

using ir::Type;

Value resized(Code& code, Type type, Value value) { return code.resize(type.kind, value); }

} // namespace

Value write_Copy(Code& /*code*/, Type /*type*/, std::span<const Value> in) { return in[0]; }
Value write_Bitcast(Code& code, Type type, std::span<const Value> in) { return code.as(type, in[0]); }

Value write_BAny(Code& code, Type type, std::span<const Value> in) {
    return in[0].type.lanes == 1 ? in[0] : code.op(spv::Op::OpAny, type, {in[0]});
}

Value write_BAll(Code& code, Type type, std::span<const Value> in) {
    return in[0].type.lanes == 1 ? in[0] : code.op(spv::Op::OpAll, type, {in[0]});
}

Value write_UExtend(Code& code, Type type, std::span<const Value> in) { return resized(code, type, in[0]); }
Value write_ITruncate(Code& code, Type type, std::span<const Value> in) { return resized(code, type, in[0]); }
Value write_SExtend(Code& code, Type type, std::span<const Value> in) { return code.sign_extend(type.kind, in[0]); }

Value write_FConvert(Code& code, Type type, std::span<const Value> in) {
    return type.kind == in[0].type.kind ? in[0] : code.op(spv::Op::OpFConvert, type, {in[0]});
}

// SPIR-V defines only what fits: everything else is 0 when it is converted, and replaced afterwards.
Value write_FToS(Code& code, Type type, std::span<const Value> in) {
    const FloatLayout layout = float_layout(in[0].type.kind);
    const int bits = static_cast<int>(ir::bits_of(type.kind));
    const std::uint64_t limit = layout.power(bits - 1), smallest = std::uint64_t{1} << (bits - 1);
    const Value high = ordered(code, spv::Op::OpFOrdGreaterThanEqual, {in[0], code.literal(in[0].type, limit)});
    const Value low =
        ordered(code, spv::Op::OpFOrdLessThanEqual, {in[0], code.literal(in[0].type, limit | layout.sign())});
    const Value bad = code.either({code.either({high, low}), is_nan(code, in[0])});
    const Value safe = code.select({bad, code.literal(in[0].type, 0), in[0]});
    const Value whole = code.op(spv::Op::OpConvertFToS, type, {safe});
    const Value at_least = code.select({low, code.literal(type, smallest), whole});
    return code.select({high, code.literal(type, smallest - 1), at_least});
}

Value write_FToU(Code& code, Type type, std::span<const Value> in) {
    const std::uint64_t limit = float_layout(in[0].type.kind).power(static_cast<int>(ir::bits_of(type.kind)));
    const Value high = ordered(code, spv::Op::OpFOrdGreaterThanEqual, {in[0], code.literal(in[0].type, limit)});
    const Value above = ordered(code, spv::Op::OpFOrdGreaterThan, {in[0], code.literal(in[0].type, 0)});
    const Value safe = code.select({code.both({above, code.negate(high)}), in[0], code.literal(in[0].type, 0)});
    const Value whole = code.op(spv::Op::OpConvertFToU, type, {safe});
    return code.select({high, code.literal(type, ~std::uint64_t{0}), whole});
}

} // namespace relit::lang::spirv
