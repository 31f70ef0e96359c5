// Everything around the functions of a shader: version, declarations, and main() for a pipeline or for the harness.
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace relit::lang::glsl {
namespace {

using ir::Kind;
using ir::ResourceKind;
using ir::Role;
using ir::Type;

constexpr std::uint32_t kSetOfConstants = 0, kSetOfStorage = 1;

std::string array_of(std::uint32_t count) { return count == 1 ? "" : fmt::format("[{}]", count); }

} // namespace

Writer::Writer(const ir::Module& module, const Target& target, std::uint32_t version)
    : module_(module), target_(target), version_(version), layout_(layout_of(module)), functions_(version) {
    name_everything();
}

void Writer::fault(FaultKind kind, std::string text) {
    if (!fault_) fault_ = Fault{kind, std::move(text), {}, 0, 0};
}

void Writer::require(Kind kind) {
    const bool lacking = (kind == Kind::I8 && !target_.has_int8) || (kind == Kind::I16 && !target_.has_int16) ||
                         (kind == Kind::I64 && !target_.has_int64) || (kind == Kind::F16 && !target_.has_float16) ||
                         (kind == Kind::F64 && !target_.has_float64);
    if (lacking) lacks("values of " + type_name({kind, 1}) + ", which the target lacks");
    if (kind == Kind::F64 && version_ < 400) lacks("double needs GLSL 400");
    if (kind == Kind::I8) extensions_.insert("GL_EXT_shader_explicit_arithmetic_types_int8");
    if (kind == Kind::I16) extensions_.insert("GL_EXT_shader_explicit_arithmetic_types_int16");
    if (kind == Kind::I64) extensions_.insert("GL_ARB_gpu_shader_int64");
    if (kind == Kind::F16)
        extensions_.insert(
            {"GL_EXT_shader_explicit_arithmetic_types_float16", "GL_EXT_shader_explicit_arithmetic_types_int16"});
}

void Writer::name_everything() {
    std::set<std::string> taken;
    const auto fresh = [&](std::string_view wanted) {
        std::string name = legal_name(wanted);
        for (unsigned i = 2; !taken.insert(name).second; ++i) name = fmt::format("{}_{}", legal_name(wanted), i);
        return name;
    };
    for (const auto& file : module_.files) file_names_.push_back(fresh(file.name));
    for (const auto& resource : module_.resources) resource_names_.push_back(fresh(resource.name));
    for (std::size_t i = 0; i < module_.functions.size(); ++i) {
        function_names_.push_back(i == 0 ? "program" : fresh(module_.functions[i].name));
    }
}

std::string Writer::head() const {
    std::string text = fmt::format("#version {}{}\n", version_, target_.dialect == Dialect::GlslOpenGl ? " core" : "");
    for (const std::string& extension : extensions_) text += "#extension " + extension + " : require\n";
    if (!harness()) return text;
    const bool vulkan = target_.dialect == Dialect::GlslVulkan;
    return text +
           "layout(local_size_x = 64) in;\n"
           "layout(std430, binding = 0) readonly buffer In { uint in_words[]; };\n"
           "layout(std430, binding = 1) buffer Out { uint out_words[]; };\n" +
           (vulkan ? "layout(push_constant) uniform Push { uint invocations; };\n" : "uniform uint invocations;\n") +
           "uint in_base, out_base;\n";
}

std::string Writer::declare_file(std::uint32_t index) {
    const ir::RegisterFile& file = module_.files[index];
    require(file.kind);
    const Type type{file.kind, file.lanes};
    const std::string text = type_name(type) + " " + file_names_[index] + array_of(file.count) + ";\n";
    const std::string precise = has_precise() && ir::is_float(file.kind) ? "precise " : "";
    // said apart: glslang takes a global declared `precise` for a variable of one function
    const std::string again = precise.empty() || file.role == Role::Input ? "" : precise + file_names_[index] + ";\n";
    if (harness() || file.role == Role::Register) return text + again;
    std::uint32_t location = 0;
    for (std::uint32_t i = 0; i < index; ++i)
        location += module_.files[i].role == file.role ? module_.files[i].count : 0;
    const bool in = file.role == Role::Input;
    const bool located =
        version_ >= 410 || (in ? module_.stage == ir::Stage::Vertex : module_.stage == ir::Stage::Fragment);
    const bool flat = ir::is_integer(file.kind) && module_.stage == (in ? ir::Stage::Fragment : ir::Stage::Vertex);
    artifact_.interface.push_back({in ? "input" : "output", file_names_[index], 0, 0, location,
                                   file.count * file.lanes * ir::bits_of(file.kind) / 8,
                                   type_name(type) + array_of(file.count)});
    return (located ? fmt::format("layout(location = {}) ", location) : "") + (flat ? "flat " : "") +
           (in ? "in " : "out ") + text + again;
}

std::string Writer::declare_resource(std::uint32_t index) {
    const ir::Resource& r = module_.resources[index];
    const std::string& name = resource_names_[index];
    const bool constant = r.kind == ResourceKind::ConstantBuffer, storage = r.kind == ResourceKind::StorageBuffer;
    const std::uint32_t words = std::max(1U, (r.size + 3) / 4);
    if (r.kind == ResourceKind::Shared) return fmt::format("shared uint {}[{}];\n", name, words);
    if (r.kind == ResourceKind::Scratch) return fmt::format("uint {}[{}];\n", name, words);
    if (!constant && !storage) return lacks("textures and images"), "";
    if (harness()) return "";
    if (storage && version_ < 430) return lacks("storage buffers before GLSL 430"), "";
    const std::uint32_t set = constant ? kSetOfConstants : kSetOfStorage;
    const std::string type = constant ? fmt::format("vec4[{}]", (words + 3) / 4) : "uint[]";
    artifact_.interface.push_back({constant ? "uniform" : "storage", name, set, r.binding, 0, r.size, type});
    std::string layout = constant ? "std140" : "std430";
    if (target_.dialect == Dialect::GlslVulkan) layout += fmt::format(", set = {}", set);
    if (version_ >= 420) layout += fmt::format(", binding = {}", r.binding);
    return constant
               ? fmt::format("layout({}) uniform {}_block {{ vec4 {}[{}]; }};\n", layout, name, name, (words + 3) / 4)
               : fmt::format("layout({}) buffer {}_block {{ uint {}[{}]; }};\n", layout, name, name,
                             r.size == 0 ? "" : std::to_string(words));
}

std::string Writer::declarations() {
    std::string text;
    for (std::uint32_t i = 0; i < module_.files.size(); ++i) text += declare_file(i);
    for (std::uint32_t i = 0; i < module_.resources.size(); ++i) text += declare_resource(i);
    if (target_.loop_limit != 0) text += "bool hit_loop_limit = false;\n";
    for (const std::uint32_t index : tables_) {
        const auto& table = module_.tables[index];
        const std::size_t size = std::max<std::size_t>(1, table.size());
        text += fmt::format("const uint table{}[{}] = uint[](", index, size);
        for (std::size_t i = 0; i < size; ++i)
            text += fmt::format("{}{}u", i == 0 ? "" : ", ", i < table.size() ? table[i] : 0);
        text += fmt::format(
            ");\nuint table{0}_at(uint entry) {{\n    return entry < {1}u ? table{0}[entry] : 0u;\n}}\n", index, size);
    }
    return text;
}

// One register a round, lanes from words or into them.
std::string Writer::copy_file(const Slot& slot, bool in) const {
    const ir::RegisterFile& file = module_.files[slot.index];
    const bool one = file.count == 1;
    const Type type{file.kind, file.lanes};
    if (file.count == 0) return "";
    const std::uint32_t each = slot.words / file.count;
    const std::string name = register_name(slot.index, "i");
    const std::string at = fmt::format("{}_words[{}_base + {}u", in ? "in" : "out", in ? "in" : "out", slot.word) +
                           (one ? "" : fmt::format(" + {}u * i", each));
    std::string body, gathered;
    for (unsigned lane = 0; lane < file.lanes; ++lane) {
        const std::string value = file.lanes == 1 ? name : fmt::format("{}.{}", name, "xyzw"[lane]);
        const unsigned wide = each / file.lanes;
        std::vector<std::string> places;
        for (unsigned word = 0; word < wide; ++word) places.push_back(fmt::format("{} + {}u]", at, lane * wide + word));
        const auto self = const_cast<Writer*>(this);
        if (in) gathered += (lane == 0 ? "" : ", ") + self->from_words(places, type.scalar());
        const auto out = self->words(value, type.scalar());
        for (unsigned word = 0; word < wide && !in; ++word)
            body += fmt::format("        {} = {};\n", places[word], out[word]);
    }
    if (in) body = fmt::format("        {} = {}({});\n", name, type_name(type), gathered);
    return one ? body : fmt::format("    for (uint i = 0u; i < {}u; ++i) {{\n{}    }}\n", file.count, body);
}

std::string Writer::zero_files() const {
    std::string text;
    for (std::uint32_t i = 0; i < module_.files.size(); ++i) {
        const ir::RegisterFile& file = module_.files[i];
        if (file.role == Role::Input || file.count == 0) continue;
        const std::string zero = constant({file.kind, file.lanes}, std::vector<std::uint64_t>(file.lanes));
        text += file.count == 1 ? fmt::format("    {} = {};\n", file_names_[i], zero)
                                : fmt::format("    for (uint i = 0u; i < {}u; ++i) {}[i] = {};\n", file.count,
                                              file_names_[i], zero);
    }
    return text;
}

std::string Writer::main_function() {
    std::string text = "void main() {\n";
    if (harness()) {
        text += fmt::format(
            "    uint item = gl_GlobalInvocationID.x;\n    if (item >= invocations) return;\n"
            "    in_base = item * {}u;\n    out_base = item * {}u;\n",
            layout_.in_words, layout_.out_words);
        for (const Slot& slot : layout_.in) text += slot.is_resource ? "" : copy_file(slot, true);
    }
    text += zero_files() + "    program();\n";
    if (harness()) {
        for (const Slot& slot : layout_.out) text += slot.is_resource ? "" : copy_file(slot, false);
        text += fmt::format("    out_words[out_base + {}u] = {};\n", layout_.loop_limit_word,
                            target_.loop_limit != 0 ? "hit_loop_limit ? 1u : 0u" : "0u");
    }
    return text + "}\n";
}

std::string Writer::assemble() {
    const std::string declared_things = declarations();
    const std::string main_text = main_function();
    std::string text = head() + declared_things + functions_.print();
    for (const std::string& name : memory_functions_) text += memory_texts_[name];
    return text + "\n" + code_ + "\n" + main_text;
}

Result<Artifact> Writer::write() {
    if (module_.functions.empty()) return fail(FaultKind::Internal, "glsl: the module has no function");
    for (std::uint32_t i = static_cast<std::uint32_t>(module_.functions.size()); i-- > 1;)
        write_function(i); // callees first
    write_function(0);
    artifact_.text = assemble();
    if (!has_precise())
        artifact_.unfaithful.emplace_back(
            "GLSL 330 has no `precise`: float arithmetic may be contracted or reassociated");
    if (fault_) return std::unexpected(*fault_);
    return std::move(artifact_);
}

} // namespace relit::lang::glsl

namespace relit::lang {

Result<Artifact> to_glsl(const ir::Module& module, const Target& target) {
    const std::uint32_t version = target.version != 0 ? target.version : 450;
    const bool vulkan = target.dialect == Dialect::GlslVulkan;
    const bool known = vulkan ? version == 450 || version == 460 : version == 330 || version == 430 || version == 450;
    if (target.dialect == Dialect::SpirV || !known)
        return fail(FaultKind::Usage, fmt::format("no GLSL {} in this dialect", version));
    if (target.interface == Interface::Harness && version < 430)
        return fail(FaultKind::NotSupported, "glsl: the harness needs GLSL 430");
    return glsl::Writer(module, target, version).write();
}

} // namespace relit::lang
