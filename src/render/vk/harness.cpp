#include "render/vk/harness.hpp"

#include "render/vk/compute.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

namespace relit::render::vk {
namespace {

constexpr std::uint64_t kMostWords = std::uint64_t{16} << 20; // of a buffer in one dispatch

std::uint32_t items_a_dispatch(const DeviceInfo& info, const lang::Layout& layout, std::size_t items) {
    const std::uint64_t widest = std::max<std::uint64_t>({layout.in_words, layout.out_words, 1});
    const std::uint64_t words = std::min<std::uint64_t>(kMostWords, info.max_storage_bytes / 4);
    const std::uint64_t most =
        std::min<std::uint64_t>(words / widest, static_cast<std::uint64_t>(info.max_groups) * lang::kHarnessGroup);
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(items, 1, std::max<std::uint64_t>(most, 1)));
}

Result<std::optional<BoundSets>> bound_of(Handles& handles, const HarnessTextures* textures) {
    if (textures == nullptr) return std::optional<BoundSets>{};
    auto sets = BoundSets::make(handles, textures->module, textures->bound, Binds::TexturesOnly);
    if (!sets) return std::unexpected(sets.error());
    return std::optional<BoundSets>(std::move(*sets));
}

using Move = void (BoundSets::*)(Handles&, VkCommandBuffer) const;

// To the device before the first dispatch, or back after the last.
Status move_textures(Handles& handles, const BoundSets* sets, Move record) {
    if (sets == nullptr) return {};
    return record_and_submit(handles, [&](VkCommandBuffer commands) { (sets->*record)(handles, commands); });
}

} // namespace

Result<HarnessRun> run_harness(Device& device, std::span<const std::uint32_t> spirv, const lang::Layout& layout,
                               std::span<const std::uint32_t> in, std::vector<std::uint32_t> out,
                               const HarnessTextures* textures) {
    Handles& handles = device.handles();
    const std::size_t items = out.size() / layout.out_words;
    if (in.size() != items * layout.in_words || out.size() != items * layout.out_words) {
        return fail(FaultKind::Internal, "harness: the input words do not fit the layout");
    }
    auto sets = bound_of(handles, textures);
    if (!sets) return std::unexpected(sets.error());
    const BoundSets* more = *sets ? &**sets : nullptr;
    auto pipeline = ComputePipeline::make(handles, spirv, 2, 0, more);
    if (!pipeline) return std::unexpected(pipeline.error());
    const std::uint32_t most = items_a_dispatch(device.info(), layout, items);
    auto given = Buffer::make(handles, lang::kRowWords + static_cast<std::uint64_t>(most) * layout.in_words);
    if (!given) return std::unexpected(given.error());
    auto kept = Buffer::make(handles, static_cast<std::uint64_t>(most) * layout.out_words);
    if (!kept) return std::unexpected(kept.error());

    if (auto done = move_textures(handles, more, &BoundSets::record_upload); !done)
        return std::unexpected(done.error());
    const auto start = std::chrono::steady_clock::now();
    const std::array<const Buffer*, 2> buffers{&*given, &*kept};
    for (std::size_t first = 0; first < items; first += most) {
        const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(most, items - first));
        const auto part = std::span(out).subspan(first * layout.out_words, std::size_t{count} * layout.out_words);
        given->words()[0] = count;
        std::ranges::copy(in.subspan(first * layout.in_words, std::size_t{count} * layout.in_words),
                          given->words().begin() + lang::kRowWords);
        std::ranges::copy(part, kept->words().begin());
        const std::uint32_t groups = (count + lang::kHarnessGroup - 1) / lang::kHarnessGroup;
        if (auto done = pipeline->run(handles, buffers, {}, groups); !done) return std::unexpected(done.error());
        std::ranges::copy(kept->words().first(part.size()), part.begin());
    }
    if (auto done = move_textures(handles, more, &BoundSets::record_download); !done) {
        return std::unexpected(done.error());
    }
    if (more != nullptr) more->read_back(textures->bound);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return HarnessRun{std::move(out), pipeline->seconds(), seconds};
}

} // namespace relit::render::vk
