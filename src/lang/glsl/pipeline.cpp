// What the pipeline and other invocations give: built-in variables, derivatives, subgroups, barriers.
#include "ir/names.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::lang::glsl {
namespace {

using ir::Builtin;
using ir::Inst;
using ir::Op;
using ir::Stage;

constexpr unsigned kVertex = 1, kTessControl = 2, kTessEval = 4, kGeometry = 8, kFragment = 16, kCompute = 32,
                   kAny = 63;

struct BuiltinText {
    Builtin builtin;
    std::string_view text, opengl; // the second where OpenGL has another name
    unsigned stages;
    std::uint32_t version;
};
constexpr BuiltinText kBuiltins[] = {
    {Builtin::VertexIndex, "uint(gl_VertexIndex)", "uint(gl_VertexID)", kVertex, 330},
    {Builtin::InstanceIndex, "uint(gl_InstanceIndex)", "uint(gl_InstanceID)", kVertex, 330},
    {Builtin::FragCoord, "gl_FragCoord", "", kFragment, 330},
    {Builtin::FrontFacing, "gl_FrontFacing", "", kFragment, 330},
    {Builtin::PointCoord, "gl_PointCoord", "", kFragment, 330},
    {Builtin::SampleId, "uint(gl_SampleID)", "", kFragment, 400},
    {Builtin::SampleMask, "uint(gl_SampleMaskIn[0])", "", kFragment, 400},
    {Builtin::Layer, "uint(gl_Layer)", "", kFragment, 430},
    {Builtin::ViewportIndex, "uint(gl_ViewportIndex)", "", kFragment, 430},
    {Builtin::PrimitiveId, "uint(gl_PrimitiveID)", "", kTessControl | kTessEval | kFragment, 330},
    {Builtin::InvocationId, "uint(gl_InvocationID)", "", kTessControl | kGeometry, 400},
    {Builtin::PatchVertices, "uint(gl_PatchVerticesIn)", "", kTessControl | kTessEval, 400},
    {Builtin::TessCoord, "gl_TessCoord", "", kTessEval, 400},
    {Builtin::WorkgroupId, "gl_WorkGroupID", "", kCompute, 430},
    {Builtin::LocalInvocationId, "gl_LocalInvocationID", "", kCompute, 430},
    {Builtin::WorkgroupCount, "gl_NumWorkGroups", "", kCompute, 430},
    {Builtin::WorkgroupSize, "gl_WorkGroupSize", "", kCompute, 430},
    {Builtin::SubgroupInvocation, "gl_SubgroupInvocationID", "", kAny, 430},
    {Builtin::HelperInvocation, "gl_HelperInvocation", "", kFragment, 450},
};

unsigned lanes_of_builtin(Builtin builtin) {
    switch (builtin) {
        case Builtin::FragCoord: return 4;
        case Builtin::PointCoord: return 2;
        case Builtin::TessCoord:
        case Builtin::WorkgroupId:
        case Builtin::LocalInvocationId:
        case Builtin::WorkgroupCount:
        case Builtin::WorkgroupSize: return 3;
        default: return 1;
    }
}

struct AcrossText {
    Op op;
    std::string_view extension;
};
constexpr AcrossText kAcross[] = {
    {Op::Shuffle, "GL_KHR_shader_subgroup_shuffle"},
    {Op::Ballot, "GL_KHR_shader_subgroup_ballot"},
    {Op::VoteAll, "GL_KHR_shader_subgroup_vote"},
    {Op::VoteAny, "GL_KHR_shader_subgroup_vote"},
};

} // namespace

// A harness has no pipeline: the item's number is the vertex's, everything else is zero.
Said Writer::builtin(const Inst& inst) {
    const auto which = static_cast<Builtin>(inst.imm);
    if (harness()) {
        if (which == Builtin::VertexIndex && inst.type == ir::kI32) return {"gl_GlobalInvocationID.x"};
        if (which != Builtin::InstanceIndex)
            lacks(fmt::format("{} in a harness", ir::name_in(ir::kBuiltinNames, which)));
        return {constant(inst.type, std::vector<std::uint64_t>(inst.type.lanes))};
    }
    const auto* row = std::ranges::find(kBuiltins, which, &BuiltinText::builtin);
    if (row == std::end(kBuiltins)) return lacks("an unknown builtin"), Said{"0"};
    const std::string_view name = ir::name_in(ir::kBuiltinNames, which);
    if ((row->stages >> static_cast<unsigned>(module_.stage) & 1) == 0)
        lacks(fmt::format("{} in a {} shader", name, ir::name_in(ir::kStageNames, module_.stage)));
    if (version_ < row->version) lacks(fmt::format("{} before GLSL {}", name, row->version));
    if (which == Builtin::SubgroupInvocation) extensions_.insert("GL_KHR_shader_subgroup_basic");
    const bool other = target_.dialect == Dialect::GlslOpenGl && !row->opengl.empty();
    Said said{std::string(other ? row->opengl : row->text)};
    const unsigned lanes = lanes_of_builtin(which);
    if (inst.type.lanes < lanes) said = lanes_of(said, std::string("xyzw").substr(0, inst.type.lanes));
    if (inst.type.lanes > lanes || (inst.type.kind == ir::Kind::I32) == (which == Builtin::FragCoord))
        lacks(fmt::format("{} as another type than its own", name));
    return said;
}

// What an operation across invocations needs of target and stage.
void Writer::require_across(const Inst& inst) {
    if (inst.op == Op::FDdx || inst.op == Op::FDdy) {
        if (harness() || module_.stage != Stage::Fragment) lacks("derivatives outside a fragment shader");
        if (version_ < 400) lacks("derivatives along one row before GLSL 400");
        if (version_ < 450) extensions_.insert("GL_ARB_derivative_control");
        return;
    }
    const auto* row = std::ranges::find(kAcross, inst.op, &AcrossText::op);
    if (row == std::end(kAcross)) return;
    if (version_ < 430) lacks("subgroup operations before GLSL 430");
    extensions_.insert(std::string(row->extension));
}

void Writer::barrier(const Inst& inst) {
    const bool compute = harness() || module_.stage == Stage::Compute;
    if (!compute && (inst.op == Op::Barrier || inst.imm == 0))
        return lacks("barriers of a workgroup outside compute shaders");
    if (version_ < 430) return lacks("barriers before GLSL 430");
    settle({{kMemory, 0, 1}});
    comment(inst.origin);
    if (inst.op == Op::MemoryBarrier) return line(inst.imm == 0 ? "groupMemoryBarrier();" : "memoryBarrier();");
    const bool shares = std::ranges::any_of(module_.resources,
                                            [](const ir::Resource& r) { return r.kind == ir::ResourceKind::Shared; });
    if (shares) line("memoryBarrierShared();");
    line("barrier();");
}

} // namespace relit::lang::glsl
