#include "tests/support/lang/pipeline_modules.hpp"

#include "ir/builder.hpp"

namespace relit::test {

using ir::Semantic;

ir::Module control_of_patches() {
    ir::Module module;
    module.stage = ir::Stage::TessControl;
    module.tessellation = {.given = 3, .made = 4};
    ir::Builder build(module);
    const auto in = build.file("v", ir::Kind::F32, 4, 6, ir::Role::Input);
    const auto out = build.file("o", ir::Kind::F32, 4, 2, ir::Role::Output);
    const auto patch = build.file("p", ir::Kind::F32, 4, 2, ir::Role::Output);
    module.files[patch].is_patch = true;
    build.add_io_slot(in, {.semantic = Semantic::Position});
    build.add_io_slot(out, {.semantic = Semantic::Position});
    build.add_io_slot(out, {.reg = 1, .number = 1});
    build.add_io_slot(patch, {.lane = 1, .semantic = Semantic::TessLevelOuter, .number = 2});
    build.add_io_slot(patch, {.reg = 1, .number = 7});
    build.function("main");
    build.store(out, 0, build.load(in, 8, {ir::Kind::F32, 4}));
    build.store(out, 5, build.f32(2), 1);
    build.add(ir::Op::Barrier, ir::kVoid, {});
    build.store(patch, 1, build.FAdd(build.load(patch, 4, ir::kF32), build.f32(2)), 1);
    build.ret();
    return module;
}

ir::Module evaluation_of_patches() {
    ir::Module module;
    module.stage = ir::Stage::TessEval;
    module.tessellation = {.given = 4,
                           .domain = ir::Domain::Quads,
                           .spacing = ir::Spacing::FractionalOdd,
                           .clockwise = true,
                           .points = true};
    ir::Builder build(module);
    const auto in = build.file("v", ir::Kind::F32, 4, 4, ir::Role::Input);
    const auto patch = build.file("p", ir::Kind::F32, 4, 2, ir::Role::Input);
    const auto out = build.file("o", ir::Kind::F32, 4, 1, ir::Role::Output);
    module.files[patch].is_patch = true;
    build.add_io_slot(in, {.semantic = Semantic::Position});
    build.add_io_slot(out, {.semantic = Semantic::Position});
    build.add_io_slot(patch, {.lane = 1, .semantic = Semantic::TessLevelInner, .number = 1});
    build.add_io_slot(patch, {.reg = 1, .number = 9});
    build.function("main");
    const ir::Id level = build.FAdd(build.load(patch, 1, ir::kF32), build.load(patch, 6, ir::kF32));
    build.store(out, 0, build.FAdd(build.load(in, 12, {ir::Kind::F32, 4}), build.splat(level, 4)));
    build.ret();
    return module;
}

ir::Module captured_vertices() {
    ir::Module module;
    ir::Builder build(module);
    const auto out = build.file("o", ir::Kind::F32, 4, 3, ir::Role::Output);
    build.add_io_slot(out, {.semantic = Semantic::Position});
    build.add_io_slot(out, {.reg = 1, .number = 3});
    build.add_io_slot(out, {.reg = 2, .semantic = Semantic::PointSize});
    build.add_io_slot(out, {.reg = 2, .lane = 1, .semantic = Semantic::ClipDistance, .number = 1});
    module.feedback = {{out, 0, 1, 16, 32}, {out, 1, 1, 0, 32}};
    build.function("main");
    for (const std::uint32_t lane : {0U, 4U, 8U}) build.store(out, lane, build.f32(1, 4));
    build.ret();
    return module;
}

} // namespace relit::test
