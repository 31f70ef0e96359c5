#include "translate/linked.hpp"

#include "ir/names.hpp"
#include "lang/lower/lower.hpp"
#include "translate/assumed.hpp"
#include "translate/link.hpp"
#include "translate/units.hpp"

#include <algorithm>

namespace relit::translate {
namespace {

// ---- how each is lifted

// Context keys that follow from the stages present.
constexpr std::string_view kToRasteriser = ".to_rasteriser", kAllOutputs = ".all_outputs", kTopology = ".topology",
                           kPatchVertices = ".patch_vertices", kApart = ".interpolates_apart";

/// What an evaluation program hands to a geometry program.
ir::Primitive primitive_of(const ir::Tessellation& shape) {
    if (shape.points) return ir::Primitive::Points;
    return shape.domain == ir::Domain::Isolines ? ir::Primitive::Lines : ir::Primitive::Triangles;
}

/// How far bindings of stages lie apart. OpenGL has kOpenGlUnits for textures, 16 a stage.
std::uint32_t apart_for(const isa::Frontend& frontend, const lang::Target& target) {
    constexpr std::uint32_t kOpenGl = 16;
    return target.dialect == lang::Dialect::GlslOpenGl ? std::min(frontend.bindings_of_stage, kOpenGl)
                                                       : frontend.bindings_of_stage;
}

/// Bindings and names of stages do not overlap.
Status move_bindings(ir::Module& module, std::uint32_t apart, const lang::Target& target) {
    constexpr std::array<std::string_view, 5> kLetters = {"v", "tc", "te", "g", "f"};
    const auto stage = static_cast<std::size_t>(module.stage);
    const std::uint32_t before = stage < kLetters.size() ? apart * static_cast<std::uint32_t>(stage) : 0;
    if (target.dialect == lang::Dialect::GlslOpenGl)
        if (Status assigned = assign_units(module, kOpenGlUnits - before); !assigned) return assigned;
    if (apart == 0 || stage >= kLetters.size()) return {};
    for (ir::Resource& resource : module.resources) {
        if (resource.kind == ir::ResourceKind::Shared || resource.kind == ir::ResourceKind::Scratch) continue;
        resource.binding += before;
        if (resource.block.empty()) resource.name.insert(0, kLetters[stage]);
        if (!resource.block.empty()) resource.block.insert(0, kLetters[stage]);
    }
    return {};
}

/// Lifts one after the other: what the file of one brings holds for those after it.
class StageLifter {
public:
    StageLifter(Programs programs, const ir::Context& context, const lang::Target& target)
        : programs_(programs), context_(context), target_(target) {}

    [[nodiscard]] Result<LinkedModules> lift() {
        LinkedModules all;
        const std::size_t count = programs_.size();
        for (std::size_t i = 0; i < count; ++i) { // the last one is a fragment program more often than not
            auto made = lift(i, i + 2 >= count);
            if (!made) return std::unexpected(made.error());
            all.stages.push_back(std::move(*made));
            if (i + 1 < count) learn_from(all.stages.back().module, *programs_[i + 1]);
        }
        if (count > 1 && all.stages.back().module.stage != ir::Stage::Fragment) {
            auto made = lift(count - 2, false);
            if (!made) return std::unexpected(made.error());
            all.stages[count - 2].module = std::move(made->module);
        }
        all.read = std::move(read_);
        return all;
    }

private:
    void say(const isa::Program& program, std::string_view key, std::uint64_t value) {
        context_.values[std::string(program.frontend.name()).append(key)] = value;
    }
    /// What the stage makes, the next one is given.
    void learn_from(const ir::Module& module, const isa::Program& next) {
        if (module.stage == ir::Stage::TessControl) say(next, kPatchVertices, module.tessellation.made);
        if (module.stage == ir::Stage::TessEval)
            say(next, kTopology, static_cast<std::uint64_t>(primitive_of(module.tessellation)));
    }
    [[nodiscard]] Result<LinkedModule> lift(std::size_t at, bool to_rasteriser) {
        const isa::Program& program = *programs_[at];
        if (at + 1 < programs_.size()) say(program, kAllOutputs, 1);
        if (at != 0) say(program, kApart, 1);
        say(program, kToRasteriser, to_rasteriser ? 1 : 0);
        ir::ContextReader reader(context_, wanted_of(target_));
        reader.bring(brought_);
        auto module = translate::lift(program, reader);
        if (!module) return std::unexpected(module.error());
        brought_ = reader.brought();
        note_read(reader.seen(), program);
        if (const Status moved = move_bindings(*module, apart_for(program.frontend, target_), target_); !moved)
            return std::unexpected(moved.error());
        module->forget_reduced(); // linking changes what stages take and give
        return LinkedModule{std::move(*module), program.frontend.unwritten, reader.approximations(),
                            assumptions_of(reader, context_)};
    }
    /// Context keys that follow from the row itself are none that it depends on.
    void note_read(const ir::Context& seen, const isa::Program& program) {
        read_.values.add(seen.values);
        read_.values.erase(std::string(program.frontend.name()).append(kToRasteriser));
    }

