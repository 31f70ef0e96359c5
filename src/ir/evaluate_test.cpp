#include "ir/evaluate.hpp"

#include "base/half.hpp"
#include "ir/builder.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace relit::ir {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kTiny = 0x1p-149F; // the smallest denormal
constexpr std::uint32_t kNanBits = 0x7fc00000, kOddNan = 0xffc01234;
constexpr std::uint64_t kOnes32 = 0xffffffff;
constexpr Type kI8{Kind::I8, 1}, kI16{Kind::I16, 1};

std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

// One row at one point: scalar operands of the types given.
std::uint64_t at(Op op, Type result, std::vector<Type> types, std::vector<std::uint64_t> lanes, FloatMode mode = {}) {
    std::vector<Value> operands;
    for (const std::uint64_t lane : lanes) operands.push_back({{lane}});
    return evaluate(op, result, types, mode, 0, operands).lanes[0];
}
std::uint64_t f32(Op op, std::vector<std::uint64_t> lanes, FloatMode mode = {}) {
    return at(op, kF32, std::vector<Type>(lanes.size(), kF32), lanes, mode);
}
std::uint64_t f16(Op op, std::vector<std::uint64_t> lanes, FloatMode mode = {}) {
    return at(op, kF16, std::vector<Type>(lanes.size(), kF16), lanes, mode);
}
std::uint64_t test32(Op op, float a, float b) { return at(op, kBool, {kF32, kF32}, {bits(a), bits(b)}); }
std::uint64_t i32(Op op, std::vector<std::uint64_t> lanes) {
    return at(op, kI32, std::vector<Type>(lanes.size(), kI32), lanes);
}
std::uint64_t i8(Op op, std::vector<std::uint64_t> lanes) {
    return at(op, kI8, std::vector<Type>(lanes.size(), kI8), lanes);
}
std::uint64_t i64(Op op, std::vector<std::uint64_t> lanes) {
    return at(op, kI64, std::vector<Type>(lanes.size(), kI64), lanes);
}

FloatMode rounding(unsigned direction) { return FloatMode{}.set(FloatMode::rounding, direction); }
const FloatMode kFlushInputs = FloatMode{}.set(FloatMode::flush_inputs, true);
const FloatMode kFlushResult = FloatMode{}.set(FloatMode::flush_result, true);

TEST(Evaluate, ZeroTimesAnythingIsPlusZeroInFMulZero) {
    EXPECT_EQ(f32(Op::FMulZero, {bits(0.0F), bits(kInf)}), bits(0.0F));
    EXPECT_EQ(f32(Op::FMulZero, {kNanBits, bits(-0.0F)}), bits(0.0F));
    EXPECT_EQ(f32(Op::FMulZero, {bits(-0.0F), bits(2.0F)}), bits(0.0F));
    EXPECT_EQ(f32(Op::FMulZero, {bits(-3.0F), bits(2.0F)}), bits(-6.0F));
    EXPECT_EQ(f32(Op::FMul, {bits(-0.0F), bits(2.0F)}), bits(-0.0F));
    EXPECT_EQ(f32(Op::FMul, {bits(0.0F), bits(kInf)}), kNanBits);
}

TEST(Evaluate, MadRoundsTwiceAndFmaOnce) {
    const float a = 1 + 0x1p-12F; // a * a = 1 + 2^-11 + 2^-24: the last part is lost when rounded to even
    const std::uint64_t c = bits(-(1 + 0x1p-11F));
    EXPECT_EQ(f32(Op::FMad, {bits(a), bits(a), c}), bits(0.0F));
    EXPECT_EQ(f32(Op::FFma, {bits(a), bits(a), c}), bits(0x1p-24F));
    const std::uint64_t h = half_from(1 + 0x1p-5), hc = half_from(-(1 + 0x1p-4));
    EXPECT_EQ(f16(Op::FFma, {h, h, hc}), half_from(0x1p-10));
    const std::uint64_t g = half_from(1 + 0x1p-6), gc = half_from(-(1 + 0x1p-5)); // 2^-12 does not fit beside 1
    EXPECT_EQ(f16(Op::FMad, {g, g, gc}), half_from(0.0));
    EXPECT_EQ(f16(Op::FFma, {g, g, gc}), half_from(0x1p-12));
}

