#include "ir/evaluate.hpp"

#include "base/half.hpp"
#include "ir/arithmetic.hpp"

#include <algorithm>
#include <cfenv>
#include <cmath>

// This file is compiled with -frounding-math: float operations run in the direction that fesetround has set.

namespace relit::ir {
namespace {

using namespace arithmetic; // NOLINT(google-build-using-namespace): the words of the value column

// ---- lanes as bits

template <Kind>
struct FloatBits;
template <>
struct FloatBits<Kind::F16> {
    static constexpr std::uint64_t kSign = 0x8000, kExponent = 0x7c00, kNan = 0x7e00;
};
template <>
struct FloatBits<Kind::F32> {
    static constexpr std::uint64_t kSign = 0x80000000, kExponent = 0x7f800000, kNan = 0x7fc00000;
};
template <>
struct FloatBits<Kind::F64> {
    static constexpr std::uint64_t kSign = 1ULL << 63, kExponent = 0x7ffULL << 52, kNan = 0xfffULL << 51 & ~kSign;
};

template <Kind>
struct IntegerLane;
template <>
struct IntegerLane<Kind::I8> : std::type_identity<std::uint8_t> {};
template <>
struct IntegerLane<Kind::I16> : std::type_identity<std::uint16_t> {};
template <>
struct IntegerLane<Kind::I32> : std::type_identity<std::uint32_t> {};
template <>
struct IntegerLane<Kind::I64> : std::type_identity<std::uint64_t> {};

// A denormal becomes zero of its sign where the mode says so.
template <Kind K>
std::uint64_t flushed(std::uint64_t bits, bool flush) {
    return flush && (bits & FloatBits<K>::kExponent) == 0 ? bits & FloatBits<K>::kSign : bits;
}

template <Kind K>
auto float_of(std::uint64_t bits) {
    if constexpr (K == Kind::F16) return float_from_half(static_cast<std::uint16_t>(bits));
    if constexpr (K == Kind::F32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if constexpr (K == Kind::F64) return std::bit_cast<double>(bits);
}

// Rounds once, in the direction of the mode (which the host's has been set to, too).
template <Kind K>
std::uint64_t bits_of_float(auto value, FloatMode mode) {
    if constexpr (std::is_floating_point_v<decltype(value)>) {
        if (arithmetic::is_nan(value)) return FloatBits<K>::kNan;
    }
    const auto to = static_cast<Rounding>(mode[FloatMode::rounding]);
    std::uint64_t bits = 0;
    // A 64-bit integer may round to double first: it is far beyond the largest half then.
    if constexpr (K == Kind::F16) bits = half_from(static_cast<double>(value), to);
    if constexpr (K == Kind::F32) bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    if constexpr (K == Kind::F64) bits = std::bit_cast<std::uint64_t>(static_cast<double>(value));
    return flushed<K>(bits, mode[FloatMode::flush_result]);
}

// ---- rows

// The value column: OpRow<op>::of(rounded, a, b, c, d), where R is the result's lane.
template <Op>
struct OpRow;
#define IR_OP(name, result, operands, traits, imm, op_class, memory, value)                                \
    template <>                                                                                            \
    struct OpRow<Op::name> {                                                                               \
        static constexpr std::string_view kShape = #result operands; /* the result's letter comes first */ \
        static constexpr bool kHasValue = std::string_view(#value) != "kNone";                             \
        static constexpr bool kExact = (traits) >> 16 == 0;                                                \
        static constexpr OpClass kClass = OpClass::op_class;                                               \
        template <class R>                                                                                 \
        static auto of([[maybe_unused]] auto rounded, [[maybe_unused]] auto a, [[maybe_unused]] auto b,    \
                       [[maybe_unused]] auto c, [[maybe_unused]] auto d) {                                 \
            return value;                                                                                  \
        }                                                                                                  \
    };
#include "ir/opcodes.inc"
#undef IR_OP

constexpr bool flips_sign(Op op) { return op == Op::FNeg || op == Op::FAbs; }

// The kinds that stand for the letters of a row: R of the result, F and I of its float and integer operands.
template <Op op, Kind R, Kind F, Kind I>
struct Lane {
    static constexpr std::string_view kShape = OpRow<op>::kShape;

    // What a lane is computed in. Halves in float round once more when stored, which is harmless for one operation
    // (24 >= 2 * 11 + 2 bits); for a fused one and for what is not exact anyway, one size more makes it so.
    template <class T>
    static auto widened(T value) {
        constexpr bool kWider = !OpRow<op>::kExact || (op == Op::FFma && F == Kind::F16);
        return static_cast<std::conditional_t<kWider, double, T>>(value);
    }

    template <std::size_t N>
    static auto operand(FloatMode mode, std::uint64_t bits) {
        constexpr char kLetter = N + 1 < kShape.size() ? kShape[N + 1] : '-';
        if constexpr (kLetter == 'F') return widened(float_of<F>(flushed<F>(bits, mode[FloatMode::flush_inputs])));
        if constexpr (kLetter == 'I') return static_cast<typename IntegerLane<I>::type>(bits);
        if constexpr (kLetter == 'B') return bits != 0;
        if constexpr (kLetter == 'T') return bits;
        if constexpr (kLetter == '-') return 0;
    }

    static std::uint64_t stored(FloatMode mode, auto value) {
        if constexpr (kShape[0] == 'F') return bits_of_float<R>(value, mode);
        if constexpr (kShape[0] == 'I') return static_cast<typename IntegerLane<R>::type>(value);
        if constexpr (kShape[0] == 'B') return static_cast<bool>(value) ? 1 : 0;
        if constexpr (kShape[0] == 'T') return value;
    }

    static auto call(FloatMode mode, std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
        // As if by an operation of its own, with the same mode: FMad is FMul and FAdd.
        const auto rounded = [mode](auto x) { return operand<0>(mode, stored(mode, x)); };
        const auto with = [&]<class Result>(std::type_identity<Result>) {
            return OpRow<op>::template of<Result>(rounded, operand<0>(mode, a), operand<1>(mode, b),
                                                  operand<2>(mode, c), operand<3>(mode, d));
        };
        if constexpr (is_integer(R)) return with(IntegerLane<R>{});
        if constexpr (!is_integer(R)) return with(std::type_identity<void>{});
    }

    static std::uint64_t value(FloatMode mode, std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
        if constexpr (flips_sign(op)) {
            constexpr std::uint64_t kSign = FloatBits<F>::kSign;
            const std::uint64_t bits = flushed<F>(a, mode[FloatMode::flush_inputs] || mode[FloatMode::flush_result]);
            return op == Op::FNeg ? bits ^ kSign : bits & ~kSign;
        } else {
            return stored(mode, call(mode, a, b, c, d));
        }
    }
};

template <Op op, Kind R, Kind F, Kind I>
void run_lanes(const Prepared& how, const Value* const* operands, Value& result) {
    constexpr std::size_t kCount = OpRow<op>::kShape.size() - 1;
    const auto bits = [&](std::size_t n, unsigned lane) { return n < kCount ? operands[n]->lanes[lane] : 0; };
    for (unsigned i = 0; i < how.result.lanes; ++i) {
        result.lanes[i] = Lane<op, R, F, I>::value(how.mode, bits(0, i), bits(1, i), bits(2, i), bits(3, i));
    }
}

// ---- rows with code of their own

void run_swizzle(const Prepared& how, const Value* const* operands, Value& result) {
    for (unsigned i = 0; i < how.result.lanes; ++i) result.lanes[i] = operands[0]->lanes[how.imm >> (8 * i) & 3];
}

void run_compose(const Prepared& how, const Value* const* operands, Value& result) {
    for (unsigned i = 0; i < how.result.lanes; ++i) {
        result.lanes[i] = i < how.operand_count ? operands[i]->lanes[0] : 0;
    }
}

void run_blend(const Prepared& how, const Value* const* operands, Value& result) {
    for (unsigned i = 0; i < how.result.lanes; ++i) result.lanes[i] = operands[how.imm >> i & 1]->lanes[i];
}

void run_same_lanes(const Prepared& /*how*/, const Value* const* operands, Value& result) { result = *operands[0]; }

struct AllBits : Word<AllBits, 256> {};

void run_bitcast(const Prepared& how, const Value* const* operands, Value& result) {
    const auto lane = [](Type type, unsigned i) {
        const unsigned bits = bits_of(type.kind);
        return Field<std::uint64_t>("lane", i * bits, bits);
    };
    AllBits all;
    for (unsigned i = 0; i < how.operand.lanes; ++i) all.set(lane(how.operand, i), operands[0]->lanes[i]);
    for (unsigned i = 0; i < how.result.lanes; ++i) result.lanes[i] = all[lane(how.result, i)];
}

template <Kind K>
void run_dot(const Prepared& how, const Value* const* operands, Value& result) {
    const auto product = [&](unsigned i) {
        return Lane<Op::FMul, K, K, Kind::Void>::value(how.mode, operands[0]->lanes[i], operands[1]->lanes[i], 0, 0);
    };
    std::uint64_t sum = product(0);
    for (unsigned i = 1; i < how.operand.lanes; ++i) {
        sum = Lane<Op::FAdd, K, K, Kind::Void>::value(how.mode, sum, product(i), 0, 0);
    }
    result.lanes[0] = sum;
}

void run_any(const Prepared& how, const Value* const* operands, Value& result) {
    const auto lanes = std::span(operands[0]->lanes).first(how.operand.lanes);
    result.lanes[0] = std::ranges::any_of(lanes, [](std::uint64_t lane) { return lane != 0; }) ? 1 : 0;
}

void run_all(const Prepared& how, const Value* const* operands, Value& result) {
    const auto lanes = std::span(operands[0]->lanes).first(how.operand.lanes);
    result.lanes[0] = std::ranges::all_of(lanes, [](std::uint64_t lane) { return lane != 0; }) ? 1 : 0;
}

// Sets the host's rounding direction around a kernel. The call through a pointer keeps float operations inside.
void run_rounding(const Prepared& how, const Value* const* operands, Value& result) {
    constexpr std::array kDirections = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
    const int before = std::fegetround();
    std::fesetround(kDirections[how.mode[FloatMode::rounding]]);
    how.inner(how, operands, result);
    std::fesetround(before);
}

// ---- finding the code for an operation and its kinds

template <Kind K>
using Constant = std::integral_constant<Kind, K>;

// Calls `found` with the kind as a constant where the shape letter allows it, with Void where there is no letter.
template <char letter>
Kernel with_kind([[maybe_unused]] Kind kind, auto found) {
    if constexpr (letter == 'F') {
        switch (kind) {
            case Kind::F16: return found(Constant<Kind::F16>{});
            case Kind::F32: return found(Constant<Kind::F32>{});
            case Kind::F64: return found(Constant<Kind::F64>{});
            default: return nullptr;
        }
    } else if constexpr (letter == 'I') {
        switch (kind) {
            case Kind::I8: return found(Constant<Kind::I8>{});
            case Kind::I16: return found(Constant<Kind::I16>{});
            case Kind::I32: return found(Constant<Kind::I32>{});
            case Kind::I64: return found(Constant<Kind::I64>{});
            default: return nullptr;
        }
    } else {
        return found(Constant<Kind::Void>{});
    }
}

// Where the first operand with the letter stands, or npos.
constexpr std::size_t operand_with(std::string_view shape, char letter) { return shape.substr(1).find(letter); }

template <Op op>
Kernel kernel_of(Type result, std::span<const Type> operands) {
    constexpr std::string_view kShape = OpRow<op>::kShape;
    constexpr std::size_t kFloat = operand_with(kShape, 'F'), kInteger = operand_with(kShape, 'I');
    constexpr char kFloatLetter = kFloat == std::string_view::npos ? '-' : 'F';
    constexpr char kIntegerLetter = kInteger == std::string_view::npos ? '-' : 'I';
    if constexpr (!OpRow<op>::kHasValue) {
        return nullptr;
    } else {
        if (operands.size() != kShape.size() - 1) return nullptr;
        const auto kind_at = [&](std::size_t at) { return at < operands.size() ? operands[at].kind : Kind::Void; };
        return with_kind<kFloatLetter>(kind_at(kFloat), [&]<Kind F>(Constant<F>) {
            return with_kind<kIntegerLetter>(kind_at(kInteger), [&]<Kind I>(Constant<I>) {
                if constexpr (OpRow<op>::kClass == OpClass::Conversion) {
                    return with_kind<kShape[0]>(result.kind,
                                                []<Kind R>(Constant<R>) -> Kernel { return &run_lanes<op, R, F, I>; });
                } else {
                    constexpr Kind R = kShape[0] == 'F' ? F : kShape[0] == 'I' ? I : Kind::Void;
                    return Kernel{&run_lanes<op, R, F, I>};
                }
            });
        });
    }
}

Kernel dot_kernel(Kind kind) {
    return with_kind<'F'>(kind, []<Kind K>(Constant<K>) -> Kernel { return &run_dot<K>; });
}

Kernel row_kernel(Op op, Type result, std::span<const Type> operands) {
    switch (op) {
#define IR_OP(name, result_letter, operand_letters, traits, imm, op_class, memory, value) \
    case Op::name: return kernel_of<Op::name>(result, operands);
#include "ir/opcodes.inc"
#undef IR_OP
    }
    return nullptr;
}

Kernel find_kernel(Op op, Type result, std::span<const Type> operands) {
    const std::size_t count = operands.size();
    switch (op) {
        case Op::Swizzle: return count == 1 ? &run_swizzle : nullptr;
        case Op::Compose: return count > 0 ? &run_compose : nullptr;
        case Op::Blend: return count == 2 ? &run_blend : nullptr;
        case Op::Bitcast:
            return count != 1 ? nullptr : result.lanes == operands[0].lanes ? &run_same_lanes : &run_bitcast;
        case Op::FDot: return count == 2 ? dot_kernel(operands[0].kind) : nullptr;
        case Op::BAny: return count == 1 ? &run_any : nullptr;
        case Op::BAll: return count == 1 ? &run_all : nullptr;
        default: return row_kernel(op, result, operands);
    }
}

} // namespace

Prepared prepare(Op op, Type result, std::span<const Type> operands, FloatMode mode, std::uint32_t imm) {
    Prepared how{find_kernel(op, result, operands),          nullptr, result,
                 operands.empty() ? kVoid : operands[0],     mode,    imm,
                 static_cast<std::uint32_t>(operands.size())};
    if (how.run != nullptr && mode[FloatMode::rounding] != 0) {
        how.inner = how.run;
        how.run = &run_rounding;
    }
    return how;
}

Prepared prepare(const Module& module, const Inst& inst) {
    std::array<Type, kMaxLanes> types;
    const std::size_t count = std::min<std::size_t>(inst.operands.size(), types.size());
    for (std::size_t i = 0; i < count; ++i) types[i] = module[inst.operands[i]].type;
    return prepare(inst.op, inst.type, std::span(types).first(count), inst.mode, inst.imm);
}

Value evaluate(Op op, Type result, std::span<const Type> operand_types, FloatMode mode, std::uint32_t imm,
               std::span<const Value> operands) {
    const Prepared how = prepare(op, result, operand_types, mode, imm);
    Value value;
    if (how.run == nullptr || operands.size() != operand_types.size() || operands.size() > kMaxLanes) return value;
    std::array<const Value*, kMaxLanes> pointers{};
    std::ranges::transform(operands, pointers.begin(), [](const Value& operand) { return &operand; });
    how.run(how, pointers.data(), value);
    return value;
}

Value evaluate(const Module& module, const Inst& inst, std::span<const Value> operands) {
    Value value;
    if (inst.op == Op::Const) {
        std::ranges::copy(module.literal(inst), value.lanes.begin());
        return value;
    }
    if (inst.op == Op::LoadTable) {
        const auto& table = module.tables[inst.imm];
        if (operands[0].lanes[0] < table.size()) value.lanes[0] = table[operands[0].lanes[0]];
        return value;
    }
    std::array<Type, kMaxLanes> types;
    const std::size_t count = std::min<std::size_t>(inst.operands.size(), types.size());
    for (std::size_t i = 0; i < count; ++i) types[i] = module[inst.operands[i]].type;
    return evaluate(inst.op, inst.type, std::span(types).first(count), inst.mode, inst.imm, operands);
}

std::uint64_t canonical_nan(Kind kind) {
    if (kind == Kind::F16) return FloatBits<Kind::F16>::kNan;
    return kind == Kind::F32 ? FloatBits<Kind::F32>::kNan : FloatBits<Kind::F64>::kNan;
}

bool is_nan(Kind kind, std::uint64_t lane) {
    if (kind == Kind::F16) return arithmetic::is_nan(float_of<Kind::F16>(lane));
    if (kind == Kind::F32) return arithmetic::is_nan(float_of<Kind::F32>(lane));
    return kind == Kind::F64 && arithmetic::is_nan(float_of<Kind::F64>(lane));
}

Op plain_operation(Op atomic) {
    switch (atomic) {
        case Op::AtomicAdd: return Op::IAdd;
        case Op::AtomicSMin: return Op::SMin;
        case Op::AtomicUMin: return Op::UMin;
        case Op::AtomicSMax: return Op::SMax;
        case Op::AtomicUMax: return Op::UMax;
        case Op::AtomicAnd: return Op::IAnd;
        case Op::AtomicOr: return Op::IOr;
        default: return Op::IXor;
    }
}

} // namespace relit::ir
