#include "tests/support/back_ends.hpp"

#include "ir/builder.hpp"
#include "lang/lower/lower.hpp"
#include "tests/support/spirv_check.hpp"
#include "verify/glslang.hpp"

#include <utility>

namespace relit::test {

namespace {

/// Gives trees to the functions from `first` on; those before stay as they are.
Status make_trees(ir::Module& module, std::size_t first) {
    ir::Builder build(module);
    std::vector<ir::Function> before;
    for (std::size_t i = 0; i < first; ++i) {
        build.function("empty");
        build.ret();
        std::swap(module.functions[i], module.functions.back());
        before.push_back(std::move(module.functions.back()));
        module.functions.pop_back();
    }
    const Status done = pass::run_passes(module, "from_ssa,structure,reg2mem");
    for (std::size_t i = 0; i < first; ++i) std::swap(module.functions[i], before[i]);
    return done;
}

} // namespace

Status lower_operations(ir::Module& module, const lang::Target& target) {
    const std::size_t functions = module.functions.size();
    for (const lang::LoweringFunction lower : {lang::lower_narrow_memory, lang::lower_flushing, lang::lower_integers,
                                               lang::lower_tables, lang::lower_buffers, lang::lower_zero_start})
        (void)lower(module, target);
    return module.functions.size() == functions ? Status{} : make_trees(module, functions);
}

Result<std::vector<std::uint32_t>> directly(const ir::Module& module, const lang::Target& target) {
    ir::Module written = module.clone();
    if (const Status done = lower_operations(written, target); !done) return std::unexpected(done.error());
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
    if (const Status done = lower_operations(written, glsl); !done) return std::unexpected(done.error());
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
