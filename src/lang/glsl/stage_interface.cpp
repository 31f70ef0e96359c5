// Registers of the stage interface: the variables that they are, and what main() copies where they are none.
#include "ir/names.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"
#include "lang/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

namespace relit::lang::glsl {
namespace {

using ir::Access;
using ir::Kind;
using ir::Role;
using ir::Semantic;
using ir::Stage;
using ir::Type;

struct SemanticText {
    Semantic semantic;
    std::string_view name, in_fragment; // as an output or between stages; as an input of a fragment shader
    bool counts = false, whole = false; // an array; an int
    std::uint32_t version = 330;        // of the OpenGL dialect, outside geometry shaders
};
constexpr SemanticText kSemantics[] = {
    {Semantic::Position, "gl_Position", "gl_FragCoord"},
    {Semantic::PointSize, "gl_PointSize", ""},
    {Semantic::ClipDistance, "gl_ClipDistance", "gl_ClipDistance", true},
    {Semantic::CullDistance, "gl_CullDistance", "gl_CullDistance", true, false, 450},
    {Semantic::Layer, "gl_Layer", "gl_Layer", false, true, 430},
    {Semantic::ViewportIndex, "gl_ViewportIndex", "gl_ViewportIndex", false, true, 430},
    {Semantic::FragDepth, "gl_FragDepth", ""},
    {Semantic::FrontFacing, "", "(gl_FrontFacing ? 1.0 : -1.0)"},
    {Semantic::TessLevelOuter, "gl_TessLevelOuter", "", true, false, 400},
    {Semantic::TessLevelInner, "gl_TessLevelInner", "", true, false, 400},
    {Semantic::PrimitiveId, "gl_PrimitiveID", "", false, true},
    {Semantic::SampleMask, "gl_SampleMask", "gl_SampleMaskIn", true, true, 400},
};

const SemanticText* row_of(Semantic semantic) {
    const auto* row = std::ranges::find(kSemantics, semantic, &SemanticText::semantic);
    return row == std::end(kSemantics) ? nullptr : row;
}

std::string signed_name(unsigned lanes) { return lanes == 1 ? "int" : fmt::format("ivec{}", lanes); }

// "o[6].x"
std::string part(const ir::RegisterFile& file, const std::string& name, const IoVariable& io_variable) {
    return io_variable.lanes == file.lanes ? name : name + swizzle(((1U << io_variable.lanes) - 1) << io_variable.lane);
}

/// The variable of some lanes of a register, which travel in a qualifier of their own.
std::string part_name(std::string_view file, const IoVariable& io_variable, bool in, bool by_name) {
    const std::string_view lanes = ir::kLaneNames.substr(io_variable.lane, io_variable.lanes);
    if (by_name) return fmt::format("travel{}", io_variable.number);
    return fmt::format("{}{}_{}_{}", file, io_variable.reg, lanes, in ? "in" : "out");
}

// No other variable belongs to the same register.
bool is_only(const std::vector<IoVariable>& all, const IoVariable& io_variable) {
    return std::ranges::count_if(all, [&](const IoVariable& other) {
               return other.file == io_variable.file && other.reg == io_variable.reg;
           }) == 1;
}

} // namespace

// Which files are used at all, and which at computed indices.
void Writer::note_accesses() {
    accesses_.resize(module_.files.size());
    for (std::size_t i = 0; i < accesses_.size(); ++i) {
        accesses_[i].read.resize(module_.files[i].count);
        accesses_[i].written.resize(module_.files[i].count);
    }
    for (const ir::Function& function : module_.functions) {
        for (const ir::Block& block : function.blocks) {
            for (const ir::Id id : block.insts) note_access(module_[id]);
        }
    }
}

void Writer::note_access(const ir::Inst& inst) {
    const ir::OpInfo& row = ir::info(inst.op);
    if (!row.accesses(ir::Memory::Registers)) return;
    const RegisterRange range = registers_named_by(module_, inst);
    Accesses& all = accesses_[range.file];
    all.any = all.any || !row.has(ir::kByVertex);
    all.computed = all.computed || row.has(ir::kIndexed);
    for (std::uint32_t i = range.first; i < range.end; ++i) (row.is_store() ? all.written : all.read)[i] = true;
}

/// "r4", or "r4x" for one lane of several: the start of a name for what the register holds. Empty where it is no register.
std::string Writer::register_stem(const ir::RegisterOfValue& of, Type type) const {
    const std::uint32_t index = of.access[Access::file];
    if (!of.is_known() || index >= module_.files.size() || target_.literal) return "";
    const ir::RegisterFile& file = module_.files[index];
    if (file.role != Role::Register) return ""; // outputs are written once, mostly: what computes them says more
    if (file.purpose != ir::FilePurpose::Guest) {
        const std::uint32_t kept = of.access[Access::lane] / file.lanes;
        return kept < file.keeps.size() ? register_stem(file.keeps[kept], type) : "";
    }
    const bool is_pair = of.is_pair && !file.pairs.empty();
    const std::uint32_t each = is_pair ? 2 : 1; // lanes of the file for one of the value
    const std::uint32_t first = static_cast<std::uint32_t>(std::countr_zero(of.access[Access::mask]));
    const std::uint32_t lane = of.access[Access::lane] / each + first;
    const std::string number = file.count == 1 ? "" : std::to_string(lane / file.lanes);
    const bool is_part = type.lanes == 1 && file.lanes > 1;
    return std::string(is_pair ? file.pairs : std::string_view(file_names_[index])) + number +
           (is_part ? std::string(1, ir::kLaneNames[lane % file.lanes]) : "");
}

/// "r4_1", "r4_2" and so on; GLSL keeps names with two underscores in a row for itself.
std::string Writer::numbered_name(std::string_view stem) {
    unsigned& number = numbers_.try_emplace(std::string(stem)).first->second;
    while (true) {
        std::string name = fmt::format("{}{}{}", stem, stem.ends_with('_') ? "" : "_", ++number);
        if (taken_.insert(name).second) return name;
    }
}

/// A register of a file without inputs and outputs: r4 of file r. What passes keep in files of their own, "p.f32x4", is named
/// after the register that the value was in, else p_1 and so on.
std::string Writer::variable_name(std::uint32_t index, std::uint32_t reg, const Fresh& fresh) {
    const ir::RegisterFile& file = module_.files[index];
    const std::string_view name = file.name;
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos)
        return file.count == 1 ? file_names_[index] : fresh(fmt::format("{}{}", name, reg));
    const std::string stem = reg < file.keeps.size() ? register_stem(file.keeps[reg], {file.kind, file.lanes}) : "";
    return numbered_name(stem.empty() ? name.substr(0, dot) : std::string_view(stem));
}

