#include "lang/spirv/border.hpp"

#include "ir/names.hpp"
#include "lang/survey.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

namespace relit::lang::spirv {
namespace {

using ir::Interpolation;
using ir::Meaning;
using ir::Stage;
using ir::Type;
using spv::StorageClass;

constexpr Type kFloat{ir::Kind::F32, 1};

struct MeaningRow {
    spv::BuiltIn builtin;
    Type type;
    const char* name;
    bool is_array = false, is_patch = false;
};

MeaningRow meaning_row(Meaning meaning, bool is_fragment) {
    switch (meaning) {
        case Meaning::Position:
            return is_fragment ? MeaningRow{spv::BuiltIn::FragCoord, kFloat.with_lanes(4), "gl_FragCoord"}
                               : MeaningRow{spv::BuiltIn::Position, kFloat.with_lanes(4), "gl_Position"};
        case Meaning::PointSize: return {spv::BuiltIn::PointSize, kFloat, "gl_PointSize"};
        case Meaning::ClipDistance: return {spv::BuiltIn::ClipDistance, kFloat, "gl_ClipDistance", true};
        case Meaning::CullDistance: return {spv::BuiltIn::CullDistance, kFloat, "gl_CullDistance", true};
        case Meaning::Layer: return {spv::BuiltIn::Layer, ir::kI32, "gl_Layer"};
        case Meaning::ViewportIndex: return {spv::BuiltIn::ViewportIndex, ir::kI32, "gl_ViewportIndex"};
        case Meaning::FragDepth: return {spv::BuiltIn::FragDepth, kFloat, "gl_FragDepth"};
        case Meaning::FrontFacing: return {spv::BuiltIn::FrontFacing, ir::kBool, "gl_FrontFacing"};
        case Meaning::SampleMask: return {spv::BuiltIn::SampleMask, ir::kI32, "gl_SampleMask", true};
        case Meaning::PrimitiveId: return {spv::BuiltIn::PrimitiveId, ir::kI32, "gl_PrimitiveID"};
        case Meaning::TessLevelOuter: return {spv::BuiltIn::TessLevelOuter, kFloat, "gl_TessLevelOuter", true, true};
        default: return {spv::BuiltIn::TessLevelInner, kFloat, "gl_TessLevelInner", true, true};
    }
}

// What must be declared to use the meaning in this stage.
void need(Assembly& assembly, Meaning meaning, Stage stage) {
    const bool late = assembly.version() >= 0x10500, geometry = stage == Stage::Geometry;
    const bool chooses = meaning == Meaning::Layer || meaning == Meaning::ViewportIndex;
    if (meaning == Meaning::ClipDistance) assembly.capability(spv::Capability::ClipDistance);
    if (meaning == Meaning::CullDistance) assembly.capability(spv::Capability::CullDistance);
    if (meaning == Meaning::PointSize && geometry) assembly.capability(spv::Capability::GeometryPointSize);
    if (meaning == Meaning::PointSize && (stage == Stage::TessControl || stage == Stage::TessEval)) {
        assembly.capability(spv::Capability::TessellationPointSize);
    }
    if (!chooses) return;
    if (geometry || stage == Stage::Fragment) {
        const bool layer = meaning == Meaning::Layer;
        return assembly.capability(layer ? spv::Capability::Geometry : spv::Capability::MultiViewport);
    }
    if (late) {
        const bool layer = meaning == Meaning::Layer;
        return assembly.capability(layer ? spv::Capability::ShaderLayer : spv::Capability::ShaderViewportIndex);
    }
    assembly.extension("SPV_EXT_shader_viewport_index_layer");
    assembly.capability(spv::Capability::ShaderViewportIndexLayerEXT);
}

void interpolate(Assembly& assembly, Word variable, Interpolation way) {
    switch (way) {
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

Border::Border(Assembly& assembly, const ir::Module& module, const Target& target, std::vector<Binding>& interface)
    : assembly_(assembly), module_(module), target_(target), interface_(interface) {}

void Border::refuse(std::string why) {
    if (refusal_.empty()) refusal_ = std::move(why);
}

void Border::declare_passages(const Survey& survey) {
    const std::vector<Crossing> in = crossings_of(module_, ir::Role::Input, &survey);
    const std::vector<Crossing> out = crossings_of(module_, ir::Role::Output, &survey);
    interface_.reserve(in.size() + out.size() + module_.resources.size());
    in_.reserve(in.size());
    out_.reserve(out.size());
    for (const Crossing& crossing : in) declare(crossing, true);
    for (const Crossing& crossing : out) declare(crossing, false);
}

void Border::declare(const Crossing& crossing, bool in) {
    const bool user = crossing.meaning == Meaning::User;
    const Passage passage = user ? user_passage(crossing, in) : builtin_passage(crossing, in);
    tell(passage, in);
    if (!in) capture(passage);
    pass(passage, in);
}

void Border::capture(const Passage& passage) {
    for (const ir::Feedback& one : module_.feedback) {
        if (one.file != passage.crossing.file || one.reg != passage.crossing.reg) continue;
        captures_ = true;
        assembly_.capability(spv::Capability::TransformFeedback);
        assembly_.decorate(passage.variable, spv::Decoration::XfbBuffer, one.buffer);
        assembly_.decorate(passage.variable, spv::Decoration::XfbStride, one.stride);
        assembly_.decorate(passage.variable, spv::Decoration::Offset, one.offset);
    }
}

// What belongs to vertices is an array of everything, by vertex.
void Border::pass(Passage passage, bool in) {
    const ir::RegisterFile& file = module_.files[passage.crossing.file];
    if (!in || !has_vertices(file)) return (in ? in_ : out_).push_back(passage);
    const std::uint32_t each = ir::registers_of_a_vertex(module_, file);
    for (std::uint32_t vertex = 0; vertex < ir::vertices_of(module_, file); ++vertex) {
        passage.vertex = vertex;
        in_.push_back(passage);
        passage.crossing.reg += each;
    }
}

bool Border::has_vertices(const ir::RegisterFile& file) const {
    if (file.is_patch) return false;
    const bool in = file.role == ir::Role::Input;
    if (module_.stage == Stage::TessControl) return true;
    return in && (module_.stage == Stage::Geometry || module_.stage == Stage::TessEval);
}

// Patches come as arrays of as many vertices as one can have.
Word Border::of_vertices(Word type, const ir::RegisterFile& file) const {
    if (!has_vertices(file)) return type;
    if (file.role == ir::Role::Output) return assembly_.array(type, module_.tessellation.made);
    const bool geometry = module_.stage == Stage::Geometry;
    return assembly_.array(type, geometry ? ir::vertices_of(module_.geometry.in) : ir::kMostPatchVertices);
}

void Border::tell(const Passage& passage, bool in) {
    const Crossing& crossing = passage.crossing;
    const bool user = crossing.meaning == Meaning::User;
    interface_.push_back(
        {.kind = !user ? "builtin"
                 : in  ? "input"
                       : "output",
         .name = user ? register_name(crossing) : std::string(ir::name_in(ir::kMeaningNames, crossing.meaning)),
         .location = crossing.number,
         .index = crossing.is_second ? 1U : 0U,
         .size = ir::bits_of(passage.type) / 8,
         .type = shown(passage.type)});
}

std::string Border::register_name(const Crossing& crossing) const {
    std::array<char, 10> digits; // NOLINT(cppcoreguidelines-pro-type-member-init): written at once
    char* end = std::to_chars(digits.data(), digits.data() + digits.size(), crossing.reg).ptr;
    std::string name(module_.files[crossing.file].name);
    name.append(digits.data(), end);
    const bool part = crossing.meaning == Meaning::User && crossing.lanes != module_.files[crossing.file].lanes;
    return part ? name.append("_").append(ir::kLaneNames.substr(crossing.lane, crossing.lanes)) : name;
}

Passage Border::user_passage(const Crossing& crossing, bool in) {
    const ir::RegisterFile& file = module_.files[crossing.file];
    const Type type{file.kind, static_cast<std::uint8_t>(crossing.lanes)};
    const std::string name = assembly_.is_named() ? register_name(crossing).append(in ? "_in" : "_out") : std::string();
    const Word variable = assembly_.variable(in ? StorageClass::Input : StorageClass::Output,
                                             of_vertices(outside_type(crossing, type), file), name);
    assembly_.decorate(variable, spv::Decoration::Location, crossing.number);
    if (crossing.is_second) assembly_.decorate(variable, spv::Decoration::Index, 1);
    if (file.is_patch) assembly_.decorate(variable, spv::Decoration::Patch);
    if (in && module_.stage == Stage::Fragment) interpolate(assembly_, variable, crossing.interpolation);
    return {crossing, variable, type};
}

Passage Border::builtin_passage(const Crossing& crossing, bool in) {
    const bool is_fragment = module_.stage == Stage::Fragment;
    const MeaningRow row = meaning_row(crossing.meaning, is_fragment);
    need(assembly_, crossing.meaning, module_.stage);
    Word type = assembly_.type(row.type);
    if (row.is_array) type = assembly_.array(type, elements(crossing.meaning, in));
    const StorageClass storage = in ? StorageClass::Input : StorageClass::Output;
    const bool is_new = known_variable(row.builtin, storage) == 0;
    const Word whole = of_vertices(type, module_.files[crossing.file]);
    const Word variable = builtin_variable(row.builtin, storage, whole, row.name);
    if (is_new && row.is_patch) assembly_.decorate(variable, spv::Decoration::Patch);
    if (is_new && in && is_fragment && row.type == ir::kI32) assembly_.decorate(variable, spv::Decoration::Flat);
    if (crossing.meaning == Meaning::FragDepth) writes_depth_ = true;
    if (!row.is_array) return {crossing, variable, row.type};
    return {crossing, variable, row.type, {}, crossing.number};
}

// How many of a meaning that counts there are, as one array.
std::uint32_t Border::elements(Meaning meaning, bool in) const {
    if (meaning == Meaning::SampleMask) return 1;
    if (meaning == Meaning::TessLevelOuter) return 4;
    if (meaning == Meaning::TessLevelInner) return 2;
    std::uint32_t most = 0;
    for (const Crossing& crossing : crossings_of(module_, in ? ir::Role::Input : ir::Role::Output)) {
        if (crossing.meaning == meaning) most = std::max(most, crossing.number + 1);
    }
    return most;
}

Word Border::known_variable(spv::BuiltIn builtin, StorageClass storage) const {
    for (const BuiltinVariable& one : builtins_)
        if (one.builtin == builtin && one.storage == storage) return one.variable;
    return 0;
}

Word Border::builtin_variable(spv::BuiltIn builtin, StorageClass storage, Word type, const char* name) {
    if (const Word known = known_variable(builtin, storage); known != 0) return known;
    const Word variable = assembly_.variable(storage, type, name);
    assembly_.decorate(variable, spv::Decoration::BuiltIn, static_cast<Word>(builtin));
    builtins_.push_back({builtin, storage, variable});
    return variable;
}

// Of a tessellation control shader's outputs, those of the own vertex where nothing else is said.
Border::Indices Border::indices_of(Code& code, const Passage& passage, bool in, std::optional<Value> of) const {
    Indices indices;
    if (!in && has_vertices(module_.files[passage.crossing.file]))
        indices.add(of ? of->id : read(code, ir::Builtin::InvocationId, ir::kI32).id);
    if (passage.vertex) indices.add(assembly_.u32(*passage.vertex));
    if (passage.element) indices.add(assembly_.u32(*passage.element));
    return indices;
}

// Registers have no signs, some variables of the pipeline do.
Word Border::outside_type(const Crossing& crossing, Type type) const {
    return module_.files[crossing.file].is_signed ? assembly_.signed_type(type.lanes) : assembly_.type(type);
}

Value Border::load_from(Code& code, const Passage& passage, Type type, Word pointer) const {
    if (!module_.files[passage.crossing.file].is_signed) return code.load(type, pointer);
    const Word loaded = code.raw(spv::Op::OpLoad, outside_type(passage.crossing, type), std::span(&pointer, 1));
    return code.op(spv::Op::OpBitcast, type, std::span(&loaded, 1));
}

void Border::store_to(Code& code, const Passage& passage, Word pointer, Value value) const {
    if (module_.files[passage.crossing.file].is_signed) {
        const Word type = outside_type(passage.crossing, value.type);
        value.id = code.raw(spv::Op::OpBitcast, type, std::span(&value.id, 1));
    }
    code.store(pointer, value);
}

Word Border::pointer(Code& code, const Passage& passage, bool in) const {
    return pointer_to(code, passage, in, passage.type, indices_of(code, passage, in, {}));
}

Word Border::lane_pointer(Code& code, const Passage& passage, bool in, std::uint32_t lane,
                          std::optional<Value> of) const {
    Indices indices = indices_of(code, passage, in, of);
    if (passage.type.lanes != 1) indices.add(assembly_.u32(lane));
    return pointer_to(code, passage, in, passage.type.scalar(), indices);
}

Word Border::pointer_to(Code& code, const Passage& passage, bool in, Type part, const Indices& indices) const {
    if (indices.count == 0) return passage.variable;
    const StorageClass storage = in ? StorageClass::Input : StorageClass::Output;
    return code.access(assembly_.pointer(storage, outside_type(passage.crossing, part)), passage.variable,
                       std::span(indices.words).first(indices.count));
}

Value Border::load(Code& code, const Passage& passage, bool in) const {
    const Value value = load_from(code, passage, passage.type, pointer(code, passage, in));
    if (passage.crossing.meaning != Meaning::FrontFacing) return value;
    return code.select({value, code.u32(std::bit_cast<Word>(1.0F)), code.u32(std::bit_cast<Word>(-1.0F))});
}

void Border::store(Code& code, const Passage& passage, Value value) const {
    store_to(code, passage, pointer(code, passage, false), code.as(passage.type, value));
}

Value Border::load_lane(Code& code, const Passage& passage, bool in, std::uint32_t lane,
                        std::optional<Value> of) const {
    return load_from(code, passage, passage.type.scalar(), lane_pointer(code, passage, in, lane, of));
}

void Border::store_lane(Code& code, const Passage& passage, std::uint32_t lane, Value value) const {
    store_to(code, passage, lane_pointer(code, passage, false, lane, {}), code.as(passage.type.scalar(), value));
}

} // namespace relit::lang::spirv
