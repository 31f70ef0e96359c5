#include "ir/parse.hpp"

#include "ir/print.hpp"
#include "ir/verify.hpp"

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
b0:
  %1 = const f32x4 0x3f800000 0x0 0x80000000 0x7f800000 @1 ; 1.0 0.0 -0.0 inf
  %2 = loadfile f32x4 r[1]+1
  %3 = fadd f32x4 %1, %2 !up !flush_inputs !flush_result @1
  storefile r[1].xz, %3
  %4 = loadfile i32 #1[2]
  %5 = loadfileat f32x2 r[3], %4
  storefileat r[3]+1.y, %4, %5
  %6 = swizzle f32x2 %1.wx
  %7 = blend f32x2 %6, %5.y
  %8 = blend f32x2 %6, %5.none
  %9 = loadbuffer f32 c, %4
  %10 = loadtable i32 0, %4
  %11 = readbuiltin i32x3 workgroup_id
  memorybarrier device
  opaque 0x30 0x1 0x2 0xffffffffffffffff 0x4
  %12 = call i32 f, %9, %4
  %13 = ieq bool %4, %12
  branch %13, b1(%4, %9), b2
b1(%14: i32, %15: f32 @1):
  switch %14, 0x0: b2, 0x7: b1(%14, %15), else: b2 @1
b2:
  return
tree {
  block b0
  if %13 {
    loop {
      switch %4 case 0x5 {
        break
      } case 0x6 {
        continue
      } else {
        block b1
      }
    }
  } else {
    return
  }
  unreachable
}
function 1 f(f32, i32) -> i32
b0:
  %16 = param i32 1
  return %16
)";

TEST(ParseModule, reads_what_the_printer_writes) {
    const Result<Module> module = parse(kEverything);
    ASSERT_TRUE(module) << describe(module.error(), "text");
    EXPECT_EQ(print(*module), kEverything);
}

TEST(ParseModule, numbers_values_anew_and_takes_comments_and_later_values) {
    const Result<Module> module = parse(
        "module vertex \"\" ; comment\n"
        "\n"
        "function 0 main() -> void\n"
        "b0:\n"
        "  jump b2\n"
        "b1:\n"
        "  %5 = ineg i32 %9 ; later in the text, before it in the flow\n"
        "  return\n"
        "b2:\n"
        "  %9 = const i32 7\n"
        "  jump b1\n");
    ASSERT_TRUE(module) << describe(module.error(), "text");
    EXPECT_TRUE(verify(*module));
    EXPECT_NE(print(*module).find("%1 = ineg i32 %2"), std::string::npos);
}

// `line` stands after a head that makes sense.
void refuse(std::string_view lines, std::string_view wanted) {
    const std::string text =
        "module vertex \"\"\nfile 0 r f32x4[2] register\nfunction 0 main() -> void\nb0:\n" + std::string(lines);
    const Result<Module> module = parse(text);
    ASSERT_FALSE(module) << lines;
    EXPECT_EQ(describe(module.error(), "t"), "t:" + std::string(wanted)) << lines;
}

TEST(ParseModule, reports_the_place_of_errors) {
    refuse("  %1 = fnord f32", "5:13: error: there is no operation 'fnord'");
    refuse("  %1 = const f32 zero", "5:18: error: expected a number");
    refuse("  %1 = const f33 0", "5:17: error: expected a type");
    refuse("  %1 = fneg f32 %2", "5:19: error: there is no %2");
    refuse("  %1 = const i32 0\n  %1 = const i32 0", "6:19: error: %1 is there already");
    refuse("  %0 = const i32 0", "5:5: error: values are numbered from 1");
    refuse("  jump b7", "5:10: error: there is no block b7");
    refuse("  return\n  return", "6:9: error: there is no block to end");
    refuse("  return\nb2:", "6:3: error: expected b1");
    refuse("  %1 = loadfile f32 q[0]", "5:22: error: expected a file");
    refuse("  %1 = loadfile f32 #9[0]", "5:23: error: there is no file 9");
    refuse("  %1 = loadfile f32 r[9999999]", "5:31: error: no access reaches that far");
    refuse("  %1 = swizzle f32x2 %1.xyz", "5:28: error: expected 2 lanes");
    refuse("  barrier what", "5:11: error: unexpected text");
    refuse("  call g", "5:9: error: expected a function");
    refuse("  return\ntree {\n", "6:1: error: the tree is not complete");
    refuse("  return\ntree {\n  fnord\n}", "7:8: error: expected a node of the tree");
    refuse("  return\ntree {\n  block b1\n}", "7:11: error: there is no block b1");
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
           "5:9: error: more than one function has this name");
}

} // namespace
} // namespace relit::ir
