// Vertex programs of R500 in the interpreter against a processor written from the reference alone: every operation with every field of
// its word, samples with their flow, and what is done with the position after them.
#include "tests/support/r500/vs_machine.hpp"
#include "isa/r500/vs/encoding/program.hpp"
#include "isa/r500/vs/vs.hpp"
#include "isa/shared/random.hpp"
#include "run/interpreter.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace relit::r500_vs_machine {
namespace {

using namespace isa::r500;
using namespace isa::r500::vs;
using test::Float4;
using test::R500VertexMachine;
using W = Word128;

constexpr std::uint32_t kFormat0 = 1, kFormat1 = 0x924924; // a position and eight coordinates of four
constexpr std::uint32_t kOutputCount = 9;

std::uint64_t bits_of(float number) { return std::bit_cast<std::uint32_t>(number); }
float float_of(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

/// Small numbers of both signs, halves among them, that make conditions, addresses and exponents of use; a few zeros.
float ordinary(isa::Random& random) {
    return random.one_in(6) ? 0 : static_cast<float>(static_cast<int>(random.below(33)) - 16) / 4;
}
void fill(isa::Random& random, R500VertexMachine& machine) {
    for (Float4& vector : machine.inputs)
        for (float& lane : vector) lane = ordinary(random);
    for (Float4& vector : machine.constants)
        for (float& lane : vector) lane = ordinary(random);
}

std::size_t file_named(const ir::Module& module, std::string_view name) {
    std::size_t at = 0;
    while (at < module.files.size() && module.files[at].name != name) ++at;
    return at;
}

/// What the interpreter leaves.
run::State interpreted(const ir::Module& module, const R500VertexMachine& machine) {
    run::State state = run::blank_state(module);
    auto& inputs = state.files[file_named(module, "v")];
    for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] = bits_of(machine.inputs[i / 4][i % 4]);
    for (std::size_t i = 0; i < module.resources.size(); ++i) {
        if (module.resources[i].name != "c") continue;
        for (std::size_t lane = 0; lane < 1024; ++lane) {
            const auto bits = static_cast<std::uint32_t>(bits_of(machine.constants[lane / 4][lane % 4]));
            for (unsigned byte = 0; byte < 4; ++byte)
                state.resources[i][4 * lane + byte] = static_cast<std::uint8_t>(bits >> 8 * byte);
        }
    }
    std::vector<run::State> states{state};
    const Status done = run::run(module, states);
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
    for (std::size_t i = 0; i < got.files[file].size() && i / 4 < wanted.size(); ++i)
        EXPECT_TRUE(same(got.files[file][i], wanted[i / 4][i % 4]))
            << name << i / 4 << "." << "xyzw"[i % 4] << ": " << float_of(got.files[file][i]) << ", not "
            << wanted[i / 4][i % 4];
}

std::string text_of(std::span<const std::uint8_t> program) {
    const auto listing = codec::list(kFrontend.codec, program);
    return listing ? codec::print(*listing) : listing.error().text;
}

void expect_same(Bytes program, std::uint64_t seed, bool zero_wins) {
    const auto loaded = load_binary(program);
    ASSERT_TRUE(loaded);
    const auto read = [&](std::uint32_t number) { return loaded->state.read(number).value_or(0); };
    R500VertexMachine machine;
    isa::Random random(seed);
    fill(random, machine);
    for (const LoadedConstant& each : loaded->constants)
        for (unsigned i = 0; i < 4; ++i) machine.constants[each.index][i] = float_of(each.lanes[i]);
    machine.zero_wins = zero_wins;
    machine.constant_base = read(reg::VAP_PVS_CONST_CNTL) & 0xff;
    const ir::Context context{{{"r500.vs.rules", zero_wins ? 1U : 0U}}};
    ir::ContextReader reader(context);
    const auto module = isa::lift(kFrontend, program, reader);
    ASSERT_TRUE(module) << module.error().text;
    const std::size_t outputs = file_named(*module, "o");
    machine.output_count = module->files[outputs].count;
    const run::State got = interpreted(*module, machine);
    const RegisterWord code{{{read(reg::VAP_PVS_CODE_CNTL_0)}}};
    const bool is_stream = loaded->kind == FileKind::Stream;
    const auto last = is_stream ? code[field::VAP_PVS_CODE_CNTL_0__PVS_LAST_INST]
                                : static_cast<std::uint32_t>(loaded->slots.size() - 1);
    ASSERT_TRUE(machine.run(loaded->words(), flow_slots(flow_registers(loaded->state)), 0, last, 1U << 20));
    expect_file(*module, got, "o", std::span(machine.outputs).first(machine.output_count));
    expect_file(*module, got, "temp", machine.temps);
    expect_file(*module, got, "alt_temp", machine.alternates);
    if (testing::Test::HasFailure()) ADD_FAILURE() << text_of(program);
}

// ---- every operation with every field

/// Any bits, with the operation given and registers that there are few of.
Word128 any_word(isa::Random& random, Opcode op) {
    W word;
    for (std::uint32_t& dword : word.raw) dword = static_cast<std::uint32_t>(random.next());
    word.set(W::op, op.number).set(W::math, op.unit == Unit::Me).set(W::macro, op.unit == Unit::Macro);
    constexpr std::array kTargets = {TargetClass::Temp,          TargetClass::Temp,    TargetClass::Out,
                                     TargetClass::OutReplicateX, TargetClass::AltTemp, TargetClass::Address,
                                     TargetClass::Input};
    word.set(W::target, kTargets[random.below(kTargets.size())]).set(W::target_index, random.below(6));
    if (random.one_in(2)) word.set(W::target_mode, Mode::Absolute);
    if (!random.one_in(3)) word.set(W::predicated, false);
    if (random.one_in(2)) word.set(W::mask, 15U);
    for (const SourceFields& each : kSourceFields) {
        word.set(*each.index, random.below(random.one_in(8) ? 20 : 6));
        if (random.one_in(2)) word.set(*each.mode, Mode::Absolute);
    }
    const OpcodeRow& row = *find(op);
    word.set(W::dual, op.unit == Unit::Ve && row.operands <= 2 && random.one_in(2));
    if (word[W::dual]) word.set(W::dual_op, random.below(29));
    return word;
}

std::vector<std::uint8_t> stream_of(std::span<const W> words) {
    std::vector<std::uint8_t> stream;
    const auto set = [&](std::uint32_t number, std::uint32_t value) {
        write_packet(stream, {0, number, false, {value}});
    };
    set(reg::VAP_OUT_VTX_FMT_0, kFormat0);
    set(reg::VAP_OUT_VTX_FMT_1, kFormat1);
    RegisterWord code;
    code.set(field::VAP_PVS_CODE_CNTL_0__PVS_LAST_INST, static_cast<std::uint32_t>(words.size() - 1));
    set(reg::VAP_PVS_CODE_CNTL_0, code.raw[0]);
    std::vector<std::uint32_t> dwords;
    for (const W& word : words) dwords.insert(dwords.end(), word.raw.begin(), word.raw.end());
    write_upload(stream, {Upload::Memory::VertexCode, 0}, dwords);
    return stream;
}

TEST(R500VertexMachine, EveryOperationDoesWithEveryFieldWhatTheReferenceSays) {
    constexpr std::uint64_t kPrograms = 40; // of an operation
    for (const OpcodeRow& row : kOpcodes) {
        SCOPED_TRACE(std::string(row.name));
        for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
            isa::Random random(seed * 64 + row.opcode.number);
            std::vector<W> words;
            // What comes before leaves numbers in registers, addresses and the predicate.
            for (unsigned i = 0; i < 6; ++i)
                words.push_back(any_word(random, kOpcodes[random.below(kOpcodes.size())].opcode));
            for (unsigned i = 0; i < 4; ++i) words.push_back(any_word(random, row.opcode));
            expect_same(stream_of(words), seed, seed % 2 != 0);
            if (testing::Test::HasFailure()) return;
        }
    }
}

