#include "emulators/rpcs3/shaders.hpp"

#include "emulators/words.hpp"

#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::emulators::rpcs3 {
namespace {

constexpr std::size_t kUsedSlots = 40, kJumpTable = 120; // offsets in a record
constexpr std::size_t kMostJumps = 32;
constexpr std::uint16_t kEndOfJumps = 0xffff;
constexpr std::uint32_t kFragmentTextures = 16, kVertexTextures = 4, kTexcoords = 10, kMostTargets = 4;
/// Of the hardware's register: what a program exports. All other bits of the record's word are RPCS3's own, or told by programs.
constexpr std::uint32_t kExports = 0x4e;

/// Fields that RPCS3 leaves 0.
constexpr struct {
    std::size_t offset, size;
} kReserved[] = {{36, 4}, {186, 2}, {188, 4}, {217, 1}, {218, 2}, {220, 4}};

std::vector<std::uint16_t> jump_targets(const Words& words) {
    std::vector<std::uint16_t> targets;
    for (std::size_t i = 0; i < kMostJumps; ++i) {
        const std::uint16_t target = words.u16(kJumpTable + 2 * i);
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

std::vector<std::string> doubts_of(const Pipeline& pipeline, bool counts_targets) {
    std::vector<std::string> doubts;
    if (!counts_targets) doubts.emplace_back("how many render targets there were is not in the cache");
    const std::uint32_t multisampled = pipeline.fragment_multisampled | pipeline.vertex_multisampled;
    if (multisampled != 0)
        doubts.push_back(fmt::format("textures with several samples are read as one: {:#x}", multisampled));
    return doubts;
}

} // namespace

Result<Pipeline> read_pipeline(Bytes record) {
    if (record.size() < kRecordBytes)
        return fail_at(record.size(), fmt::format("a pipeline has at least {} bytes", kRecordBytes));
    const Words words(record);
    for (const auto& [offset, size] : kReserved)
        if (words.number(offset, size) != 0) return fail_at(offset, "a field that RPCS3 leaves 0 is not 0");
    Pipeline pipeline{.vertex_program = words.u64(0),
                      .fragment_program = words.u64(8),
                      .host_state = words.u64(16),
                      .vertex_control = words.u32(24),
                      .output_mask = words.u32(28),
                      .vertex_dimensions = words.u32(32),
                      .base = words.u32(112),
                      .entry = words.u32(116),
                      .jump_targets = jump_targets(words),
                      .vertex_multisampled = words.u16(184),
                      .fragment_control = words.u32(192),
                      .fragment_dimensions = words.u32(196),
                      .texcoord_control = words.u32(200),
                      .lighting = words.u16(208),
                      .shadow = words.u16(210),
                      .redirected = words.u16(212),
                      .fragment_multisampled = words.u16(214),
                      .targets = words.u8(216)};
    for (std::size_t i = 0; i < pipeline.used_slots.size(); ++i) pipeline.used_slots[i] = words.u64(kUsedSlots + 8 * i);
    if (pipeline.targets > kMostTargets) return fail_at(216, fmt::format("{} render targets", pipeline.targets));
    return pipeline;
}

std::string vertex_file(const Pipeline& pipeline) { return fmt::format("{:X}.vp", pipeline.vertex_program); }
std::string fragment_file(const Pipeline& pipeline) { return fmt::format("{:X}.fp", pipeline.fragment_program); }

bool is_named_so(const Pipeline& pipeline, std::string_view file_name) {
    return file_name.ends_with(".bin") &&
           file_name.starts_with(
               fmt::format("{:X}+{:X}+{:X}+", pipeline.vertex_program, pipeline.fragment_program, pipeline.host_state));
}

Result<Found> bundle_of(const Pipeline& pipeline, std::string_view version, bundle::FileBytes vertex,
                        bundle::FileBytes fragment) {
    if (const Status fits = check_vertex(pipeline, vertex); !fits) return std::unexpected(fits.error());
    if (fragment.empty() || fragment.size() % kSlotBytes != 0)
        return fail(fmt::format("{} has {} bytes: no whole program", fragment_file(pipeline), fragment.size()));
    Found found;
    found.name = fmt::format("{:X}-{:X}", pipeline.vertex_program, pipeline.fragment_program);
    found.bundle.programs = {{"rsx.vp", "vertex", vertex_file(pipeline), std::move(vertex)},
                             {"rsx.fp", "fragment", fragment_file(pipeline), std::move(fragment)}};
    add_vertex_context(pipeline, found.bundle.context);
    add_fragment_context(pipeline, found.bundle.context);
    const bool counts_targets = version != kOlder;
    if (counts_targets) found.bundle.context["rsx.fp.targets"] = (1U << pipeline.targets) - 1;
    found.bundle.origin = {{"emulator", "RPCS3"},
                           {"cache_version", std::string(version)},
                           {"vp_ctrl", fmt::format("{:#x}", pipeline.vertex_control)},
                           {"fp_ctrl", fmt::format("{:#x}", pipeline.fragment_control)}};
    if (!pipeline.jump_targets.empty())
        found.bundle.origin["jump_table"] = fmt::format("{}", fmt::join(pipeline.jump_targets, " "));
    found.doubts = doubts_of(pipeline, counts_targets);
    return found;
}

} // namespace relit::emulators::rpcs3