    Programs programs_;
    ir::Context context_; // change from one to the next
    ir::Context brought_, read_;
    const lang::Target& target_;
};

Status check_order(std::span<const LinkedModule> stages) {
    bool good = !stages.empty() && stages[0].module.stage == ir::Stage::Vertex;
    for (std::size_t i = 1; i < stages.size(); ++i)
        good = good && stages[i - 1].module.stage < stages[i].module.stage &&
               stages[i].module.stage <= ir::Stage::Fragment;
    if (good) return {};
    std::string all;
    for (const LinkedModule& stage : stages)
        all.append(all.empty() ? "" : ", ").append(ir::name_in(ir::kStageNames, stage.module.stage));
    return fail(FaultKind::Usage,
                "a draw has a vertex program and at most one program of each later stage, in "
                "their order; these are: " +
                    all);
}

} // namespace

Result<LinkedModules> lift_linked(Programs programs, const ir::Context& context, const lang::Target& target) {
    return StageLifter(programs, context, target).lift();
}

Status prepare_linked(std::span<LinkedModule> stages, const lang::Target& target, const PipelineOptions& pipeline) {
    const Text text = target.literal ? Text::Kept : Text::Free;
    if (const Status legal = check_order(stages); !legal) return legal;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        for (std::size_t before = 0; before < i; ++before)
            if (const Status fits = check_bindings(stages[before].module, stages[i].module); !fits) return fits;
        if (i == 0) continue;
        if (const Status fits = check_stage_interface(stages[i - 1].module, stages[i].module); !fits) return fits;
    }
    for (std::size_t i = 0; i < stages.size(); ++i) {
        ir::Module& module = stages[i].module;
        if (i != 0) fold_inputs(stages[i - 1].module, module, stages[i].unwritten, text);
        if (const Status done = optimise(module, target, pipeline); !done) return done;
    }
    for (std::size_t i = stages.size() - 1; i > 0; --i) {
        drop_unread(stages[i - 1].module, stages[i].module, text);
        if (text == Text::Kept) continue;
        if (const Status done = pass::run_passes(stages[i - 1].module, {pass::dce}, pipeline.watcher); !done)
            return done;
    }
    for (LinkedModule& stage : stages)
        if (const Status done = lang::lower(stage.module, target, pipeline.watcher); !done) return done;
    return {};
}

Result<Linked> translate_linked(Programs programs, const ir::Context& context, const lang::Target& target,
                                const PipelineOptions& pipeline, std::string_view first) {
    auto lifted = lift_linked(programs, context, target);
    if (!lifted) return std::unexpected(lifted.error());
    if (const Status done = prepare_linked(lifted->stages, target, pipeline); !done)
        return std::unexpected(done.error());
    Linked linked{.stages = {}, .read = std::move(lifted->read), .vertex_formats = {}, .key = {}};
    for (std::size_t i = 0; i < programs.size(); ++i) {
        LinkedModule& stage = lifted->stages[i];
        auto artifact = print(stage.module, target);
        if (!artifact) return std::unexpected(artifact.error());
        artifact->approximate.insert(artifact->approximate.begin(), stage.approximations.begin(),
                                     stage.approximations.end());
        artifact->assumed = std::move(stage.assumed);
        linked.stages.push_back({stage.module.stage, std::move(*artifact)});
    }
    linked.key =
        full_key(first.empty() ? program_key(programs, target, pipeline) : std::string(first), linked.read, context);
    if (const auto formats = programs[0]->frontend.vertex_formats; formats != nullptr)
        linked.vertex_formats = formats(linked.read);
    return linked;
}

} // namespace relit::translate