// Registers that nothing looks up by a computed index are variables of their own. Literal text has the guest's arrays.
void Writer::name_single_variables(const Fresh& fresh) {
    for (std::uint32_t f = 0; f < module_.files.size(); ++f) {
        const ir::RegisterFile& file = module_.files[f];
        if (file.role != Role::Register || accesses_[f].computed || target_.literal) continue;
        for (std::uint32_t reg = 0; reg < file.count; ++reg) {
            const bool is_used = accesses_[f].read[reg] || accesses_[f].written[reg];
            register_names_[f].push_back(is_used ? variable_name(f, reg, fresh) : std::string());
        }
    }
}

// Registers that are variables of the pipeline themselves get its names; literal texts keep the guest's.
void Writer::name_registers(const Fresh& fresh) {
    register_names_.resize(module_.files.size());
    name_single_variables(fresh);
    for (const Role role : {Role::Input, Role::Output}) {
        const std::vector<IoVariable> io_variables = io_variables_of(module_, role);
        for (std::uint32_t f = 0; f < module_.files.size(); ++f) {
            const ir::RegisterFile& file = module_.files[f];
            const bool literal = target_.literal && (!module_.readable || file.count != 1);
            const bool array = accesses_[f].computed || literal || are_copied(role) || file.is_signed;
            if (file.role != role || array) continue;
            for (std::uint32_t reg = 0; reg < file.count; ++reg) {
                const auto label = labelled_.find({f, reg});
                register_names_[f].push_back(label != labelled_.end() ? label->second
                                             : file.count == 1
                                                 ? file_names_[f]
                                                 : fresh(fmt::format("{}{}", std::string_view(file.name), reg)));
            }
            for (const IoVariable& io_variable : io_variables) {
                const SemanticText* row = row_of(io_variable.semantic);
                const bool direct = io_variable.file == f && row != nullptr && !row->counts && !row->whole &&
                                    file.kind == Kind::F32 && io_variable.lanes == file.lanes &&
                                    is_only(io_variables, io_variable);
                const bool named = io_variable.file == f && io_variable.semantic == Semantic::User &&
                                   matches_by_name(role == Role::Input) && is_only(io_variables, io_variable);
                if (direct || named)
                    register_names_[f][io_variable.reg] = variable_of(io_variable, role == Role::Input);
            }
        }
    }
}

