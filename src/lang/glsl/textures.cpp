// Textures and images: the GLSL function for each TextureUse.
#include "ir/names.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace relit::lang::glsl {
namespace {

using ir::dimensions;
using ir::Id;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Resource;
using ir::ResourceKind;
using ir::TextureDim;
using ir::TextureUse;

// "usampler2DArray", "imageBuffer"
std::string sampler_name(const Resource& r) {
    constexpr std::string_view kDims[] = {"1D", "2D", "3D", "Cube", "Buffer"};
    const std::string_view sign = ir::is_float(r.sampled) ? "" : r.sampled_signed ? "i" : "u";
    return fmt::format("{}{}{}{}{}{}", sign, r.kind == ResourceKind::Image ? "image" : "sampler",
                       kDims[static_cast<unsigned>(r.dim)], r.multisampled ? "MS" : "", r.arrayed ? "Array" : "",
                       r.shadow && r.kind == ResourceKind::Texture ? "Shadow" : "");
}

// What GLSL has no function for, or only from a version on; empty where it has.
std::string_view missing_sample(const Resource& r, const TextureUse& use, bool at_level) {
    const bool cube = r.dim == TextureDim::Cube, array = r.arrayed;
    if (r.dim == TextureDim::Buffer || r.multisampled) return "sampling of buffers and of multisampled textures";
    if (use.offsets && cube) return "offsets in cube maps";
    if (!r.shadow) return {};
    const bool flat_array = array && r.dim == TextureDim::D2;
    if (r.dim == TextureDim::D3) return "comparisons in 3d textures";
    if (at_level && (cube || flat_array)) return "comparisons at a level in cube maps and 2d arrays";
    if (use.bias && ((cube && array) || flat_array))
        return "comparisons with a bias in arrays of cube maps and of 2d textures";
    if (use.gradients && cube && array) return "comparisons with gradients in arrays of cube maps";
    return {};
}

} // namespace

// Operands of one texture operation, taken in their order.
class Writer::TextureCall {
public:
    TextureCall(Writer& writer, const Inst& inst)
        : writer_(writer), inst_(inst), use_(writer.module_.texture_uses[inst.imm]),
          resource_(writer.module_.resources[use_.resource]), name_(writer.resource_names_[use_.resource]) {
        for (const Id id : inst.operands) {
            const bool is_statement = ir::info(inst.op).has(ir::kEffect); // its result may be unused
            const Expression operand = writer.operand(id);
            const Expression expression = is_statement ? writer.guarded(operand, writer.module_[id].type) : operand;
            gather(reads, expression);
            lanes_.push_back(expression.text);
            ids_.push_back(id);
        }
    }

    std::string say() {
        switch (inst_.op) {
            case Op::Sample: return sample();
            case Op::Fetch: return fetch();
            case Op::Gather: return gather_texels();
            case Op::QuerySize: return query_size();
            case Op::QueryLevels: return query_levels();
            case Op::QueryLod: return query_lod();
            case Op::LoadImage: return image("imageLoad");
            case Op::AtomicImage: return change();
            default: return image("imageStore");
        }
    }

    Expression reads;
    unsigned lanes = 4;     // that the function gives
    bool is_signed = false; // as ints
    bool is_float = false;

private:
    std::string take_text(Kind as, bool bits_signed) {
        if (next_ >= lanes_.size()) return writer_.lacks("a texture operation without its operands"), "0";
        const Kind kind = writer_.module_[ids_[next_]].type.kind;
        const std::string text = lanes_[next_++];
        if (ir::is_float(as)) return ir::is_float(kind) ? text : "float(int(" + text + "))";
        const std::string whole = ir::is_float(kind) ? "uint(int(" + text + "))" : text;
        return bits_signed ? "int(" + whole + ")" : whole;
    }
    std::vector<std::string> take(std::size_t count, Kind as) {
        std::vector<std::string> taken;
        for (std::size_t i = 0; i < count; ++i) taken.push_back(take_text(as, true));
        return taken;
    }
    std::string floats(std::vector<std::string> taken) const {
        return taken.size() == 1 ? taken[0] : Writer::vector_of(fmt::format("vec{}", taken.size()), taken);
    }
    std::string integers(const std::vector<std::string>& taken) const {
        return taken.size() == 1 ? taken[0] : vector_of(fmt::format("ivec{}", taken.size()), taken);
    }