TEST(Evaluate, SignOperationsKeepNanBits) {
    EXPECT_EQ(f32(Op::FNeg, {0x7f801234}), 0xff801234); // a signalling one, too
    EXPECT_EQ(f32(Op::FAbs, {0xff801234}), 0x7f801234);
    EXPECT_EQ(f32(Op::FNeg, {bits(0.0F)}), bits(-0.0F));
    EXPECT_EQ(f16(Op::FNeg, {0x7c01}), 0xfc01);
    EXPECT_EQ(at(Op::FAbs, kF64, {kF64}, {0xfff0000000000001}), 0x7ff0000000000001);
    EXPECT_EQ(f32(Op::FNeg, {bits(kTiny)}, kFlushResult), bits(-0.0F));
}

TEST(Evaluate, ArithmeticGivesOneNan) {
    EXPECT_EQ(f32(Op::FAdd, {kOddNan, bits(1.0F)}), kNanBits);
    EXPECT_EQ(f32(Op::FSqrt, {bits(-1.0F)}), kNanBits);
    EXPECT_EQ(f16(Op::FAdd, {0x7c00, 0xfc00}), 0x7e00);
    EXPECT_EQ(at(Op::FSub, kF64, {kF64, kF64}, {bits(HUGE_VAL), bits(HUGE_VAL)}), 0x7ff8000000000000);
    EXPECT_EQ(f32(Op::Copy, {0xff801234}), 0xff801234);
    EXPECT_EQ(at(Op::Select, kF32, {kBool, kF32, kF32}, {1, 0x7f801234, 0}), 0x7f801234);
    EXPECT_EQ(at(Op::Select, kF32, {kBool, kF32, kF32}, {0, 0x7f801234, 5}), 5);
}

TEST(Evaluate, MinAndMaxPreferNumbersAndTheSecondOfEqualOnes) {
    for (const Op op : {Op::FMin, Op::FMax}) {
        EXPECT_EQ(f32(op, {kOddNan, bits(1.0F)}), bits(1.0F));
        EXPECT_EQ(f32(op, {bits(1.0F), kOddNan}), bits(1.0F));
        EXPECT_EQ(f32(op, {kOddNan, kOddNan}), kNanBits);
        EXPECT_EQ(f32(op, {bits(0.0F), bits(-0.0F)}), bits(-0.0F));
        EXPECT_EQ(f32(op, {bits(-0.0F), bits(0.0F)}), bits(0.0F));
    }
    EXPECT_EQ(f32(Op::FMin, {bits(2.0F), bits(-3.0F)}), bits(-3.0F));
    EXPECT_EQ(f32(Op::FMax, {bits(2.0F), bits(-3.0F)}), bits(2.0F));
}

