// How many fragments of a draw come how far. Each stage is drawn without storing anything, by a query of the device: a stage lets
// through what passes all tests up to it, and what a test stops is the difference of two. As nothing is stored, all stages see the
// targets as the draw finds them. Only the tests of depth and stencil also depend on the draw itself, where its triangles overlap: what
// both let through is counted of the draw as it is performed, and what the stencil test lets through, where the draw changes stencil
// and has a depth test, triangle by triangle, since a triangle covers no sample twice.
#include "render/r500/renderer.hpp"

#include <algorithm>
#include <utility>

namespace relit::render::r500 {
namespace {

using machine::r500::Draw;
using machine::r500::State;
namespace program_reg = isa::r500::reg;
namespace program_field = isa::r500::field;

constexpr std::uint32_t kKeep = 0; // VkStencilOp

/// Stores nothing and tests nothing.
FixedState without_effect(const FixedState& fixed) {
    FixedState made = fixed;
    for (TargetState& target : made.targets) target = {};
    made.has_logic = made.tests_depth = made.writes_depth = made.tests_stencil = made.masks_by_alpha = false;
    made.depth_compare = FixedState().depth_compare;
    made.front = made.back = {};
    return made;
}

StencilSide kept(const StencilSide& side) { return {.compare = side.compare}; }

/// With the stencil test alone.
FixedState with_stencil_test(const FixedState& fixed) {
    FixedState made = without_effect(fixed);
    made.masks_by_alpha = fixed.masks_by_alpha;
    made.tests_stencil = fixed.tests_stencil;
    made.front = kept(fixed.front), made.back = kept(fixed.back);
    return made;
}

/// With all tests.
FixedState with_tests(const FixedState& fixed) {
    FixedState made = with_stencil_test(fixed);
    made.tests_depth = fixed.tests_depth;
    made.depth_compare = fixed.depth_compare;
    return made;
}

bool has_alpha_test(const State& state) {
    return state[program_reg::FG_ALPHA_FUNC][program_field::FG_ALPHA_FUNC__AF_EN] != 0;
}

bool changes(const StencilSide& side, const StencilValues& values) {
    const bool is_kept = side.fail == kKeep && side.pass == kKeep && side.depth_fail == kKeep;
    return !is_kept && values.write_mask != 0;
}

bool stores_colour(const FixedState& fixed) {
    return std::ranges::any_of(fixed.targets, [](const TargetState& target) { return target.written != 0; });
}

/// Returns whether a fragment that passes all tests leaves anything.
bool stores(const FixedState& fixed, const DynamicState& dynamic) {
    const auto is_marked = [&](const StencilSide& side, const StencilValues& values) {
        return fixed.tests_stencil && side.pass != kKeep && values.write_mask != 0;
    };
    return stores_colour(fixed) || fixed.writes_depth || is_marked(fixed.front, dynamic.front) ||
           is_marked(fixed.back, dynamic.back);
}

/// Returns whether a draw stores pixels without a fragment program.
bool is_filled(const State& state) {
    namespace reg = machine::r500::reg;
    namespace field = machine::r500::field;
    return state[reg::ZB_BW_CNTL][field::ZB_BW_CNTL__ZB_CB_CLEAR] != 0 ||
           state[reg::RB3D_AARESOLVE_CTL][field::RB3D_AARESOLVE_CTL__AARESOLVE_MODE] != 0;
}

} // namespace

bool Renderer::count(Counting how) {
    counting_ = handles_.info.counts_samples ? how : Counting::Off;
    return counting_ == how;
}

void Renderer::add_stored(std::uint64_t pixels) {
    if (counting_ != Counting::Off) counts_.fragments += pixels, counts_.written += pixels;
}

void Renderer::count_primitives(const Draw& draw, const Triangles& triangles) {
    const PrimitiveCounts& found = triangles.counts;
    counts_.vertices = draw.count;
    counts_.unread = found.unread, counts_.sent = found.sent, counts_.clipped = found.clipped;
    counts_.culled = found.culled, counts_.rasterised = found.rasterised;
}

Result<std::uint32_t> Renderer::count_stage(const State& state, const Targets& targets, Ready& stage,
                                            const Triangles& triangles) {
    if (const Status made = make_pipeline(stage); !made) return std::unexpected(made.error());
    const auto record = bind(state, targets, stage, triangles);
    if (!record) return std::unexpected(record.error());
    const std::uint32_t query = stage_counter_.begin(*record);
    draw_rectangles(*record, stage, 0, static_cast<std::uint32_t>(triangles.triangles.size()));
    stage_counter_.end(*record);
    return query;
}

Result<Renderer::Ready> Renderer::without_alpha_test(const Draw& draw, const Targets& targets, const Ready& ready) {
    State state = draw.state;
    machine::r500::RegisterWord test = state[program_reg::FG_ALPHA_FUNC];
    test.set(program_field::FG_ALPHA_FUNC__AF_EN, 0U);
    state.write(program_reg::FG_ALPHA_FUNC, test.raw[0]);
    Ready made = ready;
    made.fixed = without_effect(ready.fixed);
    const auto program = program_of(state, draw.primitive, targets);
    if (!program) return std::unexpected(program.error());
    made.program = *program;
    auto textures = bind_textures(state, **program, targets);
    if (!textures) return std::unexpected(textures.error());
    made.textures = std::move(*textures);
    return made;
}

Result<Renderer::StageQueries> Renderer::count_stages(const Draw& draw, const Targets& targets, const Ready& ready,
                                                      const Triangles& triangles) {
    const auto nothing = prepared_->programs.nothing();
    if (!nothing) return std::unexpected(nothing.error());
    Ready plain = ready, stage = ready;
    plain.program = *nothing, plain.textures.clear();
    plain.fixed = stage.fixed = without_effect(ready.fixed);
    Ready whole = plain;
    whole.fixed.sample_mask = ~0U;
    whole.rectangles = {ready.bounds};
    StageQueries made;
    const auto count = [&](std::uint32_t& query, Ready& what) -> Status {
        const auto counted = count_stage(draw.state, targets, what, triangles);
        if (counted) query = *counted;
        return counted ? Status() : std::unexpected(counted.error());
    };
    if (const Status done = count(made.covered, whole); !done) return std::unexpected(done.error());
    if (const Status done = count(made.visible, plain); !done) return std::unexpected(done.error());
    made.unkilled = made.visible;
    if (has_alpha_test(draw.state)) {
        auto before = without_alpha_test(draw, targets, ready);
        if (!before) return std::unexpected(before.error());
        if (before->program->kills)
            if (const Status done = count(made.unkilled, *before); !done) return std::unexpected(done.error());
    }
    made.alpha_passed = made.unkilled;
    if (ready.program->kills)
        if (const Status done = count(made.alpha_passed, stage); !done) return std::unexpected(done.error());
    if (!has_alpha_test(draw.state)) made.unkilled = made.alpha_passed;
    made.sampled = made.alpha_passed;
    stage.fixed.masks_by_alpha = ready.fixed.masks_by_alpha;
    if (ready.fixed.masks_by_alpha)
        if (const Status done = count(made.sampled, stage); !done) return std::unexpected(done.error());
    made.stencil_passed = made.sampled;
    return made;
}

Status Renderer::record_counted(const Draw& draw, const Targets& targets, const Ready& ready,
                                const Triangles& triangles) {
    const FixedState& fixed = ready.fixed;
    const bool changes_stencil = changes(fixed.front, ready.dynamic.front) || changes(fixed.back, ready.dynamic.back);
    const bool by_triangle =
        counting_ == Counting::ByTriangle || (fixed.tests_stencil && fixed.tests_depth && changes_stencil);
    const auto count = static_cast<std::uint32_t>(triangles.triangles.size());
    constexpr std::uint32_t kStages = 7;
    if (const Status done = stage_counter_.start(kStages + (by_triangle ? 2 * count : 0)); !done) return done;
    auto queries = count_stages(draw, targets, ready, triangles);
    if (!queries) return std::unexpected(queries.error());
    Ready stencil = ready;
    stencil.fixed = with_stencil_test(fixed);
    if (by_triangle) {
        if (const Status done = record_by_triangle(draw.state, targets, ready, stencil, triangles); !done) return done;
    } else {
        if (fixed.tests_stencil && fixed.tests_depth) {
            const auto passed = count_stage(draw.state, targets, stencil, triangles);
            if (!passed) return std::unexpected(passed.error());
            queries->stencil_passed = *passed;
        }
        const auto record = bind(draw.state, targets, ready, triangles);
        if (!record) return std::unexpected(record.error());
        stage_counter_.begin(*record);
        draw_rectangles(*record, ready, 0, count);
        stage_counter_.end(*record);
    }
    note_drawn(targets);
    const auto samples = stage_counter_.take();
    if (!samples) return std::unexpected(samples.error());
    std::uint64_t stencil_passed = 0, passed = samples->back();
    if (by_triangle) {
        passed = 0;
        for (std::size_t i = samples->size() - 2 * std::size_t{count}; i < samples->size(); i += 2)
            stencil_passed += (*samples)[i], passed += (*samples)[i + 1];
    } else {
        stencil_passed = fixed.tests_stencil && !fixed.tests_depth ? passed : (*samples)[queries->stencil_passed];
    }
    add_fragments(ready, *queries, *samples, stencil_passed, passed);
    if (occlusion_.counts()) occlusion_.add(passed);
    return {};
}

Status Renderer::record_by_triangle(const State& state, const Targets& targets, const Ready& ready,
                                    const Ready& stencil, const Triangles& triangles) {
    Ready stage = stencil;
    if (const Status made = make_pipeline(stage); !made) return made;
    const auto record = bind(state, targets, ready, triangles);
    if (!record) return std::unexpected(record.error());
    const std::pair<VkPipeline, const Ready*> turns[] = {{stage.pipeline, &stage}, {ready.pipeline, &ready}};
    for (std::uint32_t i = 0; i < triangles.triangles.size(); ++i)
        for (const auto& [pipeline, what] : turns) {
            handles_.vk.vkCmdBindPipeline(*record, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            stage_counter_.begin(*record);
            draw_rectangles(*record, *what, i, 1);
            stage_counter_.end(*record);
        }
    return {};
}

Status Renderer::count_without_targets(const Draw& draw, const Triangles& triangles) {
    const auto nothing = prepared_->programs.nothing();
    if (!nothing) return std::unexpected(nothing.error());
    Targets none;
    none.size = common_size({}, memory_.capture());
    Ready whole;
    whole.program = *nothing;
    whole.rectangles = {{0, 0, none.size.width, none.size.height}};
    if (const Status done = stage_counter_.start(1); !done) return done;
    const auto query = count_stage(draw.state, none, whole, triangles);
    if (!query) return std::unexpected(query.error());
    const auto samples = stage_counter_.take();
    if (!samples) return std::unexpected(samples.error());
    counts_.fragments += (*samples)[*query], counts_.masked += (*samples)[*query];
    return {};
}

Result<Renderer::Prediction> Renderer::predict(const Draw& draw, bool stages, std::optional<Rectangle> only) {
    if (!handles_.info.counts_samples) return fail(FaultKind::Device, "the device has no exact counts of samples");
    const auto approximate = approximate_;
    const Statistics statistics = statistics_;
    const DrawCounts counts = std::exchange(counts_, {});
    const auto coloured = predict_written(draw, stages, only);
    approximate_ = approximate;
    statistics_ = statistics;
    const DrawCounts predicted = std::exchange(counts_, counts);
    if (!coloured) return std::unexpected(coloured.error());
    return Prediction{predicted, *coloured};
}

/// Returns how many fragments a target stores.
Result<std::uint64_t> Renderer::predict_written(const Draw& draw, bool stages, std::optional<Rectangle> only) {
    const State& state = draw.state;
    if (const Status done = write_back_arrays(draw); !done) return std::unexpected(done.error());
    const auto triangles = geometry_.triangles_of(draw, memory_.machine());
    if (!triangles) return std::unexpected(triangles.error());
    count_primitives(draw, *triangles);
    if (is_filled(state)) {
        if (const Status known = Fills::check(state); !known) return std::unexpected(known.error());
        counts_.fragments = counts_.written = 1; // or more
        return 1;
    }
    const auto targets = targets_of(state);
    if (!targets) return std::unexpected(targets.error());
    if (triangles->triangles.empty()) return 0;
    if (targets->colours.empty() && targets->depth == nullptr) {
        const Status counted = stages ? count_without_targets(draw, *triangles) : Status();
        return counted ? Result<std::uint64_t>(0) : std::unexpected(counted.error());
    }
    auto ready = prepare(draw, *targets);
    if (!ready) return std::unexpected(ready.error());
    if (only) {
        ready->bounds = intersection(ready->bounds, *only);
        for (Rectangle& each : ready->rectangles) each = intersection(each, *only);
        std::erase_if(ready->rectangles, is_empty);
        if (is_empty(ready->bounds)) return 0;
    }
    constexpr std::uint32_t kStages = 7;
    if (const Status done = stage_counter_.start(kStages); !done) return std::unexpected(done.error());
    StageQueries queries;
    if (stages) {
        const auto counted = count_stages(draw, *targets, *ready, *triangles);
        if (!counted) return std::unexpected(counted.error());
        queries = *counted;
    }
    std::uint32_t stencil_query = 0;
    if (stages) {
        Ready stencil = *ready;
        stencil.fixed = with_stencil_test(ready->fixed);
        const auto counted = count_stage(state, *targets, stencil, *triangles);
        if (!counted) return std::unexpected(counted.error());
        stencil_query = *counted;
    }
    Ready passed = *ready;
    passed.fixed = with_tests(ready->fixed);
    const auto passed_query = count_stage(state, *targets, passed, *triangles);
    if (!passed_query) return std::unexpected(passed_query.error());
    const auto samples = stage_counter_.take();
    if (!samples) return std::unexpected(samples.error());
    const std::uint64_t written = (*samples)[*passed_query];
    if (stages) {
        add_fragments(*ready, queries, *samples, (*samples)[stencil_query], written);
    } else if (stores(ready->fixed, ready->dynamic)) {
        counts_.fragments = counts_.written = written;
    }
    return stores_colour(ready->fixed) ? written : 0;
}

void Renderer::add_fragments(const Ready& ready, const StageQueries& queries, std::span<const std::uint64_t> samples,
                             std::uint64_t stencil_passed, std::uint64_t passed) {
    const std::uint64_t covered = samples[queries.covered], visible = samples[queries.visible],
                        unkilled = samples[queries.unkilled], alpha_passed = samples[queries.alpha_passed],
                        sampled = samples[queries.sampled];
    counts_.fragments += covered;
    counts_.killed += visible - unkilled;
    counts_.failed_alpha += unkilled - alpha_passed;
    counts_.failed_stencil += sampled - stencil_passed;
    counts_.failed_depth += stencil_passed - passed;
    counts_.masked += covered - visible + (alpha_passed - sampled);
    (stores(ready.fixed, ready.dynamic) ? counts_.written : counts_.masked) += passed;
}

} // namespace relit::render::r500
