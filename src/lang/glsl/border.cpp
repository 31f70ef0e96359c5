// Registers at the border of a pipeline: which variables they are, and what main() copies where they are none.
#include "ir/names.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"
#include "lang/glsl/zeros.hpp"
#include "lang/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

namespace relit::lang::glsl {
namespace {

using ir::Access;
using ir::Kind;
using ir::Meaning;
using ir::Op;
using ir::Role;
using ir::Stage;
using ir::Type;

struct MeaningText {
    Meaning meaning;
    std::string_view name, in_fragment; // as an output or between stages; as an input of a fragment shader
    bool counts = false, whole = false; // an array; an int
    std::uint32_t version = 330;        // of the OpenGL dialect, outside geometry shaders
};
constexpr MeaningText kMeanings[] = {
    {Meaning::Position, "gl_Position", "gl_FragCoord"},
    {Meaning::PointSize, "gl_PointSize", ""},
    {Meaning::ClipDistance, "gl_ClipDistance", "gl_ClipDistance", true},
    {Meaning::CullDistance, "gl_CullDistance", "gl_CullDistance", true, false, 450},
    {Meaning::Layer, "gl_Layer", "gl_Layer", false, true, 430},
    {Meaning::ViewportIndex, "gl_ViewportIndex", "gl_ViewportIndex", false, true, 430},
    {Meaning::FragDepth, "gl_FragDepth", ""},
    {Meaning::FrontFacing, "", "(gl_FrontFacing ? 1.0 : -1.0)"},
    {Meaning::TessLevelOuter, "gl_TessLevelOuter", "", true, false, 400},
    {Meaning::TessLevelInner, "gl_TessLevelInner", "", true, false, 400},
    {Meaning::PrimitiveId, "gl_PrimitiveID", "", false, true},
    {Meaning::SampleMask, "gl_SampleMask", "gl_SampleMaskIn", true, true, 400},
};

const MeaningText* row_of(Meaning meaning) {
    const auto* row = std::ranges::find(kMeanings, meaning, &MeaningText::meaning);
    return row == std::end(kMeanings) ? nullptr : row;
}

std::string signed_name(unsigned lanes) { return lanes == 1 ? "int" : fmt::format("ivec{}", lanes); }

// "o[6].x"
std::string part(const ir::RegisterFile& file, const std::string& name, const Crossing& crossing) {
    return crossing.lanes == file.lanes ? name : name + swizzle(((1U << crossing.lanes) - 1) << crossing.lane);
}

/// The variable of some lanes of a register, which travel in a way of their own.
std::string part_name(std::string_view file, const Crossing& crossing, bool in, bool by_name) {
    const std::string_view lanes = ir::kLaneNames.substr(crossing.lane, crossing.lanes);
    if (by_name) return fmt::format("travel{}", crossing.number);
    return fmt::format("{}{}_{}_{}", file, crossing.reg, lanes, in ? "in" : "out");
}

// Crossings of the same register.
bool is_only(const std::vector<Crossing>& all, const Crossing& crossing) {
    return std::ranges::count_if(all, [&](const Crossing& other) {
               return other.file == crossing.file && other.reg == crossing.reg;
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
    const bool computed = inst.op == Op::LoadFileAt || inst.op == Op::StoreFileAt;
    const bool stores = inst.op == Op::StoreFile || inst.op == Op::StoreFileAt;
    if (!computed && !stores && inst.op != Op::LoadFile && inst.op != Op::LoadFileOf) return;
    const std::uint32_t index = inst.access()[Access::file];
    const ir::RegisterFile& file = module_.files[index];
    Accesses& all = accesses_[index];
    all.any = true;
    all.computed = all.computed || computed;
    const Type type = stores ? module_[inst.operands.back()].type : inst.type;
    const std::uint32_t lanes = ir::lanes_taken(
        file,
        type.with_lanes(stores ? static_cast<unsigned>(std::bit_width(inst.access()[Access::mask])) : type.lanes));
    const std::uint32_t first = computed ? 0 : inst.access()[Access::lane] / file.lanes;
    const std::uint32_t end = computed ? file.count : (inst.access()[Access::lane] + lanes - 1) / file.lanes + 1;
    for (std::uint32_t i = first; i < std::min(end, file.count); ++i) (stores ? all.written : all.read)[i] = true;
}

// What passes keep in registers of their own, "p.f32x4", is in variables, not in arrays: p_0 and so on, whatever their type.
void Writer::name_single_variables(const std::function<std::string(std::string_view)>& fresh) {
    std::map<std::string, std::uint32_t, std::less<>> next;
    for (std::uint32_t f = 0; f < module_.files.size(); ++f) {
        const ir::RegisterFile& file = module_.files[f];
        const std::string_view name = file.name;
        const std::size_t dot = name.find('.');
        const bool is_made = file.role == Role::Register && dot != std::string_view::npos;
        if (!is_made || accesses_[f].computed || target_.literal) continue;
        const std::string stem(name.substr(0, dot));
        for (std::uint32_t reg = 0; reg < file.count; ++reg)
            register_names_[f].push_back(fresh(fmt::format("{}_{}", stem, next[stem]++)));
    }
}

// Registers that are variables of the pipeline themselves get its names; literal texts keep the guest's.
void Writer::name_registers(const std::function<std::string(std::string_view)>& fresh) {
    register_names_.resize(module_.files.size());
    if (harness()) return;
    name_single_variables(fresh);
    for (const Role role : {Role::Input, Role::Output}) {
        const std::vector<Crossing> crossings = crossings_of(module_, role);
        for (std::uint32_t f = 0; f < module_.files.size(); ++f) {
            const ir::RegisterFile& file = module_.files[f];
            const bool literal = target_.literal && (!module_.spoken || file.count != 1);
            const bool array = accesses_[f].computed || literal || by_vertex() || file.is_signed;
            if (file.role != role || array) continue;
            for (std::uint32_t reg = 0; reg < file.count; ++reg) {
                register_names_[f].push_back(
                    file.count == 1 ? file_names_[f] : fresh(fmt::format("{}{}", std::string_view(file.name), reg)));
            }
            for (const Crossing& crossing : crossings) {
                const MeaningText* row = row_of(crossing.meaning);
                const bool direct = crossing.file == f && row != nullptr && !row->counts && !row->whole &&
                                    file.kind == Kind::F32 && crossing.lanes == file.lanes &&
                                    is_only(crossings, crossing);
                const bool named = crossing.file == f && crossing.meaning == Meaning::User &&
                                   meets_by_name(role == Role::Input) && is_only(crossings, crossing);
                if (direct || named) register_names_[f][crossing.reg] = variable_of(crossing, role == Role::Input);
            }
        }
    }
}

// Between stages there are no locations before GLSL 410: names say what meets what.
bool Writer::meets_by_name(bool in) const {
    const bool ends = in ? module_.stage == Stage::Vertex : module_.stage == Stage::Fragment;
    return version_ < 410 && !ends && !harness();
}

// The pipeline's own name of what crosses, or that of our variable.
std::string Writer::variable_of(const Crossing& crossing, bool in) const {
    if (crossing.meaning == Meaning::User) {
        if (crossing.lanes != module_.files[crossing.file].lanes)
            return part_name(file_names_[crossing.file], crossing, in, meets_by_name(in));
        if (meets_by_name(in)) return fmt::format("travel{}", crossing.number);
        if (!register_names_[crossing.file].empty()) return register_names_[crossing.file][crossing.reg];
        return fmt::format("{}{}_{}", file_names_[crossing.file], crossing.reg, in ? "in" : "out");
    }
    const MeaningText* row = row_of(crossing.meaning);
    if (row == nullptr) return "0";
    const bool fragment = in && module_.stage == Stage::Fragment;
    const std::string name(fragment ? row->in_fragment : row->name);
    return row->counts ? fmt::format("{}[{}]", name, crossing.number) : name;
}

// Whether the files of the role are arrays that the pipeline can take as they are.
bool Writer::is_plain_array(std::uint32_t file) const {
    const ir::RegisterFile& f = module_.files[file];
    if (meets_by_name(f.role == Role::Input)) return false;
    return !by_vertex() && module_.feedback.empty() && !f.is_signed && register_names_[file].empty() &&
           f.places.empty() && ir::bits_of(Type{f.kind, f.lanes}) <= 128;
}

void Writer::require_meaning(const Crossing& crossing, bool in) {
    const MeaningText* row = row_of(crossing.meaning);
    if (row == nullptr) return lacks("an unknown meaning");
    const bool chooses = crossing.meaning == Meaning::Layer || crossing.meaning == Meaning::ViewportIndex;
    const bool geometry = module_.stage == Stage::Geometry && !row->counts; // chooses layers since longer
    const std::uint32_t needed = geometry ? std::min(row->version, 410U) : row->version;
    if (version_ < needed)
        lacks(fmt::format("{} before GLSL {}", ir::name_in(ir::kMeaningNames, crossing.meaning), needed));
    if (chooses && !in && module_.stage != Stage::Geometry) extensions_.insert("GL_ARB_shader_viewport_layer_array");
}

// Whether registers are those of vertices of a primitive or patch.
bool Writer::by_vertex() const {
    return module_.stage == Stage::Geometry || module_.stage == Stage::TessControl || module_.stage == Stage::TessEval;
}

// What invocations of a tessellation control shader write is seen by the others: no copies of it are kept.
bool Writer::is_shared_output(std::uint32_t file) const {
    return !harness() && module_.stage == Stage::TessControl && module_.files[file].role == Role::Output;
}

// One lane of such a register, as the pipeline calls it; nothing where it is not handed on.
std::string Writer::shared_lane(std::uint32_t file, std::uint32_t lane, std::string_view invocation) const {
    const ir::RegisterFile& f = module_.files[file];
    for (const Crossing& crossing : crossings_of(module_, Role::Output)) {
        const std::uint32_t first = crossing.reg * f.lanes + crossing.lane;
        if (crossing.file != file || lane - first >= crossing.lanes) continue;
        std::string name = variable_of(crossing, false);
        const bool user = crossing.meaning == Meaning::User;
        if (!f.is_patch)
            name = user ? fmt::format("{}[{}]", name, invocation) : fmt::format("gl_out[{}].{}", invocation, name);
        return crossing.lanes == 1 ? name : name + "." + "xyzw"[lane - first];
    }
    return "";
}

// "xfb_buffer = 0, xfb_offset = 16", where the register is captured.
std::string Writer::capture_of(const Crossing& crossing) const {
    for (const ir::Feedback& one : module_.feedback)
        if (one.file == crossing.file && one.reg == crossing.reg)
            return fmt::format("xfb_buffer = {}, xfb_offset = {}", one.buffer, one.offset);
    return "";
}

// "layout(location = 3) flat in"
std::string Writer::passage(const Crossing& crossing, bool in) const {
    constexpr std::string_view kWays[] = {"", "flat ", "noperspective ", "centroid ", "sample "};
    const bool interpolated =
        (in && module_.stage == Stage::Fragment) || (version_ < 430 && !in && module_.stage == Stage::Vertex);
    const Kind kind = module_.files[crossing.file].kind;
    const bool whole_out = !in && module_.stage == Stage::Vertex && (ir::is_integer(kind) || kind == Kind::F64);
    std::string_view way = interpolated ? kWays[static_cast<std::size_t>(crossing.interpolation)] : "";
    if (whole_out && version_ < 430) way = "flat "; // older versions want it on both sides
    const std::string capture = in || harness() ? "" : capture_of(crossing);
    const std::string patch = module_.files[crossing.file].is_patch ? "patch " : "";
    return (meets_by_name(in)
                ? ""
                : fmt::format("layout(location = {}{}{}{}) ", crossing.number, crossing.is_second ? ", index = 1" : "",
                              capture.empty() ? "" : ", ", capture)) +
           std::string(way) + patch + (in ? "in " : "out ");
}

void Writer::tell(const Crossing& crossing, bool in, const std::string& name) {
    const ir::RegisterFile& file = module_.files[crossing.file];
    const bool user = crossing.meaning == Meaning::User;
    const Type type = Type{file.kind, static_cast<std::uint8_t>(crossing.lanes)};
    artifact_.interface.push_back({.kind = !user ? "builtin"
                                           : in  ? "input"
                                                 : "output",
                                   .name = name,
                                   .location = user ? crossing.number : 0,
                                   .index = crossing.is_second ? 1U : 0U,
                                   .size = ir::bits_of(type) / 8,
                                   .type = glsl::type_name(type)});
}

// Bits of a lane as an int and back.
std::string Writer::crossing_bits(const Crossing& crossing, bool in, const std::string& text) const {
    const MeaningText* row = row_of(crossing.meaning);
    const ir::RegisterFile& file = module_.files[crossing.file];
    const bool floats = file.kind == Kind::F32;
    if (crossing.meaning == Meaning::User && file.is_signed)
        return (in ? glsl::type_name({file.kind, file.lanes}) : signed_name(file.lanes)) + "(" + text + ")";
    if (row == nullptr) return text;
    if (row->whole) {
        if (in) return floats ? "intBitsToFloat(" + text + ")" : "uint(" + text + ")";
        return floats ? "floatBitsToInt(" + text + ")" : "int(" + text + ")";
    }
    if (floats) return text;
    return in ? "floatBitsToUint(" + text + ")" : "uintBitsToFloat(" + text + ")";
}

// What is no variable of ours comes and goes by copies; stages that work on vertices are given every one, a geometry shader
// makes many.
void Writer::copy_crossing(const Crossing& crossing, bool in, const std::string& variable) {
    const ir::RegisterFile& file = module_.files[crossing.file];
    const bool geometry = module_.stage == Stage::Geometry;
    if (is_shared_output(crossing.file)) return;
    const std::uint32_t vertices = ir::vertices_of(module_, file);
    const bool arrays = in && by_vertex() && !file.is_patch;
    for (std::uint32_t vertex = 0; vertex < vertices; ++vertex) {
        const std::uint32_t number = vertex * ir::registers_of_a_vertex(module_, file) + crossing.reg;
        const std::string reg = register_name(crossing.file, std::to_string(number));
        if (reg == variable) continue;
        const std::string lanes = part(file, reg, crossing);
        std::string outside = variable;
        if (arrays) {
            const bool user = crossing.meaning == Meaning::User;
            outside = user ? fmt::format("{}[{}]", variable, vertex) : fmt::format("gl_in[{}].{}", vertex, variable);
        }
        if (in) prologue_ += fmt::format("    {} = {};\n", lanes, crossing_bits(crossing, true, outside));
        if (in) continue;
        (geometry ? emitted_ : epilogue_) +=
            fmt::format("    {} = {};\n", outside, crossing_bits(crossing, false, lanes));
    }
}

// Declares what crosses in one direction; what is no variable of ours is copied by main().
std::string Writer::declare_crossings(Role role) {
    const bool in = role == Role::Input;
    const std::vector<Crossing> crossings = crossings_of(module_, role);
    std::string text;
    std::map<Meaning, std::uint32_t> counted;
    for (const Crossing& crossing : crossings) {
        const ir::RegisterFile& file = module_.files[crossing.file];
        const Accesses& all = accesses_[crossing.file];
        bool is_used = false; // as a register of any vertex
        for (std::uint32_t reg = crossing.reg; reg < file.count; reg += ir::registers_of_a_vertex(module_, file)) {
            is_used = is_used || (in ? all.read : all.written)[reg];
            is_used = is_used || (is_shared_output(crossing.file) && all.read[reg]);
        }
        if (is_plain_array(crossing.file) || !is_used) continue;
        require(file.kind);
        const bool user = crossing.meaning == Meaning::User;
        const std::string variable = variable_of(crossing, in);
        if (user) {
            const Type type{file.kind, static_cast<std::uint8_t>(crossing.lanes)};
            const bool several = (in ? by_vertex() : module_.stage == Stage::TessControl) && !file.is_patch;
            text += passage(crossing, in) + (file.is_signed ? signed_name(type.lanes) : glsl::type_name(type)) + " " +
                    variable + (several ? "[];\n" : ";\n");
            if (!in && has_precise() && ir::is_float(file.kind)) text += "precise " + variable + ";\n";
        } else {
            require_meaning(crossing, in);
            const MeaningText* row = row_of(crossing.meaning);
            const bool distance =
                crossing.meaning == Meaning::ClipDistance || crossing.meaning == Meaning::CullDistance;
            if (distance) counted[crossing.meaning] = std::max(counted[crossing.meaning], crossing.number + 1);
            if (const std::string capture = in ? "" : capture_of(crossing); !capture.empty())
                captured_position_ = fmt::format("layout({}) ", capture);
            if (!in && has_precise() && row != nullptr && !row->whole && !row->counts &&
                !is_shared_output(crossing.file))
                text += "precise " + variable + ";\n";
        }
        tell(crossing, in, user ? variable : std::string(ir::name_in(ir::kMeaningNames, crossing.meaning)));
        copy_crossing(crossing, in, variable);
    }
    if (!in && !captured_position_.empty()) return redeclared_vertex(crossings, counted) + text;
    for (const auto& [meaning, count] : counted) {
        if (in ? by_vertex() : module_.stage == Stage::TessControl) break; // members of gl_in and gl_out
        text += fmt::format("{} float {}[{}];\n", in ? "in" : "out", row_of(meaning)->name, count);
    }
    return text;
}

// A position that is captured must be said with all else of its block.
std::string Writer::redeclared_vertex(const std::vector<Crossing>& crossings,
                                      const std::map<Meaning, std::uint32_t>& counted) const {
    std::string text = "out gl_PerVertex {\n    " + captured_position_ + "vec4 gl_Position;\n";
    const bool sized = std::ranges::any_of(crossings, [](const Crossing& crossing) {
        return crossing.meaning == Meaning::PointSize; // written or not
    });
    if (sized) text += "    float gl_PointSize;\n";
    for (const auto& [meaning, count] : counted)
        text += fmt::format("    float {}[{}];\n", row_of(meaning)->name, count);
    return text + "};\n";
}

// A file whose registers do not cross as they are: an array of ours, or single variables.
std::string Writer::declare_file(std::uint32_t index) {
    const ir::RegisterFile& file = module_.files[index];
    const Type type{file.kind, file.lanes};
    const std::string precise = has_precise() && ir::is_float(file.kind) && file.role != Role::Input ? "precise " : "";
    const auto variable = [&](const std::string& name, std::uint32_t count) {
        const std::string array = count == 1 ? "" : fmt::format("[{}]", count);
        // said apart: glslang takes a global declared `precise` for a variable of one function
        return glsl::type_name(type) + " " + name + array + ";\n" + (precise.empty() ? "" : precise + name + ";\n");
    };
    const bool is_kept = harness() && file.role != Role::Register; // in the item's record
    const bool crosses = !harness() && file.role != Role::Register;
    if ((!accesses_[index].any && !is_kept) || is_shared_output(index)) return "";
    require(file.kind);
    if (crosses && is_plain_array(index)) {
        const bool in = file.role == Role::Input;
        const std::vector<Crossing> crossings = crossings_of(module_, file.role);
        const auto first = std::ranges::find(crossings, index, &Crossing::file);
        if (first == crossings.end()) return "";
        Crossing whole = *first;
        artifact_.interface.push_back(
            {.kind = in ? "input" : "output",
             .name = file_names_[index],
             .location = whole.number,
             .size = file.count * ir::bits_of(type) / 8,
             .type = glsl::type_name(type) + (file.count == 1 ? "" : fmt::format("[{}]", file.count))});
        return passage(whole, in) + variable(file_names_[index], file.count);
    }
    if (register_names_[index].empty()) return variable(file_names_[index], file.count);
    std::string text;
    const std::vector<Crossing> crossings = crosses ? crossings_of(module_, file.role) : std::vector<Crossing>{};
    for (std::uint32_t reg = 0; reg < file.count; ++reg) {
        const std::string& name = register_names_[index][reg];
        const bool is_used = accesses_[index].read[reg] || accesses_[index].written[reg];
        const bool outside = std::ranges::any_of(crossings, [&](const Crossing& crossing) {
            return crossing.file == index && crossing.reg == reg &&
                   variable_of(crossing, file.role == Role::Input) == name &&
                   (file.role == Role::Input || accesses_[index].written[reg]);
        });
        if (is_used && !outside) text += variable(name, 1);
    }
    return text;
}

// What may be read, or handed on, before it is written starts as zero.
std::string Writer::zero_files() const {
    constexpr std::size_t kFew = 4;
    const std::vector<std::vector<bool>> seen = seen_unwritten(module_);
    std::string text;
    for (std::uint32_t i = 0; i < module_.files.size(); ++i) {
        const ir::RegisterFile& file = module_.files[i];
        const bool elsewhere = (harness() && file.role == Role::Output) || is_shared_output(i);
        if (file.role == Role::Input || !accesses_[i].any || elsewhere) continue;
        const std::string zero = constant({file.kind, file.lanes}, std::vector<std::uint64_t>(file.lanes));
        const bool array = register_names_[i].empty() && file.count > 1;
        const bool all = is_plain_array(i) && file.role == Role::Output && !harness();
        std::vector<std::uint32_t> registers;
        for (std::uint32_t reg = 0; reg < file.count; ++reg) {
            const bool used = all || accesses_[i].read[reg] || accesses_[i].written[reg];
            if (used && seen[i][reg]) registers.push_back(reg);
        }
        if (array && registers.size() > kFew) {
            text += fmt::format("    for (int i = 0; i < {}; ++i) {}[i] = {};\n", file.count, file_names_[i], zero);
            continue;
        }
        for (const std::uint32_t reg : registers) {
            text += fmt::format("    {} = {};\n", register_name(i, std::to_string(reg)), zero);
        }
    }
    for (std::uint32_t i = 0; i < module_.resources.size(); ++i) {
        const ir::Resource& r = module_.resources[i];
        const bool own = r.kind == ir::ResourceKind::Scratch || (r.kind == ir::ResourceKind::Shared && is_alone());
        if (!own || !used_resources_[i]) continue;
        text += fmt::format("    for (int i = 0; i < {}; ++i) {}[i] = 0u;\n", std::max(1U, (r.size + 3) / 4),
                            resource_names_[i]);
    }
    return text;
}

} // namespace relit::lang::glsl
