// Containers with several programs, written as text.
#include "isa/maxwell/encoding/program.hpp"
#include "isa/maxwell/maxwell.hpp"

#include <gtest/gtest.h>

namespace relit::isa::maxwell {
namespace {

// A vertex program with a second entry, a compute program, and constants of the first after them.
constexpr std::string_view kTwo = R"(
.dksh header_size=0x18, control_size=0x100, code_size=0x300, programs=0x18, count=2
.program type=0, entry=0x30, registers=8, constants=0x280, constant_bytes=8, alternative_entry=0xa0, alternative_registers=4
.program type=5, entry=0x180, registers=4, block_x=8, block_y=4, block_z=2, shared_bytes=0x400, local_positive=0x10
.zero 104
.byte 0x68, 0x65, 0x79
.zero 45
.sph type=1, version=3, shader=1, sass_version=3, in_generics=0x0000000f, out_system_ab=0xf0000000, local_low=0x20
    MOV R0, c[0x1][0x4];
again:
    EXIT;
    BRA again;
.sph type=1, version=3, shader=1, sass_version=3
    NOP;
    EXIT;
.zero 120
.code
    S2R R0, SR_TID.X;
again:
    @P0 BRA again;
    EXIT;
.zero 224
.byte 1, 2, 3, 4, 5, 6, 7, 8
.zero 120
)";

std::vector<std::uint8_t> two() {
    auto bytes = assemble(kTwo, {});
    EXPECT_TRUE(bytes) << describe(bytes.error(), "text");
    return bytes ? *bytes : std::vector<std::uint8_t>{};
}

TEST(MaxwellContainer, HoldsSeveralPrograms) {
    const std::vector<std::uint8_t> file = two();
    ASSERT_EQ(file.size(), 0x400U);
    const auto vertex = load_binary(file, 0);
    ASSERT_TRUE(vertex) << vertex.error().text;
    EXPECT_EQ(vertex->stage, Stage::Vertex);
    EXPECT_EQ(vertex->code_offset, 0x180U);
    EXPECT_EQ(vertex->code.front().op(), Op::MOV);
    EXPECT_EQ(vertex->code.size(), 3U) << "up to the second entry";
    EXPECT_EQ(vertex->constants, (std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(vertex->local_bytes, 0x20U);
    EXPECT_TRUE(vertex->warnings.empty());
    const auto compute = load_binary(file, 1);
    ASSERT_TRUE(compute) << compute.error().text;
    EXPECT_EQ(compute->stage, Stage::Compute);
    EXPECT_EQ(compute->code.size(), 3U);
    EXPECT_EQ(compute->shared_bytes, 0x400U);
    EXPECT_EQ(compute->local_bytes, 0x10U);
    EXPECT_EQ(compute->block, (std::array<std::uint32_t, 3>{8, 4, 2}));
    EXPECT_EQ(load_binary(file, 2).error().text, "the DKSH has 2 programs");
}

TEST(MaxwellContainer, PrintsAllOfItBack) {
    const std::vector<std::uint8_t> file = two();
    const auto listing = list(file, {});
    ASSERT_TRUE(listing);
    const auto again = assemble(print(*listing), {});
    ASSERT_TRUE(again) << describe(again.error(), "text") << print(*listing);
    EXPECT_TRUE(*again == file) << print(*listing);
    EXPECT_EQ(recognise(file).sureness, Sureness::Certain);
    const auto explained = explain(file, {});
    ASSERT_TRUE(explained);
    EXPECT_EQ(explained->size(), 8U) << "three, two and three instructions";
}

TEST(MaxwellContainer, IsTheSameProgramUnderOtherSchedules) {
    const auto plain = assemble("MOV R0, 0x1; EXIT;", {}),
               slow = assemble("--:-:-:-:f MOV R0, 0x1; 3f:-:-:Y:5 EXIT;", {});
    const auto other = assemble("MOV R0, 0x2; EXIT;", {});
    ASSERT_TRUE(plain && slow && other);
    EXPECT_NE(*plain, *slow);
    EXPECT_EQ(canonical(kFrontend, *plain).value(), canonical(kFrontend, *slow).value());
    EXPECT_NE(canonical(kFrontend, *plain).value(), canonical(kFrontend, *other).value());
}

} // namespace
} // namespace relit::isa::maxwell
