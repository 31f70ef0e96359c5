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
    {Builtin::PrimitiveId, "uint(gl_PrimitiveIDIn)", "", kGeometry, 330},
    {Builtin::InvocationId, "uint(gl_InvocationID)", "", kTessControl | kGeometry, 400},
    {Builtin::PatchVertices, "uint(gl_PatchVerticesIn)", "", kTessControl | kTessEval, 400},
    {Builtin::TessCoord, "gl_TessCoord", "", kTessEval, 400},
    {Builtin::WorkgroupId, "gl_WorkGroupID", "", kCompute, 430},
    {Builtin::LocalInvocationId, "gl_LocalInvocationID", "", kCompute, 430},
    {Builtin::WorkgroupCount, "gl_NumWorkGroups", "", kCompute, 430},
    {Builtin::WorkgroupSize, "gl_WorkGroupSize", "", kCompute, 430},
    {Builtin::SubgroupInvocation, "gl_SubgroupInvocationID", "", kAny, 430},
    {Builtin::HelperInvocation, "gl_HelperInvocation", "", kFragment, 450},
    {Builtin::BaseVertex, "uint(gl_BaseVertexARB)", "", kVertex, 450},
    {Builtin::BaseInstance, "uint(gl_BaseInstanceARB)", "", kVertex, 450},
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

ir::Kind kind_of_builtin(Builtin builtin) {
    switch (builtin) {
        case Builtin::FragCoord:
        case Builtin::PointCoord:
        case Builtin::TessCoord: return ir::Kind::F32;
        case Builtin::FrontFacing:
        case Builtin::HelperInvocation: return ir::Kind::Bool;
        default: return ir::Kind::I32;
    }
}

} // namespace

Expression Writer::builtin(const Inst& inst) {
    const auto which = static_cast<Builtin>(inst.imm);
    const unsigned stage = 1U << static_cast<unsigned>(module_.stage);
    const auto* row = std::ranges::find_if(
        kBuiltins, [&](const BuiltinText& each) { return each.builtin == which && (each.stages & stage) != 0; });
    if (row == std::end(kBuiltins)) row = std::ranges::find(kBuiltins, which, &BuiltinText::builtin);
    if (row == std::end(kBuiltins)) return lacks("an unknown builtin"), Expression{"0"};
    const std::string_view name = ir::name_in(ir::kBuiltinNames, which);
    if ((row->stages & stage) == 0)
        lacks(fmt::format("{} in a {} shader", name, ir::name_in(ir::kStageNames, module_.stage)));
    if (version_ < row->version) lacks(fmt::format("{} before GLSL {}", name, row->version));
    if (which == Builtin::SubgroupInvocation) extensions_.insert("GL_KHR_shader_subgroup_basic");
    if (which == Builtin::BaseVertex || which == Builtin::BaseInstance)
        extensions_.insert("GL_ARB_shader_draw_parameters");
    const bool other = target_.dialect == Dialect::GlslOpenGl && !row->opengl.empty();
    Expression expression{std::string(other ? row->opengl : row->text)};
    const unsigned lanes = lanes_of_builtin(which);
    if (inst.type.lanes < lanes) expression = lanes_of(expression, std::string("xyzw").substr(0, inst.type.lanes));
    if (inst.type.lanes > lanes || inst.type.kind != kind_of_builtin(which))
        lacks(fmt::format("{} as another type than its own", name));
    return expression;
}

// ---- other invocations

std::string Writer::is_here_function() {
    extensions_.insert({"GL_KHR_shader_subgroup_basic", "GL_KHR_shader_subgroup_ballot"});
    return add_helper("is_here",
                      "bool is_here(uint i) {\n    uvec4 all_here = subgroupBallot(true);\n"
                      "    return i < 128u && (all_here[min(i, 127u) >> 5] >> (i & 31u) & 1u) == 1u;\n}\n");
}

