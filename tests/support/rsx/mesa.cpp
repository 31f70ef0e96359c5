#include "tests/support/rsx/mesa.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>

namespace relit::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string text_of_file(const fs::path& file) {
    const std::vector<std::uint8_t> bytes = bytes_of_file(file);
    return {bytes.begin(), bytes.end()};
}

/// The number in brackets, and what stands before them.
struct Indexed {
    std::string name;
    std::optional<std::uint32_t> index;
};
Indexed indexed(const std::string& text) {
    const std::size_t bracket = text.find('[');
    if (bracket == std::string::npos) return {text, {}};
    return {text.substr(0, bracket), static_cast<std::uint32_t>(std::stoul(text.substr(bracket + 1)))};
}

Float4 four_from(const Json& numbers, std::size_t first) {
    Float4 all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = numbers.at(first + i).get<float>();
    return all;
}
Float4 four(const Json& numbers) { return four_from(numbers, 0); }

// ARB programs have a state of their own: the environment holds m0 as it is stored, the first local number is u0.
Float4 arb_constant(const Json& uniforms, std::uint32_t index) {
    constexpr std::uint32_t kRows = 1, kLocal = 5;
    if (index == kLocal) return four(uniforms.at("u0"));
    if (index < kRows || index >= kLocal) return {};
    return four_from(uniforms.at("m0"), 4 * (index - kRows));
}

/// What the driver puts where a constant comes from.
Float4 constant_of(const Json& uniforms, const Json& source) {
    Float4 value{};
    if (source.is_object()) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            const auto bits = std::stoul(source.at("immediate_hex").at(i).get<std::string>(), nullptr, 16);
            value[i] = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        }
        return value;
    }
    const Indexed from = indexed(source.get<std::string>());
    if (from.name == "const") return arb_constant(uniforms, *from.index);
    if (from.name == "state.FbWposYTransform") return {1, 0, -1, 0}; // y is not turned round
    const Json& uniform = uniforms.at(from.name == "farr" ? "arr" : from.name);
    if (!uniform.is_array()) {
        value.fill(uniform.get<float>());
        return value;
    }
    if (!from.index) return four(uniform);
    if (uniform.at(0).is_array()) return four(uniform.at(*from.index));
    return four_from(uniform, std::size_t{4} * *from.index);
}

/// Which of the attributes a0 to a7 each input of the hardware is.
std::map<std::uint32_t, std::uint32_t> attributes_of(const fs::path& folder, const Json& inputs) {
    std::map<std::uint32_t, std::uint32_t> found;
    // ARB programs take theirs in order from those that they name.
    const std::string text = text_of_file(folder / "vp.arb.txt");
    std::set<std::uint32_t> named;
    if (text.find("vertex.position") != std::string::npos) named.insert(0);
    constexpr std::string_view kAttribute = "vertex.attrib[";
    for (std::size_t at = text.find(kAttribute); at != std::string::npos; at = text.find(kAttribute, at + 1))
        named.insert(static_cast<std::uint32_t>(std::stoul(text.substr(at + kAttribute.size()))));
    const std::vector<std::uint32_t> in_order(named.begin(), named.end());
    for (const auto& [hardware, source] : inputs.items()) {
        const auto number = static_cast<std::uint32_t>(std::stoul(hardware));
        const auto name = source.get<std::string>();
        const bool is_plain = name.size() == 2 && name[0] == 'a';
        const std::uint32_t arb = number < in_order.size() ? in_order[number] : number;
        found[number] = is_plain ? static_cast<std::uint32_t>(name[1] - '0') : arb;
    }
    return found;
}

std::optional<std::uint32_t> register_of(const std::string& output) {
    static const std::map<std::string, std::uint32_t, std::less<>> kRegisters = {
        {"gl_Position", 0},           {"gl_FrontColor", 1},   {"gl_FrontSecondaryColor", 2}, {"gl_BackColor", 3},
        {"gl_BackSecondaryColor", 4}, {"gl_FogFragCoord", 5}, {"gl_PointSize", 6},
    };
    const Indexed named = indexed(output);
    if (named.name == "gl_TexCoord") return 7 + *named.index;
    const auto row = kRegisters.find(output);
    return row == kRegisters.end() ? std::nullopt : std::optional(row->second);
}

// gl_ClipVertex goes nowhere: the driver gives the program clip distances only for planes that are on, and none was.
void read_outputs(const Json& reference, MesaProgram& program) {
    unsigned first = 0;
    for (const Json& named : reference.at("outputs")) {
        MesaOutput output{.name = named.get<std::string>(), .values = {}};
        output.lanes = output.name == "gl_PointSize" || output.name == "gl_FogFragCoord" ? 1 : 4;
        const auto reg = register_of(output.name);
        for (const Json& values : reference.at("values")) {
            Float4 value{};
            for (unsigned i = 0; i < output.lanes; ++i) value[i] = values.at(first + i).get<float>();
            output.values.push_back(value);
        }
        first += output.lanes;
        if (!reg) continue;
        output.reg = *reg;
        program.outputs.push_back(std::move(output));
    }
}

