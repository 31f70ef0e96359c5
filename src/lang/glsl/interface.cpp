// Everything around the functions of a shader: version, declarations, and main().
#include "ir/names.hpp"
#include "ir/text/print.hpp"
#include "lang/constants.hpp"
#include "lang/emits.hpp"
#include "lang/glsl/features.hpp"
#include "lang/glsl/line_marks.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"
#include "lang/harness/harness.hpp"
#include "lang/pipeline.hpp"
#include "lang/target_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory_resource>

namespace relit::lang::glsl {
namespace {

using ir::Kind;
using ir::ResourceKind;
using ir::Role;

// After the functions that they call, from blocks that the text has.
void order_functions(const ir::Module& module, ir::FunctionId at, std::vector<bool>& seen,
                     std::vector<ir::FunctionId>& order) {
    if (seen[at]) return;
    seen[at] = true;
    const auto visit = [&](ir::FunctionId callee) { order_functions(module, callee, seen, order); };
    for (const ir::Node& node : module.functions[at].tree.nodes)
        if (node.kind == ir::NodeKind::Block)
            ir::for_each_callee(module, module.functions[at].blocks[node.block], visit);
    order.push_back(at);
}

// "// c[256] view[0]" a line: the block is an array, so that what the guest calls its elements is beside it.
std::string labels_of(const ir::Resource& buffer, std::string_view name, std::uint32_t stride) {
    std::string text;
    for (const ir::Label& label : buffer.labels) {
        std::string expression = label.text;
        std::ranges::replace_if(expression, [](char c) { return c < ' ' || c > '~' || c == '\\'; }, '?');
        text += fmt::format("// {}[{}] {}\n", name, label.offset / stride, expression);
    }
    return text;
}

} // namespace

Writer::Writer(const ir::Module& module, const Target& target, std::uint32_t version)
    : module_(module), target_(target), version_(version), functions_(version), effects_(ir::call_effects(module_)) {
    if (target.debug_operations) operations_ = ir::print_insts(module);
    note_accesses();
    stores_all_it_emits_ = module_.stage == ir::Stage::Geometry && stores_all_it_emits(module_);
    note_used_resources();
    name_everything();
    std::vector<bool> stay_outside; // arrays
    for (const auto& names : register_names_) stay_outside.push_back(names.empty());
    locals_ = locals_of(module_, stay_outside);
}

void Writer::fault(FaultKind kind, std::string text) {
    if (!fault_) fault_ = Fault{kind, std::move(text), {}, 0, 0};
}

void Writer::require(Kind kind) {
    if (kind == Kind::F64 && version_ < 400) lacks("double needs GLSL 400");
    if (kind == Kind::I8) extensions_.insert("GL_EXT_shader_explicit_arithmetic_types_int8");
    if (kind == Kind::I16) extensions_.insert("GL_EXT_shader_explicit_arithmetic_types_int16");
    if (kind == Kind::I64) extensions_.insert("GL_ARB_gpu_shader_int64");
    if (kind == Kind::F16)
        extensions_.insert(
            {"GL_EXT_shader_explicit_arithmetic_types_float16", "GL_EXT_shader_explicit_arithmetic_types_int16"});
}

void Writer::name_everything() {
    const auto fresh = [&](std::string_view wanted) {
        std::string name = legal_name(wanted);
        for (unsigned i = 2; !taken_.insert(name).second; ++i) name = fmt::format("{}_{}", legal_name(wanted), i);
        return name;
    };
    reserve_derived_names();
    for (std::uint32_t f = 0; f < module_.files.size() && !target_.literal; ++f)
        for (const ir::Label& label : module_.files[f].labels) labelled_[{f, label.offset}] = fresh(label.text);
    for (const auto& file : module_.files) file_names_.push_back(fresh(file.name));
    name_registers(fresh);
    for (const auto& resource : module_.resources) {
        const bool texture = resource.kind == ResourceKind::Texture && !resource.labels.empty() && !target_.literal;
        const bool in_block = !resource.block.empty();
        block_names_.push_back(fresh(texture    ? std::string_view(resource.labels[0].text)
                                     : in_block ? std::string_view(resource.block)
                                                : std::string_view(resource.name)));
        resource_names_.push_back(block_names_.back());
        if (in_block) resource_names_.back() += fmt::format(".{}", std::string_view(resource.name));
    }
    name_members(fresh);
    for (std::size_t i = 0; i < module_.functions.size(); ++i) {
        function_names_.push_back(i == 0 ? "program" : fresh(module_.functions[i].name));
    }
}

// Names of blocks and functions of a buffer or a file: names of the guest's parameters must not be one of them.
void Writer::reserve_derived_names() {
    constexpr std::string_view kEnds[] = {"block", "at", "pairs"};
    const auto has_labels = [](const auto& one) { return !one.labels.empty(); };
    if (std::ranges::none_of(module_.files, has_labels) && std::ranges::none_of(module_.resources, has_labels)) return;
    const auto reserve = [&](std::string_view name) {
        for (const std::string_view end : kEnds) taken_.insert(fmt::format("{}_{}", legal_name(name), end));
    };
    for (const ir::RegisterFile& file : module_.files) reserve(file.name);
    for (const ir::Resource& resource : module_.resources) reserve(resource.full_name());
}

std::string Writer::primitives() const {
    const ir::Geometry& geometry = module_.geometry;
    const std::string times = geometry.invocations == 1 ? "" : fmt::format(", invocations = {}", geometry.invocations);
    return fmt::format("layout({}{}) in;\nlayout({}, max_vertices = {}) out;\n",
                       ir::name_in(ir::kPrimitiveNames, geometry.in), times,
                       ir::name_in(ir::kPrimitiveNames, geometry.out), geometry.vertices);
}

std::string Writer::patches() const {
    constexpr std::string_view kSpacings[] = {"equal_spacing", "fractional_even_spacing", "fractional_odd_spacing"};
    const ir::Tessellation& shape = module_.tessellation;
    if (module_.stage == ir::Stage::TessControl) return fmt::format("layout(vertices = {}) out;\n", shape.made);
    return fmt::format("layout({}, {}, {}{}) in;\n", ir::name_in(ir::kDomainNames, shape.domain),
                       kSpacings[static_cast<std::size_t>(shape.spacing)], shape.clockwise ? "cw" : "ccw",
                       shape.points ? ", point_mode" : "");
}

// Buffers of transform feedback.
std::string Writer::feedback() const {
    std::string text;
    for (std::uint32_t buffer = 0; buffer < ir::kFeedbackBuffers; ++buffer) {
        const auto one = std::ranges::find(module_.feedback, buffer, &ir::Feedback::buffer);
        if (one == module_.feedback.end()) continue;
        text += fmt::format("layout(xfb_buffer = {}, xfb_stride = {}) out;\n", buffer, one->stride);
    }
    return text;
}

// OpenGL has no specialisation constants; macros are defined when the text is compiled.
std::string Writer::workgroup() const {
    const auto& size = module_.workgroup;
    const auto layout = [&](std::string_view open) {
        return fmt::format("layout(local_size_x = {}, local_size_y = {}, local_size_z = {}{}) in;\n", size[0], size[1],
                           size[2], open);
    };
    if (!module_.workgroup_is_open) return layout("");
    if (target_.dialect == Dialect::GlslVulkan)
        return layout(", local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2");
    std::string text, sides;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string name = fmt::format("RELIT_LOCAL_SIZE_{}", "XYZ"[i]);
        text += fmt::format("#ifndef {0}\n#define {0} {1}\n#endif\n", name, size[i]);
        sides += fmt::format("{}local_size_{} = {}", i == 0 ? "" : ", ", "xyz"[i], name);
    }
    return text + fmt::format("layout({}) in;\n", sides);
}

