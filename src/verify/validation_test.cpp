#include "verify/validation.hpp"

#include <gtest/gtest.h>

namespace relit::verify {
namespace {

lang::Artifact of_text(std::string text) {
    return {.words = {}, .text = std::move(text), .interface = {}, .approximate = {}};
}
lang::Target for_dialect(lang::Dialect dialect) {
    lang::Target target;
    target.dialect = dialect;
    return target;
}
constexpr char kVulkan[] = "#version 450\nlayout(location = 0) out vec4 colour;\nvoid main() { colour = vec4(1); }\n";

// The smallest module for Vulkan, written by hand: an entry point of a compute program that returns.
const std::vector<std::uint32_t> kModule = {
    0x07230203, 0x00010300, 0,  5,          0,    // header: SPIR-V 1.3, five names
    0x00020011, 1,                                // OpCapability Shader
    0x0003000e, 0,          1,                    // OpMemoryModel Logical GLSL450
    0x0005000f, 5,          3,  0x6e69616d, 0,    // OpEntryPoint GLCompute %3 "main"
    0x00060010, 3,          17, 1,          1, 1, // OpExecutionMode %3 LocalSize 1 1 1
    0x00020013, 1,                                // %1 = OpTypeVoid
    0x00030021, 2,          1,                    // %2 = OpTypeFunction %1
    0x00050036, 1,          3,  0,          2,    // %3 = OpFunction %1 None %2
    0x000200f8, 4,                                // %4 = OpLabel
    0x000100fd, 0x00010038,                       // OpReturn, OpFunctionEnd
};

TEST(Validation, TakesValidOutputs) {
    EXPECT_EQ(spirv_error(kModule), "");
    EXPECT_TRUE(validate({kModule, {}, {}, {}}, for_dialect(lang::Dialect::SpirV), ir::Stage::Compute));
    EXPECT_TRUE(validate(of_text(kVulkan), for_dialect(lang::Dialect::GlslVulkan), ir::Stage::Fragment));
    EXPECT_TRUE(validate(of_text("#version 330\nout vec4 colour;\nvoid main() { colour = vec4(1); }\n"),
                         for_dialect(lang::Dialect::GlslOpenGl), ir::Stage::Fragment));
}

TEST(Validation, NamesWhatIsWrong) {
    std::vector<std::uint32_t> words = kModule;
    words[words.size() - 9] = 9; // the type of the function is a name that nothing has
    EXPECT_NE(spirv_error(words), "");
    const Status of_words = validate({words, {}, {}, {}}, for_dialect(lang::Dialect::SpirV), ir::Stage::Compute);
    ASSERT_FALSE(of_words);
    EXPECT_EQ(of_words.error().kind, FaultKind::Internal);
    EXPECT_TRUE(of_words.error().text.starts_with("the translation is not valid, please report it: SPIRV-Tools: word "))
        << of_words.error().text;
    const Status of_text_status = validate(of_text("#version 450\nvoid main() { colour = vec4(1); }\n"),
                                           for_dialect(lang::Dialect::GlslVulkan), ir::Stage::Fragment);
    ASSERT_FALSE(of_text_status);
    EXPECT_TRUE(of_text_status.error().text.contains("'colour' : undeclared identifier"))
        << of_text_status.error().text;
}

TEST(Validation, RefusesWhatWouldTakeTooLong) {
    std::vector<std::uint32_t> words(kModule.begin(), kModule.begin() + 5);
    for (std::uint32_t i = 0; i <= kMostValidatedLoops; ++i)
        words.insert(words.end(), {0x000400f6, 1, 2, 0, 0x000300f7, 1, 0}); // OpLoopMerge, OpSelectionMerge
    const Status valid = validate({words, {}, {}, {}}, for_dialect(lang::Dialect::SpirV), ir::Stage::Compute);
    ASSERT_FALSE(valid);
    EXPECT_EQ(valid.error().kind, FaultKind::NotSupported);
    EXPECT_TRUE(valid.error().text.starts_with("has 257 loops and 257 choices; ")) << valid.error().text;
    words.resize(words.size() - 7);
    EXPECT_EQ(validate({words, {}, {}, {}}, for_dialect(lang::Dialect::SpirV), ir::Stage::Compute).error().kind,
              FaultKind::Internal); // it is looked at
}

// A text of one stage is not one of another.
TEST(Validation, AsksForTheStage) {
    const std::string text = "#version 450\nlayout(location = 0) out vec4 o;\nvoid main() { o = gl_FragCoord; }\n";
    const lang::Target target = for_dialect(lang::Dialect::GlslVulkan);
    EXPECT_TRUE(validate(of_text(text), target, ir::Stage::Fragment));
    EXPECT_FALSE(validate(of_text(text), target, ir::Stage::Vertex));
}

} // namespace
} // namespace relit::verify
