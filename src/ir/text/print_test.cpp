#include "ir/text/print.hpp"

#include "ir/builder.hpp"

#include <gtest/gtest.h>

#include <array>

namespace relit::ir {
namespace {

TEST(PrintModule, shows_everything_that_a_module_holds) {
    Module module;
    module.source = "nv2a";
    Builder ir(module);
    const auto r = ir.file("r", Kind::F32, 4, 12, Role::Register);
    ir.file("a b", Kind::I32, 1, 3, Role::Input);
    const auto c = ir.constant_buffer("c", 0, 3072);
    ir.function("main");
    ir.origin("MUL R1.xyz, v0, \"c[3]\"");
    const Id half = ir.f32(0.5F, 2);
    const Id loaded = ir.load(r, 5, {Kind::F32, 2});
    ir.mode(FloatMode{}.set(FloatMode::rounding, 1U).set(FloatMode::flush_result, true));
    const Id sum = ir.FAdd(half, loaded);
    ir.mode({});
    ir.origin("");
    ir.store(r, 4, sum, 2);
    const Id index = ir.i32(7);
    const Id wide = ir.load_buffer(c, index, {Kind::F32, 4});
    ir.store_at(r, 0, index, ir.swizzle(wide, {3, 0}));
    const Id less = ir.SLt(index, index);
    const BlockId other = ir.block(), last = ir.block();
    const Id carried = ir.block_param(last, kI32);
    ir.branch(less, other, other);
    ir.move_to(other);
    const std::array<std::uint32_t, 1> cases{9};
    const std::array<BlockId, 2> targets{other, last};
    ir.switch_on(index, cases, targets);
    module.functions[0].blocks[other].end.edges[1].args = module.copy(std::array{index});
    ir.move_to(last);
    ir.INeg(carried);
    ir.ret();
    EXPECT_EQ(print(module), R"(module vertex "nv2a"
file 0 r f32x4[12] register
file 1 "a b" i32[3] input
resource 0 c constant binding 0 size 3072
origin 1 "MUL R1.xyz, v0, \"c[3]\""
function 0 main() -> void
b0:
  %1: f32x2 = const 0x3f000000 0x3f000000 @1 ; 0.5 0.5
  %r1_1: f32x2 = loadfile r[1]+1 @1
  %r1_2: f32x2 = fadd %1, %r1_1 !zero !flush_result @1
  storefile r[1].y, %r1_2
  %2: i32 = const 0x7
  %3: f32x4 = loadbuffer c, %2
  %4: f32x2 = swizzle %3.wx
  storefileat r[0].xy, %2, %4
  %5: bool = slt %2, %2
  branch %5, b1, b1
b1:
  switch %2, 0x9: b1, else: b2(%2)
b2(%6: i32):
  %7: i32 = ineg %6
  return
)");
}

TEST(PrintModule, shows_trees_as_nested_text) {
    Module module;
    Builder ir(module);
    ir.function("main");
    const Id yes = ir.boolean(true);
    ir.ret();
    Tree& tree = module.functions[0].tree;
    const auto none = [&] { return std::pmr::vector<std::pmr::vector<NodeId>>(module.arena()); };
    tree.nodes.push_back({NodeKind::Block, 0, kNone, none(), {}});
    tree.nodes.push_back({NodeKind::If, kNoBlock, yes, none(), {}});
    tree.nodes.push_back({NodeKind::Return, kNoBlock, kNone, none(), {}});
    tree.nodes[1].bodies.resize(2);
    tree.nodes[1].bodies[0].push_back(2);
    tree.root = {0, 1};
    EXPECT_TRUE(
        print(module).ends_with("function 0 main() -> void\n"
                                "tree {\n"
                                "  b0:\n"
                                "    %1: bool = const 0x1\n"
                                "    return\n"
                                "  if %1 {\n"
                                "    return\n"
                                "  } else {\n"
                                "  }\n"
                                "}\n"));
}

TEST(PrintModule, names_values_after_the_register_that_they_were_in) {
    Module module;
    Builder ir(module);
    const auto r = ir.file("r", Kind::F32, 4, 8, Role::Register), a0 = ir.file("a0", Kind::I32, 1, 1, Role::Register);
    const auto other = ir.file("not plain", Kind::F32, 1, 8, Role::Register);
    ir.function("main");
    const Id whole = ir.f32(1, 4), one = ir.f32(2), number = ir.i32(3), unnamed = ir.f32(4);
    ir.store(r, 12, whole);
    ir.store(r, 16, whole); // its name stays
    ir.store(r, 14, one);
    ir.store(r, 12, ir.f32(5, 4));
    ir.store(a0, 0, number);
    ir.store(other, 3, unnamed);
    (void)ir.load(r, 29, kF32);
    ir.ret();
    const std::string text = print(module);
    for (const char* line :
         {"%r3_1: f32x4 = const", "%r3z_1: f32 = const", "%r3_2: f32x4 = const", "%a0_1: i32 = const",
          "%1: f32 = const", "%r7y_1: f32 = loadfile r[7]+1", "storefile r[4].xyzw, %r3_1"})
        EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
}

TEST(PrintModule, records_line_numbers) {
    Module module;
    Builder ir(module);
    ir.function("main");
    const Id one = ir.i32(1);
    ir.ret();
    Lines lines;
    EXPECT_EQ(print(module, &lines),
              "module vertex \"\"\nfunction 0 main() -> void\nb0:\n  %1: i32 = const 0x1\n  return\n");
    EXPECT_EQ(lines.functions[0], 2U);
    EXPECT_EQ(lines.blocks[0][0], 3U);
    EXPECT_EQ(lines.insts[one], 4U);
    EXPECT_EQ(lines.endings[0][0], 5U);
}

TEST(PrintModule, survives_modules_that_make_no_sense) {
    Module module;
    Builder ir(module);
    ir.function("main");
    ir.add(Op::FAdd, kF32, {900, 0});
    ir.add(Op::Const, kF32, {}, 77);
    ir.add(Op::LoadFile, kF32, {}, ~0U);
    ir.add(Op::Call, kVoid, {}, 12);
    ir.jump(99);
    EXPECT_NE(print(module).find("%1: f32 = fadd %!900, %!0"), std::string::npos);
}

} // namespace
} // namespace relit::ir