    // Offsets must be constants.
    std::string constant_offsets() {
        const unsigned count = dimensions(resource_.dim);
        for (std::size_t i = next_; i < std::min<std::size_t>(next_ + count, ids_.size()); ++i) {
            if (!writer_.known(ids_[i])) writer_.lacks("texture offsets that are computed");
        }
        std::vector<std::string> numbers;
        for (unsigned i = 0; i < count && next_ < ids_.size(); ++i) {
            numbers.push_back(std::to_string(static_cast<std::int32_t>(writer_.known(ids_[next_++]).value_or(0))));
        }
        return numbers.size() == 1 ? numbers[0] : vector_of(fmt::format("ivec{}", numbers.size()), numbers);
    }

    [[nodiscard]] bool is_fragment() const { return writer_.module_.stage == ir::Stage::Fragment; }

    // Without a level or gradients only a fragment shader can choose one; elsewhere it is 0, plus the bias. Where GLSL
    // has no function for a level, the plain one does it too.
    [[nodiscard]] bool is_at_level() const {
        const bool chooses = is_fragment() || use_.gradients;
        if (use_.lod || chooses) return use_.lod;
        return use_.bias || missing_sample(resource_, use_, true).empty();
    }

    // Where GLSL has no function for a level, gradients of 0 lead to the first.
    [[nodiscard]] bool is_first_by_gradients(bool at_level) const {
        if (!at_level || !use_.lod || missing_sample(resource_, use_, true).empty()) return false;
        TextureUse instead = use_;
        instead.gradients = true;
        const auto level = writer_.known(ids_[use_.coordinates + (use_.reference ? 1U : 0U)]);
        return missing_sample(resource_, instead, false).empty() && level && *level == 0;
    }

    std::string sample() {
        bool at_level = is_at_level();
        const bool first_by_gradients = is_first_by_gradients(at_level);
        if (first_by_gradients) at_level = false;
        if (const auto missing = missing_sample(resource_, use_, at_level); !missing.empty()) writer_.lacks(missing);
        std::vector<std::string> coordinates = take(use_.coordinates, Kind::F32);
        std::string trailing;
        if (resource_.shadow) {
            const std::string reference = use_.reference ? take_text(Kind::F32, false) : "0.0";
            if (coordinates.size() == 1) coordinates.emplace_back("0.0"); // unused
            if (coordinates.size() == 4) trailing = ", " + reference;
            if (coordinates.size() < 4) coordinates.push_back(reference);
            lanes = 1;
        }
        std::string name = "texture", text = floats(coordinates) + trailing, bias;
        if (use_.lod || use_.bias) bias = ", " + take_text(Kind::F32, false);
        if (at_level) {
            name += "Lod";
            text += bias.empty() ? ", 0.0" : bias;
            bias.clear();
        }
        if (first_by_gradients) {
            const unsigned sides = dimensions(resource_.dim);
            const std::string zero = sides == 1 ? "0.0" : fmt::format("vec{}(0.0)", sides);
            name += "Grad";
            text += ", " + zero + ", " + zero;
            bias.clear();
        }
        if (use_.gradients) {
            name += "Grad";
            text += ", " + floats(take(dimensions(resource_.dim), Kind::F32));
            text += ", " + floats(take(dimensions(resource_.dim), Kind::F32));
        }
        if (use_.offsets) {
            name += "Offset";
            text += ", " + constant_offsets();
        }
        set_kind();
        return fmt::format("{}({}, {}{})", name, name_, text, bias);
    }

    std::string fetch() {
        const bool buffer = resource_.dim == TextureDim::Buffer;
        if (resource_.dim == TextureDim::Cube || resource_.shadow)
            writer_.lacks("fetches from cube maps and from textures that compare");
        std::vector<std::string> coordinates = take(use_.coordinates, Kind::I32);
        const std::string level = use_.lod ? take_text(Kind::I32, true) : "0";
        if (use_.offsets) { // the same as coordinates further on
            for (unsigned i = 0; i < dimensions(resource_.dim); ++i)
                coordinates[i] += " + " + take_text(Kind::I32, true);
        }
        std::string last = buffer ? "" : ", " + level;
        if (resource_.multisampled) last = ", " + (use_.sample ? take_text(Kind::I32, true) : std::string("0"));
        set_kind();
        return fmt::format("texelFetch({}, {}{})", name_, integers(coordinates), last);
    }

    std::string gather_texels() {
        if (writer_.version_ < 400) writer_.lacks("gather before GLSL 400");
        std::string text = floats(take(use_.coordinates, Kind::F32)), trailing;
        if (resource_.shadow) text += ", " + (use_.reference ? take_text(Kind::F32, false) : std::string("0.0"));
        if (!resource_.shadow && use_.component != 0) trailing = fmt::format(", {}", use_.component);
        if (use_.offsets) text += ", " + integers(take(dimensions(resource_.dim), Kind::I32));
        set_kind();
        return fmt::format("textureGather{}({}, {}{})", use_.offsets ? "Offset" : "", name_, text, trailing);
    }