std::string Writer::head() const {
    std::string text = fmt::format("#version {}{}\n", version_, target_.dialect == Dialect::GlslOpenGl ? " core" : "");
    for (const std::string& extension : extensions_) text += "#extension " + extension + " : require\n";
    if (module_.stage == ir::Stage::Compute) text += workgroup();
    if (module_.stage == ir::Stage::Geometry) text += primitives();
    const bool patch = module_.stage == ir::Stage::TessControl || module_.stage == ir::Stage::TessEval;
    if (patch) text += patches();
    text += feedback();
    if (module_.tests_early) text += "layout(early_fragment_tests) in;\n";
    return text;
}

std::string Writer::declare_resource(std::uint32_t index) {
    const ir::Resource& r = module_.resources[index];
    const std::string& name = resource_names_[index];
    const bool constant = r.kind == ResourceKind::ConstantBuffer, storage = r.kind == ResourceKind::StorageBuffer;
    const std::uint32_t words = std::max(1U, (r.size + 3) / 4);
    if (!used_resources_[index]) return "";
    if (r.kind == ResourceKind::Shared) return declare_shared(index);
    if (r.kind == ResourceKind::Scratch) return fmt::format("uint {}[{}];\n", name, words);
    if (!constant && !storage) return declare_texture(index);
    if (storage && version_ < 430) return lacks("storage buffers before GLSL 430"), "";
    const bool rows = has_rows(index);
    const std::string element = type_text(r.element);
    const std::uint32_t count = rows ? (words + 3) / 4 : words;
    const std::string size = r.size == 0 && storage ? "" : std::to_string(count);
    report_resource(index, constant ? "uniform" : "storage", fmt::format("{}[{}]", element, size));
    const std::uint32_t stride = rows ? 16 : 4;
    const std::string& block = block_names_[index];
    const std::string member(r.block.empty() ? std::string_view(block) : std::string_view(r.name));
    const std::string instance = r.block.empty() ? "" : " " + block;
    if (!members_[index].declared.empty())
        return fmt::format("{} uniform {}_block {{\n{}}};\n", resource_layout(index, "std140"), block,
                           print_members(index));
    return labels_of(r, member, stride) +
           fmt::format("{} {} {}_block {{ {} {}[{}]; }}{};\n", resource_layout(index, constant ? "std140" : "std430"),
                       constant ? "uniform" : "buffer", block, element, member, size, instance) +
           print_named_rows(index);
}

