#include "isa/r500/vs/lift/outputs.hpp"

#include <gtest/gtest.h>

namespace relit::isa::r500::vs {
namespace {

std::string described(std::uint32_t format_0, std::uint32_t format_1) {
    std::string text;
    for (const Output& output : outputs_of(format_0, format_1)) text += describe(output) + "; ";
    return text;
}

// Reference 4.3: position, then point size, then colours, then coordinates, as far as they are present.
TEST(R500VertexOutputs, ArePacked) {
    EXPECT_EQ(described(1, 0), "position; ");
    EXPECT_EQ(described(1 | 2 | 8 | 0x10000, 4 | 4 << 6),
              "position; point size; colour 0; colour 2; texture coordinate 0; texture coordinate 2; ");
    EXPECT_EQ(described(0, 7U << 21), "texture coordinate 7; ");
}

} // namespace
} // namespace relit::isa::r500::vs