TEST(Evaluate, SaturationAndRounding) {
    EXPECT_EQ(f32(Op::FSat, {kOddNan}), bits(0.0F));
    EXPECT_EQ(f32(Op::FSat, {bits(-0.0F)}), bits(0.0F));
    EXPECT_EQ(f32(Op::FSat, {bits(kInf)}), bits(1.0F));
    EXPECT_EQ(f32(Op::FSat, {bits(0.25F)}), bits(0.25F));
    EXPECT_EQ(f32(Op::FFloor, {bits(-0.5F)}), bits(-1.0F));
    EXPECT_EQ(f32(Op::FCeil, {bits(-0.5F)}), bits(-0.0F));
    EXPECT_EQ(f32(Op::FTrunc, {bits(-1.5F)}), bits(-1.0F));
    for (unsigned direction = 0; direction < 4; ++direction) { // to even in every mode
        EXPECT_EQ(f32(Op::FRoundEven, {bits(2.5F)}, rounding(direction)), bits(2.0F));
        EXPECT_EQ(f32(Op::FRoundEven, {bits(3.5F)}, rounding(direction)), bits(4.0F));
        EXPECT_EQ(f32(Op::FRoundEven, {bits(-0.5F)}, rounding(direction)), bits(-0.0F));
        EXPECT_EQ(f32(Op::FRoundEven, {bits(-1.5F)}, rounding(direction)), bits(-2.0F));
        EXPECT_EQ(f32(Op::FRoundEven, {bits(1e30F)}, rounding(direction)), bits(1e30F));
    }
    EXPECT_EQ(f32(Op::FRoundEven, {bits(0.49999997F)}), bits(0.0F));
    EXPECT_EQ(f32(Op::FRoundEven, {bits(-kInf)}), bits(-kInf));
    EXPECT_EQ(f32(Op::FFract, {bits(-1e-10F)}), bits(1.0F));
    EXPECT_EQ(f32(Op::FFract, {bits(-1.25F)}), bits(0.75F));
}

TEST(Evaluate, DivisionAndTheLike) {
    EXPECT_EQ(f32(Op::FDiv, {bits(1.0F), bits(3.0F)}), 0x3eaaaaab);
    EXPECT_EQ(f32(Op::FDiv, {bits(1.0F), bits(-0.0F)}), bits(-kInf));
    EXPECT_EQ(f32(Op::FRcp, {bits(0.0F)}), bits(kInf));
    EXPECT_EQ(f32(Op::FSqrt, {bits(2.0F)}), 0x3fb504f3);
    EXPECT_EQ(f32(Op::FRsq, {bits(0.25F)}), bits(2.0F));
    EXPECT_EQ(f32(Op::FExp2, {bits(-3.0F)}), bits(0.125F));
    EXPECT_EQ(f32(Op::FLog2, {bits(8.0F)}), bits(3.0F));
    EXPECT_EQ(f32(Op::FLog2, {bits(0.0F)}), bits(-kInf));
    EXPECT_EQ(f32(Op::FSin, {bits(0.0F)}), bits(0.0F));
    EXPECT_EQ(f32(Op::FCos, {bits(0.0F)}), bits(1.0F));
    EXPECT_EQ(f16(Op::FDiv, {half_from(1.0), half_from(3.0)}), 0x3555);
    EXPECT_EQ(at(Op::FLdexp, kF32, {kF32, kI32}, {bits(1.5F), 0xfffffffe}), bits(0.375F));
    EXPECT_EQ(at(Op::FLdexp, kF32, {kF32, kI32}, {bits(1.5F), 0x7fffffff}), bits(kInf));
    EXPECT_EQ(at(Op::FLdexp, kF32, {kF32, kI64}, {bits(1.5F), 1ULL << 63}), bits(0.0F));
    EXPECT_EQ(at(Op::FLdexp, kF32, {kF32, kI8}, {bits(1.0F), 0xff}), bits(0.5F));
}

TEST(Evaluate, ComparesWithNan) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const Op op : {Op::FEq, Op::FLt, Op::FLe, Op::FGt, Op::FGe}) EXPECT_EQ(test32(op, nan, 1), 0);
    EXPECT_EQ(test32(Op::FNe, nan, nan), 1);
    EXPECT_EQ(test32(Op::FEq, 0.0F, -0.0F), 1);
    EXPECT_EQ(test32(Op::FLt, 1, 2), 1);
    EXPECT_EQ(test32(Op::FLe, 2, 2), 1);
    EXPECT_EQ(test32(Op::FGt, 1, 2), 0);
    EXPECT_EQ(test32(Op::FGe, 2, 2), 1);
    EXPECT_EQ(at(Op::FIsNan, kBool, {kF16}, {0x7c01}), 1);
    EXPECT_EQ(at(Op::FIsNan, kBool, {kF16}, {0x7c00}), 0);
    EXPECT_EQ(at(Op::FIsInf, kBool, {kF32}, {bits(-kInf)}), 1);
    EXPECT_EQ(at(Op::FIsInf, kBool, {kF32}, {kNanBits}), 0);
}

