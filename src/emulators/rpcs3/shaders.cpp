#include "emulators/rpcs3/shaders.hpp"

#include "emulators/words.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::emulators::rpcs3 {
namespace {

/// Where a record has what: offsets of its parts. In front of them lie three hashes.
struct Layout {
    std::string_view version;
    bool has_control; // in front of the mask of outputs
    bool counts_targets;
    std::size_t mask, used_slots, base, multisampled, fragment;

    [[nodiscard]] std::size_t bytes() const { return fragment + 32; }
};
constexpr Layout kLayouts[] = {{"v1.95", true, true, 28, 40, 112, 184, 192},
                               {"v1.94", true, false, 28, 40, 112, 184, 192},
                               {"v1.93", false, false, 24, 32, 104, 176, 184}};

constexpr std::size_t kHashes = 24;
constexpr std::size_t kMostJumps = 32;
constexpr std::uint16_t kEndOfJumps = 0xffff;
constexpr std::uint32_t kFragmentTextures = 16, kVertexTextures = 4, kTexcoords = 10, kMostTargets = 4;
/// Of the hardware's register: what a program exports. All other bits of the record's word are RPCS3's own, or told by programs.
constexpr std::uint32_t kExports = 0x4e, kFlatShading = 0x800;

/// Fields that RPCS3 leaves 0.
Status check_reserved(const Words& words, const Layout& layout) {
    const std::size_t targets = layout.fragment + 24, behind = layout.counts_targets ? targets + 1 : targets;
    const std::pair<std::size_t, std::size_t> kFields[] = {
        {36, layout.has_control ? 4 : 0}, {layout.multisampled + 2, 6}, {behind, layout.bytes() - behind}};
    for (const auto& [offset, size] : kFields)
        if (words.number(offset, size) != 0) return fail_at(offset, "a field that RPCS3 leaves 0 is not 0");
    return {};
}

std::vector<std::uint16_t> jump_targets(const Words& words, std::size_t table) {
    std::vector<std::uint16_t> targets;
    for (std::size_t i = 0; i < kMostJumps; ++i) {
        const std::uint16_t target = words.u16(table + 2 * i);
        if (target == kEndOfJumps) break;
        targets.push_back(target);
    }
    return targets;
}

/// Two bits a texture: 1d, 2d, cube, 3d. Context keys count 1d as 1, 2d 2, 3d 3, cube 4.
std::uint64_t kind_of(std::uint32_t dimensions, std::uint32_t texture) {
    constexpr std::uint8_t kKinds[] = {1, 2, 4, 3};
    return kKinds[dimensions >> 2 * texture & 3];
}

/// How many slots the record's mask reaches over.
std::size_t slots_of(const Pipeline& pipeline) {
    for (std::size_t i = pipeline.used_slots.size(); i-- > 0;)
        if (pipeline.used_slots[i] != 0) return 64 * i + std::bit_width(pipeline.used_slots[i]);
    return 0;
}

Status check_vertex(const Pipeline& pipeline, const bundle::FileBytes& program) {
    const std::size_t slots = program.size() / kSlotBytes;
    if (program.empty() || program.size() % kSlotBytes != 0 || slots > kMostSlots)
        return fail(fmt::format("{} has {} bytes: no whole program", vertex_file(pipeline), program.size()));
    if (slots_of(pipeline) > slots)
        return fail(
            fmt::format("{} has {} slots; the record uses {}", vertex_file(pipeline), slots, slots_of(pipeline)));
    if (pipeline.entry < pipeline.base || pipeline.entry - pipeline.base >= slots)
        return fail(fmt::format("the entry {} lies outside of the program, {} slots from {}", pipeline.entry, slots,
                                pipeline.base));
    for (const std::uint16_t target : pipeline.jump_targets)
        if (target >= slots) return fail(fmt::format("a jump to {} leads out of the {} slots", target, slots));
    return {};
}

void add_vertex_context(const Pipeline& pipeline, ir::ContextValues& context) {
    context["rsx.vp.start"] = pipeline.entry - pipeline.base; // jumps count from the base, too
    context["rsx.vp.output_mask"] = pipeline.output_mask;
    for (std::uint32_t i = 0; i < kVertexTextures; ++i)
        context[fmt::format("rsx.vp.texture{}.kind", i)] = kind_of(pipeline.vertex_dimensions, i);
}

void add_fragment_context(const Pipeline& pipeline, ir::ContextValues& context) {
    context["rsx.fp.control"] = pipeline.fragment_control & kExports;
    context["rsx.fp.flat"] = (pipeline.fragment_control & kFlatShading) != 0 ? 1 : 0;
    if (pipeline.targets) context["rsx.fp.targets"] = (1U << *pipeline.targets) - 1;
    context["rsx.fp.two_sided"] = pipeline.lighting & 1;
    const std::uint32_t sprites = pipeline.texcoord_control >> 16 & ((1U << kTexcoords) - 1);
    context["rsx.fp.point_sprite"] = sprites != 0 ? 1 | sprites << 8 : 0;
    for (std::uint32_t i = 0; i < kTexcoords; ++i)
        context[fmt::format("rsx.fp.texcoord{}", i)] = pipeline.texcoord_control >> i & 1;
    for (std::uint32_t i = 0; i < kFragmentTextures; ++i) {
        const std::string texture = fmt::format("rsx.fp.texture{}", i);
        context[texture + ".kind"] = kind_of(pipeline.fragment_dimensions, i);
        context[texture + ".shadow"] = pipeline.shadow >> i & 1;
        context[texture + ".depth"] = pipeline.redirected >> i & 1;
    }
}

std::vector<std::string> approximations_of(const Pipeline& pipeline) {
    std::vector<std::string> approximations;
    if (!pipeline.targets) approximations.emplace_back("how many render targets there were is not in the cache");
    const std::uint32_t multisampled = pipeline.fragment_multisampled | pipeline.vertex_multisampled;
    if (multisampled != 0)
        approximations.push_back(fmt::format("textures with several samples are read as one: {:#x}", multisampled));
    return approximations;
}

} // namespace

