#include "verify/rewrite/pass_through.hpp"

#include "ir/builder.hpp"
#include "lang/pipeline.hpp"
#include "lang/shader_info.hpp"

#include <algorithm>
#include <memory_resource>
#include <span>

#include <fmt/format.h>

namespace relit::verify {
namespace {

using ir::Role;
using ir::Semantic;

constexpr std::uint32_t kLocations = 32; // of vertex inputs

/// Something that the program reads and an earlier stage passes on.
struct Carried {
    Semantic semantic = Semantic::User;
    std::uint32_t number = 0; // as IoSlot::number
    ir::Kind kind = ir::Kind::F32;
    std::uint32_t lanes = 4;
    bool of_patch = false, is_signed = false;
    std::uint32_t location = 0; // of the vertex input that it comes from
};

bool is_output(Semantic semantic, ir::Stage stage) {
    switch (semantic) {
        case Semantic::User:
        case Semantic::ClipDistance:
        case Semantic::CullDistance: return true;
        case Semantic::Position:
        case Semantic::PointSize: return stage != ir::Stage::Fragment;
        default: return false; // made by the machine
    }
}

/// Each once, whatever lanes of it are read.
std::vector<Carried> carried_to(const ir::Module& program) {
    const lang::ShaderInfo shader_info(program, *std::pmr::get_default_resource());
    std::vector<Carried> all;
    for (const lang::IoVariable& io_variable : lang::io_variables_of(program, Role::Input, &shader_info)) {
        if (!is_output(io_variable.semantic, program.stage)) continue;
        const ir::RegisterFile& file = program.files[io_variable.file];
        const bool whole = io_variable.semantic == Semantic::User;
        const Carried one{io_variable.semantic, io_variable.number, file.kind, whole ? file.lanes : io_variable.lanes,
                          file.is_patch,        file.is_signed};
        const auto same = [&](const Carried& other) {
            return other.semantic == one.semantic && other.number == one.number && other.of_patch == one.of_patch;
        };
        if (std::ranges::none_of(all, same)) all.push_back(one);
    }
    if (program.stage == ir::Stage::Fragment) all.push_back({Semantic::Position});
    return all;
}

/// User at its own location, all else where there is room.
Status give_locations(std::vector<Carried>& all) {
    std::vector<std::uint32_t> taken;
    for (Carried& one : all) {
        if (one.semantic != Semantic::User || one.of_patch || one.number >= kLocations) continue;
        taken.push_back(one.location = one.number);
    }
    for (Carried& one : all) {
        if (one.semantic == Semantic::User && !one.of_patch && one.number < kLocations) continue;
        while (std::ranges::find(taken, one.location) != taken.end()) ++one.location;
        if (one.location >= kLocations)
            return fail(FaultKind::NotSupported, fmt::format("it reads more than {} inputs", kLocations));
        taken.push_back(one.location);
    }
    return {};
}

/// Files of a stage for something carried: as it comes and as it goes.
struct Files {
    std::uint32_t from = 0, to = 0;
};
Files declare(ir::Builder& ir, const Carried& one, bool from_host, std::uint32_t vertices) {
    const std::string name = fmt::format("{}{}", one.of_patch ? "patch" : "v", one.location);
    const bool plain = from_host || one.of_patch; // it comes as a vertex input, or as it was passed on from one
    const ir::IoSlot as_input{.number = static_cast<std::uint8_t>(one.location)};
    const ir::IoSlot as_output{.semantic = one.semantic, .number = static_cast<std::uint8_t>(one.number)};
    const std::uint32_t from = ir.file(name + "_in", one.kind, one.lanes, vertices, Role::Input);
    const std::uint32_t to = ir.file(name, one.kind, one.lanes, 1, Role::Output);
    ir.add_io_slot(from, plain ? as_input : as_output);
    ir.add_io_slot(to, from_host && one.of_patch ? as_input : as_output);
    ir.module().files[to].is_patch = !from_host && one.of_patch;
    return {from, to};
}

ir::Module vertex_stage(std::span<const Carried> all) {
    ir::Module module;
    ir::Builder ir(module);
    std::vector<Files> files;
    for (const Carried& one : all) files.push_back(declare(ir, one, true, 1));
    ir.function("main");
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ir::Type type{all[i].kind, static_cast<std::uint8_t>(all[i].lanes)};
        ir.store(files[i].to, 0, ir.load(files[i].from, 0, type));
    }
    ir.ret();
    return module;
}

void store_levels(ir::Builder& ir, std::uint32_t file) {
    constexpr float kLevels[] = {2, 3, 4, 2, 3, 2};
    for (std::uint32_t i = 0; i < std::size(kLevels); ++i) ir.store(file, i, ir.f32(kLevels[i]));
}

/// Each of its invocations passes on its vertex; what is the patch's comes from the first one.
ir::Module control_stage(std::span<const Carried> all, std::uint32_t vertices) {
    ir::Module module;
    module.stage = ir::Stage::TessControl;
    module.tessellation.given = module.tessellation.made = vertices;
    ir::Builder ir(module);
    std::vector<Files> files;
    for (const Carried& one : all) files.push_back(declare(ir, one, false, vertices));
    const std::uint32_t levels = ir.file("levels", ir::Kind::F32, 1, 6, Role::Output);
    module.files[levels].is_patch = true;
    for (std::uint16_t i = 0; i < 6; ++i) {
        const bool outer = i < 4;
        ir.add_io_slot(levels, {.reg = i,
                                .semantic = outer ? Semantic::TessLevelOuter : Semantic::TessLevelInner,
                                .number = static_cast<std::uint8_t>(outer ? i : i - 4)});
    }
    ir.function("main");
    const ir::Id which =
        ir.add(ir::Op::ReadBuiltin, ir::kI32, {}, static_cast<std::uint32_t>(ir::Builtin::InvocationId));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ir::Type type{all[i].kind, static_cast<std::uint8_t>(all[i].lanes)};
        const ir::Id vertex = all[i].of_patch ? ir.i32(0) : which;
        ir.store(files[i].to, 0, ir.load_vertex(files[i].from, 0, vertex, type));
    }
    store_levels(ir, levels);
    ir.ret();
    return module;
}