std::string Writer::declare_shared(std::uint32_t index) {
    const ir::Resource& r = module_.resources[index];
    const bool compute = module_.stage == ir::Stage::Compute;
    if (!compute || version_ < 430) return lacks("shared memory outside compute shaders of GLSL 430"), "";
    return fmt::format("shared uint {}[{}];\n", resource_names_[index], std::max(1U, (r.size + 3) / 4));
}

void Writer::report_resource(std::uint32_t index, std::string_view kind, const std::string& type) {
    const ir::Resource& r = module_.resources[index];
    const bool vulkan = target_.dialect == Dialect::GlslVulkan;
    artifact_.interface.push_back({.kind = std::string(kind),
                                   .name = resource_names_[index],
                                   .set = vulkan ? descriptor_of(r).set : 0,
                                   .binding = descriptor_of(r).binding,
                                   .size = r.size,
                                   .type = type,
                                   .members = reported_members(index)});
}

// Members under the names that the text gives them.
std::vector<Member> Writer::reported_members(std::uint32_t resource) const {
    if (!members_[resource].declared.empty()) return members_[resource].declared;
    return module_.resources[resource].kind == ResourceKind::ConstantBuffer ? interface_members(module_, resource)
                                                                            : std::vector<Member>{};
}

// OpenGL counts the bindings of each kind of resource apart, Vulkan has sets.
std::string Writer::resource_layout(std::uint32_t index, std::string_view first) const {
    const Descriptor at = descriptor_of(module_.resources[index]);
    std::string text(first);
    const auto add = [&](std::string_view name, std::uint32_t value) {
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
    };
    if (target_.dialect == Dialect::GlslVulkan) add("set", at.set);
    if (version_ >= 420) add("binding", at.binding);
    return text.empty() ? "" : "layout(" + text + ")";
}

std::string Writer::declarations() {
    std::string text;
    for (const Role role : {Role::Input, Role::Output, Role::Register}) {
        if (role != Role::Register) text += declare_io_variables(role);
        for (std::uint32_t i = 0; i < module_.files.size(); ++i) {
            if (module_.files[i].role == role) text += declare_file(i);
        }
    }
    for (std::uint32_t i = 0; i < module_.resources.size(); ++i) text += declare_resource(i);
    return text;
}