// From an invocation that may be absent: then 0.
std::string Writer::shuffle_function(ir::Type type) {
    const std::string name = glsl::type_text(type), zero = constant(type, std::vector<std::uint64_t>(type.lanes));
    const std::string here = is_here_function();
    extensions_.insert("GL_KHR_shader_subgroup_shuffle");
    return add_helper(
        "shuffled_" + name,
        fmt::format("{0} shuffled_{0}({0} value, uint from) {{\n    bool within = from < gl_SubgroupSize;\n"
                    "    {0} got = subgroupShuffle(value, from);\n"
                    "    bool here = {1}(from);\n    return within && here ? got : {2};\n}}\n",
                    name, here, zero));
}

// One value for the four of a quad is as good to it as one for each row.
Expression Writer::any_slope(const Inst& inst) {
    constexpr std::string_view kRow = "GLSL before 400 may take derivatives along another row of the quad";
    if (std::ranges::find(artifact_.approximate, kRow) == artifact_.approximate.end())
        artifact_.approximate.emplace_back(kRow);
    return spelled(inst, inst.op == Op::FDdx ? "dFdx({0})" : "dFdy({0})");
}

Expression Writer::across(const Inst& inst) {
    if (inst.op == Op::FDdx || inst.op == Op::FDdy) return slope(inst);
    if (version_ < 430) lacks("subgroup operations before GLSL 430");
    if (inst.op != Op::Shuffle) return vote(inst, settled(inst.operands[0]));
    const std::string value = settled(inst.operands[0]), from = settled(inst.operands[1]);
    return {shuffle_function(inst.type) + "(" + value + ", " + from + ")"};
}

Expression Writer::slope(const Inst& inst) {
    if (module_.stage != Stage::Fragment) lacks("derivatives outside a fragment shader");
    if (inst.type.kind == ir::Kind::F64) lacks("derivatives of 64 bits");
    if (version_ < 400) return any_slope(inst);
    if (version_ < 450) extensions_.insert("GL_ARB_derivative_control");
    return spelled(inst, spelling(inst.op).scalar);
}

// Ballots and votes.
Expression Writer::vote(const Inst& inst, const std::string& condition) {
    extensions_.insert(inst.op == Op::Ballot ? "GL_KHR_shader_subgroup_ballot" : "GL_KHR_shader_subgroup_vote");
    const std::string_view function = inst.op == Op::Ballot    ? "subgroupBallot"
                                      : inst.op == Op::VoteAll ? "subgroupAll"
                                                               : "subgroupAny";
    return {fmt::format("{}({}){}", function, condition, inst.op == Op::Ballot ? ".x" : "")};
}

// What EmitVertex() passes on is undefined after it, our registers are not: they are copied before each.
Expression Writer::vertex(const Inst& inst) {
    if (module_.stage != Stage::Geometry)
        return lacks(std::string(ir::info(inst.op).mnemonic) + " outside geometry shaders"), Expression{};
    settle_all(ir::kNone);
    if (inst.op == Op::EndPrimitive) return {"EndPrimitive()"};
    if (emitted_.empty()) return {"EmitVertex()"};
    return {add_helper("emit_vertex", "void emit_vertex() {\n" + emitted_ + "    EmitVertex();\n}\n") + "()"};
}

void Writer::barrier(const Inst& inst) {
    const bool compute = module_.stage == Stage::Compute;
    if (inst.op == Op::Barrier && module_.stage == Stage::TessControl) {
        settle_all(ir::kNone);
        comment(inst.origin);
        return line("barrier();");
    }
    if (!compute && inst.op == Op::Barrier) return lacks("barriers of a workgroup outside compute shaders");
    if (version_ < 430) return lacks("barriers before GLSL 430");
    settle({{kMemory, 0, 1}});
    comment(inst.origin);
    if (inst.op == Op::MemoryBarrier)
        return line(inst.imm == 0 && compute ? "groupMemoryBarrier();" : "memoryBarrier();");
    const bool shares = std::ranges::any_of(module_.resources,
                                            [](const ir::Resource& r) { return r.kind == ir::ResourceKind::Shared; });
    if (shares) line("memoryBarrierShared();");
    line("barrier();");
}

} // namespace relit::lang::glsl
