// Fragment programs of R500 in the interpreter against a processor written from the reference alone: every pair of operations with
// every field of the word, texture operations, and samples with their flow control.
#include "tests/support/r500/fs_machine.hpp"
#include "isa/r500/fs/encoding/program.hpp"
#include "isa/r500/fs/encoding/units.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/shared/random.hpp"
#include "run/interpreter.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>

namespace relit::r500_fs_machine {
namespace {

using namespace isa::r500;
using namespace isa::r500::fs;
using test::R500FragmentMachine;
using Float4 = R500FragmentMachine::Float4;
using Lookup = R500FragmentMachine::Lookup;

constexpr std::array<float, 3> kTextureSize = {64, 32, 16};

std::uint64_t bits_of(float number) { return std::bit_cast<std::uint32_t>(number); }
float float_of(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

float ordinary(isa::Random& random) {
    return random.one_in(6) ? 0 : static_cast<float>(static_cast<int>(random.below(33)) - 16) / 4;
}

std::size_t file_named(const ir::Module& module, std::string_view name) {
    std::size_t at = 0;
    while (at < module.files.size() && module.files[at].name != name) ++at;
    return at;
}

/// A texel that tells what was asked for, from the first to the last number.
Float4 texel_of(const Lookup& lookup) {
    std::uint64_t mixed = lookup.unit * 31 + static_cast<std::uint64_t>(lookup.op);
    if (lookup.op == TexOp::Proj)
        mixed = lookup.unit * 31 + static_cast<std::uint64_t>(TexOp::Ld); // it is divided before
    for (const float number : lookup.numbers)
        mixed = (mixed ^ (std::isnan(number) ? 7 : bits_of(number + 0.0F))) * 0x9e3779b97f4a7c15;
    Float4 texel{};
    for (unsigned i = 0; i < 4; ++i) texel[i] = static_cast<float>(mixed >> (16 * i) & 31) / 8 - 1;
    return texel;
}

/// The same of an operation of the IR.
std::vector<std::uint64_t> sampled(const ir::Module& module, const ir::Inst& inst, const ir::TextureUse& use,
                                   std::span<const std::vector<std::uint64_t>> operands) {
    if (inst.op == ir::Op::QuerySize) return {64, 32, 16};
    Lookup lookup{module.resources[use.resource].binding, TexOp::Ld, {}};
    if (use.bias) lookup.op = TexOp::LodBias;
    if (use.lod) lookup.op = TexOp::Lod;
    if (use.gradients) lookup.op = TexOp::DxDy;
    for (const auto& operand : operands) lookup.numbers.push_back(float_of(operand[0]));
    const Float4 texel = texel_of(lookup);
    return {bits_of(texel[0]), bits_of(texel[1]), bits_of(texel[2]), bits_of(texel[3])};
}

/// Rounds from 0 to 3, aL from 0 or 1 on, up or down.
std::uint32_t random_integer(std::uint64_t seed, std::uint32_t number) {
    isa::Random random(seed + number);
    return random.below(4) | random.below(2) << 8 | (random.one_in(3) ? 0xffU : random.below(2)) << 16;
}

/// A program and the state that both ways to run it share.
struct Case {
    std::vector<std::uint8_t> program;
    ir::Context context;
    R500FragmentMachine machine;
};

Case case_of(std::vector<std::uint8_t> program, std::uint64_t seed) {
    Case one{std::move(program), {}, {}};
    isa::Random random(seed * 2 + 1);
    R500FragmentMachine& machine = one.machine;
    for (Float4& vector : machine.constants)
        for (float& lane : vector) lane = ordinary(random);
    machine.zero_wins = seed % 4 != 0;
    machine.floats = seed % 2 == 0 ? InlineFloats::Author : InlineFloats::Mesa;
    machine.units_on = seed % 3 == 0 ? 0xffff : random.below(0x10000);
    machine.booleans = static_cast<std::uint32_t>(random.next());
    machine.texture = texel_of;
    machine.texture_size = kTextureSize;
    auto& values = one.context.values;
    values["r500.fs.inputs"] = 0xff;
    for (std::uint32_t i = 0; i < 32; ++i) {
        machine.integers[i] = random_integer(seed, i);
        values["r500.fs.us_fc_int_const" + std::to_string(i)] = machine.integers[i];
    }
    values["r500.fs.us_config"] = machine.zero_wins ? 2 : 0;
    values["r500.fs.floats"] = seed % 2;
    values["r500.fs.tx_enable"] = machine.units_on;
    values["r500.fs.us_fc_bool_const"] = machine.booleans;
    for (std::uint32_t unit = 0; unit < 16; ++unit) {
        const std::uint32_t type = random.below(3);
        machine.dimensions[unit] = type == 0 ? 2 : type == 1 ? 3 : 6;
        values["r500.fs.tx_format1_" + std::to_string(unit)] = 0x88600 | type << 25;
    }
    return one;
}

run::State interpreted(const ir::Module& module, const R500FragmentMachine& machine, std::span<const float> inputs) {
    run::State state = run::blank_state(module);
    for (std::size_t i = 0; i < module.files.size(); ++i)
        if (module.files[i].role == ir::Role::Input)
            for (std::size_t lane = 0; lane < state.files[i].size() && lane < inputs.size(); ++lane)
                state.files[i][lane] = bits_of(inputs[lane]);
    for (std::size_t i = 0; i < module.resources.size(); ++i) {
        if (module.resources[i].kind != ir::ResourceKind::ConstantBuffer) continue;
        for (std::size_t lane = 0; lane < 1024; ++lane)
            for (unsigned byte = 0; byte < 4; ++byte)
                state.resources[i][4 * lane + byte] =
                    static_cast<std::uint8_t>(bits_of(machine.constants[lane / 4][lane % 4]) >> 8 * byte);
    }
    run::Host host;
    host.texture = [&](const ir::Inst& inst, const ir::TextureUse& use, auto operands) {
        return sampled(module, inst, use, operands);
    };
    std::vector<run::State> states{state};
    const Status done = run::run(module, states, {}, host);
    EXPECT_TRUE(done) << done.error().text;
    return std::move(states[0]);
}

bool same(std::uint64_t bits, float wanted) {
    return bits == bits_of(wanted) || (std::isnan(float_of(bits)) && std::isnan(wanted));
}
void expect_file(const ir::Module& module, const run::State& got, std::string_view name,
                 std::span<const Float4> wanted) {
    const std::size_t file = file_named(module, name);
    if (file == module.files.size()) return;
    for (std::size_t i = 0; i < got.files[file].size(); ++i)
        EXPECT_TRUE(same(got.files[file][i], wanted[i / 4][i % 4]))
            << name << i / 4 << "." << "rgba"[i % 4] << ": " << float_of(got.files[file][i]) << ", not "
            << wanted[i / 4][i % 4];
}

/// The eight temporaries that coordinates begin in get their numbers.
void expect_same(Case one, std::uint64_t seed) {
    const auto loaded = load_binary(one.program);
    ASSERT_TRUE(loaded);
    R500FragmentMachine& machine = one.machine;
    for (std::uint32_t i = 0; i < 32; ++i) {
        machine.integers[i] = loaded->read(reg::US_FC_INT_CONST + 4 * i).value_or(machine.integers[i]);
        one.context.values["r500.fs.us_fc_int_const" + std::to_string(i)] = machine.integers[i];
    }
    for (const auto& [index, written] : loaded->state.fragment_constants)
        if (index < 1024) machine.constants[index / 4][index % 4] = float_of(written.value);
    isa::Random random(seed);
    std::vector<float> inputs(32);
    for (float& lane : inputs) lane = ordinary(random);
    ir::ContextReader reader(one.context);
    const auto module = isa::lift(kFrontend, one.program, reader);
    ASSERT_TRUE(module) << module.error().text;
    const std::size_t temps = file_named(*module, "temp");
    for (std::size_t i = 0; i < 8 && i < module->files[temps].count; ++i)
        for (unsigned lane = 0; lane < 4; ++lane) machine.temps[i][lane] = inputs[4 * i + lane];
    const run::State got = interpreted(*module, machine, inputs);
    std::vector<Word192> code;
    for (const Instruction& each : loaded->code) code.push_back(each.word);
    const CodeRange range = loaded->code_range();
    ASSERT_TRUE(machine.run(code, range.start, range.end, 1U << 18));
    EXPECT_EQ(got.discarded, machine.killed);
    if (!machine.killed) {
        expect_file(*module, got, "temp", machine.temps);
        expect_file(*module, got, "color", machine.targets);
        const std::size_t depth = file_named(*module, "depth");
        if (depth != module->files.size()) {
            EXPECT_TRUE(same(got.files[depth][0], machine.depth));
        }
    }
    if (!testing::Test::HasFailure()) return;
    const auto listing = codec::list(kFrontend.codec, one.program);
    ADD_FAILURE() << (listing ? codec::print(*listing) : listing.error().text);
}

std::vector<std::uint8_t> bytes_of(std::span<const Word192> code) {
    std::vector<std::uint8_t> bytes;
    for (const Word192& word : code)
        for (const std::uint32_t each : word.raw)
            for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(each >> shift));
    return bytes;
}

// ---- every operation with every field

/// Any bits, with registers that there are few of.
Word192 any_computing(isa::Random& random, std::uint32_t rgb, std::uint32_t alpha) {
    Word192 word;
    for (std::uint32_t& raw : word.raw) raw = static_cast<std::uint32_t>(random.next());
    word.set(Common::type, random.one_in(3) ? Type::Out : Type::Alu);
    word.insert(Alu::rgb_op, rgb), word.insert(Alu::alpha_op, alpha);
    if (random.one_in(2)) word.set(Common::rgb_predicate, 0U).set(Common::alpha_predicate, 0U);
    for (const UnitFields* unit : kUnitFields) {
        word.set(*unit->temp, random.below(6));
        if (random.one_in(2)) word.set(*unit->scale, 0U).set(*unit->clamp, false);
        for (const SourceFields& source : unit->sources)
            if (random.one_in(2)) word.set(*source.constant, false).set(*source.address, random.below(8));
    }
    return word;
}

bool is_of_quads(const UnitFields& unit, std::uint32_t op) { return unit.ops[op].mnemonic.starts_with("MD"); }

TEST(R500FragmentMachine, EveryPairOfOperationsDoesWithEveryFieldWhatTheReferenceSays) {
    constexpr std::uint64_t kPrograms = 6; // of a pair
    for (std::uint32_t rgb = 0; rgb < 16; ++rgb) {
        for (std::uint32_t alpha = 0; alpha < 16; ++alpha) {
            if (kRgbOps[rgb].mnemonic.empty() || kAlphaOps[alpha].mnemonic.empty()) continue;
            if (is_of_quads(kRgbUnit, rgb) || is_of_quads(kAlphaUnit, alpha)) continue;
            SCOPED_TRACE(std::string(kRgbOps[rgb].mnemonic) + " " + std::string(kAlphaOps[alpha].mnemonic));
            for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
                isa::Random random(seed * 256 + rgb * 16 + alpha);
                std::vector<Word192> code;
                for (unsigned i = 0; i < 6; ++i) code.push_back(any_computing(random, rgb, alpha));
                expect_same(case_of(bytes_of(code), seed), seed);
                if (testing::Test::HasFailure()) return;
            }
        }
    }
}

Word192 any_lookup(isa::Random& random, std::uint32_t op) {
    Word192 word;
    for (std::uint32_t& raw : word.raw) raw = static_cast<std::uint32_t>(random.next());
    word.set(Common::type, Type::Tex);
    word.insert(Tex::op, op);
    if (random.one_in(2)) word.set(Common::rgb_predicate, 0U).set(Common::alpha_predicate, 0U);
    word.set(Tex::temp, random.below(6)).set(Tex::unused5, 0U).set(Tex::unused4, 0U);
    for (const AddressFields* each : {&kCoordinates, &kDx, &kDy}) word.set(*each->temp, random.below(6));
    return word;
}

TEST(R500FragmentMachine, TextureOperationsAskForWhatTheReferenceSays) {
    for (std::uint32_t op = 0; op < 7; ++op) {
        SCOPED_TRACE(std::string(kTexOps[op].mnemonic));
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            isa::Random random(seed * 8 + op);
            std::vector<Word192> code = {any_computing(random, 0, 0), any_computing(random, 8, 6)}; // sets predicates
            for (unsigned i = 0; i < 2; ++i) code.push_back(any_lookup(random, op));
            code.push_back(any_computing(random, 5, 3).set(Common::type, Type::Out));
            expect_same(case_of(bytes_of(code), seed), seed);
            if (testing::Test::HasFailure()) return;
        }
    }
}