    std::string query_size() {
        const bool image = resource_.kind == ResourceKind::Image;
        if (image && writer_.version_ < 430) writer_.lacks("the size of images before GLSL 430");
        const bool levels = !image && !resource_.multisampled && resource_.dim != TextureDim::Buffer;
        const std::string level = lanes_.empty() ? "0" : take_text(Kind::I32, true);
        lanes = (resource_.dim == TextureDim::Cube ? 2 : dimensions(resource_.dim)) + (resource_.arrayed ? 1 : 0);
        is_signed = true;
        return fmt::format("{}Size({}{})", image ? "image" : "texture", name_, levels ? ", " + level : "");
    }

    std::string query_levels() const {
        const bool one = resource_.dim == TextureDim::Buffer || resource_.multisampled;
        return one ? "1u" : "uint(textureQueryLevels(" + name_ + "))";
    }

    std::string query_lod() {
        if (writer_.version_ < 400) writer_.lacks("querylod before GLSL 400");
        if (!is_fragment()) writer_.lacks("querylod outside a fragment shader");
        const std::vector<std::string> coordinates = take(dimensions(resource_.dim), Kind::F32);
        lanes = 2;
        is_float = true;
        return fmt::format("textureQueryLod({}, {})", name_, floats(coordinates));
    }

    // Where in an image.
    std::string texel_coordinates() {
        std::vector<std::string> coordinates = take(use_.coordinates, Kind::I32);
        if (coordinates.size() == 4) { // x, y, face and layer
            coordinates[2] = fmt::format("{} + 6 * {}", coordinates[2], coordinates[3]);
            coordinates.pop_back();
        }
        std::string text = integers(coordinates);
        if (resource_.multisampled) text += ", " + (use_.sample ? take_text(Kind::I32, true) : std::string("0"));
        return text;
    }

    // A function of its own: comparisons take the other sign by trying.
    std::string change() {
        const bool compares = use_.atomic == Op::AtomicCompareExchange;
        const std::size_t sides = std::min<std::size_t>(use_.coordinates, 3);
        const std::string type = sides == 1 ? "int" : fmt::format("ivec{}", sides);
        const std::string name = fmt::format("{}_{}", name_, ir::info(use_.atomic).mnemonic);
        const std::string_view sample = resource_.multisampled ? ", int s" : "";
        std::string text =
            fmt::format("uint {}({} at{}, uint value{}) {{\n", name, type, sample, compares ? ", uint compared" : "");
        text += change_body();
        std::string call = writer_.add_helper(name, text) + "(";
        call += texel_coordinates();
        while (next_ < lanes_.size()) call += ", " + take_text(Kind::I32, false);
        lanes = 1;
        return call + ")";
    }
    std::string change_body() {
        const std::string at = name_ + (resource_.multisampled ? ", at, s" : ", at");
        const std::string_view sign = resource_.sampled_signed ? "int" : "uint";
        const bool smaller = use_.atomic == Op::AtomicSMin || use_.atomic == Op::AtomicUMin;
        const bool larger = use_.atomic == Op::AtomicSMax || use_.atomic == Op::AtomicUMax;
        const bool of_signed = use_.atomic == Op::AtomicSMin || use_.atomic == Op::AtomicSMax;
        if ((smaller || larger) && of_signed != resource_.sampled_signed) {
            const std::string_view function = smaller ? "min" : "max";
            const std::string chosen = of_signed ? fmt::format("uint({}(int(old), int(value)))", function)
                                                 : fmt::format("{}(old, value)", function);
            return fmt::format(
                "    uint old = uint(imageLoad({0}).x);\n    uint seen = ~old;\n    while (seen != old) {{\n"
                "        seen = old;\n        old = uint(imageAtomicCompSwap({0}, {1}(seen), {1}({2})));\n"
                "    }}\n    return old;\n}}\n",
                at, sign, chosen);
        }
        const std::string_view how = smaller                             ? "Min"
                                     : larger                            ? "Max"
                                     : use_.atomic == Op::AtomicAnd      ? "And"
                                     : use_.atomic == Op::AtomicOr       ? "Or"
                                     : use_.atomic == Op::AtomicXor      ? "Xor"
                                     : use_.atomic == Op::AtomicExchange ? "Exchange"
                                     : use_.atomic == Op::AtomicAdd      ? "Add"
                                                                         : "CompSwap";
        const std::string compared = how == "CompSwap" ? fmt::format("{}(compared), ", sign) : "";
        return fmt::format("    return uint(imageAtomic{}({}, {}{}(value)));\n}}\n", how, at, compared, sign);
    }

