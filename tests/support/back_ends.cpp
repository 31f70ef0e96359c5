#include "tests/support/back_ends.hpp"

#include "lang/lower/lower.hpp"
#include "tests/support/spirv_check.hpp"
#include "verify/glslang.hpp"

namespace relit::test {

void lower_operations(ir::Module& module, const lang::Target& target) {
    const std::size_t functions = module.functions.size();
    (void)lang::lower_flushing(module, target);
    (void)lang::lower_integers(module, target);
    for (std::size_t i = functions; i < module.functions.size(); ++i) {
        ir::Function& function = module.functions[i];
        const auto add = [&](ir::NodeKind kind, ir::Id value) {
            function.tree.root.push_back(static_cast<ir::NodeId>(function.tree.nodes.size()));
            function.tree.nodes.push_back({kind, 0, value,
                                           std::pmr::vector<std::pmr::vector<ir::NodeId>>(module.arena()),
                                           std::pmr::vector<std::uint32_t>(module.arena())});
        };
        add(ir::NodeKind::Block, ir::kNone);
        add(ir::NodeKind::Return, function.blocks[0].end.value);
    }
}

Result<std::vector<std::uint32_t>> directly(const ir::Module& module, const lang::Target& target) {
    ir::Module written = module.clone();
    lower_operations(written, target);
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
    lower_operations(written, glsl);
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