TEST(Evaluate, DotProductInOrder) {
    const Type vec4 = kF32.with_lanes(4);
    const std::array<Type, 2> types{vec4, vec4};
    const std::array<Value, 2> in{Value{{bits(0x1p24F), bits(1.0F), bits(1.0F), bits(-0x1p24F)}},
                                  Value{{bits(1.0F), bits(1.0F), bits(1.0F), bits(1.0F)}}};
    EXPECT_EQ(evaluate(Op::FDot, kF32, types, {}, 0, in).lanes[0], bits(0.0F)); // both ones are lost, in this order
    const std::array<Type, 2> narrow{kF32.with_lanes(2), kF32.with_lanes(2)};
    EXPECT_EQ(evaluate(Op::FDot, kF32, narrow, {}, 0, in).lanes[0], bits(0x1p24F));
}

TEST(Evaluate, IntegersWrap) {
    EXPECT_EQ(i32(Op::IAdd, {kOnes32, 2}), 1);
    EXPECT_EQ(i8(Op::IAdd, {0xff, 2}), 1);
    EXPECT_EQ(i32(Op::ISub, {0, 1}), kOnes32);
    EXPECT_EQ(i32(Op::IMul, {0x10001, 0x10001}), 0x20001);
    EXPECT_EQ(at(Op::IMul, kI16, {kI16, kI16}, {0xffff, 0xffff}), 1);
    EXPECT_EQ(i32(Op::INeg, {0x80000000}), 0x80000000);
    EXPECT_EQ(i8(Op::INot, {0x0f}), 0xf0);
    EXPECT_EQ(i32(Op::UMulHi, {kOnes32, kOnes32}), 0xfffffffe);
    EXPECT_EQ(i32(Op::SMulHi, {kOnes32, kOnes32}), 0);
    EXPECT_EQ(i32(Op::SMulHi, {kOnes32, 1}), kOnes32);
    EXPECT_EQ(i64(Op::UMulHi, {1ULL << 63, 6}), 3);
    EXPECT_EQ(i64(Op::SMulHi, {1ULL << 63, 6}), 0xfffffffffffffffd);
    EXPECT_EQ(i32(Op::ICarry, {kOnes32, 1}), 1);
    EXPECT_EQ(i8(Op::ICarry, {0xfe, 1}), 0);
    EXPECT_EQ(i32(Op::IBorrow, {1, 2}), 1);
    EXPECT_EQ(i32(Op::IBorrow, {2, 2}), 0);
}

TEST(Evaluate, DivisionByZeroIsDefined) {
    EXPECT_EQ(i32(Op::UDiv, {7, 0}), kOnes32);
    EXPECT_EQ(i32(Op::UDiv, {7, 2}), 3);
    EXPECT_EQ(i32(Op::UMod, {7, 0}), 7);
    EXPECT_EQ(i32(Op::UMod, {7, 4}), 3);
    EXPECT_EQ(i32(Op::SDiv, {7, 0}), kOnes32);
    EXPECT_EQ(i32(Op::SDiv, {0x80000000, kOnes32}), 0x80000000);
    EXPECT_EQ(i32(Op::SDiv, {0xfffffff9, 2}), 0xfffffffd); // -7 / 2 = -3
    EXPECT_EQ(i8(Op::SDiv, {0x80, 0xff}), 0x80);
    EXPECT_EQ(i32(Op::SRem, {0xfffffff9, 2}), kOnes32); // -7 rem 2 = -1
    EXPECT_EQ(i32(Op::SRem, {7, 0xfffffffe}), 1);
    EXPECT_EQ(i32(Op::SRem, {7, 0}), 7);
    EXPECT_EQ(i32(Op::SRem, {0x80000000, kOnes32}), 0);
}