std::string Writer::print_table(std::uint32_t index) const {
    const auto& table = module_.tables[index];
    const std::size_t size = std::max<std::size_t>(1, table.size());
    std::string text = fmt::format("const uint table{}[{}] = uint[](", index, size);
    for (std::size_t i = 0; i < size; ++i)
        text += fmt::format("{}{}u", i == 0 ? "" : ", ", i < table.size() ? table[i] : 0);
    return text + ");\n";
}

// The program is main() itself if nothing is left to do after it.
bool Writer::is_main_itself() const {
    const ir::Tree& tree = module_.functions[0].tree;
    const auto returns = std::ranges::count_if(tree.nodes, [](const ir::Node& node) {
        return node.kind == ir::NodeKind::Return || node.kind == ir::NodeKind::Unreachable;
    });
    const bool at_end = !tree.root.empty() && tree.nodes[tree.root.back()].kind == ir::NodeKind::Return;
    const bool early = returns > (at_end ? 1 : 0);
    return !early || epilogue_.empty();
}

// The same bytes as in the block of words.
std::string Writer::declare_pairs() const {
    std::string text;
    for (const std::uint32_t index : pairs_)
        text += fmt::format("{} buffer {}_block {{ uint64_t {}[]; }};\n", resource_layout(index, "std430"),
                            pairs_name(index), pairs_name(index));
    return text;
}

std::string Writer::add_helper(const std::string& name, const std::string& text) {
    if (helper_texts_.emplace(name, text).second) helpers_.push_back(name);
    return name;
}

std::string Writer::assemble() {
    std::string own = functions_.print();
    for (const std::string& name : helpers_) own += helper_texts_[name];
    for (const std::uint32_t index : tables_) own += print_table(index);
    std::string text = head() + declarations_ + declare_pairs() + (own.empty() ? "" : "\n") + own + "\n" + code_;
    if (is_main_itself()) return text;
    return text + "\nvoid main() {\n" + prologue_ + zero_files() + "    program();\n" + epilogue_ + "}\n";
}

Result<Artifact> Writer::write() {
    if (module_.functions.empty()) return fail(FaultKind::Internal, "glsl: the module has no function");
    const bool patches = module_.stage == ir::Stage::TessControl || module_.stage == ir::Stage::TessEval;
    if (patches && version_ < 400) lacks("tessellation shaders before GLSL 400");
    if (!module_.feedback.empty() && version_ < 440) lacks("transform feedback before GLSL 440");
    if (module_.tests_early && version_ < 420) lacks("early tests before GLSL 420");
    if (module_.stage == ir::Stage::Compute && version_ < 430) lacks("compute shaders before GLSL 430");
    const ShaderInfo shader_info(module_, *std::pmr::get_default_resource());
    if (const auto kind = lacked_kind(module_, shader_info, target_))
        lacks("values of " + type_text({*kind, 1}) + ", which the target lacks");
    declarations_ = declarations();
    std::vector<bool> seen(module_.functions.size());
    std::vector<ir::FunctionId> order;
    order_functions(module_, 0, seen, order);
    for (const ir::FunctionId function : order) {
        if (!code_.empty()) code_ += "\n";
        write_function(function);
    }
    artifact_.text = assemble();
    if (target_.line_instructions) artifact_.line_instructions = take_line_marks(artifact_.text);
    artifact_.features = features_of(artifact_.text, target_);
    if (version_ < 400)
        artifact_.approximate.emplace_back(
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
    const auto lacks_tree = [](const ir::Function& one) {
        return one.tree.root.empty() && !one.blocks.empty() && !one.blocks[0].insts.empty();
    };
    if (std::ranges::any_of(module.functions, lacks_tree))
        return fail(FaultKind::Internal, "glsl: a module that was not lowered for this language");
    if (target.interface == Interface::Harness && version < 430)
        return fail(FaultKind::NotSupported, "glsl: the harness requires GLSL 430");
    const auto written = [&](const ir::Module& shader) { return glsl::Writer(shader, target, version).write(); };
    if (target.interface == Interface::Native) return written(module);
    const auto shader = in_harness(module, target);
    if (!shader) return fail(shader.error().kind, "glsl: " + shader.error().text);
    return written(*shader);
}

} // namespace relit::lang