ir::Module empty_stage(ir::Stage stage) {
    ir::Module module;
    module.stage = stage;
    ir::Builder ir(module);
    std::uint32_t position = 0;
    const bool has_position = stage == ir::Stage::TessEval;
    if (has_position) position = ir.file("position", ir::Kind::F32, 4, 1, Role::Output);
    if (has_position) ir.add_io_slot(position, {.semantic = Semantic::Position});
    ir.function("main");
    if (has_position) ir.store(position, 0, ir.f32(0, 4));
    ir.ret();
    return module;
}

} // namespace

Result<PassThroughStages> pass_through_stages(const ir::Module& program) {
    PassThroughStages all;
    std::vector<Carried> carried = carried_to(program);
    for (const Carried& one : carried)
        if (ir::bits_of(one.kind) != 32) return fail(FaultKind::NotSupported, "its inputs are not 32-bit");
    if (Status done = give_locations(carried); !done) return std::unexpected(done.error());
    for (const Carried& one : carried)
        all.inputs.push_back({one.location, one.kind, one.is_signed, one.semantic == Semantic::Position});
    if (program.stage != ir::Stage::Vertex) all.before.push_back(vertex_stage(carried));
    if (program.stage == ir::Stage::TessEval) all.before.push_back(control_stage(carried, program.tessellation.given));
    if (program.stage == ir::Stage::TessControl) all.after.push_back(empty_stage(ir::Stage::TessEval));
    if (program.stage != ir::Stage::Fragment) all.after.push_back(empty_stage(ir::Stage::Fragment));
    return all;
}

} // namespace relit::verify