TEST(Evaluate, ShiftsBeyondTheWidthAreDefined) {
    EXPECT_EQ(i32(Op::IShl, {3, 31}), 0x80000000);
    EXPECT_EQ(i32(Op::IShl, {3, 32}), 0);
    EXPECT_EQ(i8(Op::IShl, {0x81, 1}), 2);
    EXPECT_EQ(i64(Op::IShl, {1, 63}), 1ULL << 63);
    EXPECT_EQ(i32(Op::UShr, {0x80000000, 31}), 1);
    EXPECT_EQ(i32(Op::UShr, {0x80000000, kOnes32}), 0);
    EXPECT_EQ(i32(Op::SShr, {0x80000000, 4}), 0xf8000000);
    EXPECT_EQ(i32(Op::SShr, {0x80000000, 32}), kOnes32);
    EXPECT_EQ(i8(Op::SShr, {0x40, 200}), 0);
}

TEST(Evaluate, SmallestAndLargest) {
    EXPECT_EQ(i32(Op::UMin, {kOnes32, 1}), 1);
    EXPECT_EQ(i32(Op::UMax, {kOnes32, 1}), kOnes32);
    EXPECT_EQ(i32(Op::SMin, {kOnes32, 1}), kOnes32);
    EXPECT_EQ(i32(Op::SMax, {kOnes32, 1}), 1);
    EXPECT_EQ(i8(Op::SMin, {0x80, 0x7f}), 0x80);
}

TEST(Evaluate, BitsAreCountedAndFound) {
    EXPECT_EQ(i32(Op::IBitCount, {0xf00f0001}), 9);
    EXPECT_EQ(i32(Op::IBitReverse, {0x00000003}), 0xc0000000);
    EXPECT_EQ(i8(Op::IBitReverse, {0x13}), 0xc8);
    EXPECT_EQ(i32(Op::UFindMsb, {0x00010000}), 16);
    EXPECT_EQ(i32(Op::UFindMsb, {0}), kOnes32);
    EXPECT_EQ(i8(Op::UFindMsb, {0}), 0xff);
    EXPECT_EQ(i8(Op::UFindMsb, {0x10}), 4);
    EXPECT_EQ(i32(Op::SFindMsb, {0xfffffffe}), 0);
    EXPECT_EQ(i32(Op::SFindMsb, {kOnes32}), kOnes32);
    EXPECT_EQ(i32(Op::SFindMsb, {0x00010000}), 16);
    EXPECT_EQ(i32(Op::IFindLsb, {0x00010000}), 16);
    EXPECT_EQ(i32(Op::IFindLsb, {0}), kOnes32);
}

TEST(Evaluate, BitFieldsMayReachBeyondTheWord) {
    EXPECT_EQ(i32(Op::UBitField, {0x12345678, 8, 12}), 0x456);
    EXPECT_EQ(i32(Op::UBitField, {0xf0000000, 28, 8}), 0xf);
    EXPECT_EQ(i32(Op::UBitField, {0xf0000000, 32, 8}), 0);
    EXPECT_EQ(i32(Op::UBitField, {0x12345678, 0, 40}), 0x12345678);
    EXPECT_EQ(i32(Op::UBitField, {kOnes32, 3, 0}), 0);
    EXPECT_EQ(i32(Op::SBitField, {0x00000f00, 8, 4}), kOnes32);
    EXPECT_EQ(i32(Op::SBitField, {0x00000700, 8, 4}), 7);
    EXPECT_EQ(i32(Op::SBitField, {0x90000000, 28, 8}), 0xfffffff9);
    EXPECT_EQ(i32(Op::SBitField, {0x80000000, 99, 8}), kOnes32);
    EXPECT_EQ(i32(Op::SBitField, {0x80000000, 99, 99}), kOnes32);
    EXPECT_EQ(i32(Op::SBitField, {kOnes32, 3, 0}), 0);
    EXPECT_EQ(i32(Op::IBitInsert, {0x12345678, 0xabc, 8, 8}), 0x1234bc78);
    EXPECT_EQ(i32(Op::IBitInsert, {0, kOnes32, 28, 8}), 0xf0000000);
    EXPECT_EQ(i32(Op::IBitInsert, {5, kOnes32, 32, 8}), 5);
    EXPECT_EQ(i32(Op::IBitInsert, {5, 7, 0, 64}), 7);
    EXPECT_EQ(i32(Op::IBitInsert, {5, 7, 0, 0}), 5);
}