// Between stages there are no locations before GLSL 410: variables are matched by name.
bool Writer::matches_by_name(bool in) const {
    const bool ends = in ? module_.stage == Stage::Vertex : module_.stage == Stage::Fragment;
    return version_ < 410 && !ends;
}

// The pipeline's own name of what crosses, or that of our variable.
std::string Writer::variable_of(const IoVariable& io_variable, bool in) const {
    if (io_variable.semantic == Semantic::User) {
        if (io_variable.lanes != module_.files[io_variable.file].lanes)
            return part_name(file_names_[io_variable.file], io_variable, in, matches_by_name(in));
        if (matches_by_name(in)) return fmt::format("travel{}", io_variable.number);
        if (!register_names_[io_variable.file].empty()) return register_names_[io_variable.file][io_variable.reg];
        return fmt::format("{}{}_{}", file_names_[io_variable.file], io_variable.reg, in ? "in" : "out");
    }
    const SemanticText* row = row_of(io_variable.semantic);
    if (row == nullptr) return "0";
    const bool fragment = in && module_.stage == Stage::Fragment;
    const std::string name(fragment ? row->in_fragment : row->name);
    return row->counts ? fmt::format("{}[{}]", name, io_variable.number) : name;
}

// Whether the files of the role are arrays that the pipeline can take as they are.
bool Writer::is_plain_array(std::uint32_t file) const {
    const ir::RegisterFile& f = module_.files[file];
    if (matches_by_name(f.role == Role::Input)) return false;
    return !are_copied(f.role) && module_.feedback.empty() && !f.is_signed && register_names_[file].empty() &&
           f.io_slots.empty() && ir::bits_of(Type{f.kind, f.lanes}) <= 128;
}

void Writer::require_semantic(const IoVariable& io_variable, bool in) {
    const SemanticText* row = row_of(io_variable.semantic);
    if (row == nullptr) return lacks("an unknown semantic");
    const bool chooses = io_variable.semantic == Semantic::Layer || io_variable.semantic == Semantic::ViewportIndex;
    const bool geometry = module_.stage == Stage::Geometry && !row->counts; // chooses layers since longer
    const std::uint32_t needed = geometry ? std::min(row->version, 410U) : row->version;
    if (version_ < needed)
        lacks(fmt::format("{} before GLSL {}", ir::name_in(ir::kSemanticNames, io_variable.semantic), needed));
    if (chooses && !in && module_.stage != Stage::Geometry) extensions_.insert("GL_ARB_shader_viewport_layer_array");
}

// Whether registers are those of vertices of a primitive or patch.
bool Writer::by_vertex() const {
    return module_.stage == Stage::Geometry || module_.stage == Stage::TessControl || module_.stage == Stage::TessEval;
}

// Returns true if registers of that role are copies: of inputs of vertices, and of what vertices are made of one by one.
bool Writer::are_copied(Role role) const {
    const bool makes_vertices = module_.stage == Stage::Geometry && !stores_all_it_emits_;
    return by_vertex() && (role == Role::Input || makes_vertices || module_.stage == Stage::TessControl);
}

