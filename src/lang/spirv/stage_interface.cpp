#include "lang/spirv/stage_interface.hpp"

#include "ir/names.hpp"
#include "lang/shader_info.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

namespace relit::lang::spirv {
namespace {

using ir::Interpolation;
using ir::Semantic;
using ir::Stage;
using ir::Type;
using spv::StorageClass;

constexpr Type kFloat{ir::Kind::F32, 1};

struct SemanticRow {
    spv::BuiltIn builtin;
    Type type;
    const char* name;
    bool is_array = false, is_patch = false;
};

SemanticRow semantic_row(Semantic semantic, bool is_fragment) {
    switch (semantic) {
        case Semantic::Position:
            return is_fragment ? SemanticRow{spv::BuiltIn::FragCoord, kFloat.with_lanes(4), "gl_FragCoord"}
                               : SemanticRow{spv::BuiltIn::Position, kFloat.with_lanes(4), "gl_Position"};
        case Semantic::PointSize: return {spv::BuiltIn::PointSize, kFloat, "gl_PointSize"};
        case Semantic::ClipDistance: return {spv::BuiltIn::ClipDistance, kFloat, "gl_ClipDistance", true};
        case Semantic::CullDistance: return {spv::BuiltIn::CullDistance, kFloat, "gl_CullDistance", true};
        case Semantic::Layer: return {spv::BuiltIn::Layer, ir::kI32, "gl_Layer"};
        case Semantic::ViewportIndex: return {spv::BuiltIn::ViewportIndex, ir::kI32, "gl_ViewportIndex"};
        case Semantic::FragDepth: return {spv::BuiltIn::FragDepth, kFloat, "gl_FragDepth"};
        case Semantic::FrontFacing: return {spv::BuiltIn::FrontFacing, ir::kBool, "gl_FrontFacing"};
        case Semantic::SampleMask: return {spv::BuiltIn::SampleMask, ir::kI32, "gl_SampleMask", true};
        case Semantic::PrimitiveId: return {spv::BuiltIn::PrimitiveId, ir::kI32, "gl_PrimitiveID"};
        case Semantic::TessLevelOuter: return {spv::BuiltIn::TessLevelOuter, kFloat, "gl_TessLevelOuter", true, true};
        default: return {spv::BuiltIn::TessLevelInner, kFloat, "gl_TessLevelInner", true, true};
    }
}

// What must be declared to use the semantic in this stage.
void need(Assembly& assembly, Semantic semantic, Stage stage) {
    const bool late = assembly.version() >= 0x10500, geometry = stage == Stage::Geometry;
    const bool chooses = semantic == Semantic::Layer || semantic == Semantic::ViewportIndex;
    if (semantic == Semantic::ClipDistance) assembly.capability(spv::Capability::ClipDistance);
    if (semantic == Semantic::CullDistance) assembly.capability(spv::Capability::CullDistance);
    if (semantic == Semantic::PointSize && geometry) assembly.capability(spv::Capability::GeometryPointSize);
    if (semantic == Semantic::PointSize && (stage == Stage::TessControl || stage == Stage::TessEval)) {
        assembly.capability(spv::Capability::TessellationPointSize);
    }
    if (!chooses) return;
    if (geometry || stage == Stage::Fragment) {
        const bool layer = semantic == Semantic::Layer;
        return assembly.capability(layer ? spv::Capability::Geometry : spv::Capability::MultiViewport);
    }
    if (late) {
        const bool layer = semantic == Semantic::Layer;
        return assembly.capability(layer ? spv::Capability::ShaderLayer : spv::Capability::ShaderViewportIndex);
    }
    if (assembly.declares(spv::Capability::ShaderViewportIndexLayerEXT)) return;
    assembly.extension("SPV_EXT_shader_viewport_index_layer");
    assembly.capability(spv::Capability::ShaderViewportIndexLayerEXT);
}

void interpolate(Assembly& assembly, Word variable, Interpolation interpolation) {
    switch (interpolation) {
        case Interpolation::Smooth: return;
        case Interpolation::Flat: return assembly.decorate(variable, spv::Decoration::Flat);
        case Interpolation::NoPerspective: return assembly.decorate(variable, spv::Decoration::NoPerspective);
        case Interpolation::Centroid: return assembly.decorate(variable, spv::Decoration::Centroid);
        case Interpolation::Sample: break;
    }
    assembly.capability(spv::Capability::SampleRateShading);
    assembly.decorate(variable, spv::Decoration::Sample);
}

} // namespace

std::string shown(Type type) {
    std::string text(type.kind == ir::Kind::Bool ? "i1" : ir::name_in(ir::kKindNames, type.kind));
    if (type.lanes > 1) text.append({'x', static_cast<char>('0' + type.lanes)});
    return text;
}

StageInterface::StageInterface(Assembly& assembly, const ir::Module& module, const Target& target,
                               std::vector<Binding>& interface)
    : assembly_(assembly), module_(module), target_(target), interface_(interface) {}

void StageInterface::refuse(std::string why) {
    if (refusal_.empty()) refusal_ = std::move(why);
}

void StageInterface::declare_interface_variables(const ShaderInfo& shader_info) {
    const std::vector<IoVariable> in = io_variables_of(module_, ir::Role::Input, &shader_info);
    const std::vector<IoVariable> out = io_variables_of(module_, ir::Role::Output, &shader_info);
    interface_.reserve(in.size() + out.size() + module_.resources.size());
    in_.reserve(in.size());
    out_.reserve(out.size());
    for (const IoVariable& io_variable : in) declare(io_variable, true);
    for (const IoVariable& io_variable : out) declare(io_variable, false);
}

void StageInterface::declare(const IoVariable& io_variable, bool in) {
    const bool user = io_variable.semantic == Semantic::User;
    const InterfaceVariable interface_variable =
        user ? user_variable(io_variable, in) : builtin_variable(io_variable, in);
    tell(interface_variable, in);
    if (!in) capture(interface_variable);
    pass(interface_variable, in);
}

void StageInterface::capture(const InterfaceVariable& interface_variable) {
    for (const ir::Feedback& one : module_.feedback) {
        if (one.file != interface_variable.io_variable.file || one.reg != interface_variable.io_variable.reg) continue;
        captures_ = true;
        assembly_.capability(spv::Capability::TransformFeedback);
        assembly_.decorate(interface_variable.variable, spv::Decoration::XfbBuffer, one.buffer);
        assembly_.decorate(interface_variable.variable, spv::Decoration::XfbStride, one.stride);
        assembly_.decorate(interface_variable.variable, spv::Decoration::Offset, one.offset);
    }
}

// What belongs to vertices is an array of everything, by vertex.
void StageInterface::pass(InterfaceVariable interface_variable, bool in) {
    const ir::RegisterFile& file = module_.files[interface_variable.io_variable.file];
    if (!in || !has_vertices(file)) return (in ? in_ : out_).push_back(interface_variable);
    const std::uint32_t each = ir::registers_of_a_vertex(module_, file);
    for (std::uint32_t vertex = 0; vertex < ir::vertices_of(module_, file); ++vertex) {
        interface_variable.vertex = vertex;
        in_.push_back(interface_variable);
        interface_variable.io_variable.reg += each;
    }
}

bool StageInterface::has_vertices(const ir::RegisterFile& file) const {
    if (file.is_patch) return false;
    const bool in = file.role == ir::Role::Input;
    if (module_.stage == Stage::TessControl) return true;
    return in && (module_.stage == Stage::Geometry || module_.stage == Stage::TessEval);
}

// Patches come as arrays of as many vertices as one can have.
Word StageInterface::of_vertices(Word type, const ir::RegisterFile& file) const {
    if (!has_vertices(file)) return type;
    if (file.role == ir::Role::Output) return assembly_.array(type, module_.tessellation.made);
    const bool geometry = module_.stage == Stage::Geometry;
    return assembly_.array(type, geometry ? ir::vertices_of(module_.geometry.in) : ir::kMostPatchVertices);
}

void StageInterface::tell(const InterfaceVariable& interface_variable, bool in) {
    const IoVariable& io_variable = interface_variable.io_variable;
    const bool user = io_variable.semantic == Semantic::User;
    interface_.push_back(
        {.kind = !user ? "builtin"
                 : in  ? "input"
                       : "output",
         .name = user ? register_name(io_variable) : std::string(ir::name_in(ir::kSemanticNames, io_variable.semantic)),
         .location = io_variable.number,
         .index = io_variable.is_second ? 1U : 0U,
         .size = ir::bits_of(interface_variable.type) / 8,
         .type = shown(interface_variable.type)});
}

std::string StageInterface::register_name(const IoVariable& io_variable) const {
    std::array<char, 10> digits; // NOLINT(cppcoreguidelines-pro-type-member-init): written at once
    char* end = std::to_chars(digits.data(), digits.data() + digits.size(), io_variable.reg).ptr;
    const ir::RegisterFile& file = module_.files[io_variable.file];
    const auto label = std::ranges::find(file.labels, io_variable.reg, &ir::Label::offset);
    const bool labelled = label != file.labels.end();
    std::string name(labelled ? std::string_view(label->text) : std::string_view(file.name));
    if (!labelled) name.append(digits.data(), end);
    const bool part = io_variable.semantic == Semantic::User && io_variable.lanes != file.lanes;
    return part ? name.append("_").append(ir::kLaneNames.substr(io_variable.lane, io_variable.lanes)) : name;
}

// That of the guest's parameter; registers have two, of which one comes in and one goes out.
std::string StageInterface::variable_name(const IoVariable& io_variable, bool in) const {
    const std::vector<ir::Label>& labels = module_.files[io_variable.file].labels;
    std::string name = register_name(io_variable);
    if (std::ranges::find(labels, io_variable.reg, &ir::Label::offset) == labels.end()) name += in ? "_in" : "_out";
    return name;
}

InterfaceVariable StageInterface::user_variable(const IoVariable& io_variable, bool in) {
    const ir::RegisterFile& file = module_.files[io_variable.file];
    const Type type{file.kind, static_cast<std::uint8_t>(io_variable.lanes)};
    const std::string name = assembly_.is_named() ? variable_name(io_variable, in) : std::string();
    const Word variable = assembly_.variable(in ? StorageClass::Input : StorageClass::Output,
                                             of_vertices(outside_type(io_variable, type), file), name);
    assembly_.decorate(variable, spv::Decoration::Location, io_variable.number);
    if (io_variable.is_second) assembly_.decorate(variable, spv::Decoration::Index, 1);
    if (file.is_patch) assembly_.decorate(variable, spv::Decoration::Patch);
    if (in && module_.stage == Stage::Fragment) interpolate(assembly_, variable, io_variable.interpolation);
    return {io_variable, variable, type};
}

InterfaceVariable StageInterface::builtin_variable(const IoVariable& io_variable, bool in) {
    const bool is_fragment = module_.stage == Stage::Fragment;
    const SemanticRow row = semantic_row(io_variable.semantic, is_fragment);
    need(assembly_, io_variable.semantic, module_.stage);
    Word type = assembly_.type(row.type);
    if (row.is_array) type = assembly_.array(type, elements(io_variable.semantic, in));
    const StorageClass storage = in ? StorageClass::Input : StorageClass::Output;
    const bool is_new = known_variable(row.builtin, storage) == 0;
    const Word whole = of_vertices(type, module_.files[io_variable.file]);
    const Word variable = builtin_variable(row.builtin, storage, whole, row.name);
    if (is_new && row.is_patch) assembly_.decorate(variable, spv::Decoration::Patch);
    if (is_new && in && is_fragment && row.type == ir::kI32) assembly_.decorate(variable, spv::Decoration::Flat);
    if (io_variable.semantic == Semantic::FragDepth) writes_depth_ = true;
    if (!row.is_array) return {io_variable, variable, row.type};
    return {io_variable, variable, row.type, {}, io_variable.number};
}

// How many of a semantic that counts there are, as one array.
std::uint32_t StageInterface::elements(Semantic semantic, bool in) const {
    if (semantic == Semantic::SampleMask) return 1;
    if (semantic == Semantic::TessLevelOuter) return 4;
    if (semantic == Semantic::TessLevelInner) return 2;
    std::uint32_t most = 0;
    for (const IoVariable& io_variable : io_variables_of(module_, in ? ir::Role::Input : ir::Role::Output)) {
        if (io_variable.semantic == semantic) most = std::max(most, io_variable.number + 1);
    }
    return most;
}

Word StageInterface::known_variable(spv::BuiltIn builtin, StorageClass storage) const {
    for (const BuiltinVariable& one : builtins_)
        if (one.builtin == builtin && one.storage == storage) return one.variable;
    return 0;
}

Word StageInterface::builtin_variable(spv::BuiltIn builtin, StorageClass storage, Word type, const char* name) {
    if (const Word known = known_variable(builtin, storage); known != 0) return known;
    const Word variable = assembly_.variable(storage, type, name);
    assembly_.decorate(variable, spv::Decoration::BuiltIn, static_cast<Word>(builtin));
    builtins_.push_back({builtin, storage, variable});
    return variable;
}

// Of a tessellation control shader's outputs, those of the own vertex unless marked as the patch's.
StageInterface::Indices StageInterface::indices_of(Code& code, const InterfaceVariable& interface_variable, bool in,
                                                   std::optional<Value> of) const {
    Indices indices;
    if (!in && has_vertices(module_.files[interface_variable.io_variable.file]))
        indices.add(of ? of->id : read(code, ir::Builtin::InvocationId, ir::kI32).id);
    if (interface_variable.vertex) indices.add(of ? of->id : assembly_.u32(*interface_variable.vertex));
    if (interface_variable.element) indices.add(assembly_.u32(*interface_variable.element));
    return indices;
}

// Registers have no signs, some variables of the pipeline do.
Word StageInterface::outside_type(const IoVariable& io_variable, Type type) const {
    return module_.files[io_variable.file].is_signed ? assembly_.signed_type(type.lanes) : assembly_.type(type);
}

Value StageInterface::load_from(Code& code, const InterfaceVariable& interface_variable, Type type,
                                Word pointer) const {
    if (!module_.files[interface_variable.io_variable.file].is_signed) return code.load(type, pointer);
    const Word loaded =
        code.raw(spv::Op::OpLoad, outside_type(interface_variable.io_variable, type), std::span(&pointer, 1));
    return code.op(spv::Op::OpBitcast, type, std::span(&loaded, 1));
}

void StageInterface::store_to(Code& code, const InterfaceVariable& interface_variable, Word pointer,
                              Value value) const {
    if (module_.files[interface_variable.io_variable.file].is_signed) {
        const Word type = outside_type(interface_variable.io_variable, value.type);
        value.id = code.raw(spv::Op::OpBitcast, type, std::span(&value.id, 1));
    }
    code.store(pointer, value);
}

Word StageInterface::pointer(Code& code, const InterfaceVariable& interface_variable, bool in,
                             std::optional<Value> of) const {
    return pointer_to(code, interface_variable, in, interface_variable.type,
                      indices_of(code, interface_variable, in, of));
}

Word StageInterface::lane_pointer(Code& code, const InterfaceVariable& interface_variable, bool in, std::uint32_t lane,
                                  std::optional<Value> of) const {
    Indices indices = indices_of(code, interface_variable, in, of);
    if (interface_variable.type.lanes != 1) indices.add(assembly_.u32(lane));
    return pointer_to(code, interface_variable, in, interface_variable.type.scalar(), indices);
}

Word StageInterface::pointer_to(Code& code, const InterfaceVariable& interface_variable, bool in, Type part,
                                const Indices& indices) const {
    if (indices.count == 0) return interface_variable.variable;
    const StorageClass storage = in ? StorageClass::Input : StorageClass::Output;
    return code.access(assembly_.pointer(storage, outside_type(interface_variable.io_variable, part)),
                       interface_variable.variable, std::span(indices.words).first(indices.count));
}

Value StageInterface::load(Code& code, const InterfaceVariable& interface_variable, bool in,
                           std::optional<Value> of) const {
    const Value value =
        load_from(code, interface_variable, interface_variable.type, pointer(code, interface_variable, in, of));
    if (interface_variable.io_variable.semantic != Semantic::FrontFacing) return value;
    return code.select({value, code.u32(std::bit_cast<Word>(1.0F)), code.u32(std::bit_cast<Word>(-1.0F))});
}

void StageInterface::store(Code& code, const InterfaceVariable& interface_variable, Value value) const {
    const Word to = pointer(code, interface_variable, false, {});
    store_to(code, interface_variable, to, code.as(interface_variable.type, value));
}

Value StageInterface::load_lane(Code& code, const InterfaceVariable& interface_variable, bool in, std::uint32_t lane,
                                std::optional<Value> of) const {
    return load_from(code, interface_variable, interface_variable.type.scalar(),
                     lane_pointer(code, interface_variable, in, lane, of));
}

void StageInterface::store_lane(Code& code, const InterfaceVariable& interface_variable, std::uint32_t lane,
                                Value value) const {
    const Word to = lane_pointer(code, interface_variable, false, lane, {});
    store_to(code, interface_variable, to, code.as(interface_variable.type.scalar(), value));
}

} // namespace relit::lang::spirv
