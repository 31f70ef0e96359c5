#include "render/gs/compute/pipeline.hpp"

#include "render/gs/compute/spirv.hpp"
#include "render/gs/memory.hpp"
#include "render/gs/reference/lod.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace relit::render::gs::compute {
namespace {

/// Bindings of shaders/records.glsl.
enum Binding : std::uint8_t {
    kMemory,
    kBefore,
    kTables,
    kPalettes,
    kStates,
    kPrimitives,
    kRows,
    kSteps,
    kRamps,
    kTiles,
    kLists
};

constexpr std::uint64_t kLeastWords = 1024;

/// Where pixels lie in their page, and the logarithms of the level of detail: what shaders/memory.glsl looks up.
std::vector<std::uint32_t> tables() {
    std::vector<std::uint32_t> words;
    for (const machine::gs::PageTable& table : machine::gs::kPageTables) {
        words.insert(words.end(), table.x.begin(), table.x.end());
        words.insert(words.end(), table.y.begin(), table.y.end());
    }
    constexpr unsigned kMantissas = 128, kSteps = 4;
    for (unsigned bits = 0; bits < kMantissas; ++bits)
        for (unsigned l = 0; l < kSteps; ++l)
            words.push_back(static_cast<std::uint32_t>(reference::measured_log(l, bits)));
    return words;
}

Status check_device(const vk::DeviceInfo& info) {
    if (info.api_version < VK_API_VERSION_1_1)
        return fail(FaultKind::NotSupported, fmt::format("{} cannot draw for the GS: it lacks Vulkan 1.1", info.name));
    if (info.int64) return {};
    return fail(FaultKind::NotSupported,
                fmt::format("{} cannot draw for the GS: it has no 64-bit integers (shaderInt64)", info.name));
}

} // namespace

Result<Pipeline> Pipeline::make(vk::Device device) {
    if (auto fit = check_device(device.info()); !fit) return std::unexpected(fit.error());
    Pipeline made(std::move(device));
    vk::Handles& handles = made.device_.handles();
    for (std::size_t i = 0; i < kBuffers; ++i) {
        auto buffer = vk::Buffer::make(handles, i <= kBefore ? machine::gs::kMemoryBytes / 4 : kLeastWords);
        if (!buffer) return std::unexpected(buffer.error());
        made.buffers_.push_back(std::move(*buffer));
    }
    std::ranges::fill(made.memory(), std::uint8_t{0});
    const std::vector<std::uint32_t> words = tables();
    if (auto done = made.put(kTables, std::span(words)); !done) return std::unexpected(done.error());
    auto pipeline = vk::ComputePipeline::make(handles, shade_spirv(), kBuffers, sizeof(PassRecord) / 4);
    if (!pipeline) return std::unexpected(pipeline.error());
    made.pipeline_ = std::move(*pipeline);
    return made;
}

/// Makes a buffer larger where it must be.
Status Pipeline::put(std::size_t number, std::span<const std::uint8_t> bytes) {
    if (bytes.size() > buffers_[number].bytes().size()) {
        auto larger = vk::Buffer::make(device_.handles(), std::bit_ceil(bytes.size()) / 4);
        if (!larger) return std::unexpected(larger.error());
        buffers_[number] = std::move(*larger);
    }
    if (!bytes.empty()) std::memcpy(buffers_[number].bytes().data(), bytes.data(), bytes.size());
    return {};
}

Status Pipeline::put_all(const Batch& batch) {
    batch.bins().sort(tiles_, lists_);
    for (const Status& done :
         {put(kPalettes, batch.palettes()), put(kStates, batch.states()), put(kPrimitives, batch.primitives()),
          put(kRows, batch.rows()), put(kSteps, batch.steps()), put(kRamps, batch.ramps()),
          put(kTiles, std::span<const TileRecord>(tiles_)), put(kLists, std::span<const std::uint32_t>(lists_))})
        if (!done) return done;
    return {};
}

Status Pipeline::run(const Batch& batch, PassRecord pass) {
    if (auto done = put_all(batch); !done) return done;
    std::vector<const vk::Buffer*> bound;
    for (const vk::Buffer& buffer : buffers_) bound.push_back(&buffer);
    pipeline_.bind(device_.handles(), bound);
    return vk::record_and_submit(device_.handles(), [&](VkCommandBuffer commands) { record(commands, pass); });
}

/// In parts where there are more tiles than workgroups in a dispatch.
void Pipeline::record(VkCommandBuffer commands, PassRecord pass) {
    const auto count = static_cast<std::uint32_t>(tiles_.size());
    const std::uint32_t most = std::max(device_.info().max_groups, 1U);
    for (pass.first_tile = 0; pass.first_tile < count; pass.first_tile += most) {
        std::array<std::uint32_t, sizeof(PassRecord) / 4> pushed{};
        std::memcpy(pushed.data(), &pass, sizeof(pass));
        pipeline_.record(device_.handles(), commands, pushed, std::min(count - pass.first_tile, most));
    }
}

} // namespace relit::render::gs::compute