// What invocations of a tessellation control shader write is seen by the others: no copies of it are kept.
bool Writer::is_shared_output(std::uint32_t file) const {
    return module_.stage == Stage::TessControl && module_.files[file].role == Role::Output;
}

// One lane of such a register, as the pipeline calls it; nothing where it is not passed on.
std::string Writer::shared_lane(std::uint32_t file, std::uint32_t lane, std::string_view invocation) const {
    const ir::RegisterFile& f = module_.files[file];
    for (const IoVariable& io_variable : io_variables_of(module_, Role::Output)) {
        const std::uint32_t first = io_variable.reg * f.lanes + io_variable.lane;
        if (io_variable.file != file || lane - first >= io_variable.lanes) continue;
        std::string name = variable_of(io_variable, false);
        const bool user = io_variable.semantic == Semantic::User;
        if (!f.is_patch)
            name = user ? fmt::format("{}[{}]", name, invocation) : fmt::format("gl_out[{}].{}", invocation, name);
        return io_variable.lanes == 1 ? name : name + "." + "xyzw"[lane - first];
    }
    return "";
}

// "xfb_buffer = 0, xfb_offset = 16", where the register is captured.
std::string Writer::capture_of(const IoVariable& io_variable) const {
    for (const ir::Feedback& one : module_.feedback)
        if (one.file == io_variable.file && one.reg == io_variable.reg)
            return fmt::format("xfb_buffer = {}, xfb_offset = {}", one.buffer, one.offset);
    return "";
}

// "layout(location = 3) flat in"
std::string Writer::interface_variable(const IoVariable& io_variable, bool in) const {
    constexpr std::string_view kQualifiers[] = {"", "flat ", "noperspective ", "centroid ", "sample "};
    const bool interpolated =
        (in && module_.stage == Stage::Fragment) || (version_ < 430 && !in && module_.stage == Stage::Vertex);
    const Kind kind = module_.files[io_variable.file].kind;
    const bool whole_out = !in && module_.stage == Stage::Vertex && (ir::is_integer(kind) || kind == Kind::F64);
    std::string_view qualifier = interpolated ? kQualifiers[static_cast<std::size_t>(io_variable.interpolation)] : "";
    if (whole_out && version_ < 430) qualifier = "flat "; // older versions require it on both sides
    const std::string capture = in ? "" : capture_of(io_variable);
    const std::string patch = module_.files[io_variable.file].is_patch ? "patch " : "";
    return (matches_by_name(in)
                ? ""
                : fmt::format("layout(location = {}{}{}{}) ", io_variable.number,
                              io_variable.is_second ? ", index = 1" : "", capture.empty() ? "" : ", ", capture)) +
           std::string(qualifier) + patch + (in ? "in " : "out ");
}

void Writer::tell(const IoVariable& io_variable, bool in, const std::string& name) {
    const ir::RegisterFile& file = module_.files[io_variable.file];
    const bool user = io_variable.semantic == Semantic::User;
    const Type type = Type{file.kind, static_cast<std::uint8_t>(io_variable.lanes)};
    artifact_.interface.push_back({.kind = !user ? "builtin"
                                           : in  ? "input"
                                                 : "output",
                                   .name = name,
                                   .location = user ? io_variable.number : 0,
                                   .index = io_variable.is_second ? 1U : 0U,
                                   .size = ir::bits_of(type) / 8,
                                   .type = glsl::type_text(type)});
}

