#include "emulators/yuzu/pipelines.hpp"

#include "emulators/maxwell_state.hpp"
#include "emulators/words.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

namespace relit::emulators::yuzu {

/// A key of a graphics pipeline of Vulkan: bits of its first word of state, and offsets from there.
struct KeyLayout {
    unsigned types_are_dynamic, is_captured, depth_from_minus_one, patch_vertices, domain, spacing, is_clockwise;
    std::size_t alpha_reference, point_size, dynamic_types, attributes, feedback;
};

namespace {

constexpr std::string_view kMagic = "yuzucach";
constexpr std::size_t kHeader = 12, kComputeKey = 24, kSph = 80;
constexpr std::size_t kMostCode = std::size_t{4} << 20; // bytes of a program
constexpr std::size_t kMostRecords = 1 << 16;           // of a kind in an environment
constexpr std::uint32_t kMostStages = 6;
/// Of all pipelines: one constant may stand behind many words.
constexpr std::uint64_t kMostUnpacked = std::uint64_t{4} << 30;

constexpr KeyLayout kOld = {1, 2, 6, 9, 14, 16, 18, 16, 20, 88, 96, 424};
constexpr KeyLayout kNew = {5, 6, 7, 15, 10, 12, 14, 16, 20, 56, 104, 424};
constexpr KeyLayout kEden18 = {5, 6, 7, 15, 10, 12, 14, 24, 28, 64, 112, 432};
constexpr Format kFormats[] = {
    // of a version the longest key first
    // yuzu, and those that kept its numbers
    {"yuzu", "Vulkan", 5, 3, 1032, &kOld},
    {"yuzu", "OpenGL", 5, 3, 624, nullptr},
    {"yuzu", "Vulkan", 6, 3, 1032, &kOld},
    {"yuzu", "OpenGL", 6, 3, 624, nullptr},
    {"yuzu", "Vulkan", 7, 4, 1032, &kOld},
    {"yuzu", "OpenGL", 7, 4, 624, nullptr},
    {"yuzu", "Vulkan", 8, 4, 1032, &kOld},
    {"yuzu", "OpenGL", 9, 5, 624, nullptr},
    {"yuzu", "Vulkan", 10, 5, 1032, &kNew},
    {"yuzu", "OpenGL", 10, 5, 624, nullptr},
    {"yuzu", "Vulkan", 11, 5, 1032, &kNew},
    // numbers that two of its successors gave
    {"Eden", "Vulkan", 12, 5, 1048, &kNew},
    {"Citron", "Vulkan", 12, 5, 1032, &kNew},
    {"Eden", "Vulkan", 13, 5, 1048, &kNew},
    {"Citron", "Vulkan", 13, 5, 1032, &kNew},
    {"Eden", "OpenGL", 13, 5, 624, nullptr},
    {"Eden", "Vulkan", 14, 5, 1048, &kNew},
    {"Eden", "OpenGL", 14, 5, 624, nullptr},
    {"Eden", "Vulkan", 15, 5, 1048, &kNew},
    {"Eden", "OpenGL", 15, 5, 624, nullptr},
    {"Eden", "Vulkan", 16, 5, 1048, &kNew},
    {"Eden", "Vulkan", 17, 5, 1048, &kNew},
    {"Eden", "Vulkan", 18, 5, 1056, &kEden18},
};

enum class Stage : std::uint32_t { VertexB, TessControl, TessEval, Geometry, Fragment, Compute, VertexA };
constexpr std::array<std::string_view, 7> kStageNames = {"vertex",   "tess_control", "tess_eval", "geometry",
                                                         "fragment", "compute",      "vertex"};

/// A program with what its translator asked for.
struct Environment {
    Stage stage{};
    Bytes code, sph; // of graphics programs the header; code has it too, at its start
    std::uint32_t local_bytes = 0, shared_bytes = 0, texture_buffer = 0, viewport_transform = 1;
    std::array<std::uint32_t, 3> workgroup{};
    std::size_t textures = 0, formats = 0, replaced = 0;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> constants; // buffer and offset
};

std::size_t order_of(Stage stage) { return stage == Stage::VertexA ? 0 : static_cast<std::size_t>(stage) + 1; }

/// A count that the rest of the file has room for.
Result<std::size_t> count(Cursor& cursor, std::size_t most) {
    const std::uint64_t number = cursor.u64le();
    if (number <= most) return static_cast<std::size_t>(number);
    return fail_at(cursor.offset() - 8, fmt::format("{} is more than the {} that an environment has", number, most));
}

/// The records behind the code.
void read_records(Cursor& cursor, Environment& environment, std::size_t constants) {
    cursor.skip(8 * (environment.textures + environment.formats)); // a handle and a kind each
    for (std::size_t i = 0; i < constants && !cursor.failed(); ++i) {
        const std::uint64_t key = cursor.u64le();
        environment.constants[{static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)}] =
            cursor.u32le();
    }
    cursor.skip(12 * environment.replaced); // an offset and what replaces it
    if (environment.stage == Stage::Compute) {
        for (std::uint32_t& size : environment.workgroup) size = cursor.u32le();
        environment.shared_bytes = cursor.u32le();
    } else {
        environment.sph = cursor.take(kSph);
        if (environment.stage == Stage::Geometry) cursor.skip(32); // attributes that pass through
    }
}

Result<Environment> read_environment(Cursor& cursor, const Format& format) {
    Environment environment;
    const auto code = count(cursor, kMostCode);
    if (!code) return std::unexpected(code.error());
    std::size_t constants = 0;
    std::size_t* const all[] = {&environment.textures, &environment.formats, &constants, &environment.replaced};
    constexpr unsigned kWithoutFormats = 3;
    for (unsigned i = 0; i + 1 < format.counts; ++i) {
        const auto records = count(cursor, kMostRecords);
        if (!records) return std::unexpected(records.error());
        *all[i > 0 && format.counts == kWithoutFormats ? i + 1 : i] = *records;
    }
    environment.local_bytes = cursor.u32le(), environment.texture_buffer = cursor.u32le();
    cursor.skip(12); // where the program started, and the range that was read
    if (format.has_viewport()) environment.viewport_transform = cursor.u32le();
    const std::uint32_t stage = cursor.u32le();
    if (stage >= kStageNames.size()) return fail_at(cursor.offset() - 4, fmt::format("no stage {}", stage));
    environment.stage = static_cast<Stage>(stage);
    environment.code = cursor.take(*code);
    read_records(cursor, environment, constants);
    if (cursor.failed()) return fail_at(cursor.offset(), "the environment is cut off");
    return environment;
}

struct Pipeline {
    std::vector<Environment> environments;
    Bytes key;
};

Result<Pipeline> read_pipeline(Cursor& cursor, const Format& format) {
    const std::size_t at = cursor.offset();
    const std::uint32_t stages = cursor.u32le();
    if (stages == 0 || stages > kMostStages) return fail_at(at, fmt::format("a pipeline of {} stages", stages));
    Pipeline pipeline;
    for (std::uint32_t i = 0; i < stages; ++i) {
        auto environment = read_environment(cursor, format);
        if (!environment) return std::unexpected(environment.error());
        pipeline.environments.push_back(std::move(*environment));
    }
    std::ranges::sort(pipeline.environments, {}, [](const Environment& one) { return order_of(one.stage); });
    if (std::ranges::adjacent_find(pipeline.environments, {}, &Environment::stage) != pipeline.environments.end())
        return fail_at(at, "a pipeline has two programs of one stage");
    const bool computes = pipeline.environments.back().stage == Stage::Compute;
    if (computes && stages != 1) return fail_at(at, "a compute program is alone in its pipeline");
    pipeline.key = cursor.take(computes ? kComputeKey : format.graphics_key);
    if (cursor.failed()) return fail_at(cursor.offset(), "the key of the pipeline is cut off");
    return pipeline;
}

/// Offsets in a key. State begins behind six hashes.
constexpr std::size_t kState = 48, kFeedbackOpenGl = kState + 16;
constexpr std::uint32_t kBuffers = 4, kVertexInputs = 32, kVaryings = 128; // words of a captured vertex

void add_all_feedback(bundle::Bundle& bundle, Bytes key, std::size_t at) {
    const Words words(key);
    for (std::uint32_t i = 0; i < kBuffers; ++i) {
        const std::size_t layout = at + std::size_t{12} * i;
        const std::uint32_t varyings = std::min(words.u32(layout + 4), kVaryings);
        const std::size_t first = at + std::size_t{12} * kBuffers + std::size_t{kVaryings} * i;
        if (varyings != 0) add_feedback(bundle, i, words.u32(layout + 8), varyings, key.subspan(first, kVaryings));
    }
}

/// Types of the engine: 1 snorm, 2 unorm, 3 sint, 4 uint, 5 uscaled, 6 sscaled, 7 float. Keys: float, sint, uint, sscaled, uscaled.
void add_attributes(bundle::Bundle& bundle, const Words& key, std::size_t at) {
    constexpr std::uint8_t kTypes[] = {0, 0, 0, 1, 2, 4, 3, 0};
    for (std::uint32_t i = 0; i < kVertexInputs; ++i) {
        const std::uint32_t attribute = key.u32(at + std::size_t{4} * i);
        if ((attribute & 1) != 0) bundle.context[fmt::format("maxwell.attribute{}", i)] = kTypes[attribute >> 20 & 7];
    }
}

/// Two bits an input: 1 float, 2 sint, 3 uint.
void add_dynamic_attributes(bundle::Bundle& bundle, std::uint64_t types) {
    for (std::uint32_t i = 0; i < kVertexInputs; ++i)
        if (const std::uint64_t type = types >> 2 * i & 3; type != 0)
            bundle.context[fmt::format("maxwell.attribute{}", i)] = type - 1;
}

void add_vulkan_state(bundle::Bundle& bundle, Bytes key, const KeyLayout& at) {
    const Words words(key);
    const std::uint32_t first = words.u32(kState), second = words.u32(kState + 4);
    ir::ContextValues& context = bundle.context;
    context["maxwell.depth_from_minus_one"] = first >> at.depth_from_minus_one & 1;
    context["maxwell.tessellation"] = domain_of(first >> at.domain & 3);
    context["maxwell.tessellation_spacing"] = spacing_of(first >> at.spacing & 3);
    context["maxwell.tessellation_clockwise"] = first >> at.is_clockwise & 1;
    context["maxwell.patch_vertices"] = (first >> at.patch_vertices & 31) + 1;
    context["maxwell.topology"] = topology_of(first >> 24 & 15);
    context["maxwell.alpha_test"] = second >> 1 & 7;
    context["maxwell.alpha_reference"] = words.u32(kState + at.alpha_reference);
    context["maxwell.early_tests"] = second >> 4 & 1;
    context["maxwell.y_negate"] = second >> 11 & 1;
    constexpr std::uint32_t kPoints = 0;
    if ((first >> 24 & 15) == kPoints) context["maxwell.point_size"] = words.u32(kState + at.point_size);
    if ((first >> at.types_are_dynamic & 1) != 0)
        add_dynamic_attributes(bundle, words.u64(kState + at.dynamic_types));
    else
        add_attributes(bundle, words, kState + at.attributes);
    if ((first >> at.is_captured & 1) != 0) add_all_feedback(bundle, key, kState + at.feedback);
}

void add_opengl_state(bundle::Bundle& bundle, Bytes key) {
    const std::uint32_t word = Words(key).u32(kState);
    bundle.context["maxwell.early_tests"] = word >> 1 & 1;
    bundle.context["maxwell.topology"] = topology_of(word >> 2 & 15);
    bundle.context["maxwell.tessellation"] = domain_of(word >> 6 & 3);
    bundle.context["maxwell.tessellation_spacing"] = spacing_of(word >> 8 & 3);
    bundle.context["maxwell.tessellation_clockwise"] = word >> 10 & 1;
    if ((word & 1) != 0) add_all_feedback(bundle, key, kFeedbackOpenGl);
}

/// Words that the translator read; a context says them from the start of the buffer on.
Status add_known_constants(const Environment& environment, Found& found) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> buffers;
    constexpr std::uint32_t kMostWords = 16384;
    std::size_t guessed = 0;
    for (const auto& [at, value] : environment.constants) {
        const auto [buffer, offset] = at;
        if (offset % 4 != 0 || offset / 4 >= kMostWords || buffer >= 18)
            return fail(fmt::format("a constant at byte {} of buffer {}", offset, buffer));
        std::vector<std::uint32_t>& words = buffers[buffer];
        guessed += offset / 4 - words.size();
        words.resize(offset / 4 + 1);
        words.back() = value;
    }
    if (guessed != 0)
        found.approximations.push_back(
            fmt::format("{} words of constant buffers that yuzu did not read are taken for 0", guessed));
    for (const auto& [buffer, words] : buffers)
        if (const Status added = add_constants(found.bundle, buffer, words); !added) return added;
    return {};
}

