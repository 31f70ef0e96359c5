#include "render/gs/player/api.hpp"

#include "machine/gs/api.hpp"
#include "render/gs/display/aspect.hpp"
#include "render/gs/samples/grid.hpp"

namespace relit::api::gs {

namespace inner = machine::gs;

static_assert(static_cast<int>(Deinterlace::None) == static_cast<int>(render::gs::Deinterlace::None));
static_assert(static_cast<int>(Filter::Bilinear) == static_cast<int>(render::gs::Filter::Bilinear));
static_assert(static_cast<int>(EventKind::Label) == static_cast<int>(inner::HostEventKind::Label));

render::gs::reference::Rules rules_of(Rules rules) {
    return rules == Rules::Plain ? render::gs::reference::kPlain : render::gs::reference::Rules{};
}

Expected<std::unique_ptr<render::gs::Renderer>> make_renderer(const RendererChoice& choice) {
    namespace player = render::gs::player;
    constexpr int kUsage = 2;
    const player::RendererInfo* info = player::renderer_named(choice.name);
    if (info == nullptr)
        return std::unexpected(Error{kUsage, "no renderer \"" + std::string(choice.name) + "\"", {}, 0, 0});
    if (render::gs::sample_positions(choice.samples).empty())
        return std::unexpected(
            Error{kUsage, std::to_string(choice.samples) + " samples: there are 1, 2, 4, 8 or 16", {}, 0, 0});
    auto made =
        info->make({.rules = rules_of(choice.rules), .device = std::string(choice.device), .samples = choice.samples});
    if (!made) return std::unexpected(error_of(made.error()));
    return std::move(*made);
}

render::gs::ScanoutOptions scanout_of(const VsyncOptions& options) {
    return {.deinterlace = static_cast<render::gs::Deinterlace>(options.deinterlace),
            .keeps_offsets = options.keeps_offsets,
            .shows_all = options.shows_all,
            .drops_blur = options.drops_blur,
            .shows_samples = options.shows_samples};
}

Event event_of(const inner::HostEvent& event) {
    return {static_cast<EventKind>(event.kind), event.id, event.mask, event.value};
}

Image image_of(relit::Image shown, const inner::Vsync& vsync, const VsyncOptions& options) {
    shown = render::gs::enlarged(shown, {.across = options.across,
                                         .down = options.down,
                                         .times = options.scale,
                                         .filter = static_cast<render::gs::Filter>(options.filter)});
    const render::gs::Merge merge(vsync.registers);
    return {shown.width, shown.height, std::move(shown.rgba), merge.first || merge.second,
            vsync.registers.SMODE2[inner::SMode2::interlaced]};
}

std::optional<std::uint64_t> privileged_value(const inner::Privileged& registers, std::uint16_t offset) {
    if (inner::privileged_register(offset) == nullptr) return {};
    std::array<std::uint8_t, inner::kPrivilegedBytes> page{};
    inner::store(registers, page);
    return little_endian(Bytes(page).subspan(offset, 8));
}

} // namespace relit::api::gs
