// The whole shader: capabilities, entry point, interface, functions.
#include "ir/text/print.hpp"
#include "lang/harness/harness.hpp"
#include "lang/shader_info.hpp"
#include "lang/spirv/function.hpp"
#include "lang/spirv/storage.hpp"
#include "lang/target.hpp"
#include "lang/target_kinds.hpp"

#include <algorithm>
#include <array>
#include <memory_resource>
#include <string>

#include <fmt/format.h>

namespace relit::lang {
namespace spirv {
namespace {

using ir::Kind;
using ir::Stage;

constexpr Word kOldest = 0x10300, kNewest = 0x10600;
constexpr std::size_t kUsualScratch = 32768; // bytes of what is written until the words are put together

spv::ExecutionModel model_of(const ir::Module& module) {
    switch (module.stage) {
        case Stage::Vertex: return spv::ExecutionModel::Vertex;
        case Stage::TessControl: return spv::ExecutionModel::TessellationControl;
        case Stage::TessEval: return spv::ExecutionModel::TessellationEvaluation;
        case Stage::Geometry: return spv::ExecutionModel::Geometry;
        case Stage::Fragment: return spv::ExecutionModel::Fragment;
        case Stage::Compute: return spv::ExecutionModel::GLCompute;
    }
    return spv::ExecutionModel::GLCompute;
}

Status check_kinds(const ir::Module& module, const ShaderInfo& shader_info, const Target& target) {
    const auto kind = lacked_kind(module, shader_info, target);
    if (!kind) return {};
    const std::string_view sort = ir::is_float(*kind) ? "floats" : "integers";
    return fail(FaultKind::NotSupported, fmt::format("the target has no {}-bit {}", ir::bits_of(*kind), sort));
}

void write_geometry_modes(Assembly& assembly, const ir::Geometry& shape, Word entry) {
    using spv::ExecutionMode;
    constexpr ExecutionMode kIn[] = {ExecutionMode::InputPoints, ExecutionMode::InputLines,
                                     ExecutionMode::InputLinesAdjacency, ExecutionMode::Triangles,
                                     ExecutionMode::InputTrianglesAdjacency};
    const bool points = shape.out == ir::Primitive::Points, lines = shape.out == ir::Primitive::LineStrip;
    assembly.execution_mode(entry, kIn[static_cast<std::size_t>(shape.in)]);
    assembly.execution_mode(entry, points  ? ExecutionMode::OutputPoints
                                   : lines ? ExecutionMode::OutputLineStrip
                                           : ExecutionMode::OutputTriangleStrip);
    assembly.execution_mode(entry, ExecutionMode::Invocations, {shape.invocations});
    assembly.execution_mode(entry, ExecutionMode::OutputVertices, {shape.vertices});
}

/// Asks the device to keep what it can keep, and to flush denormals where lower_flushing left that to it.
void write_float_controls(Assembly& assembly, const Target& target, const ShaderInfo& shader_info, Word entry) {
    const bool flushes = shader_info.flushes(), keeps = target.keeps_denormals && !flushes;
    if (!flushes && !keeps && !target.keeps_signed_zero) return;
    if (assembly.version() < 0x10400) assembly.extension("SPV_KHR_float_controls");
    if (flushes) {
        assembly.capability(spv::Capability::DenormFlushToZero);
        assembly.execution_mode(entry, spv::ExecutionMode::DenormFlushToZero, {32});
    }
    if (keeps) {
        assembly.capability(spv::Capability::DenormPreserve);
        assembly.execution_mode(entry, spv::ExecutionMode::DenormPreserve, {32});
    }
    if (!target.keeps_signed_zero) return;
    assembly.capability(spv::Capability::SignedZeroInfNanPreserve);
    assembly.execution_mode(entry, spv::ExecutionMode::SignedZeroInfNanPreserve, {32});
    if (target.has_float16) assembly.execution_mode(entry, spv::ExecutionMode::SignedZeroInfNanPreserve, {16});
    if (target.has_float64) assembly.execution_mode(entry, spv::ExecutionMode::SignedZeroInfNanPreserve, {64});
}

void write_patch_modes(Assembly& assembly, const ir::Module& module, Word entry) {
    using spv::ExecutionMode;
    constexpr ExecutionMode kDomains[] = {ExecutionMode::Triangles, ExecutionMode::Quads, ExecutionMode::Isolines};
    constexpr ExecutionMode kSpacings[] = {ExecutionMode::SpacingEqual, ExecutionMode::SpacingFractionalEven,
                                           ExecutionMode::SpacingFractionalOdd};
    const ir::Tessellation& shape = module.tessellation;
    if (module.stage == Stage::TessControl)
        return assembly.execution_mode(entry, ExecutionMode::OutputVertices, {shape.made});
    assembly.execution_mode(entry, kDomains[static_cast<std::size_t>(shape.domain)]);
    assembly.execution_mode(entry, kSpacings[static_cast<std::size_t>(shape.spacing)]);
    assembly.execution_mode(entry, shape.clockwise ? ExecutionMode::VertexOrderCw : ExecutionMode::VertexOrderCcw);
    if (shape.points) assembly.execution_mode(entry, ExecutionMode::PointMode);
}

bool is_tessellation(const ir::Module& module) {
    return module.stage == Stage::TessControl || module.stage == Stage::TessEval;
}

void write_modes(const Storage& storage, Assembly& assembly, const ir::Module& module, Word entry) {
    if (module.stage == Stage::Compute) {
        assembly.execution_mode(entry, spv::ExecutionMode::LocalSize,
                                {module.workgroup[0], module.workgroup[1], module.workgroup[2]});
        if (module.workgroup_is_open) (void)assembly.open_workgroup(module.workgroup);
    }
    if (module.stage == Stage::Fragment) {
        assembly.execution_mode(entry, spv::ExecutionMode::OriginUpperLeft);
        if (module.tests_early) assembly.execution_mode(entry, spv::ExecutionMode::EarlyFragmentTests);
        if (storage.stage_interface().writes_depth())
            assembly.execution_mode(entry, spv::ExecutionMode::DepthReplacing);
    }
    if (module.stage == Stage::Geometry) write_geometry_modes(assembly, module.geometry, entry);
    if (is_tessellation(module)) write_patch_modes(assembly, module, entry);
    if (storage.stage_interface().captures()) assembly.execution_mode(entry, spv::ExecutionMode::Xfb);
}

/// Returns true if the program itself can be what the pipeline calls: nothing follows it, and nothing calls it.
bool is_program_entry(const Shader& shader, const ShaderInfo& shader_info) {
    if (shader.storage.has_epilogue() || !shader_info.has(ir::Op::Call)) return !shader.storage.has_epilogue();
    const auto calls_program = [&](const ir::Block& block) {
        bool found = false;
        ir::for_each_callee(shader.module, block, [&](ir::FunctionId callee) { found = found || callee == 0; });
        return found;
    };
    const auto is_caller = [&](const ir::Function& one) { return std::ranges::any_of(one.blocks, calls_program); };
    return std::ranges::none_of(shader.module.functions, is_caller);
}

// Calls the program between what comes before it and what follows.
void write_main(const Shader& shader, Word entry) {
    Code code(shader.assembly, shader.target);
    shader.storage.load_inputs(code);
    const Word program = shader.functions[0];
    (void)code.op(spv::Op::OpFunctionCall, ir::kVoid, std::span(&program, 1));
    if (shader.storage.has_epilogue()) shader.storage.write_epilogue(code);
    code.body.op(spv::Op::OpReturn, {});
    const Word nothing = shader.assembly.type(ir::kVoid);
    code.end_function(nothing, entry, shader.assembly.function_type(nothing, {}));
    shader.assembly.name(entry, "main");
}

Listing write_listing(Assembly& assembly, const ir::Module& module, const Target& target) {
    Listing listing;
    std::string text;
    if (target.debug_operations) {
        ir::Lines lines;
        text = ir::print(module, &lines);
        listing.lines = std::move(lines.insts);
    }
    if (!target.debug_operations && target.debug_lines) {
        for (const auto& origin : module.origins) text.append(origin).append("\n");
    }
    if (text.empty()) return {};
    listing.file = assembly.text(target.debug_operations ? "module" : "program");
    assembly.source(listing.file, text);
    return listing;
}

/// By the capabilities that the module declares.
FeatureSet features_of(const Assembly& assembly) {
    constexpr spv::Capability kCapabilities[] = {
#define FEATURE(name, field, capability, words) spv::Capability::capability,
#include "lang/features.inc"
#undef FEATURE
    };
    FeatureSet used = 0;
    for (std::size_t i = 0; i < std::size(kCapabilities); ++i)
        used |= assembly.declares(kCapabilities[i]) ? FeatureSet{1} << i : 0;
    return used;
}

Result<Artifact> written(const ir::Module& module, const Target& target) {
    const Word version = target.version == 0 ? kOldest : target.version;
    if (version < kOldest || version > kNewest) return fail(FaultKind::Usage, "SPIR-V versions are 1.3 to 1.6");
    if (module.functions.empty()) return fail("the module has no function");
    const auto is_tree = [](const ir::Function& one) { return !one.tree.root.empty() && one.blocks.size() > 1; };
    if (std::ranges::any_of(module.functions, is_tree))
        return fail(FaultKind::Internal, "SPIR-V: a module that was not lowered for this language");
    std::array<std::byte, kUsualScratch> room; // NOLINT(cppcoreguidelines-pro-type-member-init): never read
    std::pmr::monotonic_buffer_resource scratch(room.data(), room.size());
    const ShaderInfo shader_info(module, scratch);
    if (auto kinds = check_kinds(module, shader_info, target); !kinds) return std::unexpected(kinds.error());
    Assembly assembly(scratch, version, target.debug_lines);
    assembly.capability(spv::Capability::Shader);
    if (module.stage == Stage::Geometry) assembly.capability(spv::Capability::Geometry);
    if (is_tessellation(module)) assembly.capability(spv::Capability::Tessellation);
    const Listing listing = write_listing(assembly, module, target);
    Artifact artifact;
    const Storage storage(assembly, module, shader_info, target, artifact.interface);
    if (const std::string& why = storage.refusal(); !why.empty()) return fail(FaultKind::NotSupported, why);
    const TextureVariables textures(assembly, module, artifact.interface);
    Routines routines(assembly, module);
    Shader shader{assembly, module, target, storage, textures, routines, {}};
    for (std::size_t i = 0; i < module.functions.size(); ++i) shader.functions.push_back(assembly.fresh());
    const bool is_entry = is_program_entry(shader, shader_info);
    const Word entry = is_entry ? shader.functions[0] : assembly.fresh();
    if (!is_entry) write_main(shader, entry);
    for (ir::FunctionId i = 0; i < module.functions.size(); ++i) {
        const std::string refusal = write_function(shader, i, listing, is_entry && i == 0);
        if (!refusal.empty()) return fail(FaultKind::NotSupported, refusal);
    }
    assembly.entry_point(model_of(module), entry, "main");
    write_modes(storage, assembly, module, entry);
    write_float_controls(assembly, target, shader_info, entry);
    artifact.words = assembly.finish();
    artifact.features = features_of(assembly);
    if (shader_info.has(ir::Op::FFma)) artifact.approximate.emplace_back(kMayRoundTwice);
    return artifact;
}

} // namespace
} // namespace spirv

Result<Artifact> to_spirv(const ir::Module& module, const Target& target) {
    if (target.interface == Interface::Native) return spirv::written(module, target);
    const auto shader = in_harness(module, target);
    if (!shader) return fail(shader.error().kind, "SPIR-V: " + shader.error().text);
    return spirv::written(*shader, target);
}

} // namespace relit::lang
