#include "tests/support/maxwell_sets.hpp"

#include "ir/names.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "pass/pass.hpp"
#include "render/vk/dispatch.hpp"
#include "run/interpreter.hpp"
#include "translate/translate.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>

namespace relit::test {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kMesa = 3, kMesaSlot = 7, kMesaStorage = 0x2a0, kMesaGrid = 0x100, kUamStorage = 0x140;
constexpr std::uint32_t kUamUniform = 2, kMesaUniform = 1, kDescriptorBytes = 16, kSizeAt = 8;
constexpr std::uint32_t kWarp = 32;

fs::path folder() {
    const char* set = std::getenv("RELIT_CORPUS"); // NOLINT(concurrency-mt-unsafe): nothing writes the environment
    return fs::path(set != nullptr ? set : "../shared/corpus") / "maxwell/own/programs";
}

std::vector<std::uint8_t> bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// ---- textures and images

struct PictureLine {
    std::uint32_t unit = 0, width = 1, height = 1, depth = 1, seed = 0, levels = 1;
    std::string type, format, kind, filter, compare;
};
PictureLine picture_line(std::istringstream& words) {
    PictureLine line;
    words >> line.unit >> line.type >> line.width >> line.height >> line.depth >> line.format >> line.kind >> line.seed;
    if (!(words >> line.levels)) line.levels = 1;
    words >> line.filter >> line.compare;
    return line;
}

std::uint32_t lanes_of(ir::ImageFormat format) {
    using enum ir::ImageFormat;
    return format == R32f || format == R32ui || format == R32i ? 1 : 4;
}

/// Levels one after another, as the corpus keeps them.
ir::Picture picture_of(const PictureLine& line, std::uint32_t lanes, const std::vector<std::uint8_t>& bytes) {
    const bool layered = line.type == "2darray" || line.type == "cube";
    ir::Picture picture{.layers = layered ? line.depth : 1};
    std::size_t at = 0;
    for (std::uint32_t i = 0; i < line.levels; ++i) {
        ir::Level level{.width = std::max(line.width >> i, 1U), .height = std::max(line.height >> i, 1U)};
        if (!layered) level.depth = std::max(line.depth >> i, 1U);
        level.texels.resize(std::size_t{level.width} * level.height * level.depth * picture.layers);
        for (ir::Texel& texel : level.texels) {
            const std::size_t size = std::min<std::size_t>(std::size_t{4} * lanes, bytes.size() - at);
            std::memcpy(texel.data(), bytes.data() + at, size);
            at += size;
        }
        picture.levels.push_back(std::move(level));
    }
    return picture;
}

std::vector<std::uint8_t> bytes_of_image(const ir::Picture& picture, std::uint32_t lanes) {
    std::vector<std::uint8_t> bytes;
    for (const ir::Texel& texel : picture.levels[0].texels) {
        const auto* first = reinterpret_cast<const std::uint8_t*>(texel.data());
        bytes.insert(bytes.end(), first, first + std::size_t{4} * lanes);
    }
    return bytes;
}

void read_picture(MaxwellSet& set, const fs::path& at, std::string_view what, std::istringstream& words) {
    const PictureLine line = picture_line(words);
    // As the fact maxwell.texture#.shape counts them.
    constexpr std::string_view kShapes[] = {"", "1d", "2d", "3d", "cube", "buffer", "1darray", "2darray", "cubearray"};
    MaxwellPicture made;
    made.shape = static_cast<std::uint64_t>(std::ranges::find(kShapes, line.type) - std::begin(kShapes));
    const auto* format = std::ranges::find(ir::kFormatNames, line.format == "d32f" ? "r32f" : line.format);
    made.format = static_cast<ir::ImageFormat>(format - ir::kFormatNames.begin());
    const std::string base = set.name + "." + std::string(what) + std::to_string(line.unit);
    made.picture = picture_of(line, lanes_of(made.format), bytes_of(at / (base + ".in.bin")));
    if (line.filter == "linear") made.sampler.magnify = made.sampler.minify = ir::Filter::Linear;
    if (what == "img") set.expected[kImages + line.unit] = bytes_of(at / (base + ".out.bin"));
    (what == "img" ? set.images : set.textures)[line.unit] = std::move(made);
}

/// What only the driver knows of textures and images.
void add_picture_facts(const MaxwellSet& set, ir::Context& facts) {
    constexpr std::uint64_t kUnsigned = 2;
    for (const auto& [unit, texture] : set.textures) {
        const std::string name = "maxwell.texture" + std::to_string(unit);
        if (texture.format == ir::ImageFormat::Rgba32ui) facts.facts[name + ".texels"] = kUnsigned;
        facts.facts[name + ".shape"] = texture.shape;
    }
    for (const auto& [unit, image] : set.images)
        facts.facts["maxwell.image" + std::to_string(unit) + ".format"] = static_cast<std::uint64_t>(image.format);
}

/// False where it says what is not known here.
bool read_spec(MaxwellSet& set, const fs::path& at) {
    std::ifstream file(at / (set.name + ".spec"));
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string what, kind;
        std::uint32_t binding = 0, count = 0;
        if (!(words >> what)) continue;
        if (what == "dispatch") {
            words >> set.groups[0] >> set.groups[1] >> set.groups[2];
            continue;
        }
        if (what == "tex" || what == "img") {
            read_picture(set, at, what, words);
            continue;
        }
        if (what != "ssbo" && what != "ubo") return false;
        words >> binding >> count >> kind;
        set.doubles = set.doubles || kind == "f64";
        const std::string base = set.name + "." + what + std::to_string(binding);
        (what == "ubo" ? set.uniform : set.storage)[binding] = bytes_of(at / (base + ".in.bin"));
        if (what == "ssbo") set.expected[binding] = bytes_of(at / (base + ".out.bin"));
    }
    return std::ranges::any_of(set.expected, [](const auto& one) { return !one.second.empty(); });
}

