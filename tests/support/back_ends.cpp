#include "tests/support/back_ends.hpp"

#include "lang/lower/lower.hpp"
#include "tests/support/spirv_check.hpp"
#include "verify/glslang.hpp"

namespace relit::test {

Result<std::vector<std::uint32_t>> directly(const ir::Module& module, const lang::Target& target) {
    ir::Module written = module.clone();
    if (const Status done = lang::lower_trees(written, target); !done) return std::unexpected(done.error());
    auto artifact = lang::to_spirv(written, target);
    if (!artifact) return std::unexpected(artifact.error());
    const std::string error = spirv_error(artifact->words);
    if (!error.empty()) return fail(FaultKind::Internal, error);
    return std::move(artifact->words);
}

Result<std::vector<std::uint32_t>> through_glsl(const ir::Module& module, const lang::Target& target) {
    static const verify::GlslangSession session; // its tables are for every text
    lang::Target glsl = target;
    glsl.dialect = lang::Dialect::GlslVulkan;
    glsl.version = 450;
    ir::Module written = module.clone();
    const bool is_lowered = ir::file_of(module, ir::FilePurpose::LoopControl).has_value();
    if (const Status done = is_lowered ? Status{} : lang::lower_trees(written, glsl); !done)
        return std::unexpected(done.error());
    auto artifact = lang::to_glsl(written, glsl);
    if (!artifact) return std::unexpected(artifact.error());
    auto words = verify::compile_glsl(artifact->text, glsl, module.stage);
    if (!words) return fail(words.error().kind, artifact->text + words.error().text);
    const std::string error = spirv_error(*words);
    if (!error.empty()) return fail(FaultKind::Internal, artifact->text + error);
    return words;
}

} // namespace relit::test