/// Handles are in memory of the game, and textures in bundles are numbered: what yuzu read of them has no place.
void add_approximations(const Environment& environment, Found& found) {
    if (environment.textures + environment.formats != 0)
        found.approximations.push_back(
            fmt::format("kinds of {} textures are told by handles, which are not in the cache",
                        environment.textures + environment.formats));
    if (environment.replaced != 0)
        found.approximations.push_back(fmt::format(
            "{} words of constant buffers are what a draw says (its base vertex or instance); here they are constants",
            environment.replaced));
}

/// The code with its last group of instructions filled up, as the emulator's own dumps have it.
bundle::FileBytes whole_groups(const Environment& environment) {
    constexpr std::size_t kGroup = 32;
    const std::size_t header = environment.stage == Stage::Compute ? 0 : kSph;
    bundle::FileBytes code(environment.code.begin(), environment.code.end());
    if (code.size() > header) code.resize(header + (code.size() - header + kGroup - 1) / kGroup * kGroup);
    return code;
}

Status add_environment(const Environment& environment, Found& found) {
    const bool computes = environment.stage == Stage::Compute;
    if (environment.code.size() % 8 != 0 || environment.code.empty()) return fail("its code is no whole instructions");
    if (!computes &&
        !std::ranges::equal(environment.code.first(std::min(kSph, environment.code.size())), environment.sph))
        return fail("its code does not begin with its header");
    found.bundle.programs.push_back({.guest = "maxwell",
                                     .stage = std::string(kStageNames[static_cast<std::size_t>(environment.stage)]),
                                     .name = {},
                                     .bytes = whole_groups(environment)});
    ir::ContextValues& context = found.bundle.context;
    if (computes) {
        context["maxwell.code_alone"] = 1;
        for (std::size_t i = 0; i < environment.workgroup.size(); ++i)
            context[fmt::format("maxwell.workgroup{}", i)] = environment.workgroup[i];
        if (environment.shared_bytes != 0) context["maxwell.shared_bytes"] = environment.shared_bytes;
        if (environment.local_bytes != 0) context["maxwell.local_bytes"] = environment.local_bytes;
    } else if (environment.viewport_transform == 0) {
        context["maxwell.window_positions"] = 1;
    }
    add_approximations(environment, found);
    return add_known_constants(environment, found);
}