bool is_read(std::string_view version) { return std::ranges::find(kVersions, version) != std::end(kVersions); }

Result<Pipeline> read_pipeline(Bytes record, std::string_view version) {
    const Layout& layout = *std::ranges::find(kLayouts, version, &Layout::version);
    if (record.size() < layout.bytes())
        return fail_at(record.size(), fmt::format("a pipeline has at least {} bytes", layout.bytes()));
    const Words words(record);
    if (const Status good = check_reserved(words, layout); !good) return std::unexpected(good.error());
    const std::size_t fragment = layout.fragment;
    Pipeline pipeline{.version = layout.version,
                      .vertex_program = words.u64(0),
                      .fragment_program = words.u64(8),
                      .host_state = words.u64(16),
                      .vertex_control = layout.has_control ? words.u32(kHashes) : 0,
                      .output_mask = words.u32(layout.mask),
                      .vertex_dimensions = words.u32(layout.mask + 4),
                      .base = words.u32(layout.base),
                      .entry = words.u32(layout.base + 4),
                      .jump_targets = jump_targets(words, layout.base + 8),
                      .vertex_multisampled = words.u16(layout.multisampled),
                      .fragment_control = words.u32(fragment),
                      .fragment_dimensions = words.u32(fragment + 4),
                      .texcoord_control = words.u32(fragment + 8),
                      .lighting = words.u16(fragment + 16),
                      .shadow = words.u16(fragment + 18),
                      .redirected = words.u16(fragment + 20),
                      .fragment_multisampled = words.u16(fragment + 22)};
    for (std::size_t i = 0; i < pipeline.used_slots.size(); ++i)
        pipeline.used_slots[i] = words.u64(layout.used_slots + 8 * i);
    if (layout.counts_targets) pipeline.targets = words.u8(fragment + 24);
    if (pipeline.targets.value_or(0) > kMostTargets)
        return fail_at(fragment + 24, fmt::format("{} render targets", *pipeline.targets));
    return pipeline;
}

std::string vertex_file(const Pipeline& pipeline) { return fmt::format("{:X}.vp", pipeline.vertex_program); }
std::string fragment_file(const Pipeline& pipeline) { return fmt::format("{:X}.fp", pipeline.fragment_program); }

bool is_named_so(const Pipeline& pipeline, std::string_view file_name) {
    return file_name.ends_with(".bin") &&
           file_name.starts_with(
               fmt::format("{:X}+{:X}+{:X}+", pipeline.vertex_program, pipeline.fragment_program, pipeline.host_state));
}

Result<Found> bundle_of(const Pipeline& pipeline, bundle::FileBytes vertex, bundle::FileBytes fragment) {
    if (const Status fits = check_vertex(pipeline, vertex); !fits) return std::unexpected(fits.error());
    if (fragment.empty() || fragment.size() % kSlotBytes != 0)
        return fail(fmt::format("{} has {} bytes: no whole program", fragment_file(pipeline), fragment.size()));
    Found found;
    found.name = fmt::format("{:X}-{:X}", pipeline.vertex_program, pipeline.fragment_program);
    found.bundle.programs = {{"rsx.vp", "vertex", vertex_file(pipeline), std::move(vertex)},
                             {"rsx.fp", "fragment", fragment_file(pipeline), std::move(fragment)}};
    add_vertex_context(pipeline, found.bundle.context);
    add_fragment_context(pipeline, found.bundle.context);
    found.bundle.origin = {{"emulator", "RPCS3"},
                           {"cache_version", std::string(pipeline.version)},
                           {"vp_ctrl", fmt::format("{:#x}", pipeline.vertex_control)},
                           {"fp_ctrl", fmt::format("{:#x}", pipeline.fragment_control)}};
    if (!pipeline.jump_targets.empty())
        found.bundle.origin["jump_table"] = fmt::format("{}", fmt::join(pipeline.jump_targets, " "));
    found.approximations = approximations_of(pipeline);
    return found;
}

} // namespace relit::emulators::rpcs3
