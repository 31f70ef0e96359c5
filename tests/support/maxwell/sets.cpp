#include "tests/support/maxwell/sets.hpp"

#include "isa/maxwell/maxwell.hpp"
#include "pass/pass.hpp"
#include "render/vk/dispatch.hpp"
#include "run/dispatch.hpp"
#include "tests/support/maxwell/corpus.hpp"
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

constexpr std::uint32_t kMesaComputeSlot = 7, kMesaStorage = 0x2a0, kMesaGrid = 0x100, kUamStorage = 0x140;
constexpr std::uint32_t kUamUniform = 2, kMesaUniform = 1;

void read_texture(MaxwellSet& set, const fs::path& at, const std::string& what, std::istringstream& words) {
    auto [unit, made] = read_maxwell_texture(at, set.name, what, words);
    if (what == "img")
        set.expected[kImages + unit] = bytes_of(at / (set.name + ".img" + std::to_string(unit) + ".out.bin"));
    (what == "img" ? set.images : set.textures)[unit] = std::move(made);
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
            read_texture(set, at, what, words);
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
    for (MaxwellSet::Build& build : set.builds) add_texture_keys(set.textures, set.images, build.context);
    const fs::path bin = at / (set.name + ".nv117.comp.bin");
    if (!exists(bin)) return;
    std::ifstream file(at / (set.name + ".nv117.comp.json"));
    const auto json = nlohmann::json::parse(file);
    ir::Context context{{{"maxwell.convention", kMesa},
                         {"maxwell.library", json["lib_base"].get<std::uint64_t>()},
                         {"maxwell.local_bytes", json["tls_bytes"].get<std::uint64_t>()},
                         {"maxwell.shared_bytes", json["shared_bytes"].get<std::uint64_t>()}}};
    for (std::size_t i = 0; i < 3; ++i)
        context.values["maxwell.workgroup" + std::to_string(i)] = json["workgroup"][i].get<std::uint64_t>();
    add_texture_keys(set.textures, set.images, context);
    set.builds.push_back({true, bytes_of(bin), std::move(context)});
}

std::vector<MaxwellSet> read_sets() {
    std::vector<MaxwellSet> sets;
    if (!exists(folder_of_programs())) return sets;
    for (const auto& entry : fs::directory_iterator(folder_of_programs())) {
        MaxwellSet set{.name = entry.path().filename().string()};
        if (!set.name.starts_with("c_") || !read_spec(set, entry.path())) continue;
        read_builds(set, entry.path());
        sets.push_back(std::move(set));
    }
    std::ranges::sort(sets, {}, &MaxwellSet::name);
    return sets;
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
    const std::uint32_t first = build.mesa ? kMesaUniform : kUamUniform, driver = build.mesa ? kMesaComputeSlot : 0;
    for (std::size_t i = 0; i < bound.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        if (resource.kind == ir::ResourceKind::StorageBuffer && set.storage.contains(resource.binding))
            bound[i].bytes = set.storage.at(resource.binding);
        const bool image = resource.kind == ir::ResourceKind::Image;
        if (image || resource.kind == ir::ResourceKind::Texture) {
            const auto& textures = image ? set.images : set.textures;
            if (const auto found = textures.find(resource.binding); found != textures.end())
                bound[i].texture = found->second.texture, bound[i].sampler = found->second.sampler;
        }
        if (resource.kind != ir::ResourceKind::ConstantBuffer) continue;
        bound[i].bytes.resize(kConstantBytes);
        if (const auto found = set.uniform.find(resource.binding - first); found != set.uniform.end())
            std::ranges::copy(found->second, bound[i].bytes.begin());
        if (resource.binding == driver) fill_driver_buffer(set, build, bound[i].bytes, module);
        bound[i].bytes.resize(resource.size); // what the program reads
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
    ir::ContextReader reader(build.context);
    auto module = translate::lift(isa::maxwell::kFrontend, build.file, reader);
    if (!module) return module;
    if (const Status done = pass::run_passes(*module, pass::optimising_passes()); !done)
        return std::unexpected(done.error());
    return module;
}

MaxwellStorage storage_after(const MaxwellSet& set, const ir::Module& module, std::vector<ir::Bound>& bound) {
    MaxwellStorage after = set.storage;
    for (const auto& [unit, image] : set.images)
        after[kImages + unit] = bytes_of_image(image.texture, lanes_of(image.format));
    for (std::size_t i = 0; i < bound.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        if (resource.kind == ir::ResourceKind::StorageBuffer) after[resource.binding] = std::move(bound[i].bytes);
        if (resource.kind != ir::ResourceKind::Image || !set.images.contains(resource.binding)) continue;
        const std::uint32_t lanes = lanes_of(set.images.at(resource.binding).format);
        after[kImages + resource.binding] = bytes_of_image(bound[i].texture, lanes);
    }
    return after;
}

} // namespace

Result<MaxwellStorage> run_on(render::vk::Device& device, const MaxwellSet& set, const MaxwellSet::Build& build,
                              BackEnd back_end, Lacking lacking) {
    auto module = lifted(build);
    if (!module) return std::unexpected(module.error());
    const lang::Target target = with_language_of(back_end, without(device.target({}), lacking));
    module = translate::prepare(std::move(*module), target, {.passes = "dce"});
    if (!module) return std::unexpected(module.error());
    const auto words = back_end(*module, target);
    if (!words) return std::unexpected(words.error());
    std::vector<ir::Bound> bound = bind(set, build, *module);
    const Status done = render::vk::run_native(device, *words, *module, bound, set.groups);
    if (!done) return std::unexpected(done.error());
    return storage_after(set, *module, bound);
}

Result<MaxwellStorage> interpret(const MaxwellSet& set, const MaxwellSet::Build& build) {
    const auto module = lifted(build);
    if (!module) return std::unexpected(module.error());
    std::vector<ir::Bound> bound = bind(set, build, *module);
    const auto done = run::dispatch(*module, bound, {.groups = set.groups}, {.subgroup = kWarp});
    if (!done) return std::unexpected(done.error());
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
