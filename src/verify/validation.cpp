#include "verify/validation.hpp"

#include "verify/glslang.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <spirv-tools/libspirv.hpp>
#include <spirv/unified1/spirv.hpp11>

namespace relit::verify {
namespace {

spv_target_env environment_for(std::span<const std::uint32_t> words) {
    const std::uint32_t version = words.size() > 1 ? words[1] : 0;
    if (version >= 0x10600) return SPV_ENV_VULKAN_1_3;
    if (version >= 0x10400) return SPV_ENV_VULKAN_1_2;
    return SPV_ENV_VULKAN_1_1;
}

Status refused(std::string_view what) {
    return fail(FaultKind::Internal, fmt::format("the translation is not valid, please report it: {}", what));
}

/// A fault if the validator would take too long.
Status check_size(std::span<const std::uint32_t> words) {
    constexpr std::size_t kHeader = 5;
    std::uint32_t loops = 0, merges = 0;
    for (std::size_t at = kHeader; at < words.size(); at += std::max(words[at] >> spv::WordCountShift, 1U)) {
        const auto op = static_cast<spv::Op>(words[at] & spv::OpCodeMask);
        loops += op == spv::Op::OpLoopMerge ? 1 : 0;
        merges += op == spv::Op::OpLoopMerge || op == spv::Op::OpSelectionMerge ? 1 : 0;
    }
    if (loops <= kMostValidatedLoops && merges <= kMostValidatedMerges) return {};
    return fail(FaultKind::NotSupported,
                fmt::format("has {} loops and {} choices; SPIRV-Tools validate at most {} and {} in reasonable time",
                            loops, merges - loops, kMostValidatedLoops, kMostValidatedMerges));
}

Status check_words(std::span<const std::uint32_t> words, std::string_view what) {
    if (const Status small = check_size(words); !small) return small;
    const std::string wrong = spirv_error(words);
    return wrong.empty() ? Status() : refused(fmt::format("{}: {}", what, wrong));
}

} // namespace

std::string spirv_error(std::span<const std::uint32_t> words) {
    std::string said;
    spvtools::SpirvTools tools(environment_for(words));
    tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t& at, const char* message) {
        said += fmt::format("word {}: {}\n", at.index, message);
    });
    spvtools::ValidatorOptions options;
    options.SetUniversalLimit(spv_validator_limit_max_control_flow_nesting_depth, 1 << 20);
    return tools.Validate(words.data(), words.size(), options) ? "" : said + "\n";
}

Status validate(const lang::Artifact& artifact, const lang::Target& target, ir::Stage stage) {
    if (target.dialect == lang::Dialect::SpirV) return check_words(artifact.words, "SPIRV-Tools");
    static const GlslangSession session; // keeps the tables for the next text
    const auto words = compile_glsl(artifact.text, target, stage);
    if (!words) return refused(words.error().text);
    if (words->empty()) return {}; // text for OpenGL becomes no words
    return check_words(*words, "SPIRV-Tools, of what glslang makes");
}

} // namespace relit::verify