Result<Found> found_in(const Pipeline& pipeline, const Format& format, std::size_t number) {
    Found found;
    found.name = fmt::format("pipeline-{}", number);
    for (const Environment& environment : pipeline.environments)
        if (const Status added = add_environment(environment, found); !added)
            return fail(added.error().kind, fmt::format("pipeline {}: {}", number, added.error().text));
    if (pipeline.environments[0].stage != Stage::Compute) {
        if (format.layout != nullptr)
            add_vulkan_state(found.bundle, pipeline.key, *format.layout);
        else
            add_opengl_state(found.bundle, pipeline.key);
    }
    found.bundle.origin = {{"emulator", std::string(format.emulator)},
                           {"renderer", std::string(format.renderer)},
                           {"cache_version", fmt::format("{}", format.version)},
                           {"pipeline", fmt::format("{}", number)}};
    return found;
}

/// Returns about how many bytes of memory a pipeline takes.
std::uint64_t bytes_of(const Found& found) {
    constexpr std::uint64_t kKeyBytes = 64;
    std::uint64_t bytes = kKeyBytes * found.bundle.context.size();
    for (const bundle::Program& program : found.bundle.programs) bytes += program.bytes.size();
    return bytes;
}

/// How many pipelines can be read.
std::size_t reach_of(Bytes file, const Format& format) {
    Cursor cursor(file);
    cursor.skip(kHeader);
    std::size_t pipelines = 0;
    for (; !cursor.at_end(); ++pipelines)
        if (!read_pipeline(cursor, format)) break;
    return pipelines;
}

} // namespace