TEST(R500VertexMachine, SamplesRunAsTheReferenceSaysWithTheirFlow) {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        SCOPED_TRACE(seed);
        expect_same(kFrontend.codec.sample(seed), seed, seed % 2 != 0);
        if (testing::Test::HasFailure()) return;
    }
}

// ---- after the program

/// A program that hands on its first two inputs, and the state around it.
ir::Module handing_on(const ir::Context& context) {
    const auto bytes = kFrontend.codec.assemble(
        ".reg VAP_OUT_VTX_FMT_0 = 1\n.reg VAP_OUT_VTX_FMT_1 = 4\n.code 0\n"
        "out[0].xyzw = VE_ADD input[0].xyzw input[0].0000 ;\n"
        "out[1].xyzw = VE_ADD input[1].xyzw input[1].0000 ;\n",
        {});
    EXPECT_TRUE(bytes) << bytes.error().text;
    ir::ContextReader reader(context);
    auto module = isa::lift(kFrontend, *bytes, reader);
    EXPECT_TRUE(module);
    return std::move(*module);
}
Float4 position_of(const ir::Module& module, const Float4& given) {
    R500VertexMachine machine;
    machine.inputs[0] = given;
    const run::State done = interpreted(module, machine);
    const auto& lanes = done.files[file_named(module, "o")];
    return {float_of(lanes[0]), float_of(lanes[1]), float_of(lanes[2]), float_of(lanes[3])};
}