// ---- flow control

TEST(R500FragmentMachine, SamplesRunAsTheReferenceSaysWithTheirFlow) {
    for (std::uint64_t seed = 0; seed < 800; ++seed) {
        SCOPED_TRACE(seed);
        expect_same(case_of(kFrontend.codec.sample(seed), seed), seed);
        if (testing::Test::HasFailure()) return;
    }
}

/// Any bits of jumps, calls and loops, which go forward but for the ends of loops.
Word192 any_flow(isa::Random& random, std::uint32_t at, std::uint32_t count, bool ends_loop) {
    Word192 word;
    for (std::uint32_t& raw : word.raw) raw = static_cast<std::uint32_t>(random.next());
    word.set(Common::type, Type::Fc).set(Fc::global, true).set(Fc::pop_count, random.below(3));
    constexpr std::array kForward = {FcOp::Jump,      FcOp::Loop,     FcOp::Rep,
                                     FcOp::BreakLoop, FcOp::BreakRep, FcOp::Continue};
    constexpr std::array kEnds = {FcOp::EndLoop, FcOp::EndRep};
    word.set(Fc::op, ends_loop ? kEnds[random.below(2)] : kForward[random.below(kForward.size())]);
    if (random.one_in(2)) word.set(Fc::stack, 0U);
    const std::uint32_t forward = at + 1 + random.below(count - at);
    word.set(Fc::target, ends_loop ? random.below(at + 1) : std::min(forward, count - 1));
    if (ends_loop) word.set(Fc::stack, 0U);
    return word;
}

/// Whether it has more states than a translation writes out.
bool is_refused(const Case& one) {
    ir::ContextReader reader(one.context);
    const auto module = isa::lift(kFrontend, one.program, reader);
    return !module && module.error().kind == FaultKind::NotSupported;
}

TEST(R500FragmentMachine, FlowOfAnyBitsGoesWhereTheReferenceSays) {
    std::size_t compared = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(seed);
        isa::Random random(seed);
        const std::uint32_t count = 6 + random.below(6);
        std::vector<Word192> code;
        for (std::uint32_t at = 0; at + 1 < count; ++at)
            code.push_back(random.one_in(2) ? any_flow(random, at, count, random.one_in(5))
                                            : any_computing(random, random.below(2), 0));
        code.push_back(any_computing(random, 0, 0));
        Case one = case_of(bytes_of(code), seed);
        Case tried = one; // some never end, or return to where they were called from for ever
        if (!tried.machine.run(code, 0, count - 1, 2000)) continue;
        if (is_refused(one)) continue;
        ++compared;
        expect_same(std::move(one), seed);
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(compared, 150U);
}

} // namespace
} // namespace relit::r500_fs_machine