TEST(Evaluate, IntegerComparesAndBools) {
    const auto compare = [](Op op, std::uint64_t a, std::uint64_t b) { return at(op, kBool, {kI32, kI32}, {a, b}); };
    EXPECT_EQ(compare(Op::IEq, 3, 3), 1);
    EXPECT_EQ(compare(Op::INe, 3, 3), 0);
    EXPECT_EQ(compare(Op::ULt, 1, kOnes32), 1);
    EXPECT_EQ(compare(Op::SLt, 1, kOnes32), 0);
    EXPECT_EQ(compare(Op::ULe, kOnes32, 1), 0);
    EXPECT_EQ(compare(Op::SLe, kOnes32, 1), 1);
    const auto truth = [](Op op, std::uint64_t a, std::uint64_t b) { return at(op, kBool, {kBool, kBool}, {a, b}); };
    EXPECT_EQ(truth(Op::BAnd, 1, 0), 0);
    EXPECT_EQ(truth(Op::BOr, 1, 0), 1);
    EXPECT_EQ(truth(Op::BXor, 1, 1), 0);
    EXPECT_EQ(at(Op::BNot, kBool, {kBool}, {0}), 1);
    const std::array<Type, 1> three{kBool.with_lanes(3)};
    const std::array<Value, 1> some{Value{{0, 1, 0, 0}}}, most{Value{{1, 1, 1, 0}}};
    EXPECT_EQ(evaluate(Op::BAny, kBool, three, {}, 0, some).lanes[0], 1);
    EXPECT_EQ(evaluate(Op::BAll, kBool, three, {}, 0, some).lanes[0], 0);
    EXPECT_EQ(evaluate(Op::BAll, kBool, three, {}, 0, most).lanes[0], 1); // the fourth lane does not count
}

TEST(Evaluate, FloatsToIntegersSaturate) {
    const auto to = [](Op op, Type type, float a) { return at(op, type, {kF32}, {bits(a)}); };
    EXPECT_EQ(to(Op::FToS, kI32, -1.9F), kOnes32);
    EXPECT_EQ(to(Op::FToS, kI32, 3e9F), 0x7fffffff);
    EXPECT_EQ(to(Op::FToS, kI32, -kInf), 0x80000000);
    EXPECT_EQ(to(Op::FToS, kI32, std::nanf("")), 0);
    EXPECT_EQ(to(Op::FToS, kI8, 127.9F), 127);
    EXPECT_EQ(to(Op::FToS, kI8, -128.9F), 0x80);
    EXPECT_EQ(to(Op::FToS, kI64, 9.3e18F), 0x7fffffffffffffff);
    EXPECT_EQ(to(Op::FToU, kI32, -0.9F), 0);
    EXPECT_EQ(to(Op::FToU, kI32, -kInf), 0);
    EXPECT_EQ(to(Op::FToU, kI32, 4294967296.0F), kOnes32);
    EXPECT_EQ(to(Op::FToU, kI32, 3e9F), 3000000000);
    EXPECT_EQ(to(Op::FToU, kI16, std::nanf("")), 0);
    EXPECT_EQ(to(Op::FToU, kI64, kInf), ~0ULL);
}