void read_builds(MaxwellSet& set, const fs::path& at) {
    if (const fs::path dksh = at / (set.name + ".uam.comp.dksh"); exists(dksh))
        set.builds.push_back({false, bytes_of(dksh), {}});
    for (MaxwellSet::Build& build : set.builds) add_picture_facts(set, build.facts);
    const fs::path bin = at / (set.name + ".nv117.comp.bin");
    if (!exists(bin)) return;
    std::ifstream file(at / (set.name + ".nv117.comp.json"));
    const auto json = nlohmann::json::parse(file);
    ir::Context facts{{{"maxwell.convention", kMesa},
                       {"maxwell.library", json["lib_base"].get<std::uint64_t>()},
                       {"maxwell.local_bytes", json["tls_bytes"].get<std::uint64_t>()},
                       {"maxwell.shared_bytes", json["shared_bytes"].get<std::uint64_t>()}}};
    for (std::size_t i = 0; i < 3; ++i)
        facts.facts["maxwell.workgroup" + std::to_string(i)] = json["workgroup"][i].get<std::uint64_t>();
    add_picture_facts(set, facts);
    set.builds.push_back({true, bytes_of(bin), std::move(facts)});
}

std::vector<MaxwellSet> read_sets() {
    std::vector<MaxwellSet> sets;
    if (!exists(folder())) return sets;
    for (const auto& entry : fs::directory_iterator(folder())) {
        MaxwellSet set{.name = entry.path().filename().string()};
        if (!set.name.starts_with("c_") || !read_spec(set, entry.path())) continue;
        read_builds(set, entry.path());
        sets.push_back(std::move(set));
    }
    std::ranges::sort(sets, {}, &MaxwellSet::name);
    return sets;
}

void put_word(std::vector<std::uint8_t>& bytes, std::uint32_t at, std::uint32_t word) {
    std::memcpy(&bytes[at], &word, sizeof word);
}

/// What the drivers keep for programs: sizes of storage buffers, the grid.
void fill_driver_buffer(const MaxwellSet& set, const MaxwellSet::Build& build, std::vector<std::uint8_t>& bytes,
                        const ir::Module& module) {
    const std::uint32_t descriptors = build.mesa ? kMesaStorage : kUamStorage;
    for (const auto& [binding, content] : set.storage)
        put_word(bytes, descriptors + kDescriptorBytes * binding + kSizeAt, static_cast<std::uint32_t>(content.size()));
    for (std::uint32_t i = 0; i < 3; ++i) {
        put_word(bytes, (build.mesa ? kMesaGrid : 0) + 4 * i, module.workgroup[i]);
        put_word(bytes, (build.mesa ? kMesaGrid : 0) + 12 + 4 * i, set.groups[i]);
    }
}

std::vector<ir::Bound> bind(const MaxwellSet& set, const MaxwellSet::Build& build, const ir::Module& module) {
    std::vector<ir::Bound> bound(module.resources.size());
    const std::uint32_t first = build.mesa ? kMesaUniform : kUamUniform, driver = build.mesa ? kMesaSlot : 0;
    for (std::size_t i = 0; i < bound.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        if (resource.kind == ir::ResourceKind::StorageBuffer && set.storage.contains(resource.binding))
            bound[i].bytes = set.storage.at(resource.binding);
        const bool image = resource.kind == ir::ResourceKind::Image;
        if (image || resource.kind == ir::ResourceKind::Texture) {
            const auto& pictures = image ? set.images : set.textures;
            if (const auto found = pictures.find(resource.binding); found != pictures.end())
                bound[i].picture = found->second.picture, bound[i].sampler = found->second.sampler;
        }
        if (resource.kind != ir::ResourceKind::ConstantBuffer) continue;
        bound[i].bytes.resize(resource.size);
        if (const auto found = set.uniform.find(resource.binding - first); found != set.uniform.end())
            std::ranges::copy(found->second, bound[i].bytes.begin());
        if (resource.binding == driver) fill_driver_buffer(set, build, bound[i].bytes, module);
    }
    return bound;
}

