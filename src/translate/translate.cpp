#include "translate/translate.hpp"

#include "ir/tree_walk.hpp"
#include "translate/assumed.hpp"
#include "translate/key.hpp"
#include "translate/units.hpp"
#include "translate/unknown.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::translate {
ir::ContextReader::Wanted wanted_of(const lang::Target& target) {
    const bool text = target.dialect != lang::Dialect::SpirV;
    return {.readable = target.literal && text,
            .named = text || target.debug_lines,
            .leaves_out_unknown = target.leaves_out_unknown,
            .registers = false};
}

namespace {

/// The visitor of walk_tree() that finds how deep loops, choices and switches stand inside one another.
struct Depth {
    std::size_t now = 0, most = 0;

    static bool leaf(const ir::Node&, const ir::Node*) { return true; }
    bool open(const ir::Node&) {
        most = std::max(most, ++now);
        return true;
    }
    static void open_body(const ir::Node&, std::size_t) {}
    static void close_body(const ir::Node&, std::size_t, bool) {}
    bool close(const ir::Node&) {
        --now;
        return true;
    }
};

std::size_t depth_of(const ir::Module& module) {
    Depth depth;
    for (const ir::Function& function : module.functions) (void)ir::walk_tree(function.tree, function.tree.root, depth);
    return depth.most;
}

} // namespace

Result<lang::Artifact> print(const ir::Module& module, const lang::Target& target) {
    constexpr std::size_t kMostPromised = 1023; // SPIR-V, "Universal Limits"
    auto artifact =
        target.dialect == lang::Dialect::SpirV ? lang::to_spirv(module, target) : lang::to_glsl(module, target);
    if (const std::size_t depth = depth_of(module); artifact && depth > kMostPromised)
        artifact->approximate.push_back(fmt::format(
            "loops and choices stand {} deep inside one another, and SPIR-V promises {}: a validator, a driver "
            "or a compiler of GLSL may refuse it",
            depth, kMostPromised));
    return artifact;
}

namespace {

Result<ir::Module> as_values(const isa::Program& program, ir::ContextReader& context) {
    auto module = program.frontend.lift(program, context);
    if (!module) return module;
    if (const Status known = check_undecodable(*module, context); !known) return std::unexpected(known.error());
    if (program.frontend.lower == nullptr) return module;
    if (const Status done = pass::run_passes(*module, {pass::inline_calls}); !done)
        return std::unexpected(done.error());
    if (context.traceable()) {
        pass::to_ssa_beside_registers(*module);
        return module;
    }
    if (const Status done = pass::run_passes(*module, {pass::to_ssa}); !done) return std::unexpected(done.error());
    return module;
}

} // namespace

Result<ir::Module> lift(const isa::Program& program, ir::ContextReader& context) {
    const isa::Frontend& frontend = program.frontend;
    auto module = as_values(program, context);
    if (!module || frontend.lower == nullptr) return module;
    if (const Status done = pass::run_passes(*module, {pass::combine}); !done) return std::unexpected(done.error());
    if (!module->texture_uses.empty() && !context.traceable()) { // what is never accessed has no binding
        if (const Status done = pass::run_passes(*module, {pass::dce}); !done) return std::unexpected(done.error());
    }
    const std::size_t before = module->insts.size();
    if (const Status lowered = frontend.lower(program, *module, context); !lowered)
        return std::unexpected(lowered.error());
    module->is_reduced = module->is_reduced && module->insts.size() == before;
    return module;
}

Result<ir::Module> lift(const isa::Frontend& frontend, Bytes file, ir::ContextReader& context) {
    const auto program = frontend.parse(file);
    if (!program) return std::unexpected(program.error());
    return lift(**program, context);
}

Result<Translation> translate(const isa::Frontend& frontend, Bytes file, const ir::Context& context,
                              const lang::Target& target, const PipelineOptions& pipeline) {
    const auto program = frontend.parse(file);
    if (!program) return std::unexpected(program.error());
    return translate(**program, context, target, pipeline);
}

Result<Translation> translate(const isa::Program& program, const ir::Context& context, const lang::Target& target,
                              const PipelineOptions& pipeline, std::string_view first) {
    ir::ContextReader reader(context, wanted_of(target));
    Result<ir::Module> lifted = lift(program, reader);
    if (!lifted) return std::unexpected(lifted.error());
    if (target.dialect == lang::Dialect::GlslOpenGl)
        if (const Status assigned = assign_units(*lifted, kOpenGlUnits); !assigned)
            return std::unexpected(assigned.error());
    Result<ir::Module> module = prepare(std::move(*lifted), target, pipeline);
    if (!module) return std::unexpected(module.error());
    Result<lang::Artifact> artifact = print(*module, target);
    if (!artifact) return std::unexpected(artifact.error());
    artifact->approximate.insert(artifact->approximate.begin(), reader.approximations().begin(),
                                 reader.approximations().end());
    artifact->assumed = assumptions_of(reader, context);
    const isa::Program* const one[] = {&program};
    std::string key =
        full_key(first.empty() ? program_key(one, target, pipeline) : std::string(first), reader.seen(), context);
    Translation done{.artifact = std::move(*artifact),
                     .layout = {},
                     .read = reader.take_seen(),
                     .vertex_formats = {},
                     .key = std::move(key)};
    if (program.frontend.vertex_formats != nullptr) done.vertex_formats = program.frontend.vertex_formats(done.read);
    if (target.interface == lang::Interface::Harness) done.layout = lang::layout_of(*module);
    return done;
}

} // namespace relit::translate
