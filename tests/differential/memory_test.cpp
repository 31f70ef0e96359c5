// Registers at computed indices, buffers, tables, calls and loop limits: interpreter and device leave the same state.
#include "ir/builder.hpp"
#include "lang/packing.hpp"
#include "lang/target.hpp"
#include "render/vk/harness.hpp"
#include "run/interpreter.hpp"
#include "tests/support/back_ends.hpp"
#include "tests/support/device.hpp"

#include <gtest/gtest.h>

#include "pass/pass.hpp"

namespace relit::memory_test {
namespace {

using ir::Id;
using ir::Kind;
using ir::Role;

constexpr std::uint32_t kItems = 64, kLoopLimit = 5;

// The first file is an input of one i32, the item's number; what else is given differs from item to item.
void expect_agreement(const ir::Module& module, test::BackEnd back_end, std::vector<ir::Bound> bound = {}) {
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    ir::Module nested = module.clone();
    ASSERT_TRUE(pass::run_passes(nested, "from_ssa,structure,reg2mem"));
    const lang::Layout layout = lang::layout_of(nested);
    const lang::Target wanted{.interface = lang::Interface::Harness, .loop_limit = kLoopLimit};
    const auto words = back_end(nested, device->target(wanted));
    ASSERT_TRUE(words) << words.error().text;
    std::vector<std::uint32_t> in(std::size_t{kItems} * layout.in_words), out(std::size_t{kItems} * layout.out_words);
    std::vector<run::State> states;
    for (std::uint32_t item = 0; item < kItems; ++item) {
        run::State state = run::blank_state(nested);
        for (std::size_t r = 0; r < state.resources.size(); ++r) {
            if (nested.resources[r].kind > ir::ResourceKind::StorageBuffer) continue; // starts as zero
            auto& bytes = state.resources[r];
            for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(7 * i + item);
        }
        for (std::size_t f = 0; f < state.files.size(); ++f) {
            if (nested.files[f].role != Role::Input) continue;
            const std::uint64_t mask = ~std::uint64_t{0} >> (64 - ir::bits_of(nested.files[f].kind));
            for (std::size_t i = 0; i < state.files[f].size(); ++i) {
                state.files[f][i] = (0x9e3779b97f4a7c15 * (i + 1) + item) & mask;
            }
        }
        state.files[0][0] = item;
        lang::pack(nested, layout.in, state.files, state.resources,
                   std::span(in).subspan(std::size_t{item} * layout.in_words, layout.in_words));
        lang::pack(nested, layout.out, state.files, state.resources,
                   std::span(out).subspan(std::size_t{item} * layout.out_words, layout.out_words));
        states.push_back(std::move(state));
    }
    std::vector<ir::Bound> on_device = bound;
    const render::vk::HarnessTextures textures{nested, on_device};
    const auto run = render::vk::run_harness(*device, *words, layout, in, out, bound.empty() ? nullptr : &textures);
    ASSERT_TRUE(run) << run.error().text;
    const run::Host host{.bound = bound.empty() ? nullptr : &bound};
    ASSERT_TRUE(run::run(module, states, {.loop_limit = kLoopLimit}, host));
    for (std::size_t i = 0; i < bound.size(); ++i) {
        if (bound[i].texture.levels.empty()) continue;
        EXPECT_EQ(on_device[i].texture.levels[0].texels, bound[i].texture.levels[0].texels);
    }
    for (std::uint32_t item = 0; item < kItems; ++item) {
        const auto record = std::span(run->out).subspan(std::size_t{item} * layout.out_words, layout.out_words);
        std::vector<std::uint32_t> expected(layout.out_words);
        states[item].files.resize(nested.files.size());
        lang::pack(nested, layout.out, states[item].files, states[item].resources, expected);
        expected[layout.loop_limit_word] = states[item].hit_loop_limit ? 1 : 0;
        ASSERT_EQ(std::vector<std::uint32_t>(record.begin(), record.end()), expected) << "item " << item;
    }
    for (const Fault& fault : device->take_messages()) ADD_FAILURE() << fault.text;
}

void expect_agreement(const ir::Module& module) {
    expect_agreement(module, test::directly);
    expect_agreement(module, test::through_glsl);
}

TEST(Memory, RegistersAtComputedIndices) {
    ir::Module module;
    ir::Builder build(module);
    const auto item = build.file("item", Kind::I32, 1, 1, Role::Input);
    const auto vectors = build.file("v", Kind::F32, 4, 6, Role::Output);
    const auto words = build.file("w", Kind::I32, 1, 8, Role::Output);
    const auto halves = build.file("h", Kind::I16, 2, 4, Role::Output);
    build.function("main");
    const Id number = build.load(item, 0, ir::kI32);
    const Id near = build.ISub(build.UMod(number, build.i32(12)), build.i32(3)); // also before and behind
    const Id value = build.convert(ir::Op::UToF, Kind::F32, build.splat(number, 4));
    build.store_at(vectors, 0, near, value, 0b1011);
    build.store_at(vectors, 6, near, build.swizzle(value, {0, 1, 2}));
    build.store(words, 0,
                build.bitcast(ir::kI32.with_lanes(4), build.load_at(vectors, 4, near, ir::kF32.with_lanes(4))));
    build.store_at(words, 0, near, number);
    build.store(halves, 1, build.load_at(words, 1, near, ir::kI32));
    build.store(halves, 3, number);
    build.store(words, 7, build.load(halves, 3, ir::kI32));
    build.ret();
    expect_agreement(module);
}

TEST(Memory, Buffers) {
    ir::Module module;
    ir::Builder build(module);
    const auto item = build.file("item", Kind::I32, 1, 1, Role::Input);
    const auto out = build.file("o", Kind::I32, 4, 3, Role::Output);
    const auto constants = build.constant_buffer("c", 0, 40);
    const auto storage = build.storage_buffer("s", 1, 48);
    build.function("main");
    const Id number = build.load(item, 0, ir::kI32);
    build.store(out, 0, build.load_buffer(constants, number, ir::kI32.with_lanes(4)));
    build.store(out, 4, build.load_buffer(constants, build.i32(28), ir::kI32.with_lanes(4)));
    const Id byte = build.load_buffer(constants, number, {Kind::I8, 1});
    build.store(out, 8, build.convert(ir::Op::SExtend, Kind::I32, byte));
    build.store(out, 10, build.load_buffer(constants, number, ir::kI64));
    build.store_buffer(storage, number, build.splat(number, 2));
    build.store_buffer(storage, build.IAdd(number, build.i32(5)), byte);
    build.store_buffer(storage, build.i32(0xfffffffc), number);
    build.ret();
    expect_agreement(module);
}

TEST(Memory, RowsOfBuffers) {
    ir::Module module;
    ir::Builder build(module);
    const auto item = build.file("item", Kind::I32, 1, 1, Role::Input);
    const auto out = build.file("o", Kind::I32, 4, 9, Role::Output);
    build.constant_buffer("before", 0, 20);
    const auto constants = build.constant_buffer("c", 1, 64);
    const auto odd = build.constant_buffer("odd", 2, 72);
    const auto storage = build.storage_buffer("s", 3, 32);
    build.function("main");
    const Id number = build.load(item, 0, ir::kI32);
    const Id row = build.IShl(build.IAnd(number, build.i32(7)), build.i32(4));
    const ir::Type four = ir::kI32.with_lanes(4), two = ir::kI32.with_lanes(2), wide = ir::kI64.with_lanes(2);
    const auto bits = [&](Id value) { return build.bitcast(four, value); };
    build.store(out, 0, bits(build.load_buffer(constants, row, ir::kF32.with_lanes(4))));
    build.store(out, 4, build.load_buffer(constants, build.i32(16), four));
    build.store(out, 8, build.load_buffer(constants, build.i32(24), two));
    build.store(out, 10, build.load_buffer(constants, row, two));
    build.store(out, 12, build.load_buffer(constants, build.i32(20), four)); // of two rows
    build.store(out, 16, bits(build.load_buffer(constants, row, wide)));
    build.store(out, 20, build.load_buffer(constants, build.i32(40), ir::kI64));
    build.store(out, 22, build.load_buffer(constants, build.i32(60), two)); // the second word is outside
    build.store(out, 24, build.load_buffer(odd, build.i32(64), four));      // and so are two
    build.store(out, 28, build.load_buffer(odd, row, four));
    build.store_buffer(storage, build.IAnd(row, build.i32(16)), build.load_buffer(storage, build.i32(0), two));
    build.store(out, 32, build.load_buffer(storage, row, four));
    build.ret();
    expect_agreement(module);
}

TEST(Memory, InputsOfEveryShape) {
    struct Shape {
        Kind kind;
        std::uint8_t lanes, registers;
    };
    constexpr Shape kShapes[] = {{Kind::I32, 1, 6}, {Kind::F32, 2, 3}, {Kind::I32, 3, 5}, {Kind::F32, 4, 3},
                                 {Kind::I16, 4, 3}, {Kind::I64, 1, 3}, {Kind::I64, 2, 3}, {Kind::I64, 4, 2}};
    for (const Shape& shape : kShapes) {
        SCOPED_TRACE(std::to_string(ir::bits_of(shape.kind)) + " bits, " + std::to_string(shape.lanes) + " lanes");
        ir::Module module;
        ir::Builder build(module);
        const auto item = build.file("item", Kind::I32, 1, 1, Role::Input);
        const auto given = build.file("g", shape.kind, shape.lanes, shape.registers, Role::Input);
        const auto kept = build.file("k", shape.kind, shape.lanes, shape.registers, Role::Output);
        build.function("main");
        const Id number = build.IAnd(build.load(item, 0, ir::kI32), build.i32(7)); // also behind
        const ir::Type whole{shape.kind, shape.lanes};
        build.store(kept, 0, build.load(given, shape.lanes, whole));
        build.store(kept, shape.lanes, build.load_at(given, 0, number, whole));
        build.store(kept, 2 * shape.lanes - 1, build.load_at(given, shape.lanes - 1, number, whole.scalar()));
        build.ret();
        expect_agreement(module);
    }
}

TEST(Memory, TablesCallsAndLoopLimits) {
    ir::Module module;
    ir::Builder build(module);
    const auto item = build.file("item", Kind::I32, 1, 1, Role::Input);
    const auto out = build.file("o", Kind::I32, 1, 4, Role::Output);
    const std::uint32_t entries[] = {5, 9, 2, 0xffffffff, 7};
    const auto table = build.table(entries);
    const auto main = build.function("main");
    const auto count =
        build.function("count", ir::kI32, {ir::kI32}); // iterations until the counter reaches the argument
    const Id most = build.param(0);
    const ir::BlockId entry = build.here(), head = build.block(), done = build.block();
    build.store(out, 1, build.i32(0));
    build.jump(head);
    build.move_to(count, head);
    const Id next = build.IAdd(build.load(out, 1, ir::kI32), build.i32(1));
    build.store(out, 1, next);
    build.branch(build.ULt(next, most), head, done);
    build.move_to(count, done);
    build.ret(build.IMul(build.load(out, 1, ir::kI32), build.i32(3)));
    build.move_to(main, 0);
    const Id number = build.load(item, 0, ir::kI32);
    build.store(out, 0, build.lookup(table, number));
    build.store(out, 2, build.call(count, {build.UMod(number, build.i32(9))}));
    build.store(out, 3, build.i32(1));
    build.ret();
    (void)entry;
    expect_agreement(module);
}

// Quads and their subgroup as the interpreter has them, also where only some of them are.
TEST(Memory, AcrossInvocations) {
    ir::Module module;
    ir::Builder build(module);
    const auto item = build.file("item", Kind::I32, 1, 1, Role::Input);
    const auto out = build.file("o", Kind::I32, 4, 4, Role::Output);
    build.function("main");
    const Id number = build.load(item, 0, ir::kI32);
    const Id real = build.convert(ir::Op::UToF, Kind::F32, build.IMul(number, number));
    const Id bit = build.INe(build.IAnd(number, build.i32(6)), build.i32(2));
    const auto ask = [&](std::uint32_t lane) {
        build.store(out, lane, build.FDdx(real));
        build.store(out, lane + 1, build.FDdy(real));
        build.store(out, lane + 2, build.add(ir::Op::Ballot, ir::kI32, {bit}));
        const Id all = build.add(ir::Op::VoteAll, ir::kBool, {bit}), any = build.add(ir::Op::VoteAny, ir::kBool, {bit});
        const Id votes =
            build.IAdd(build.Select(all, build.i32(1), build.i32(0)), build.Select(any, build.i32(2), build.i32(0)));
        build.store(out, lane + 3, votes);
        build.store(out, lane + 4, build.add(ir::Op::Shuffle, ir::kI32, {number, build.UMod(number, build.i32(5))}));
    };
    ask(0);
    const ir::BlockId some = build.block(), after = build.block();
    build.branch(build.INe(build.UMod(number, build.i32(3)), build.i32(1)), some, after);
    build.move_to(some);
    ask(8);
    build.jump(after);
    build.move_to(after);
    build.ret();
    expect_agreement(module);
}

TEST(Memory, MemoryOfAnItemAndItsNumberAsAVertex) {
    ir::Module module;
    ir::Builder build(module);
    const auto item = build.file("item", Kind::I32, 1, 1, Role::Input);
    const auto out = build.file("o", Kind::I32, 4, 2, Role::Output);
    const auto scratch = build.resource({.name = "scratch", .kind = ir::ResourceKind::Scratch, .size = 32});
    const auto shared = build.resource({.name = "shared", .kind = ir::ResourceKind::Shared, .size = 8});
    build.function("main");
    const Id number = build.load(item, 0, ir::kI32);
    for (const std::uint32_t memory : {scratch, shared}) {
        build.store_buffer(memory, build.i32(0), build.i32(3));
        build.store_buffer(memory, build.i32(4), number);
        build.add(ir::Op::Barrier, ir::kVoid, {}); // of a workgroup of one
        build.store(out, 4 * memory, build.add(ir::Op::AtomicSMin, ir::kI32, {build.i32(0), number}, memory));
        build.store(out, 4 * memory + 1, build.load_buffer(memory, build.IAnd(number, build.i32(4)), ir::kI32));
    }
    const auto read = [&](ir::Builtin which) {
        return build.add(ir::Op::ReadBuiltin, ir::kI32, {}, static_cast<std::uint32_t>(which));
    };
    build.store(out, 2, read(ir::Builtin::VertexIndex));
    build.store(out, 3, read(ir::Builtin::InstanceIndex));
    build.ret();
    expect_agreement(module);
}

// Storage buffer and memory private to an item.
TEST(Memory, AtomicsOf64BitsInAHarness) {
    ir::Module module;
    ir::Builder build(module);
    const auto item = build.file("item", Kind::I32, 1, 1, Role::Input);
    const auto out = build.file("o", Kind::I32, 4, 2, Role::Output);
    const auto storage = build.storage_buffer("s", 0, 32);
    const auto scratch = build.resource({.name = "scratch", .kind = ir::ResourceKind::Scratch, .size = 32});
    build.function("main");
    const Id number = build.convert(ir::Op::UExtend, Kind::I64, build.load(item, 0, ir::kI32));
    const Id mixed = build.IMul(number, build.constant(ir::kI64, 0x9e3779b97f4a7c15));
    for (const std::uint32_t memory : {storage, scratch}) {
        const auto change = [&](ir::Op op, Id with) {
            return build.add(op, ir::kI64, {build.i32(9), with}, memory); // rounded down to 8
        };
        const Id before = change(ir::Op::AtomicExchange, mixed), old = change(ir::Op::AtomicSMin, number);
        build.store(out, 4 * memory, build.IAdd(before, old));
        build.store(out, 4 * memory + 2, change(ir::Op::AtomicAdd, mixed));
    }
    build.ret();
    expect_agreement(module);
}

// A fragment shader's, as its colours could be tried without a pipeline.
TEST(Memory, TexturesAndImagesOfAHarness) {
    ir::Module module;
    module.stage = ir::Stage::Fragment;
    ir::Builder build(module);
    const auto item = build.file("item", Kind::I32, 1, 1, Role::Input);
    const auto out = build.file("o", Kind::F32, 4, 1, Role::Output);
    const auto storage = build.storage_buffer("s", 0, 16);
    const auto texture = build.resource({.name = "t", .kind = ir::ResourceKind::Texture});
    const auto image = build.resource(
        {.name = "i", .kind = ir::ResourceKind::Image, .dim = ir::TextureDim::D1, .format = ir::ImageFormat::R32f});
    module.texture_uses.push_back({.resource = texture, .coordinates = 2});
    module.texture_uses.push_back({.resource = image, .coordinates = 1});
    build.function("main");
    const Id number = build.load(item, 0, ir::kI32);
    const Id across = build.FMul(build.convert(ir::Op::UToF, Kind::F32, number), build.f32(0.13F));
    const Id colour = build.add(ir::Op::Sample, ir::kF32.with_lanes(4), {across, build.FNeg(across)}, 0);
    build.store(out, 0, colour);
    build.store_buffer(storage, build.i32(4), build.lane(colour, 2));
    build.add(ir::Op::StoreImage, ir::kVoid, {number, build.lane(colour, 1)}, 1);
    build.ret();
    std::vector<ir::Bound> bound(module.resources.size());
    ir::Level level{.width = 8, .height = 4, .depth = 1, .texels = {}};
    for (std::uint32_t i = 0; i < 32; ++i) level.texels.push_back({i, 100 + i, 200 + i, 300 + i});
    bound[texture].texture.levels = {level};
    bound[image].texture.levels = {{.width = 64, .height = 1, .depth = 1, .texels = std::vector<ir::Texel>(64)}};
    expect_agreement(module, test::directly, bound);
}

} // namespace
} // namespace relit::memory_test
