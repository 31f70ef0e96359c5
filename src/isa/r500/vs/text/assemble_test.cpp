#include "isa/r500/vs/text/assemble.hpp"

#include "isa/r500/vs/vs.hpp"

#include <gtest/gtest.h>

namespace relit::isa::r500::vs {
namespace {

std::string words(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += ".word 0, 0, 0, 0\n";
    return text;
}

TEST(R500VertexAssembler, MemoryEndsWithItsLastInstruction) {
    EXPECT_TRUE(assemble(words(1024), {}));
    const auto fault = assemble(words(1025), {});
    ASSERT_FALSE(fault);
    EXPECT_EQ(describe(fault.error(), "t"), "t:1025:2: error: vertex program memory ends at instruction 1023");
}

TEST(R500VertexAssembler, StreamsMayLoadMoreThanOneProgram) {
    const auto stream = assemble(".code 0\n" + words(700) + ".code 100\n" + words(700), {});
    ASSERT_TRUE(stream) << stream.error().text;
    const auto listing = list(*stream, {});
    ASSERT_TRUE(listing);
    const auto again = assemble(codec::print(*listing), {});
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(*again, *stream);
}

} // namespace
} // namespace relit::isa::r500::vs
