// GLSL text to SPIR-V through the glslang library.
#include "verify/glslang.hpp"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include <string>

namespace relit::verify {
namespace {

EShLanguage language_of(const lang::Target& target, ir::Stage stage) {
    constexpr EShLanguage kLanguages[] = {EShLangVertex,   EShLangTessControl, EShLangTessEvaluation,
                                          EShLangGeometry, EShLangFragment,    EShLangCompute};
    return target.interface == lang::Interface::Harness ? EShLangCompute : kLanguages[static_cast<unsigned>(stage)];
}

} // namespace

GlslangSession::GlslangSession() { glslang::InitializeProcess(); }
GlslangSession::~GlslangSession() { glslang::FinalizeProcess(); }

Result<std::vector<std::uint32_t>> compile_glsl(std::string_view text, const lang::Target& target, ir::Stage stage) {
    const GlslangSession session;
    const bool vulkan = target.dialect == lang::Dialect::GlslVulkan;
    const EShLanguage language = language_of(target, stage);
    glslang::TShader shader(language);
    const char* start = text.data();
    const int length = static_cast<int>(text.size());
    shader.setStringsWithLengths(&start, &length, 1);
    constexpr int kDialectVersion = 100;
    // OpenGL text is only checked: much of what 330 allows (names instead of locations) has no SPIR-V
    if (vulkan) {
        shader.setEnvInput(glslang::EShSourceGlsl, language, glslang::EShClientVulkan, kDialectVersion);
        shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_1);
        shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_3);
    }
    const auto messages = vulkan ? static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules) : EShMsgDefault;
    constexpr int kDefaultVersion = 110;
    if (!shader.parse(GetDefaultResources(), kDefaultVersion, false, messages)) {
        return fail(std::string("glslang: ") + shader.getInfoLog());
    }
    glslang::TProgram program;
    program.addShader(&shader);
    if (!program.link(messages)) return fail(std::string("glslang: ") + program.getInfoLog());
    std::vector<unsigned> words;
    if (vulkan) glslang::GlslangToSpv(*program.getIntermediate(language), words);
    return std::vector<std::uint32_t>(words.begin(), words.end());
}

} // namespace relit::verify
