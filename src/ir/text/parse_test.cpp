#include "ir/text/parse.hpp"

#include "ir/text/print.hpp"
#include "ir/verify/verify.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace relit::ir {
namespace {

// One of everything that the text form can say, spelled as the printer spells it.
constexpr std::string_view kEverything = R"(module compute "maxwell"
workgroup 8 4 1 open
file 0 r f32x4[12] register
file 1 "a b" i32[3] input
resource 0 c constant binding 0 size 3072
label c 16 "lights[1] \"x\""
resource 1 t texture binding 2 size 0 dim cube of i32 signed arrayed multisampled shadow
use 0 t coordinates 4 reference lod bias gradients offsets sample component 3
table 0 0x1 0xffffffff
table 1
origin 1 "MUL \"R1\"\\\n\x01\xff"
function 0 main() -> void
b2:
  return
tree {
  b0:
    %1: f32x4 = const 0x3f800000 0x0 0x80000000 0x7f800000 @1 ; 1.0 0.0 -0.0 inf
    %r1_1: f32x4 = loadfile r[1]+1
    %r2_1: f32x4 = fadd %1, %r1_1 !up !flush_inputs !flush_result @1
    storefile r[1].xz, %r2_1
    %2: i32 = loadfile #1[2]
    %3: f32x2 = loadfileat r[3], %2
    storefileat r[3]+1.y, %2, %3
    %4: f32x2 = swizzle %1.wx
    %5: f32x2 = blend %4, %3.y
    %6: f32x2 = blend %4, %3.none
    %7: f32 = loadbuffer c, %2
    %8: i32 = loadtable 0, %2
    %9: i32x3 = readbuiltin workgroup_id
    memorybarrier device
    opaque 0x30 0x1 0x2 0xffffffffffffffff 0x4
    %10: i32 = call f, %7, %2
    %11: bool = ieq %2, %10
    branch %11, b1(%2, %7), b2
  if %11 {
    loop {
      switch %2 case 0x5 {
        break
      } case 0x6 {
        continue
      } else {
        b1(%12: i32, %13: f32 @1):
          switch %12, 0x0: b2, 0x7: b1(%12, %13), else: b2 @1
      }
    }
  } else {
    return
  }
  unreachable
}
function 1 f(f32, i32) -> i32
b0:
  %14: i32 = param 1
  return %14
)";

TEST(ParseModule, reads_what_the_printer_writes) {
    const Result<Module> module = parse(kEverything);
    ASSERT_TRUE(module) << describe(module.error(), "text");
    EXPECT_EQ(print(*module), kEverything);
}

// As lowered for SPIR-V; passes forget it, since they change blocks.
TEST(ParseModule, reads_the_blocks_after_choices_and_loops) {
    const std::string text =
        "module vertex \"loop\"\n"
        "function 0 main() -> void\n"
        "b0:\n"
        "  %1: bool = const 0x1\n"
        "  jump b1\n"
        "b1:\n"
        "  branch %1, b2, b3 merge b3 again b2\n"
        "b2:\n"
        "  jump b1\n"
        "b3:\n"
        "  return\n";
    const Result<Module> module = parse(text);
    ASSERT_TRUE(module) << describe(module.error(), "text");
    EXPECT_EQ(print(*module), text);
}

TEST(ParseModule, reads_decimals_as_bits_of_the_kind) {
    const Result<Module> module = parse(
        "module vertex \"\"\nfunction 0 main() -> void\nb0:\n"
        "  %a: f32x4 = const 1.0 -0.5 0x7 inf\n  %b: f16x2 = const 1.5 -2e0\n  %c: f64 = const 0.1\n"
        "  %d: i8x3 = const -1 7 255\n  %e: i64 = const -2\n  return // all\n");
    ASSERT_TRUE(module) << describe(module.error(), "text");
    const std::string text = print(*module);
    for (const char* line : {"0x3f800000 0xbf000000 0x7 0x7f800000", "f16x2 = const 0x3e00 0xc000",
                             "f64 = const 0x3fb999999999999a", "i8x3 = const 0xff 0x7 0xff", "0xfffffffffffffffe"})
        EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
}

TEST(ParseModule, numbers_values_anew_and_takes_comments_and_later_values) {
    const Result<Module> module = parse(
        "module vertex \"\" ; comment\n"
        "\n"
        "function 0 main() -> void\n"
        "b0:\n"
        "  jump b2\n"
        "b1:\n"
        "  %5: i32 = ineg %9 ; later in the text, before it in the flow\n"
        "  return\n"
        "b2:\n"
        "  %9: i32 = const 7\n"
        "  jump b1\n");
    ASSERT_TRUE(module) << describe(module.error(), "text");
    EXPECT_TRUE(verify(*module));
    EXPECT_NE(print(*module).find("%1: i32 = ineg %2"), std::string::npos);
}