// Bits of a lane as an int and back.
std::string Writer::io_variable_bits(const IoVariable& io_variable, bool in, const std::string& text) const {
    const SemanticText* row = row_of(io_variable.semantic);
    const ir::RegisterFile& file = module_.files[io_variable.file];
    const bool floats = file.kind == Kind::F32;
    if (io_variable.semantic == Semantic::User && file.is_signed)
        return (in ? glsl::type_text({file.kind, static_cast<std::uint8_t>(io_variable.lanes)})
                   : signed_name(io_variable.lanes)) +
               "(" + text + ")";
    if (row == nullptr) return text;
    if (row->whole) {
        if (in) return floats ? "intBitsToFloat(" + text + ")" : "uint(" + text + ")";
        return floats ? "floatBitsToInt(" + text + ")" : "int(" + text + ")";
    }
    if (floats) return text;
    return in ? "floatBitsToUint(" + text + ")" : "uintBitsToFloat(" + text + ")";
}

// The variable, or part of one, that a lane of a vertex is; nothing where it is none.
std::optional<IoVariable> Writer::input_of_vertex(std::uint32_t file, std::uint32_t lane) const {
    const std::uint32_t lanes = module_.files[file].lanes;
    for (const IoVariable& io_variable : io_variables_of(module_, Role::Input))
        if (io_variable.file == file && io_variable.reg == lane / lanes &&
            lane % lanes - io_variable.lane < io_variable.lanes)
            return io_variable;
    return {};
}

// "gl_in[1].gl_Position"
std::string Writer::of_vertex(const IoVariable& io_variable, std::string_view variable, std::string_view vertex) {
    const bool user = io_variable.semantic == Semantic::User;
    return user ? fmt::format("{}[{}]", variable, vertex) : fmt::format("gl_in[{}].{}", vertex, variable);
}

// A variable of a vertex, or one lane of it.
Expression Writer::load_vertex(const ir::Inst& inst) {
    const std::uint32_t file = inst.access()[Access::file], lane = inst.access()[Access::lane];
    std::optional<IoVariable> from = input_of_vertex(file, lane);
    if (!from) return {constant(inst.type, std::vector<std::uint64_t>(inst.type.lanes))};
    const auto number = ir::known_lane(module_, inst.operands[0]);
    const Expression vertex = number ? Expression{std::to_string(*number)} : operand(inst.operands[0]);
    std::string text = of_vertex(*from, variable_of(*from, true), vertex.text);
    const std::uint32_t first = lane % module_.files[file].lanes - from->lane;
    if (inst.type.lanes != from->lanes) text += swizzle(((1U << inst.type.lanes) - 1) << first);
    from->lanes = inst.type.lanes;
    const Type as = inst.type.with_kind(module_.files[file].kind);
    Expression expression = bitcast({io_variable_bits(*from, true, text)}, as, inst.type);
    gather(expression, vertex);
    return expression;
}

// Registers that are no variables of the pipeline are copied from and to those; stages that work on vertices are given every
// one, a geometry shader makes many.
void Writer::copy_io_variable(const IoVariable& io_variable, bool in, const std::string& variable) {
    const ir::RegisterFile& file = module_.files[io_variable.file];
    const bool geometry = module_.stage == Stage::Geometry;
    if (is_shared_output(io_variable.file) || !accesses_[io_variable.file].any) return;
    const std::uint32_t vertices = ir::vertices_of(module_, file);
    const bool arrays = in && by_vertex() && !file.is_patch;
    for (std::uint32_t vertex = 0; vertex < vertices; ++vertex) {
        const std::uint32_t number = vertex * ir::registers_of_a_vertex(module_, file) + io_variable.reg;
        const std::string reg = register_name(io_variable.file, std::to_string(number));
        if (reg == variable) continue;
        const std::string lanes = part(file, reg, io_variable);
        const std::string outside = arrays ? of_vertex(io_variable, variable, std::to_string(vertex)) : variable;
        if (in) prologue_ += fmt::format("    {} = {};\n", lanes, io_variable_bits(io_variable, true, outside));
        if (in) continue;
        (geometry ? emitted_ : epilogue_) +=
            fmt::format("    {} = {};\n", outside, io_variable_bits(io_variable, false, lanes));
    }
}