bool is_cache(Bytes begin) { return relit::text_of(begin).starts_with(kMagic); }

Result<const Format*> format_of(Bytes file) {
    if (!is_cache(file)) return fail_at(0, "no pipeline cache of yuzu");
    if (file.size() < kHeader) return fail_at(file.size(), "the header is cut off");
    const std::uint32_t version = Words(file).u32(kMagic.size());
    const Format* best = nullptr;
    std::size_t reach = 0;
    for (const Format& format : kFormats) {
        if (format.version != version) continue;
        const std::size_t now = reach_of(file, format);
        if (best == nullptr || now > reach) best = &format, reach = now;
    }
    if (best != nullptr) return best;
    return fail(FaultKind::NotSupported, fmt::format("the cache is of version {}; those of {} to {} are read", version,
                                                     std::begin(kFormats)->version, std::rbegin(kFormats)->version));
}

Status read_cache(Bytes file, const TakeFound& take) {
    const auto format = format_of(file);
    if (!format) return std::unexpected(format.error());
    Cursor cursor(file);
    cursor.skip(kHeader);
    std::uint64_t unpacked = 0;
    for (std::size_t number = 1; !cursor.at_end(); ++number) {
        if (unpacked > kMostUnpacked)
            return fail(FaultKind::NotSupported,
                        fmt::format("pipeline {}: the cache unpacks to more than 4 GiB", number));
        auto pipeline = read_pipeline(cursor, **format);
        if (!pipeline) return std::unexpected(pipeline.error());
        auto found = found_in(*pipeline, **format, number);
        if (found) unpacked += bytes_of(*found);
        take(std::move(found));
    }
    return {};
}

} // namespace relit::emulators::yuzu