TEST(R500VertexMachine, PositionsThatComeDividedBecomeClipPositions) {
    const Float4 given = {3, -5, 0.5F, 4};
    const auto with = [&](std::uint32_t vte) { return position_of(handing_on({{{"r500.vs.vte_cntl", vte}}}), given); };
    EXPECT_EQ(with(0x43f), given); // the steps of the viewport are the host's
    EXPECT_EQ(with(0x500), (Float4{12, -20, 0.5F, 4}));
    EXPECT_EQ(with(0x600), (Float4{3, -5, 2, 4}));
    EXPECT_EQ(with(0x300), (Float4{0.75F, -1.25F, 0.125F, 0.25F})); // W is 1 / W
    EXPECT_EQ(with(0), (Float4{3, -5, 0.5F, 0.25F}));
}

TEST(R500VertexMachine, DepthIsClippedAsHostsDoWhereThatIsAsked) {
    const Float4 given = {3, -5, -2, 4};
    const auto with = [&](std::uint64_t host, std::uint64_t control) {
        return position_of(handing_on({{{"r500.vs.clip_depth", host}, {"r500.vs.vap_cntl", control}}}), given);
    };
    EXPECT_EQ(with(0, 0), given);
    EXPECT_EQ(with(1, 0), (Float4{3, -5, 1, 4}));
    EXPECT_EQ(with(1, 1U << 22), given); // it is from 0 on already
}

TEST(R500VertexMachine, UserPlanesMakeDistances) {
    const ir::Module module = handing_on({{{"r500.vs.clip_cntl", 0x2aU}}}); // planes 1, 3 and 5
    const std::size_t distances = file_named(module, "distance");
    ASSERT_LT(distances, module.files.size());
    ASSERT_EQ(module.files[distances].count, 3U);
    for (unsigned i = 0; i < 3; ++i) {
        EXPECT_EQ(module.files[distances].io_slots[i].semantic, ir::Semantic::ClipDistance);
        EXPECT_EQ(module.files[distances].io_slots[i].number, i);
    }
    run::State state = run::blank_state(module);
    const Float4 position = {1, 2, 4, 8};
    for (unsigned i = 0; i < 4; ++i) state.files[file_named(module, "v")][i] = bits_of(position[i]);
    for (std::size_t i = 0; i < module.resources.size(); ++i) {
        if (module.resources[i].name != "plane") continue;
        for (std::uint32_t lane = 0; lane < 24; ++lane) { // plane n has n at its component n % 4
            const auto bits = lane % 4 == lane / 4 % 4 ? bits_of(static_cast<float>(lane / 4)) : 0;
            for (unsigned byte = 0; byte < 4; ++byte)
                state.resources[i][4 * lane + byte] = static_cast<std::uint8_t>(bits >> 8 * byte);
        }
    }
    std::vector<run::State> states{state};
    ASSERT_TRUE(run::run(module, states));
    EXPECT_EQ(float_of(states[0].files[distances][0]), 1 * 2.0F);
    EXPECT_EQ(float_of(states[0].files[distances][1]), 3 * 8.0F);
    EXPECT_EQ(float_of(states[0].files[distances][2]), 5 * 2.0F);
}

TEST(R500VertexMachine, PlanesOnlyCullOrDoNothingWhereTheRegisterSaysSo) {
    const ir::Module culls = handing_on({{{"r500.vs.clip_cntl", 0x20001U}}});
    EXPECT_EQ(culls.files[file_named(culls, "distance")].io_slots[0].semantic, ir::Semantic::CullDistance);
    const ir::Module off = handing_on({{{"r500.vs.clip_cntl", 0x1003fU}}});
    EXPECT_EQ(file_named(off, "distance"), off.files.size());
}

TEST(R500VertexMachine, StreamsLoadPlanes) {
    const auto bytes = kFrontend.codec.assemble(
        ".reg VAP_OUT_VTX_FMT_0 = 1\n.reg VAP_CLIP_CNTL = {UCP_ENA_2=1}\n"
        ".reg VAP_PVS_VECTOR_INDX_REG = 1538\n"
        ".port VAP_PVS_VECTOR_DATA_REG_128 = 1, 2, 3, 4\n"
        ".code 0\nout[0].xyzw = VE_ADD input[0].xyzw input[0].0000 ;\n",
        {});
    ASSERT_TRUE(bytes) << bytes.error().text;
    const auto presets = isa::presets(kFrontend, *bytes);
    ASSERT_TRUE(presets);
    ASSERT_EQ(presets->size(), 1U);
    EXPECT_EQ((*presets)[0].name, "plane2");
    EXPECT_EQ((*presets)[0].lanes, (std::vector<std::uint64_t>{1, 2, 3, 4}));
}

} // namespace
} // namespace relit::r500_vs_machine