// Declares the variables of one direction; main() copies those that are no variables of ours.
std::string Writer::declare_io_variables(Role role) {
    const bool in = role == Role::Input;
    const std::vector<IoVariable> io_variables = io_variables_of(module_, role);
    std::string text;
    std::map<Semantic, std::uint32_t> counted;
    for (const IoVariable& io_variable : io_variables) {
        const ir::RegisterFile& file = module_.files[io_variable.file];
        const Accesses& all = accesses_[io_variable.file];
        bool is_used = false; // as a register of any vertex
        for (std::uint32_t reg = io_variable.reg; reg < file.count; reg += ir::registers_of_a_vertex(module_, file)) {
            is_used = is_used || (in ? all.read : all.written)[reg];
            is_used = is_used || (is_shared_output(io_variable.file) && all.read[reg]);
        }
        if (is_plain_array(io_variable.file) || !is_used) continue;
        require(file.kind);
        const bool user = io_variable.semantic == Semantic::User;
        const std::string variable = variable_of(io_variable, in);
        if (user) {
            const Type type{file.kind, static_cast<std::uint8_t>(io_variable.lanes)};
            const bool several = (in ? by_vertex() : module_.stage == Stage::TessControl) && !file.is_patch;
            text += interface_variable(io_variable, in) +
                    (file.is_signed ? signed_name(type.lanes) : glsl::type_text(type)) + " " + variable +
                    (several ? "[];\n" : ";\n");
            if (!in && has_precise() && ir::is_float(file.kind)) text += "precise " + variable + ";\n";
        } else {
            require_semantic(io_variable, in);
            const SemanticText* row = row_of(io_variable.semantic);
            const bool distance =
                io_variable.semantic == Semantic::ClipDistance || io_variable.semantic == Semantic::CullDistance;
            if (distance)
                counted[io_variable.semantic] = std::max(counted[io_variable.semantic], io_variable.number + 1);
            if (const std::string capture = in ? "" : capture_of(io_variable); !capture.empty())
                captured_position_ = fmt::format("layout({}) ", capture);
            if (!in && has_precise() && row != nullptr && !row->whole && !row->counts &&
                !is_shared_output(io_variable.file))
                text += "precise " + variable + ";\n";
        }
        tell(io_variable, in, user ? variable : std::string(ir::name_in(ir::kSemanticNames, io_variable.semantic)));
        copy_io_variable(io_variable, in, variable);
    }
    if (!in && !captured_position_.empty()) return redeclared_vertex(io_variables, counted) + text;
    for (const auto& [semantic, count] : counted) {
        if (in ? by_vertex() : module_.stage == Stage::TessControl) break; // members of gl_in and gl_out
        text += fmt::format("{} float {}[{}];\n", in ? "in" : "out", row_of(semantic)->name, count);
    }
    return text;
}

// A position that is captured must be declared with all else of its block.
std::string Writer::redeclared_vertex(const std::vector<IoVariable>& io_variables,
                                      const std::map<Semantic, std::uint32_t>& counted) const {
    std::string text = "out gl_PerVertex {\n    " + captured_position_ + "vec4 gl_Position;\n";
    const bool sized = std::ranges::any_of(io_variables, [](const IoVariable& io_variable) {
        return io_variable.semantic == Semantic::PointSize; // written or not
    });
    if (sized) text += "    float gl_PointSize;\n";
    for (const auto& [semantic, count] : counted)
        text += fmt::format("    float {}[{}];\n", row_of(semantic)->name, count);
    return text + "};\n";
}

