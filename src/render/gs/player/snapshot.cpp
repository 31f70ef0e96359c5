#include "render/gs/player/snapshot.hpp"

#include "render/gs/samples/grid.hpp"

#include <fmt/format.h>

namespace relit {
namespace {

// What of the values cannot be; empty: all can.
template <class T>
std::string_view impossible(const T& value) {
    if constexpr (requires { value.fault(); }) return value.fault();
    return {};
}
std::string_view impossible(const Image& image) {
    constexpr std::uint64_t kMostSide = 1U << 16;
    const bool is_whole = image.width <= kMostSide && image.height <= kMostSide &&
                          image.rgba.size() == std::uint64_t{4} * image.width * image.height;
    return is_whole ? "" : "an image has not as many pixels as its size says";
}
std::string_view impossible(const render::gs::Fields& fields) {
    return fields.parity > 1 ? "a field is neither even nor odd" : "";
}
std::string_view impossible(const machine::gs::StartTransfer& start) {
    return start.direction > machine::gs::Direction::Off ? "a transfer has no direction" : "";
}
std::string_view impossible(const render::gs::RendererState& state) {
    constexpr std::size_t kPlane = machine::gs::kMemoryBytes;
    if (state.memory.size() != kPlane) return "local memory has not 4 MiB";
    const std::size_t rate = state.samples.size() / kPlane;
    const bool is_rate = state.samples.empty() || (rate > 1 && rate <= render::gs::kMostSamples);
    const bool has_grid = rate == 0 || !render::gs::sample_positions(static_cast<unsigned>(rate)).empty();
    return is_rate && has_grid && state.samples.size() % kPlane == 0 ? "" : "a pixel has not 2, 4, 8 or 16 samples";
}
std::string_view too_many(std::span<const render::gs::Fields> fields) {
    return fields.size() > render::gs::kMostSamples ? "more samples have fields than a pixel has" : "";
}
std::string_view impossible(const render::gs::player::MachineSnapshot& snapshot) { return too_many(snapshot.fields); }
std::string_view impossible(const render::gs::player::Replay::State& state) { return too_many(state.fields); }

} // namespace

#define MEMBERS(type, ...)                                                              \
    template <>                                                                         \
    struct Members<type> {                                                              \
        static void each(auto& self, auto&& visit) {                                    \
            auto& [__VA_ARGS__] = self;                                                 \
            visit(__VA_ARGS__);                                                         \
        }                                                                               \
        static std::string_view fault_of(const type& self) { return impossible(self); } \
    };
#include "render/gs/player/snapshot.inc"
#undef MEMBERS

} // namespace relit

namespace relit::render::gs::player {

std::vector<std::uint8_t> write(const MachineSnapshot& snapshot) { return write_snapshot(kMachineKind, snapshot); }
std::vector<std::uint8_t> write(const PlayerSnapshot& snapshot) { return write_snapshot(kPlayerKind, snapshot); }

Result<MachineSnapshot> read_machine_snapshot(Bytes file) { return read_snapshot<MachineSnapshot>(kMachineKind, file); }
Result<PlayerSnapshot> read_player_snapshot(Bytes file) { return read_snapshot<PlayerSnapshot>(kPlayerKind, file); }

Status check_samples(const RendererState& state, const Renderer& renderer) {
    const std::size_t samples = std::max<std::size_t>(state.samples.size() / kMemoryBytes, 1);
    if (samples == renderer.samples()) return {};
    return fail(FaultKind::NotSupported, fmt::format("a pixel of the snapshot has {} samples, one of the renderer {}",
                                                     samples, renderer.samples()));
}

} // namespace relit::render::gs::player