double relative(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    const double size = std::max(std::fabs(a), std::fabs(b));
    return std::isfinite(size) ? std::fabs(a - b) / size : 1e30;
}

} // namespace

const std::vector<MaxwellSet>& maxwell_sets() {
    static const std::vector<MaxwellSet> kSets = read_sets();
    return kSets;
}

namespace {

Result<ir::Module> lifted(const MaxwellSet::Build& build) {
    ir::ContextReader reader(build.facts);
    auto module = translate::lift(isa::maxwell::kGuest, build.file, reader);
    if (!module) return module;
    if (const Status done = pass::run_passes(*module, pass::optimising_passes()); !done)
        return std::unexpected(done.error());
    return module;
}

MaxwellStorage storage_after(const MaxwellSet& set, const ir::Module& module, std::vector<ir::Bound>& bound) {
    MaxwellStorage after = set.storage;
    for (const auto& [unit, image] : set.images)
        after[kImages + unit] = bytes_of_image(image.picture, lanes_of(image.format));
    for (std::size_t i = 0; i < bound.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        if (resource.kind == ir::ResourceKind::StorageBuffer) after[resource.binding] = std::move(bound[i].bytes);
        if (resource.kind != ir::ResourceKind::Image || !set.images.contains(resource.binding)) continue;
        const std::uint32_t lanes = lanes_of(set.images.at(resource.binding).format);
        after[kImages + resource.binding] = bytes_of_image(bound[i].picture, lanes);
    }
    return after;
}

} // namespace

Result<MaxwellStorage> run_on(render::vk::Device& device, const MaxwellSet& set, const MaxwellSet::Build& build,
                              Road road) {
    auto module = lifted(build);
    if (!module) return std::unexpected(module.error());
    const lang::Target target = device.target({});
    module = translate::prepare(std::move(*module), target, {.passes = "dead"});
    if (!module) return std::unexpected(module.error());
    const auto words = road(*module, target);
    if (!words) return std::unexpected(words.error());
    std::vector<ir::Bound> bound = bind(set, build, *module);
    const Status done = render::vk::run_native(device, *words, *module, bound, set.groups);
    if (!done) return std::unexpected(done.error());
    return storage_after(set, *module, bound);
}

Result<MaxwellStorage> interpret(const MaxwellSet& set, const MaxwellSet::Build& build) {
    const auto module = lifted(build);
    if (!module) return std::unexpected(module.error());
    const auto& size = module->workgroup;
    const std::uint32_t each = size[0] * size[1] * size[2];
    std::vector<run::State> states(std::size_t{each} * set.groups[0] * set.groups[1] * set.groups[2],
                                   run::blank_state(*module));
    std::vector<ir::Bound> bound = bind(set, build, *module);
    run::Host host{.bound = &bound};
    host.builtin = [&](ir::Builtin builtin, unsigned lane, std::size_t state) -> std::uint64_t {
        const auto part = [&](std::size_t index, const auto& sizes) {
            return lane == 0 ? index % sizes[0] : lane == 1 ? index / sizes[0] % sizes[1] : index / sizes[0] / sizes[1];
        };
        if (builtin == ir::Builtin::LocalInvocationId) return part(state % each, size);
        if (builtin == ir::Builtin::WorkgroupId) return part(state / each, set.groups);
        return 0;
    };
    if (const Status done = run::run(*module, states, {.subgroup = kWarp}, host); !done)
        return std::unexpected(done.error());
    return storage_after(set, *module, bound);
}

namespace {

template <class Float>
double relative_at(const std::uint8_t* a, const std::uint8_t* b) {
    Float x = 0, y = 0;
    std::memcpy(&x, a, sizeof x), std::memcpy(&y, b, sizeof y);
    return relative(static_cast<double>(x), static_cast<double>(y));
}

} // namespace

Distance distance(const MaxwellSet& set, const MaxwellStorage& got) {
    Distance all;
    const std::size_t step = set.doubles ? sizeof(double) : sizeof(float);
    for (const auto& [binding, wanted] : set.expected) {
        const std::vector<std::uint8_t>& is = got.at(binding);
        if (is.size() < wanted.size()) return {wanted.size(), std::numeric_limits<double>::infinity()};
        for (std::size_t at = 0; at + step <= wanted.size(); at += step) {
            if (std::equal(&wanted[at], &wanted[at] + step, &is[at])) continue;
            ++all.words;
            all.relative = std::max(all.relative, set.doubles ? relative_at<double>(&wanted[at], &is[at])
                                                              : relative_at<float>(&wanted[at], &is[at]));
        }
    }
    return all;
}

} // namespace relit::test