TEST(Evaluate, OtherConversions) {
    EXPECT_EQ(at(Op::SToF, kF32, {kI32}, {kOnes32}), bits(-1.0F));
    EXPECT_EQ(at(Op::UToF, kF32, {kI32}, {kOnes32}), bits(0x1p32F));
    EXPECT_EQ(at(Op::UToF, kF32, {kI32}, {kOnes32}, rounding(1)), 0x4f7fffff);
    EXPECT_EQ(at(Op::SToF, kF32, {kI8}, {0x80}), bits(-128.0F));
    // 2^24 + 1 + 2^-30 parts: rounding to double first would hide the last bit
    EXPECT_EQ(at(Op::UToF, kF32, {kI64}, {(1ULL << 62) + (1ULL << 38) + 1}), bits(0x1p62F + 0x1p39F));
    EXPECT_EQ(at(Op::UToF, kF16, {kI32}, {65519}), 0x7bff);
    EXPECT_EQ(at(Op::UToF, kF16, {kI32}, {65520}), 0x7c00);
    EXPECT_EQ(at(Op::UExtend, kI64, {kI8}, {0x80}), 0x80);
    EXPECT_EQ(at(Op::SExtend, kI64, {kI8}, {0x80}), 0xffffffffffffff80);
    EXPECT_EQ(at(Op::SExtend, kI32, {kI8}, {0x80}), 0xffffff80);
    EXPECT_EQ(at(Op::ITruncate, kI8, {kI32}, {0x1234}), 0x34);
    EXPECT_EQ(at(Op::FConvert, kF32, {kF16}, {0x3c00}), bits(1.0F));
    EXPECT_EQ(at(Op::FConvert, kF64, {kF32}, {bits(kTiny)}), bits(0x1p-149));
    EXPECT_EQ(at(Op::FConvert, kF16, {kF64}, {bits(1 + 0x1p-11 + 0x1p-50)}), 0x3c01); // rounds once
    EXPECT_EQ(at(Op::FConvert, kF16, {kF32}, {kOddNan}), 0x7e00);
    EXPECT_EQ(at(Op::FConvert, kF32, {kF64}, {bits(1e300)}, rounding(1)), 0x7f7fffff);
}

TEST(Evaluate, RoundsInEveryDirection) {
    const std::vector<std::uint64_t> third{bits(1.0F), bits(3.0F)}, minus{bits(-1.0F), bits(3.0F)};
    EXPECT_EQ(f32(Op::FDiv, third, rounding(1)), 0x3eaaaaaa);
    EXPECT_EQ(f32(Op::FDiv, third, rounding(2)), 0x3eaaaaab);
    EXPECT_EQ(f32(Op::FDiv, third, rounding(3)), 0x3eaaaaaa);
    EXPECT_EQ(f32(Op::FDiv, minus, rounding(2)), 0xbeaaaaaa);
    EXPECT_EQ(f32(Op::FDiv, minus, rounding(3)), 0xbeaaaaab);
    EXPECT_EQ(f32(Op::FAdd, {bits(1.0F), bits(kTiny)}, rounding(2)), 0x3f800001);
    EXPECT_EQ(f32(Op::FAdd, {bits(1.0F), bits(-kTiny)}, rounding(1)), 0x3f7fffff);
    EXPECT_EQ(f32(Op::FAdd, {bits(1.0F), bits(-1.0F)}, rounding(3)), bits(-0.0F));
    EXPECT_EQ(f32(Op::FAdd, {bits(1.0F), bits(kTiny)}), bits(1.0F)); // and it is put back
    EXPECT_EQ(f16(Op::FAdd, {0x3c00, 0x0001}, rounding(2)), 0x3c01);
    EXPECT_EQ(f16(Op::FMul, {0x7bff, 0x7bff}, rounding(1)), 0x7bff);
}

