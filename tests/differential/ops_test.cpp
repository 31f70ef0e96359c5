// Every operation, computed by the evaluator and by the Vulkan device through SPIR-V, on awkward and random values.
#include "ir/builder.hpp"
#include "ir/evaluate.hpp"
#include "lang/lower/lower.hpp"
#include "lang/packing.hpp"
#include "lang/target.hpp"
#include "render/vk/harness.hpp"
#include "tests/support/back_ends.hpp"
#include "tests/support/device.hpp"
#include "tests/support/values.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numbers>

namespace relit::ops_test {
namespace {

using ir::Id;
using ir::Kind;
using ir::Op;
using ir::Type;
using test::Random;

constexpr unsigned kItems = 512;
constexpr std::size_t kBatch = 48; // operations of one pipeline

// One operation on operands of chosen types.
struct Sample {
    Op op{};
    Type result{};
    std::vector<Type> operands;
    std::uint32_t imm = 0;
    ir::FloatMode mode{};
};

std::string name_of(const Sample& sample) {
    std::string name(ir::info(sample.op).mnemonic);
    const auto add = [&](Type type) {
        name += " k" + std::to_string(static_cast<int>(type.kind)) + "x" + std::to_string(type.lanes);
    };
    add(sample.result);
    for (const Type type : sample.operands) add(type);
    if (sample.mode.raw[0] != 0) name += " mode " + std::to_string(sample.mode.raw[0]);
    return name;
}

Type type_for(char letter, Kind kind_f, Kind kind_i, Kind kind_t, std::uint8_t lanes) {
    switch (letter) {
        case 'F': return {kind_f, lanes};
        case 'f': return {kind_f, 1};
        case 'I': return {kind_i, lanes};
        case 'i': return ir::kI32;
        case 'B': return {Kind::Bool, lanes};
        case 'b': return ir::kBool;
        default: return {kind_t, lanes};
    }
}

bool widens(Op op) { return op == Op::UExtend || op == Op::SExtend; }

// The operation in every kind of its letters that makes sense; lanes by chance.
void add_samples(Op op, Random& random, std::vector<Sample>& samples) {
    constexpr Kind kFloats[] = {Kind::F32, Kind::F64, Kind::F16};
    constexpr Kind kIntegers[] = {Kind::I32, Kind::I64, Kind::I16, Kind::I8};
    const ir::OpInfo& row = ir::info(op);
    const std::string letters = row.result + std::string(row.operands);
    const bool has_f = letters.find_first_of("Ff") != std::string::npos;
    const bool has_i = letters.find('I') != std::string::npos;
    const bool converts = op >= Op::FConvert && op <= Op::ITruncate;
    for (const Kind f : kFloats) {
        if (!has_f && f != Kind::F32) continue;
        // What is not exact comes in 32 bits only.
        if (row.error_ulp() != 0 && f != Kind::F32) continue;
        for (const Kind i : kIntegers) {
            if (!has_i && i != Kind::I32) continue;
            if (op == Op::FLdexp && i == Kind::I8) continue; // one of the narrow ones will do
            if (op == Op::FFma && f == Kind::F64) continue;  // nothing wider to help devices that do not fuse
            const auto lanes = static_cast<std::uint8_t>(random.below(4) + 1);
            Sample sample{op, type_for(row.result, f, i, i, lanes), {}, 0};
            for (const char letter : row.operands) sample.operands.push_back(type_for(letter, f, i, i, lanes));
            if (!converts || row.result != row.operands[0]) {
                samples.push_back(sample);
                continue;
            }
            for (const Kind to : kFloats) {
                if (has_f && to != f) {
                    sample.result.kind = to;
                    samples.push_back(sample);
                }
            }
            for (const Kind to : kIntegers) {
                const bool wider = ir::bits_of(to) > ir::bits_of(i);
                if (has_i && to != i && wider == widens(op)) {
                    sample.result.kind = to;
                    samples.push_back(sample);
                }
            }
        }
    }
}

std::vector<Sample> all_samples(Random& random) {
    std::vector<Sample> samples;
    for (std::size_t i = 0; i < ir::kOpCount; ++i) {
        const Op op = static_cast<Op>(i);
        const ir::OpInfo& row = ir::info(op);
        const bool plain = row.value != "kNone" || op == Op::FDot || op == Op::BAny || op == Op::BAll;
        if (plain && row.has(ir::kPure)) add_samples(op, random, samples);
    }
    for (const Kind kind : {Kind::F32, Kind::F64, Kind::F16, Kind::I64, Kind::I32, Kind::I16, Kind::I8}) {
        const auto of = [&](std::uint8_t lanes) { return Type{kind, lanes}; };
        samples.push_back({Op::Swizzle, of(4), {of(4)}, 0x00020103});
        samples.push_back({Op::Swizzle, of(1), {of(3)}, 0x02});
        samples.push_back({Op::Swizzle, of(3), {of(1)}, 0});
        samples.push_back({Op::Compose, of(3), {of(1), of(1), of(1)}, 0});
        samples.push_back({Op::Blend, of(4), {of(4), of(4)}, 0b0110});
        samples.push_back({Op::Bitcast, {ir::integer_of(kind), 3}, {of(3)}, 0});
        if (ir::is_float(kind)) samples.push_back({Op::Bitcast, of(2), {{ir::integer_of(kind), 2}}, 0});
    }
    samples.push_back({Op::Bitcast, {Kind::I32, 4}, {{Kind::F64, 2}}, 0});
    samples.push_back({Op::Bitcast, {Kind::F64, 1}, {{Kind::F32, 2}}, 0});
    samples.push_back({Op::Bitcast, {Kind::F16, 4}, {{Kind::I32, 2}}, 0});
    samples.push_back({Op::Bitcast, {Kind::I32, 1}, {{Kind::I8, 4}}, 0});
    return samples;
}

// A module that does the samples one after another, operands from input files of their kind, results to output files.
struct Batch {
    ir::Module module;
    std::vector<Sample> samples;
    std::vector<std::vector<std::uint32_t>> operand_lanes; // of each sample: first lane in the file of its kind
    std::vector<std::uint32_t> result_lanes;
    std::map<Kind, std::uint32_t> in_files, out_files; // bools lie in files of i8
};

Kind stored(Kind kind) { return kind == Kind::Bool ? Kind::I8 : kind; }

Id load(ir::Builder& build, std::uint32_t file, std::uint32_t lane, Type type) {
    const Id value = build.load(file, lane, type.with_kind(stored(type.kind)));
    if (type.kind != Kind::Bool) return value;
    return build.INe(value, build.constant(type.with_kind(Kind::I8), 0));
}

void store(ir::Builder& build, std::uint32_t file, std::uint32_t lane, Id value) {
    const Type type = build.type_of(value);
    if (type.kind == Kind::Bool) {
        const Type bytes = type.with_kind(Kind::I8);
        value = build.add(Op::Select, bytes, {value, build.constant(bytes, 1), build.constant(bytes, 0)});
    }
    build.store(file, lane, value);
}

Batch make_batch(std::vector<Sample> samples) {
    Batch batch;
    std::map<Kind, std::uint32_t> in_count, out_count;
    for (const Sample& sample : samples) {
        auto& lanes = batch.operand_lanes.emplace_back();
        for (const Type type : sample.operands) {
            lanes.push_back(in_count[stored(type.kind)]);
            in_count[stored(type.kind)] += type.lanes;
        }
        batch.result_lanes.push_back(out_count[stored(sample.result.kind)]);
        out_count[stored(sample.result.kind)] += sample.result.lanes;
    }
    ir::Builder build(batch.module);
    for (const auto& [kind, count] : in_count) batch.in_files[kind] = build.file("in", kind, 1, count, ir::Role::Input);
    for (const auto& [kind, count] : out_count) {
        batch.out_files[kind] = build.file("out", kind, 1, count, ir::Role::Output);
    }
    const ir::FunctionId function = build.function("main");
    for (std::size_t s = 0; s < samples.size(); ++s) {
        const Sample& sample = samples[s];
        build.origin(name_of(sample));
        build.mode(sample.mode);
        std::vector<Id> operands;
        for (std::size_t i = 0; i < sample.operands.size(); ++i) {
            const Type type = sample.operands[i];
            operands.push_back(load(build, batch.in_files[stored(type.kind)], batch.operand_lanes[s][i], type));
        }
        const Id result = build.add(sample.op, sample.result, operands, sample.imm);
        store(build, batch.out_files[stored(sample.result.kind)], batch.result_lanes[s], result);
    }
    build.ret();
    ir::Function& main = batch.module.functions[function];
    main.tree.nodes.push_back({ir::NodeKind::Block, 0, ir::kNone, {}, {}});
    main.tree.root.push_back(0);
    batch.samples = std::move(samples);
    return batch;
}

// How far apart, counted in floats of the kind.
std::uint64_t ulps_between(Kind kind, std::uint64_t a, std::uint64_t b) {
    const std::uint64_t sign = std::uint64_t{1} << (ir::bits_of(kind) - 1);
    const auto rank = [&](std::uint64_t x) { return (x & sign) != 0 ? sign - (x & (sign - 1)) : sign + x; };
    return rank(a) > rank(b) ? rank(a) - rank(b) : rank(b) - rank(a);
}

bool is_denormal(std::uint64_t bits) { return (bits & 0x7f800000) == 0 && (bits & 0x007fffff) != 0; }

// Operations with an error bound come in 32 bits only. Vulkan promises nothing about them where denormals come in or
// out, nor about sines beyond pi; within, their error is an absolute one.
bool agree_nearly(const Sample& sample, std::uint64_t operand, std::uint64_t expected, std::uint64_t got) {
    if (is_denormal(operand) || is_denormal(expected)) return true;
    if (sample.op == Op::FSin || sample.op == Op::FCos) {
        const auto number = [](std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); };
        if (!(std::fabs(number(operand)) <= std::numbers::pi_v<float>)) return true;
        return std::fabs(number(expected) - number(got)) <= std::ldexp(1.0F, -11);
    }
    return ulps_between(Kind::F32, expected, got) <= ir::info(sample.op).error_ulp();
}

// Everything else is equal bit by bit, but for which NaN it is that arithmetic gives.
bool agree(const Sample& sample, std::uint64_t operand, std::uint64_t expected, std::uint64_t got) {
    if (expected == got) return true;
    const ir::OpInfo& row = ir::info(sample.op);
    if (row.result != 'F' && row.result != 'f') return false;
    if (sample.op == Op::FNeg || sample.op == Op::FAbs) return false;
    const Kind kind = sample.result.kind;
    if (ir::is_nan(kind, expected) || ir::is_nan(kind, got)) {
        return ir::is_nan(kind, expected) && ir::is_nan(kind, got);
    }
    return row.error_ulp() != 0 && agree_nearly(sample, operand, expected, got);
}

struct State {
    lang::Lanes files;
    lang::Buffers resources;
};

State random_state(const ir::Module& module, Random& random) {
    State state;
    for (const ir::RegisterFile& file : module.files) {
        auto& lanes = state.files.emplace_back(file.lane_count());
        for (auto& lane : lanes) lane = file.role == ir::Role::Input ? test::awkward_lane(file.kind, random) : 0;
    }
    return state;
}

ir::Value operand_of(const Batch& batch, const State& state, std::size_t sample, std::size_t index) {
    const Type type = batch.samples[sample].operands[index];
    const auto& lanes = state.files[batch.in_files.at(stored(type.kind))];
    ir::Value value;
    for (unsigned i = 0; i < type.lanes; ++i) {
        value.lanes[i] = lanes[batch.operand_lanes[sample][index] + i];
        if (type.kind == Kind::Bool) value.lanes[i] = value.lanes[i] != 0 ? 1 : 0;
    }
    return value;
}

// lavapipe without AVX-512 makes integers of 32 bits of doubles that it rounds so (docs/devices.md).
bool is_fault_of_the_driver(const render::vk::Device& device, const Sample& sample) {
    if (sample.op != Op::FTrunc && sample.op != Op::FRoundEven) return false;
    if (sample.result.kind != Kind::F64 || !device.info().name.starts_with("llvmpipe")) return false;
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512f") == 0;
#else
    return false;
#endif
}

void compare(const render::vk::Device& device, const Batch& batch, const State& given, const State& got,
             std::map<std::string, unsigned>& wrong) {
    for (std::size_t s = 0; s < batch.samples.size(); ++s) {
        const Sample& sample = batch.samples[s];
        if (is_fault_of_the_driver(device, sample)) continue;
        std::vector<ir::Value> operands;
        for (std::size_t i = 0; i < sample.operands.size(); ++i) operands.push_back(operand_of(batch, given, s, i));
        const ir::Value expected =
            ir::evaluate(sample.op, sample.result, sample.operands, sample.mode, sample.imm, operands);
        const auto& lanes = got.files[batch.out_files.at(stored(sample.result.kind))];
        for (unsigned i = 0; i < sample.result.lanes; ++i) {
            const std::uint64_t result = lanes[batch.result_lanes[s] + i];
            if (agree(sample, operands[0].lanes[i], expected.lanes[i], result)) continue;
            if (wrong[name_of(sample)]++ != 0) continue;
            std::string text;
            for (const ir::Value& operand : operands) {
                char hex[32];
                std::snprintf(hex, sizeof hex, " %llx", static_cast<unsigned long long>(operand.lanes[i]));
                text += hex;
            }
            ADD_FAILURE() << name_of(sample) << " of" << text << ": evaluator " << std::hex << expected.lanes[i]
                          << ", device " << result;
        }
    }
}

void run_batch(render::vk::Device& device, test::BackEnd back_end, const Batch& batch, Random& random,
               std::map<std::string, unsigned>& wrong) {
    const lang::Layout layout = lang::layout_of(batch.module);
    auto words = back_end(batch.module, device.target({.interface = lang::Interface::Harness}));
    ASSERT_TRUE(words) << words.error().text;
    std::vector<State> states;
    std::vector<std::uint32_t> in(std::size_t{kItems} * layout.in_words), out(std::size_t{kItems} * layout.out_words);
    for (unsigned item = 0; item < kItems; ++item) {
        states.push_back(random_state(batch.module, random));
        lang::pack(batch.module, layout.in, states.back().files, states.back().resources,
                   std::span(in).subspan(std::size_t{item} * layout.in_words, layout.in_words));
    }
    auto run = render::vk::run_harness(device, *words, layout, in, std::move(out));
    ASSERT_TRUE(run) << run.error().text;
    for (unsigned item = 0; item < kItems; ++item) {
        State got = states[item];
        lang::unpack(batch.module, layout.out,
                     std::span(run->out).subspan(std::size_t{item} * layout.out_words, layout.out_words), got.files,
                     got.resources);
        compare(device, batch, states[item], got, wrong);
    }
}

void compare_all(test::BackEnd back_end, std::vector<Sample> samples) {
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    Random random(1);
    std::map<std::string, unsigned> wrong;
    for (std::size_t first = 0; first < samples.size(); first += kBatch) {
        const std::size_t last = std::min(samples.size(), first + kBatch);
        const Batch batch = make_batch({samples.begin() + static_cast<std::ptrdiff_t>(first),
                                        samples.begin() + static_cast<std::ptrdiff_t>(last)});
        run_batch(*device, back_end, batch, random, wrong);
    }
    for (const Fault& fault : device->take_messages()) ADD_FAILURE() << fault.text;
    for (const auto& [name, count] : wrong) std::printf("%6u %s\n", count, name.c_str());
}

/// As a pipeline's program is made ready, for a host that has nothing but 32 bits if `is_least`.
Result<std::vector<std::uint32_t>> prepared(const ir::Module& module, lang::Target target, test::BackEnd back_end,
                                            bool is_least) {
    target.dialect = back_end == test::directly ? lang::Dialect::SpirV : lang::Dialect::GlslVulkan;
    if (is_least)
        for (const test::Lacking lacking :
             {&lang::Target::has_float64, &lang::Target::has_int64, &lang::Target::has_float16,
              &lang::Target::has_int16, &lang::Target::has_int8})
            target = test::without(target, lacking);
    ir::Module copy = module.clone();
    copy.functions[0].tree = {};
    if (const Status done = lang::lower(copy, target, {}); !done) return std::unexpected(done.error());
    return back_end(copy, target);
}
using Word32 = std::vector<std::uint32_t>;
Result<Word32> prepared_directly(const ir::Module& module, const lang::Target& target) {
    return prepared(module, target, test::directly, false);
}
Result<Word32> prepared_through_glsl(const ir::Module& module, const lang::Target& target) {
    return prepared(module, target, test::through_glsl, false);
}
Result<Word32> least_directly(const ir::Module& module, const lang::Target& target) {
    return prepared(module, target, test::directly, true);
}
Result<Word32> least_through_glsl(const ir::Module& module, const lang::Target& target) {
    return prepared(module, target, test::through_glsl, true);
}

TEST(Ops, EvaluatorAndDeviceAgree) {
    Random random(1);
    compare_all(prepared_directly, all_samples(random));
}

// Every operation on floats that is exact, with one of the flushing modes.
std::vector<Sample> flushing_samples() {
    Random random(1);
    std::vector<Sample> plain, samples;
    for (std::size_t i = 0; i < ir::kOpCount; ++i) {
        const auto op = static_cast<Op>(i);
        const ir::OpInfo& row = ir::info(op);
        const bool floats = (std::string(row.operands) + row.result).find_first_of("Ff") != std::string::npos;
        const bool exact = row.error_ulp() == 0 && (row.value != "kNone" || op == Op::FDot);
        if (floats && exact && row.has(ir::kPure)) add_samples(op, random, plain);
    }
    plain.push_back({Op::FDot, ir::kF32, {ir::kF32, ir::kF32}, 0, {}}); // hands nothing on
    for (const Sample& sample : plain) {
        for (const bool result : {false, true}) {
            samples.push_back(sample);
            samples.back().mode.set(ir::FloatMode::flush_inputs, !result);
            samples.back().mode.set(ir::FloatMode::flush_result, result);
        }
    }
    EXPECT_GT(samples.size(), 100U);
    return samples;
}

TEST(Ops, FlushingAgrees) { compare_all(prepared_directly, flushing_samples()); }

// In every direction, with and without flushing. Doubles have nothing wider to be rounded in.
TEST(Ops, DirectedRoundingAgrees) {
    constexpr Op kRounded[] = {Op::FAdd, Op::FSub, Op::FMul,   Op::FMulZero, Op::FMad, Op::FFma,
                               Op::FDot, Op::SToF, Op::FFract, Op::FLdexp,   Op::UToF, Op::FConvert};
    Random random(1);
    std::vector<Sample> plain, samples;
    for (const Op op : kRounded) add_samples(op, random, plain);
    for (const Sample& sample : plain) {
        const bool narrows = sample.op == Op::FConvert && sample.result.kind < sample.operands[0].kind;
        if (sample.result.kind == Kind::F64 && !narrows) continue;
        for (const std::uint32_t rounding : {1U, 2U, 3U}) {
            samples.push_back(sample);
            samples.back().mode.set(ir::FloatMode::rounding, rounding);
            if (random.below(4) == 0) samples.back().mode.set(ir::FloatMode::flush_inputs, true);
            if (random.below(4) == 0) samples.back().mode.set(ir::FloatMode::flush_result, true);
        }
    }
    EXPECT_GT(samples.size(), 100U);
    compare_all(prepared_directly, samples);
    std::erase_if(samples, [](const Sample& sample) { return sample.result != ir::kF32 || sample.op == Op::FConvert; });
    compare_all(prepared_through_glsl, std::move(samples));
}

/// Of words alone, or conversions of every kind that a guest converts so. Arithmetic is much code, which lavapipe compiles
/// for minutes where it has integers of 64 bits: of single words here, of everything in tests/properties/lang/directed.cpp.
std::vector<Sample> directed_samples(bool words_only) {
    constexpr Op kRewritten[] = {Op::FAdd, Op::FSub, Op::FMul, Op::FMulZero,
                                 Op::FFma, Op::SToF, Op::UToF, Op::FConvert};
    Random random(2);
    std::vector<Sample> plain, samples;
    for (const Op op : kRewritten) add_samples(op, random, plain);
    for (const Sample& sample : plain) {
        const auto is_word = [](Type type) { return ir::bits_of(type.kind) == 32; };
        const bool is_of_words = is_word(sample.result) && is_word(sample.operands[0]);
        const bool converts = sample.op == Op::SToF || sample.op == Op::UToF || sample.op == Op::FConvert;
        if (words_only ? !is_of_words : !converts) continue;
        const bool is_long =
            std::ranges::any_of(sample.operands, [](Type type) { return ir::bits_of(type.kind) > 32; });
        if ((!converts || is_long) && sample.result.lanes > 1) continue;
        for (const std::uint32_t rounding : {1U, 2U, 3U}) {
            samples.push_back(sample);
            samples.back().mode.set(ir::FloatMode::rounding, rounding);
            if (!is_of_words || converts) continue;
            if (random.below(4) == 0) samples.back().mode.set(ir::FloatMode::flush_inputs, true);
            if (random.below(4) == 0) samples.back().mode.set(ir::FloatMode::flush_result, true);
        }
    }
    EXPECT_GT(samples.size(), words_only ? 10U : 15U);
    return samples;
}

TEST(Ops, DirectedRoundingAgreesInPreparedPrograms) {
    compare_all(prepared_directly, directed_samples(false));
    compare_all(prepared_through_glsl, directed_samples(false));
}
TEST(Ops, DirectedRoundingAgreesWithoutFeatures) {
    compare_all(least_directly, directed_samples(true));
    compare_all(least_through_glsl, directed_samples(true));
}

// Bools lie in files of bytes; widths other than 32 have no promise in GLSL yet.
bool is_said_in_glsl(const Sample& sample) {
    const auto plain = [](Type type) {
        return type.kind == Kind::I32 || type.kind == Kind::F32 || type.kind == Kind::Bool;
    };
    return plain(sample.result) && std::ranges::all_of(sample.operands, plain);
}

TEST(Ops, EvaluatorAndGlslAgree) {
    Random random(1);
    std::vector<Sample> samples = all_samples(random);
    std::ranges::copy(flushing_samples(), std::back_inserter(samples));
    std::erase_if(samples, [](const Sample& sample) { return !is_said_in_glsl(sample); });
    compare_all(prepared_through_glsl, std::move(samples));
}

} // namespace
} // namespace relit::ops_test