// `line` stands after a head that makes sense.
void refuse(std::string_view lines, std::string_view wanted) {
    const std::string text =
        "module vertex \"\"\nfile 0 r f32x4[2] register\nfunction 0 main() -> void\nb0:\n" + std::string(lines);
    const Result<Module> module = parse(text);
    ASSERT_FALSE(module) << lines;
    EXPECT_EQ(describe(module.error(), "t"), "t:" + std::string(wanted)) << lines;
}

TEST(ParseModule, reports_the_location_of_errors) {
    refuse("  %1: f32 = fnord", "5:13: error: there is no operation 'fnord'");
    refuse("  %1: f32 = const zero", "5:19: error: expected a number");
    refuse("  %1: f33 = const 0", "5:7: error: expected a type");
    refuse("  %1 = const 0", "5:6: error: expected ':'");
    refuse("  %1: f16 = const 1.5.0", "5:19: error: expected a number");
    refuse("  %1: i32 = const 1.5", "5:19: error: expected a number");
    refuse("  %1a: i32 = const 1", "5:4: error: expected a number");
    refuse("  % : i32 = const 1", "5:5: error: expected the number or the name of a value");
    refuse("  %a: i32 = const 1\n  return\nb0:\n  return", "7:2: error: b0 is there already");
    refuse("  %1: f32 = fneg %2\n  return", "5:18: error: there is no %2");
    refuse("  %1: f32 = fneg %1", "5:20: error: the block has no end");
    refuse("  %1: i32 = const 0\n  %1: i32 = const 0", "6:19: error: %1 is there already");
    refuse("  %0: i32 = const 0", "5:4: error: values are numbered from 1");
    refuse("  jump b7", "5:8: error: there is no block b7");
    refuse("  return merge b7", "5:16: error: there is no block b7");
    refuse("  return\n  return", "6:3: error: there is no block to end");
    refuse("  return\nb2:\n  return", "6:1: error: there is no block b1");
    refuse("b1:\n  return", "5:1: error: the block has no end");
    refuse("  %1: f32 = loadfile q[0]", "5:22: error: expected a file");
    refuse("  %1: f32 = loadfile #9[0]", "5:23: error: there is no file 9");
    refuse("  %1: f32 = loadfile r[9999999]", "5:31: error: no access reaches that far");
    refuse("  %1: f32x2 = swizzle %1.xyz", "5:26: error: expected 2 lanes");
    refuse("  barrier what", "5:11: error: unexpected text");
    refuse("  call g", "5:8: error: expected a function");
    refuse("  return\ntree {\n", "6:1: error: the tree is not complete");
    refuse("  return\ntree {\n  fnord\n}", "7:3: error: expected a node of the tree");
    refuse("  return\ntree {\n  block b1\n}", "7:9: error: there is no block b1");
}

TEST(ParseModule, refuses_what_is_no_module) {
    EXPECT_FALSE(parse(""));
    EXPECT_FALSE(parse("function 0 main() -> void"));
    EXPECT_FALSE(parse("module vertex \"no end"));
    EXPECT_FALSE(parse("module vertex \"\\q\""));
    EXPECT_FALSE(parse("module vertex \"" + std::string(300, 'a') + "\""));
    EXPECT_FALSE(parse("module vertex \"\"\nresource 1 c constant binding 0 size 0"));
    EXPECT_FALSE(parse("module vertex \"\"\nuse 0 c coordinates 1"));
}

// A text that is well-formed but too large is refused as too large, not as damaged.
TEST(ParseModule, names_the_limit_that_a_text_is_beyond) {
    const auto with_params = [](std::size_t count) {
        std::string params;
        for (std::size_t i = 0; i < count; ++i) params += i == 0 ? "f32" : ", f32";
        return parse("module vertex \"\"\nfunction 0 main(" + params + ") -> void\nb0:\n  return\n");
    };
    EXPECT_TRUE(with_params(kMostOperands));
    const auto beyond = with_params(kMostOperands + 1);
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().kind, FaultKind::NotSupported);
    EXPECT_EQ(beyond.error().text, "more than 4096 parameters");
}

TEST(ParseModule, a_name_that_two_have_means_neither) {
    refuse("  call f\n  return\nfunction 1 f() -> void\nb0:\n  return\nfunction 2 f() -> void\nb0:\n  return",
           "5:8: error: more than one function has this name");
}

} // namespace
} // namespace relit::ir