void read_pixels(const Json& reference, MesaProgram& program) {
    program.width = reference.at("width").get<std::uint32_t>();
    program.height = reference.at("height").get<std::uint32_t>();
    const auto lanes = reference.at("targets").at(0).get<std::vector<float>>();
    for (std::size_t i = 0; i + 3 < lanes.size(); i += 4)
        program.pixels.push_back({lanes[i], lanes[i + 1], lanes[i + 2], lanes[i + 3]});
    if (reference.contains("depth")) program.depth = reference.at("depth").get<std::vector<float>>();
}

void read_fragment_keys(const fs::path& folder, const Json& fp, MesaProgram& program) {
    const auto word = [&](const char* name) { return std::stoull(fp.at(name).get<std::string>(), nullptr, 16); };
    program.context.values["rsx.fp.control"] = word("fp_control");
    program.is_points = word("point_sprite_control") != 0;
    if (program.is_points) program.context.values["rsx.fp.point_sprite"] = word("point_sprite_control") | 1;
    if (text_of_file(folder / "fp.tgsi.txt").find("SHADOW2D") == std::string::npos) return;
    constexpr std::uint64_t kDepthWithAlphaOne = 0xa9e4; // as GL's LUMINANCE has it: three times the answer, then 1
    program.context.values["rsx.fp.texture0.shadow"] = 1;
    program.context.values["rsx.fp.texture0.remap"] = kDepthWithAlphaOne;
}

MesaProgram read_program(const fs::path& folder) {
    MesaProgram program;
    program.name = folder.filename().string();
    program.vp = bytes_of_file(folder / "vp.bin");
    program.fp = bytes_of_file(folder / "fp.bin");
    const Json map = Json::parse(text_of_file(folder / "map.json"));
    const Json reference = Json::parse(text_of_file(folder / "ref_llvmpipe.json"));
    const Json &vp = map.at("vp"), &fp = map.at("fp"), &uniforms = reference.at("uniforms");
    const auto attributes = attributes_of(folder, vp.at("attrib_in"));
    for (const Json& given : reference.at("attributes")) {
        auto& vertex = program.vertices.emplace_back();
        vertex.fill({0, 0, 0, 1});
        for (const auto& [hardware, attribute] : attributes) vertex[hardware] = four(given.at(attribute));
    }
    for (const auto& [name, source] : vp.at("constants").items())
        program.vp_constants[*indexed(name).index] = constant_of(uniforms, source);
    for (const Json& patch : fp.at("const_patch"))
        program.fp_constants[patch.at("byte_offset").get<std::uint32_t>()] = constant_of(uniforms, patch.at("source"));
    read_fragment_keys(folder, fp, program);
    if (reference.contains("outputs")) read_outputs(reference, program);
    if (reference.contains("targets")) read_pixels(reference, program);
    return program;
}

// ---- textures

class Texels {
public:
    explicit Texels(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {}
    void skip(std::size_t bytes) { at_ += bytes; }
    ir::Level bytes_rgba(std::uint32_t side) {
        return level(side, [&](ir::Texel& texel) {
            for (std::uint32_t& lane : texel)
                lane = std::bit_cast<std::uint32_t>(static_cast<float>(bytes_.at(at_++)) / 255.0F);
        });
    }
    ir::Level floats(std::uint32_t side) {
        return level(side, [&](ir::Texel& texel) {
            for (unsigned i = 0; i < 4; ++i) texel[0] |= std::uint32_t{bytes_.at(at_++)} << (8 * i);
        });
    }

private:
    ir::Level level(std::uint32_t side, const auto& read) {
        ir::Level level{.width = side, .height = side, .depth = 1, .texels = {}};
        for (std::uint32_t i = 0; i < side * side; ++i) read(level.texels.emplace_back());
        return level;
    }
    std::vector<std::uint8_t> bytes_;
    std::size_t at_ = 0;
};

} // namespace

std::vector<std::uint8_t> bytes_of_file(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<MesaProgram> mesa_programs(const fs::path& folder, std::string& errors) {
    std::vector<MesaProgram> programs;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (!fs::exists(entry.path() / "ref_llvmpipe.json")) continue;
        try {
            programs.push_back(read_program(entry.path()));
        } catch (const std::exception& error) {
            errors += entry.path().string() + ": " + error.what() + "\n";
        }
    }
    std::ranges::sort(programs, {}, &MesaProgram::name);
    return programs;
}

// One after another: 16x16 with four smaller levels, 8x8, a cube, three dimensions, one, and 8x8 floats of a depth.
MesaTextures mesa_textures(const fs::path& file) {
    constexpr std::size_t kTexel = 4, kCube = 6 * 8 * 8 * kTexel, kVolume = 4 * 4 * 4 * kTexel, kLine = 16 * kTexel;
    Texels texels(bytes_of_file(file));
    MesaTextures all;
    for (const std::uint32_t side : {16U, 8U, 4U, 2U, 1U})
        all.mipmapped.texture.levels.push_back(texels.bytes_rgba(side));
    all.small.texture.levels.push_back(texels.bytes_rgba(8));
    texels.skip(kCube + kVolume + kLine);
    all.shadow.texture.levels.push_back(texels.floats(8));
    for (ir::Bound* bound : {&all.mipmapped, &all.small})
        bound->sampler.magnify = bound->sampler.minify = ir::Filter::Linear;
    // f_texbias lies on the border of two levels, where either may be taken: llvmpipe takes the smaller.
    all.mipmapped.sampler.bias = 1.0F / 8;
    return all;
}

} // namespace relit::test