// A file whose registers do not cross as they are: an array of ours, or single variables.
std::string Writer::declare_file(std::uint32_t index) {
    const ir::RegisterFile& file = module_.files[index];
    const Type type{file.kind, file.lanes};
    const std::string precise = has_precise() && ir::is_float(file.kind) && file.role != Role::Input ? "precise " : "";
    const auto variable = [&](const std::string& name, std::uint32_t count) {
        const std::string array = count == 1 ? "" : fmt::format("[{}]", count);
        // a statement of its own: glslang takes a global declared `precise` for a variable of one function
        return glsl::type_text(type) + " " + name + array + ";\n" + (precise.empty() ? "" : precise + name + ";\n");
    };
    const bool crosses = file.role != Role::Register;
    if (!accesses_[index].any || is_shared_output(index)) return "";
    require(file.kind);
    if (crosses && is_plain_array(index)) {
        const bool in = file.role == Role::Input;
        const std::vector<IoVariable> io_variables = io_variables_of(module_, file.role);
        const auto first = std::ranges::find(io_variables, index, &IoVariable::file);
        if (first == io_variables.end()) return "";
        IoVariable whole = *first;
        artifact_.interface.push_back(
            {.kind = in ? "input" : "output",
             .name = file_names_[index],
             .location = whole.number,
             .size = file.count * ir::bits_of(type) / 8,
             .type = glsl::type_text(type) + (file.count == 1 ? "" : fmt::format("[{}]", file.count))});
        return interface_variable(whole, in) + variable(file_names_[index], file.count);
    }
    if (register_names_[index].empty()) return variable(file_names_[index], file.count);
    std::string text;
    const std::vector<IoVariable> io_variables =
        crosses ? io_variables_of(module_, file.role) : std::vector<IoVariable>{};
    for (std::uint32_t reg = 0; reg < file.count; ++reg) {
        const std::string& name = register_names_[index][reg];
        const bool is_used = accesses_[index].read[reg] || accesses_[index].written[reg];
        const bool outside = std::ranges::any_of(io_variables, [&](const IoVariable& io_variable) {
            return io_variable.file == index && io_variable.reg == reg &&
                   variable_of(io_variable, file.role == Role::Input) == name &&
                   (file.role == Role::Input || accesses_[index].written[reg]);
        });
        if (is_used && !outside && !is_local(index, reg)) text += variable(name, 1);
    }
    return text;
}

/// "precise float ": before the name of a local variable that is a register of the file.
std::string Writer::declaration(std::uint32_t file) const {
    const Type type{module_.files[file].kind, module_.files[file].lanes};
    return declared(type, ir::is_float(type.kind)) + " ";
}

void Writer::declare_locals(const ir::Node& node) {
    const auto found = locals_.before.find(&node);
    if (found == locals_.before.end()) return;
    for (const auto& [file, reg] : found->second) {
        line(fmt::format("{}{};", declaration(file), register_names_[file][reg]));
    }
}

// Arrays of which any register may be accessed, what else of an array the pipeline takes, and memory of the invocation's own
// start as zero.
std::string Writer::zero_files() const {
    constexpr std::size_t kFew = 4;
    std::string text;
    for (std::uint32_t i = 0; i < module_.files.size(); ++i) {
        const ir::RegisterFile& file = module_.files[i];
        if (file.role == Role::Input || !accesses_[i].any || is_shared_output(i)) continue;
        const bool is_taken = file.role == Role::Output && is_plain_array(i);
        const std::string zero = constant({file.kind, file.lanes}, std::vector<std::uint64_t>(file.lanes));
        std::vector<std::uint32_t> registers;
        for (std::uint32_t reg = 0; reg < file.count; ++reg) {
            const bool is_untouched = !accesses_[i].read[reg] && !accesses_[i].written[reg];
            if (accesses_[i].computed || (is_taken && is_untouched)) registers.push_back(reg);
        }
        if (file.count > 1 && registers.size() > kFew) {
            text += fmt::format("    for (int i = 0; i < {}; ++i) {}[i] = {};\n", file.count, file_names_[i], zero);
            continue;
        }
        for (const std::uint32_t reg : registers)
            text += fmt::format("    {} = {};\n", register_name(i, std::to_string(reg)), zero);
    }
    for (std::uint32_t i = 0; i < module_.resources.size(); ++i) {
        const ir::Resource& r = module_.resources[i];
        const bool own = r.kind == ir::ResourceKind::Scratch;
        if (!own || !used_resources_[i]) continue;
        text += fmt::format("    for (int i = 0; i < {}; ++i) {}[i] = 0u;\n", std::max(1U, (r.size + 3) / 4),
                            resource_names_[i]);
    }
    return text;
}

} // namespace relit::lang::glsl