    std::string image(std::string_view function) {
        std::string text = texel_coordinates();
        if (inst_.op == Op::LoadImage) {
            set_kind();
            return fmt::format("{}({}, {})", function, name_, text);
        }
        std::vector<std::string> texel;
        const bool floating = ir::is_float(resource_.sampled);
        while (next_ < lanes_.size()) texel.push_back(take_text(resource_.sampled, resource_.sampled_signed));
        while (texel.size() < 4) texel.emplace_back(floating ? "0.0" : resource_.sampled_signed ? "0" : "0u");
        const std::string_view vector = floating ? "vec4" : resource_.sampled_signed ? "ivec4" : "uvec4";
        return fmt::format("{}({}, {}, {})", function, name_, text, vector_of(vector, texel));
    }

    void set_kind() {
        is_float = ir::is_float(resource_.sampled);
        is_signed = !is_float && resource_.sampled_signed;
    }

    Writer& writer_;
    const Inst& inst_;
    const TextureUse& use_;
    const Resource& resource_;
    const std::string& name_;
    std::vector<std::string> lanes_;
    std::vector<Id> ids_;
    std::size_t next_ = 0;
};

std::string Writer::declare_texture(std::uint32_t index) {
    const Resource& r = module_.resources[index];
    const bool image = r.kind == ResourceKind::Image, cube_array = r.dim == TextureDim::Cube && r.arrayed;
    if (cube_array && version_ < 400) lacks("arrays of cube maps before GLSL 400");
    if (image && version_ < 420) lacks("images before GLSL 420");
    if (r.sampled != Kind::F32 && r.sampled != Kind::I32) lacks("texels of other than 32 bits");
    if (r.shadow && !ir::is_float(r.sampled)) lacks("comparisons with integers");
    if (r.multisampled && (r.dim != TextureDim::D2 || r.shadow)) lacks("multisampled textures that are not flat");
    if (r.arrayed && (r.dim == TextureDim::D3 || r.dim == TextureDim::Buffer))
        lacks("arrays of 3d textures and of buffers");
    if (r.shadow && r.dim == TextureDim::D3) lacks("comparisons in 3d textures");
    const std::string type = sampler_name(r);
    report_resource(index, image ? "image" : "texture", type);
    const bool formatted = image && r.format != ir::ImageFormat::Unknown;
    const std::string layout = resource_layout(index, formatted ? ir::name_in(ir::kFormatNames, r.format) : "");
    if (image && !formatted && reads_image(index)) extensions_.insert("GL_EXT_shader_image_load_formatted");
    const std::string_view access = image && !reads_image(index) ? "writeonly " : "";
    return fmt::format("{}{}{}uniform {} {};\n", layout, layout.empty() ? "" : " ", access, type,
                       resource_names_[index]);
}

bool Writer::reads_image(std::uint32_t index) const {
    return std::ranges::any_of(module_.functions, [&](const ir::Function& function) {
        return std::ranges::any_of(function.blocks, [&](const ir::Block& block) {
            return std::ranges::any_of(block.insts, [&](Id id) {
                const Op op = module_[id].op;
                return (op == Op::LoadImage || op == Op::AtomicImage) &&
                       module_.texture_uses[module_[id].imm].resource == index;
            });
        });
    });
}

// The function's result, as bits of the type that the module has.
Expression Writer::texture(const Inst& inst) {
    if (inst.op == Op::QueryLevels && version_ < 430) lacks("querylevels before GLSL 430");
    TextureCall call(*this, inst);
    Expression expression = call.reads;
    expression.text = call.say();
    expression.one.clear();
    expression.reads.push_back({kMemory, 0, 1});
    if (inst.op == Op::StoreImage) {
        settle({{kMemory, 0, 1}});
        comment(inst.origin);
        line(expression.text + ";");
        return {};
    }
    const unsigned wanted = inst.type.lanes;
    if (inst.op == Op::QueryLevels) return expression;
    if (call.lanes > wanted) expression = lanes_of(expression, std::string("xyzw").substr(0, wanted));
    const bool floats = ir::is_float(inst.type.kind);
    if (floats != call.is_float && inst.op != Op::QuerySize) lacks("texels of another kind than the texture's");
    const unsigned have = std::min(call.lanes, wanted);
    if (!floats && call.is_signed)
        expression.text = glsl::type_text(inst.type.with_lanes(have)) + "(" + expression.text + ")";
    if (have == wanted) return expression;
    if (have == 1 && inst.op != Op::QuerySize)
        return expression.text = glsl::type_text(inst.type) + "(" + expression.text + ")", expression;
    expression.text = glsl::type_text(inst.type) + "(" + expression.text;
    for (unsigned i = have; i < wanted; ++i) expression.text += floats ? ", 0.0" : ", 0u";
    expression.text += ")";
    return expression;
}

} // namespace relit::lang::glsl