TEST(Evaluate, FlushesDenormals) {
    EXPECT_EQ(f32(Op::FAdd, {bits(-kTiny), bits(-0.0F)}, kFlushInputs), bits(-0.0F));
    EXPECT_EQ(f32(Op::FMul, {bits(kTiny), bits(0x1p100F)}, kFlushInputs), bits(0.0F));
    EXPECT_EQ(f32(Op::FMul, {bits(kTiny), bits(0x1p100F)}, kFlushResult), bits(0x1p-49F));
    EXPECT_EQ(f32(Op::FMul, {bits(0x1p-100F), bits(-0x1p-40F)}, kFlushResult), bits(-0.0F));
    EXPECT_EQ(f32(Op::FMul, {bits(0x1p-100F), bits(-0x1p-40F)}), bits(-0x1p-140F));
    EXPECT_EQ(f16(Op::FAdd, {0x0001, 0x0001}, kFlushResult), 0);
    EXPECT_EQ(f16(Op::FAdd, {0x0001, 0x0001}), 2);
    EXPECT_EQ(at(Op::FLt, kBool, {kF32, kF32}, {bits(0.0F), bits(kTiny)}, kFlushInputs), 0);
    EXPECT_EQ(f32(Op::Copy, {bits(kTiny)}, kFlushInputs), bits(kTiny)); // only moves
}

TEST(Evaluate, MovesLanes) {
    const Type vec4 = kI32.with_lanes(4), pair = kI32.with_lanes(2);
    const std::array<Value, 2> in{Value{{1, 2, 3, 4}}, Value{{5, 6, 7, 8}}};
    const std::array<Type, 2> types{vec4, vec4};
    EXPECT_EQ(evaluate(Op::Swizzle, pair, std::span(types).first(1), {}, 0x0003, std::span(in).first(1)),
              (Value{{4, 1, 0, 0}}));
    EXPECT_EQ(evaluate(Op::Blend, vec4, types, {}, 0b0110, in), (Value{{1, 6, 7, 4}}));
    const std::array<Type, 2> scalars{kI32, kI32};
    EXPECT_EQ(evaluate(Op::Compose, pair, scalars, {}, 0, in), (Value{{1, 5, 0, 0}}));
}

TEST(Evaluate, BitcastPutsLaneZeroLow) {
    const std::array<Type, 1> wide{kF64}, narrow{kF16.with_lanes(4)};
    const std::array<Value, 1> one{Value{{0x0123456789abcdef}}};
    EXPECT_EQ(evaluate(Op::Bitcast, kI32.with_lanes(2), wide, {}, 0, one), (Value{{0x89abcdef, 0x01234567}}));
    EXPECT_EQ(evaluate(Op::Bitcast, kF16.with_lanes(4), wide, {}, 0, one), (Value{{0xcdef, 0x89ab, 0x4567, 0x0123}}));
    const std::array<Value, 1> four{Value{{0xcdef, 0x89ab, 0x4567, 0x0123}}};
    EXPECT_EQ(evaluate(Op::Bitcast, kI64, narrow, {}, 0, four), one[0]);
    EXPECT_EQ(at(Op::Bitcast, kI32, {kF32}, {0x7f801234}), 0x7f801234);
}

TEST(Evaluate, ConstantsAndTablesOfAModule) {
    Module module;
    Builder ir(module);
    ir.function("main");
    const std::array<std::uint32_t, 2> entries{10, 20};
    const std::uint32_t table = ir.table(entries);
    const Id constant = ir.i32(7, 2), entry = ir.i32(1), found = ir.lookup(table, entry);
    EXPECT_EQ(evaluate(module, module[constant], {}), (Value{{7, 7}}));
    const std::array<Value, 2> in{Value{{1}}, Value{{2}}};
    EXPECT_EQ(evaluate(module, module[found], std::span(in).first(1)), Value{{20}});
    EXPECT_EQ(evaluate(module, module[found], std::span(in).last(1)), Value{});
}

TEST(Evaluate, WrongKindsHaveNoCode) {
    const std::array<Type, 2> integers{kI32, kI32};
    EXPECT_EQ(prepare(Op::FAdd, kF32, integers, {}, 0).run, nullptr);
    EXPECT_EQ(prepare(Op::IAdd, kI32, std::span(integers).first(1), {}, 0).run, nullptr);
    EXPECT_EQ(prepare(Op::LoadFile, kI32, {}, {}, 0).run, nullptr);
}

} // namespace
} // namespace relit::ir
