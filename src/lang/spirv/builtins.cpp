// What the pipeline provides to an invocation.
#include "ir/names.hpp"
#include "lang/shader_info.hpp"
#include "lang/spirv/stage_interface.hpp"

#include <array>

namespace relit::lang::spirv {
namespace {

using ir::Builtin;
using ir::Stage;
using ir::Type;
using spv::Capability;
using spv::StorageClass;

template <class... Stages>
constexpr std::uint32_t stages(Stages... which) {
    return ((1U << static_cast<unsigned>(which)) | ...);
}
constexpr std::uint32_t kVertex = stages(Stage::Vertex), kFragment = stages(Stage::Fragment),
                        kCompute = stages(Stage::Compute), kTess = stages(Stage::TessControl, Stage::TessEval),
                        kGeometry = stages(Stage::Geometry), kAll = kVertex | kFragment | kCompute | kTess | kGeometry;

bool is_signless_integer(Type type) { return type.kind == ir::Kind::I32; }

} // namespace

const BuiltinRow& builtin_row(Builtin builtin) {
    static constexpr std::array kRows = {
        BuiltinRow{spv::BuiltIn::VertexIndex, kVertex},
        BuiltinRow{spv::BuiltIn::InstanceIndex, kVertex},
        BuiltinRow{spv::BuiltIn::FragCoord, kFragment},
        BuiltinRow{spv::BuiltIn::FrontFacing, kFragment},
        BuiltinRow{spv::BuiltIn::PointCoord, kFragment},
        BuiltinRow{spv::BuiltIn::SampleId, kFragment, Capability::SampleRateShading},
        BuiltinRow{spv::BuiltIn::SampleMask, kFragment, Capability::Shader, true},
        BuiltinRow{spv::BuiltIn::Layer, kFragment, Capability::Geometry},
        BuiltinRow{spv::BuiltIn::ViewportIndex, kFragment, Capability::MultiViewport},
        BuiltinRow{spv::BuiltIn::PrimitiveId, kFragment | kTess | kGeometry, Capability::Geometry},
        BuiltinRow{spv::BuiltIn::InvocationId, stages(Stage::TessControl, Stage::Geometry)},
        BuiltinRow{spv::BuiltIn::PatchVertices, kTess, Capability::Tessellation},
        BuiltinRow{spv::BuiltIn::TessCoord, stages(Stage::TessEval), Capability::Tessellation},
        BuiltinRow{spv::BuiltIn::WorkgroupId, kCompute},
        BuiltinRow{spv::BuiltIn::LocalInvocationId, kCompute},
        BuiltinRow{spv::BuiltIn::NumWorkgroups, kCompute},
        BuiltinRow{spv::BuiltIn::WorkgroupSize, kCompute},
        BuiltinRow{spv::BuiltIn::SubgroupLocalInvocationId, kAll, Capability::GroupNonUniform},
        BuiltinRow{spv::BuiltIn::HelperInvocation, kFragment},
        BuiltinRow{spv::BuiltIn::BaseVertex, kVertex, Capability::DrawParameters},
        BuiltinRow{spv::BuiltIn::BaseInstance, kVertex, Capability::DrawParameters},
    };
    static_assert(kRows.size() == ir::kBuiltinNames.size());
    return kRows[static_cast<std::size_t>(builtin)];
}

void StageInterface::declare_builtins(const ShaderInfo& shader_info) {
    for (const Builtin builtin : shader_info.builtins()) declare_builtin(builtin);
    if (module_.stage == Stage::TessControl) declare_builtin(Builtin::InvocationId); // outputs are found by it
}

void StageInterface::declare_builtin(Builtin builtin) {
    const BuiltinRow& row = builtin_row(builtin);
    const std::string name(ir::name_in(ir::kBuiltinNames, builtin));
    if ((row.stages >> static_cast<unsigned>(module_.stage) & 1) == 0) {
        return refuse("SPIR-V: readbuiltin " + name + " in a shader of the stage " +
                      std::string(ir::name_in(ir::kStageNames, module_.stage)));
    }
    if (builtin == Builtin::WorkgroupSize || known_variable(row.builtin, StorageClass::Input) != 0) return;
    const Type type = ir::type_of(builtin);
    const bool tess = (kTess >> static_cast<unsigned>(module_.stage) & 1) != 0;
    assembly_.capability(tess && row.capability == Capability::Geometry ? Capability::Tessellation : row.capability);
    Word type_id = assembly_.type(type);
    if (row.is_array) type_id = assembly_.array(type_id, 1);
    const Word variable = builtin_variable(row.builtin, StorageClass::Input, type_id, ("gl_" + name).c_str());
    if (module_.stage == Stage::Fragment && is_signless_integer(type)) {
        assembly_.decorate(variable, spv::Decoration::Flat);
    }
    interface_.push_back({.kind = "builtin", .name = name, .size = ir::bits_of(type) / 8, .type = shown(type)});
}

Value StageInterface::read(Code& code, Builtin builtin, Type type) const {
    const BuiltinRow& row = builtin_row(builtin);
    const Type whole = ir::type_of(builtin);
    Value value;
    if (builtin == Builtin::WorkgroupSize) {
        const auto& usual = module_.workgroup;
        const std::array<std::uint64_t, 3> size{usual[0], usual[1], usual[2]};
        value = {module_.workgroup_is_open ? assembly_.open_workgroup(usual) : assembly_.constant(whole, size), whole};
    } else {
        Word pointer = known_variable(row.builtin, StorageClass::Input);
        if (pointer == 0) return code.refuse(refusal_, type);
        if (row.is_array) {
            const Word element = assembly_.pointer(StorageClass::Input, assembly_.type(whole));
            pointer = code.access(element, pointer, {assembly_.u32(0)});
        }
        value = code.load(whole, pointer);
    }
    return code.first(value, type.lanes);
}

} // namespace relit::lang::spirv
