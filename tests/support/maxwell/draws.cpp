#include "tests/support/maxwell/draws.hpp"
#include "tests/support/guests/parsed.hpp"
#include "tests/support/maxwell/corpus.hpp"

#include "isa/maxwell/maxwell.hpp"
#include "translate/linked.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <regex>
#include <sstream>

namespace relit::test {
namespace {

namespace fs = std::filesystem;
using render::vk::Float4;
using render::vk::InputKind;
using render::vk::Topology;

constexpr std::array<std::string_view, 5> kStages = {"vert", "tesc", "tese", "geom", "frag"};

std::string text_of(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// ---- what is drawn

/// Reads one set of the corpus.
class Reader {
public:
    Reader(MaxwellDraw& draw, fs::path at) : draw_(draw), at_(std::move(at)) {}

    void read() {
        std::ifstream file(path(".spec"));
        for (std::string line; std::getline(file, line);) {
            std::istringstream words(line);
            std::string what;
            if (words >> what) command(what, words);
        }
        if (exists(path(".rt0.out.bin"))) draw_.targets.push_back(bytes_of(path(".rt0.out.bin")));
        draw_.feedback = bytes_of(path(".xfb.out.bin"));
        for (const bool mesa : {false, true}) build(mesa);
    }

private:
    [[nodiscard]] fs::path path(const std::string& end) const { return at_ / (draw_.name + end); }
    [[nodiscard]] std::string source(std::string_view stage) const { return text_of(path("." + std::string(stage))); }

    void command(const std::string& what, std::istringstream& words) {
        if (what == "size") words >> draw_.width >> draw_.height >> draw_.layers;
        if (what == "patch") words >> draw_.patch_vertices;
        if (what == "tex" || what == "img") texture(what, words);
        if (what == "ubo" || what == "ssbo") buffer(what, words);
        if (what == "attr") attribute(words);
        if (what == "draw") shape(words);
        if (what == "xfb") captures(words);
    }

    void buffer(const std::string& what, std::istringstream& words) {
        std::uint32_t binding = 0;
        words >> binding;
        const std::string base = "." + what + std::to_string(binding);
        (what == "ubo" ? draw_.uniform : draw_.storage)[binding] = bytes_of(path(base + ".in.bin"));
        if (what == "ssbo") draw_.storage_after[binding] = bytes_of(path(base + ".out.bin"));
    }

    void texture(const std::string& what, std::istringstream& words) {
        auto [unit, made] = read_maxwell_texture(at_, draw_.name, what, words);
        if (what == "img") draw_.images_after[unit] = bytes_of(path(".img" + std::to_string(unit) + ".out.bin"));
        (what == "img" ? draw_.images : draw_.textures)[unit] = std::move(made);
    }

    void attribute(std::istringstream& words) {
        std::uint32_t location = 0, components = 0, seed = 0, count = 0, divisor = 0;
        std::string kind;
        words >> location >> components >> kind >> seed >> count >> divisor;
        const auto bytes = bytes_of(path(".attr" + std::to_string(location) + ".in.bin"));
        const InputKind as = kind == "ismall"                   ? InputKind::Signed
                             : kind == "small" || kind == "u32" ? InputKind::Unsigned
                                                                : InputKind::Float;
        const float one = as == InputKind::Float ? 1.0F : std::bit_cast<float>(1U);
        auto& values = draw_.attributes[location];
        for (std::uint32_t i = 0; i < count; ++i) {
            Float4 value{0, 0, 0, one};
            std::memcpy(value.data(), &bytes[std::size_t{4} * i * components], std::size_t{4} * components);
            values.push_back(value);
        }
        draw_.kinds[location] = as;
        draw_.by_instance[location] = divisor != 0;
    }

    void shape(std::istringstream& words) {
        std::string mode;
        words >> mode >> draw_.vertices >> draw_.instances;
        draw_.instances = std::max(1U, draw_.instances);
        draw_.topology = mode == "points"    ? Topology::Points
                         : mode == "lines"   ? Topology::Lines
                         : mode == "patches" ? Topology::Patches
                                             : Topology::Triangles;
    }

    [[nodiscard]] std::string last_stage() const {
        for (const std::string_view stage : {"geom", "tese", "vert"})
            if (exists(path("." + std::string(stage)))) return source(stage);
        return {};
    }
    void captures(std::istringstream& words) {
        const std::string text = last_stage();
        for (std::string name; words >> name;) {
            std::uint32_t first = 0x70, count = 4;
            if (name == "gl_ClipDistance") first = 0x2c0, count = 2;
            std::smatch found;
            const std::string plain = name.substr(0, name.find('['));
            const std::uint32_t index =
                plain == name ? 0 : static_cast<std::uint32_t>(std::stoul(name.substr(plain.size() + 1)));
            if (std::regex_search(text, found,
                                  std::regex("location=(\\d+)\\)(?: flat)? out (\\w+) " + plain + "\\b"))) {
                first = 0x80 + 16 * (static_cast<std::uint32_t>(std::stoul(found[1])) + index);
                const std::string type = found[2];
                count = type == "float" ? 1 : static_cast<std::uint32_t>(type.back() - '0');
            }
            for (std::uint32_t i = 0; i < count; ++i) draw_.captured.push_back(first + 4 * i);
        }
    }

    // ---- programs
    void build(bool mesa) {
        MaxwellDraw::Build made{.mesa = mesa, .programs = {}};
        for (const std::string_view stage : kStages) {
            const std::string name = (mesa ? ".nv117." : ".uam.") + std::string(stage);
            const fs::path file = path(name + (mesa ? ".bin" : ".dksh"));
            if (!exists(file)) continue;
            MaxwellDraw::Program& program =
                made.programs.emplace_back(MaxwellDraw::Program{std::string(stage), bytes_of(file), {}});
            program.context = context(stage, mesa);
            if (mesa) add_mesa(program.context, path(name + ".json"));
        }
        draw_.builds.push_back(std::move(made));
    }

    static void add_mesa(ir::Context& to, const fs::path& path) {
        std::ifstream file(path);
        const auto json = nlohmann::json::parse(file);
        to.values["maxwell.convention"] = kMesa;
        to.values["maxwell.library"] = json["lib_base"].get<std::uint64_t>();
        to.values["maxwell.local_bytes"] = json["tls_bytes"].get<std::uint64_t>();
        to.values["maxwell.early_tests"] = json["early_z"].get<std::uint64_t>();
    }

    [[nodiscard]] bool is_last(std::string_view stage) const {
        const auto at = std::ranges::find(kStages, stage);
        return std::none_of(at + 1, kStages.end() - 1,
                            [&](std::string_view later) { return exists(path("." + std::string(later))); });
    }

    [[nodiscard]] ir::Context context(std::string_view stage, bool mesa) const {
        ir::Context all;
        add_texture_keys(draw_.textures, draw_.images, all);
        if (stage == "vert") {
            std::uint32_t order = 0;
            for (const auto& [location, kind] : draw_.kinds) {
                const std::uint32_t at = mesa ? order++ : location;
                all.values["maxwell.attribute" + std::to_string(at)] = static_cast<std::uint64_t>(kind);
            }
        }
        const bool points = draw_.topology == Topology::Points && stage == "vert" && is_last(stage);
        if (points) all.values["maxwell.point_size"] = std::bit_cast<std::uint32_t>(1.0F);
        if (stage == "geom") {
            const bool takes_points = source(stage).find("layout(points") != std::string::npos;
            all.values["maxwell.topology"] = takes_points ? 0 : 3;
        }
        if (stage == "tesc" || stage == "tese") all.values["maxwell.patch_vertices"] = draw_.patch_vertices;
        if (stage == "tese") {
            const std::string text = source(stage);
            all.values["maxwell.tessellation"] = text.find("quads") != std::string::npos ? 1 : 0;
            all.values["maxwell.tessellation_spacing"] = text.find("fractional_odd") != std::string::npos ? 2 : 0;
        }
        if (stage == "frag") return all;
        all.values["maxwell.to_rasteriser"] = is_last(stage) ? 1 : 0;
        if (draw_.captured.empty() || !is_last(stage)) return all;
        all.values["maxwell.feedback0.stride"] = 4 * draw_.captured.size();
        all.values["maxwell.feedback0.words"] = draw_.captured.size();
        for (std::size_t i = 0; i < draw_.captured.size(); ++i)
            all.values["maxwell.feedback0.word" + std::to_string(i)] = draw_.captured[i];
        return all;
    }

    MaxwellDraw& draw_;
    fs::path at_;
};

std::vector<MaxwellDraw> read_draws() {
    std::vector<MaxwellDraw> draws;
    if (!exists(folder_of_programs())) return draws;
    for (const auto& entry : fs::directory_iterator(folder_of_programs())) {
        MaxwellDraw draw;
        draw.name = entry.path().filename().string();
        if (draw.name.starts_with("c_")) continue;
        Reader(draw, entry.path()).read();
        draws.push_back(std::move(draw));
    }
    std::ranges::sort(draws, {}, &MaxwellDraw::name);
    return draws;
}

// ---- drawing

/// A stage on its way to the device. Bindings of stages do not overlap.
struct BuiltStage {
    ir::Module module;
    std::vector<std::uint32_t> spirv;
    std::vector<std::uint32_t> slots; // by resource: the guest's number
    std::vector<ir::Bound> bound;
};

constexpr std::uint32_t kBindingsOfStage = 64;

/// Where the drivers keep the sizes of storage buffers.
std::uint32_t descriptors_of(bool mesa, std::size_t stage) {
    constexpr std::array<std::uint32_t, 5> kUam = {0x0b0, 0x250, 0x3f0, 0x590, 0x730};
    return mesa ? 0x2a0 : kUam[stage];
}

/// What a constant buffer holds. Compilers multiply what depends on the direction of y by a constant of the driver.
MaxwellDraw::Bytes constants_of(const MaxwellDraw& draw, bool mesa, std::size_t stage, std::uint32_t slot,
                                std::uint32_t size) {
    constexpr std::uint32_t kMesaSlot = 15, kMost = 65536;
    MaxwellDraw::Bytes bytes(kMost);
    if (const auto found = draw.uniform.find(slot - (mesa ? 1 : 2)); found != draw.uniform.end())
        std::ranges::copy(found->second, bytes.begin());
    if (slot == (mesa ? 0U : 1U)) put_word(bytes, 0, std::bit_cast<std::uint32_t>(1.0F));
    for (const auto& [binding, content] : draw.storage)
        if (slot == (mesa ? kMesaSlot : 0U))
            put_word(bytes, descriptors_of(mesa, stage) + kDescriptorBytes * binding + kSizeAt,
                     static_cast<std::uint32_t>(content.size()));
    bytes.resize(size); // what the program reads
    return bytes;
}

/// What is bound to a resource that has the guest's number `slot`.
ir::Bound bound_to(const ir::Resource& resource, std::uint32_t slot, const MaxwellDraw& draw, bool mesa,
                   std::size_t stage) {
    ir::Bound bound;
    if (resource.kind == ir::ResourceKind::ConstantBuffer)
        bound.bytes = constants_of(draw, mesa, stage, slot, resource.size);
    if (resource.kind == ir::ResourceKind::StorageBuffer && draw.storage.contains(slot))
        bound.bytes = draw.storage.at(slot);
    const bool image = resource.kind == ir::ResourceKind::Image;
    const MaxwellTextures& textures = image ? draw.images : draw.textures;
    const auto texture = textures.find(slot);
    if ((image || resource.kind == ir::ResourceKind::Texture) && texture != textures.end())
        bound.texture = texture->second.texture, bound.sampler = texture->second.sampler;
    return bound;
}

/// From a prepared module; `moved`: how far its bindings lie from the guest's numbers.
Result<BuiltStage> make(ir::Module module, std::uint32_t moved, const MaxwellDraw& draw, bool mesa,
                        const lang::Target& target, BackEnd back_end) {
    BuiltStage made{.module = std::move(module), .spirv = {}, .slots = {}, .bound = {}};
    const auto stage = static_cast<std::size_t>(made.module.stage);
    for (const ir::Resource& resource : made.module.resources) {
        made.slots.push_back(resource.binding - moved);
        made.bound.push_back(bound_to(resource, resource.binding - moved, draw, mesa, stage));
    }
    auto words = back_end(made.module, target);
    if (!words) return std::unexpected(words.error());
    made.spirv = std::move(*words);
    return made;
}

/// Each stage by itself.
Result<std::vector<BuiltStage>> make_apart(const MaxwellDraw& draw, const MaxwellDraw::Build& build,
                                           const lang::Target& target, BackEnd back_end) {
    std::vector<BuiltStage> stages;
    for (const MaxwellDraw::Program& program : build.programs) {
        ir::ContextReader reader(program.context);
        auto module = translate::lift(isa::maxwell::kFrontend, program.file, reader);
        if (module) module = translate::prepare(std::move(*module), target, {});
        if (!module) return fail(module.error().kind, program.stage + ": " + module.error().text);
        const auto moved = kBindingsOfStage * static_cast<std::uint32_t>(module->stage);
        for (ir::Resource& resource : module->resources) resource.binding += moved;
        auto made = make(std::move(*module), moved, draw, build.mesa, target, back_end);
        if (!made) return fail(made.error().kind, program.stage + ": " + made.error().text);
        stages.push_back(std::move(*made));
    }
    return stages;
}

Result<std::vector<BuiltStage>> make_linked(const MaxwellDraw& draw, const MaxwellDraw::Build& build,
                                            const lang::Target& target, BackEnd back_end) {
    ParsedPrograms programs;
    for (const MaxwellDraw::Program& program : build.programs) programs.add(isa::maxwell::kFrontend, program.file);
    auto lifted = translate::lift_linked(programs, context_keys_of_row(build), target);
    if (!lifted) return std::unexpected(lifted.error());
    if (const Status done = translate::prepare_linked(lifted->stages, target, {}); !done)
        return std::unexpected(done.error());
    std::vector<BuiltStage> stages;
    for (translate::LinkedModule& stage : lifted->stages) {
        const std::uint32_t moved =
            isa::maxwell::kFrontend.bindings_of_stage * static_cast<std::uint32_t>(stage.module.stage);
        auto made = make(std::move(stage.module), moved, draw, build.mesa, target, back_end);
        if (!made) return std::unexpected(made.error());
        stages.push_back(std::move(*made));
    }
    return stages;
}

double float_difference(float a, float b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    const double size = std::max({std::fabs(double{a}), std::fabs(double{b}), 1.0});
    return std::isfinite(size) ? std::fabs(double{a} - double{b}) / size : std::numeric_limits<double>::infinity();
}

DrawDistance distance(const MaxwellDraw::Bytes& wanted, std::span<const std::uint32_t> got) {
    DrawDistance all;
    for (std::size_t i = 0; i < wanted.size() / 4; ++i) {
        std::uint32_t want = 0;
        std::memcpy(&want, &wanted[4 * i], sizeof want);
        const std::uint32_t is = i < got.size() ? got[i] : ~want;
        if (want == is) continue;
        ++all.words;
        all.most = std::max(all.most, float_difference(std::bit_cast<float>(want), std::bit_cast<float>(is)));
    }
    return all;
}

std::vector<std::uint32_t> words_of(const std::vector<Float4>& texels) {
    std::vector<std::uint32_t> words(texels.size() * 4);
    std::memcpy(words.data(), texels.data(), words.size() * 4);
    return words;
}

std::vector<std::uint32_t> words_of(const MaxwellDraw::Bytes& bytes) {
    std::vector<std::uint32_t> words(bytes.size() / 4);
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * 4);
    return words;
}

/// Differences of all storage buffers and images that some stage changed.
DrawDistance storage_distance(const MaxwellDraw& draw, const std::vector<BuiltStage>& stages,
                              const render::vk::Drawn& drawn) {
    DrawDistance all;
    for (std::size_t s = 0; s < stages.size(); ++s)
        for (std::size_t i = 0; i < stages[s].module.resources.size(); ++i) {
            const bool image = stages[s].module.resources[i].kind == ir::ResourceKind::Image;
            const auto& expected = image ? draw.images_after : draw.storage_after;
            const auto wanted = expected.find(stages[s].slots[i]);
            const bool stored = image || stages[s].module.resources[i].kind == ir::ResourceKind::StorageBuffer;
            if (!stored || wanted == expected.end()) continue;
            const ir::Bound& bound = drawn.bound[s][i];
            const auto bytes =
                image ? bytes_of_image(bound.texture, lanes_of(draw.images.at(wanted->first).format)) : bound.bytes;
            const DrawDistance one = distance(wanted->second, words_of(bytes));
            all.words += one.words;
            all.most = std::max(all.most, one.most);
        }
    return all;
}

render::vk::Draw description(const MaxwellDraw& draw, bool mesa, const std::vector<BuiltStage>& stages) {
    const auto stage = [&](std::size_t i) {
        return render::vk::DrawStage{stages[i].spirv, stages[i].module, stages[i].bound};
    };
    constexpr std::uint32_t kRoom = 1U << 16;
    render::vk::Draw all{.vertex = stage(0), .fragment = stage(stages.size() - 1)};
    for (std::size_t i = 1; i + 1 < stages.size(); ++i) {
        const ir::Stage which = stages[i].module.stage;
        (which == ir::Stage::TessControl ? all.control
         : which == ir::Stage::TessEval  ? all.evaluation
                                         : all.geometry)
            .emplace(stage(i));
    }
    std::uint32_t order = 0;
    for (const auto& [location, values] : draw.attributes) { // Mesa's driver numbers those that there are
        const std::uint32_t at = mesa ? order++ : location;
        all.inputs[at] = values;
        all.kinds[at] = draw.kinds.at(location);
        all.by_instance[at] = draw.by_instance.at(location);
    }
    all.vertices = draw.vertices;
    all.instances = draw.instances;
    all.patch_vertices = draw.patch_vertices;
    all.topology = draw.topology;
    all.width = draw.width, all.height = draw.height, all.layers = draw.layers;
    all.clips_as_opengl = all.provokes_last = all.rounds_lines = true;
    all.front_is_clockwise = true; // rows are counted from the other side
    all.feedback_words = draw.captured.empty() ? 0 : kRoom;
    return all;
}

} // namespace

const std::vector<MaxwellDraw>& maxwell_draws() {
    static const std::vector<MaxwellDraw> kDraws = read_draws();
    return kDraws;
}

ir::Context context_keys_of_row(const MaxwellDraw::Build& build) {
    ir::Context all;
    for (const MaxwellDraw::Program& program : build.programs)
        for (const auto& [name, value] : program.context.values) {
            std::uint64_t& known = all.values[name];
            known = std::max(known, value); // memory of a thread: as much as any wants
        }
    all.values.erase("maxwell.to_rasteriser");
    return all;
}

Result<DrawDistances> draw_on(render::vk::Device& device, const MaxwellDraw& draw, const MaxwellDraw::Build& build,
                              BackEnd back_end, bool linked) {
    const lang::Target target = with_language_of(back_end, device.target({}));
    const auto made = linked ? make_linked(draw, build, target, back_end) : make_apart(draw, build, target, back_end);
    if (!made) return std::unexpected(made.error());
    const std::vector<BuiltStage>& stages = *made;
    const auto drawn = render::vk::draw(device, description(draw, build.mesa, stages));
    if (!drawn) return std::unexpected(drawn.error());
    DrawDistances all;
    if (!draw.targets.empty()) all.target = distance(draw.targets[0], words_of(drawn->targets[0]));
    all.feedback = distance(draw.feedback, drawn->feedback);
    all.storage = storage_distance(draw, stages, *drawn);
    return all;
}

} // namespace relit::test
