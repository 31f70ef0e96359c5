#include "emulators/ryujinx/state.hpp"

#include "emulators/words.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace relit::emulators::ryujinx {
namespace {

constexpr std::uint32_t kFeedback = 1 << 3; // of the flags in front
// Of the records: the state of compute and of graphics, a captured buffer, a texture's key and its state, the pipeline's.
constexpr std::string_view kCompute = "COMS", kGraphics = "GFXS", kBuffer = "TFBD", kTexture = "TEXK",
                           kTextureState = "TEXS", kPipeline = "PGPS";
constexpr std::size_t kMostRecord = 4096;
constexpr std::uint32_t kInputs = 32, kTargets = 8, kBuffers = 4, kVaryings = 128;

/// A record with its name and size in front. Later versions append fields.
Result<Bytes> record(Cursor& cursor, std::string_view name) {
    const Bytes magic = cursor.take(name.size());
    const std::size_t size = cursor.u32le();
    if (cursor.failed() || relit::text_of(magic) != name) return fail(fmt::format("its state has no record {}", name));
    if (size > kMostRecord) return fail(fmt::format("record {} has {} bytes", name, size));
    const Bytes bytes = cursor.take(size);
    return cursor.failed() ? fail(fmt::format("record {} is cut off", name)) : Result<Bytes>(bytes);
}

void add_compute(Bytes bytes, ir::ContextValues& context) {
    const Words words(bytes);
    context["maxwell.code_alone"] = 1;
    for (std::uint32_t i = 0; i < 3; ++i)
        context[fmt::format("maxwell.workgroup{}", i)] = words.u32(std::size_t{4} * i);
    if (words.u32(12) != 0) context["maxwell.local_bytes"] = words.u32(12);
    if (words.u32(16) != 0) context["maxwell.shared_bytes"] = words.u32(16);
}

/// Types of inputs and targets: float, sint, uint, sscaled, uscaled, as context keys have them; bits 6 and 7 are of packed ones.
void add_types(const Words& words, Found& found) {
    constexpr std::uint8_t kPacked = 0xc0;
    bool has_packed = false;
    for (std::uint32_t i = 0; i < kInputs; ++i) {
        const std::uint8_t type = words.u8(36 + i);
        has_packed = has_packed || (type & kPacked) != 0;
        found.bundle.context[fmt::format("maxwell.attribute{}", i)] = std::min(type & ~kPacked, 4);
    }
    for (std::uint32_t i = 0; i < kTargets; ++i)
        found.bundle.context[fmt::format("maxwell.target{}", i)] = std::min<std::uint32_t>(words.u8(70 + i), 2);
    if (has_packed) found.approximations.emplace_back("packed vertex inputs are read as vectors");
}

void add_alpha_test(const Words& words, ir::ContextValues& context) {
    if (words.u8(24) == 0) return;
    if (const auto compare = comparison_of(words.u32(28))) context["maxwell.alpha_test"] = *compare;
    context["maxwell.alpha_reference"] = words.u32(32);
}

void add_graphics(Bytes bytes, Found& found) {
    const Words words(bytes);
    const std::uint32_t tessellation = words.u32(8);
    ir::ContextValues& context = found.bundle.context;
    context["maxwell.early_tests"] = words.u8(0) & 1;
    context["maxwell.topology"] = topology_of(words.u32(4));
    context["maxwell.tessellation"] = domain_of(tessellation & 3);
    context["maxwell.tessellation_spacing"] = spacing_of(tessellation >> 4 & 3);
    // What comes of it: points, lines, triangles clockwise as Vulkan sees them, or the other way.
    const std::uint32_t made = tessellation >> 8 & 3;
    context["maxwell.tessellation_clockwise"] = made == 2 ? 1 : 0;
    context["maxwell.tessellation_points"] = tessellation != 0 && made == 0 ? 1 : 0;
    context["maxwell.alpha_dither"] = words.u8(12) & words.u8(13) & 1;
    context["maxwell.window_positions"] = words.u8(14) & 1;
    context["maxwell.depth_from_minus_one"] = words.u8(15) & 1;
    constexpr std::uint32_t kPoints = 0;
    if (words.u8(16) == 0 && words.u32(4) == kPoints) context["maxwell.point_size"] = words.u32(20);
    add_alpha_test(words, context);
    add_types(words, found);
    context["maxwell.dual_source"] = words.u8(78) & 1;
    context["maxwell.y_negate"] = words.u8(79) & 1; // 0 before July 2023
}

Status add_buffers(Cursor& cursor, bundle::Bundle& bundle) {
    const std::uint16_t count = cursor.u16le();
    for (std::uint16_t i = 0; i < count; ++i) {
        const auto bytes = record(cursor, kBuffer);
        if (!bytes) return std::unexpected(bytes.error());
        const Words words(*bytes);
        const std::uint32_t varyings = std::min(words.u32(8), kVaryings);
        constexpr std::size_t kLocations = 12;
        if (i < kBuffers && varyings != 0)
            add_feedback(bundle, i, words.u32(4), varyings, bytes->subspan(std::min(bytes->size(), kLocations)));
    }
    return {};
}

/// Textures are told by the offset of their handle, and bundles number them: what is said of them stands in the origin.
Status add_textures(Cursor& cursor, Found& found) {
    constexpr std::string_view kKinds[] = {"1d",       "2d",     "3d",      "cube",      "1d array",
                                           "2d array", "buffer", "2d rect", "cube array"};
    std::string all;
    const std::uint16_t count = cursor.u16le();
    for (std::uint16_t i = 0; i < count; ++i) {
        const auto texture_key = record(cursor, kTexture);
        if (!texture_key) return std::unexpected(texture_key.error());
        const auto state = record(cursor, kTextureState);
        if (!state) return std::unexpected(state.error());
        const Words key(*texture_key), texture(*state);
        const std::uint8_t kind = texture.u8(9);
        all += fmt::format("{}stage {} handle {:#x} buffer {}: {}{}", all.empty() ? "" : "; ", key.u32(0), key.u32(4),
                           std::bit_cast<std::int32_t>(key.u32(8)), kind < std::size(kKinds) ? kKinds[kind] : "unknown",
                           texture.u8(10) == 0 ? ", texels counted" : "");
        constexpr std::size_t kMostText = 32768;
        if (all.size() > kMostText) return fail("its state has too many textures");
    }
    if (cursor.failed()) return fail("its state is cut off");
    if (count != 0)
        found.approximations.push_back(fmt::format("kinds of {} textures stand in the origin alone", count));
    if (count != 0) found.bundle.origin["textures"] = std::move(all);
    return {};
}

/// The buffers that stages had bound, and the host's pipeline: nothing of them is in a context.
Status skip_host_state(Cursor& cursor) {
    cursor.skip(std::size_t{4} * static_cast<std::size_t>(std::popcount(cursor.u8())));
    if (cursor.u8() == 0) return {};
    const auto pipeline = record(cursor, kPipeline);
    return pipeline ? Status() : std::unexpected(pipeline.error());
}

} // namespace

Status add_state(Bytes state, Found& found) {
    Cursor cursor(state);
    const std::uint32_t flags = cursor.u32le();
    const bool computes = cursor.u8() != 0;
    const auto bytes = record(cursor, computes ? kCompute : kGraphics);
    if (!bytes) return std::unexpected(bytes.error());
    if (computes != (found.bundle.programs[0].stage == "compute"))
        return fail("its state is of another kind of program");
    if (computes)
        add_compute(*bytes, found.bundle.context);
    else
        add_graphics(*bytes, found);
    if (const Status skipped = skip_host_state(cursor); !skipped) return skipped;
    if ((flags & kFeedback) != 0)
        if (const Status added = add_buffers(cursor, found.bundle); !added) return added;
    return add_textures(cursor, found);
}

} // namespace relit::emulators::ryujinx
