// The public face of replays of R500 (include/relit/r500_player.hpp) over the player.
#include <relit/r500_player.hpp>

#include "base/exit_code.hpp"
#include "base/file.hpp"
#include "base/out_of_memory.hpp"
#include "machine/r500/capture/folder.hpp"
#include "machine/r500/capture/load.hpp"
#include "render/r500/player.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace relit::api::r500 {
namespace {

namespace machine = relit::machine::r500;
namespace render = relit::render::r500;

Error error_of(const Fault& fault) {
    return {exit_code(fault.kind), fault.text, fault.offset, fault.line, fault.column};
}

std::unexpected<Error> failed(const Fault& fault) { return std::unexpected(error_of(fault)); }

machine::SurfaceUse use_of(Surface surface) {
    return surface == Surface::Colour ? machine::SurfaceUse::Colour : machine::SurfaceUse::Depth;
}

} // namespace

struct Device::Inner {
    relit::render::vk::Device device;
    std::shared_ptr<render::Prepared> prepared;
    explicit Inner(relit::render::vk::Device opened)
        : device(std::move(opened)), prepared(std::make_shared<render::Prepared>(device)) {}
};

Device::Device(std::shared_ptr<Inner> inner) : inner_(std::move(inner)) {}
Device::~Device() = default;
Device::Device(Device&&) noexcept = default;
Device& Device::operator=(Device&&) noexcept = default;

Expected<Device> Device::open(std::string_view name) {
    return or_out_of_memory([&]() -> Expected<Device> {
        auto device = relit::render::vk::Device::open({.device = std::string(name)});
        if (!device) return failed(device.error());
        return Device(std::make_shared<Inner>(std::move(*device)));
    });
}

const std::string& Device::name() const { return inner_->device.info().name; }

struct Player::Inner {
    std::shared_ptr<Device::Inner> device;
    std::vector<std::uint8_t> archive; // the capture looks into it
    machine::Capture capture;
    std::unique_ptr<render::Player> player;

    [[nodiscard]] Image shown(relit::Image image) const {
        if (render::is_bottom_up(capture)) image = render::flipped(std::move(image));
        return {image.width, image.height, std::move(image.rgba)};
    }
    [[nodiscard]] std::optional<machine::BoundSurface> target(Surface surface, std::uint32_t unit) const {
        if (player->state() == nullptr) return std::nullopt;
        for (const machine::BoundSurface& each : machine::bound_surfaces(*player->state()))
            if (each.use == use_of(surface) && (surface != Surface::Colour || each.unit == unit)) return each;
        return std::nullopt;
    }
};

Player::Player(std::unique_ptr<Inner> inner) : inner_(std::move(inner)) {}
Player::~Player() = default;
Player::Player(Player&&) noexcept = default;
Player& Player::operator=(Player&&) noexcept = default;

Expected<Player> Player::open(const Device& device, std::vector<std::uint8_t> archive) {
    return or_out_of_memory([&]() -> Expected<Player> {
        auto inner = std::make_unique<Inner>();
        inner->device = device.inner_;
        inner->archive = std::move(archive);
        auto loaded = machine::load(inner->archive);
        if (!loaded) return failed(loaded.error());
        inner->capture = std::move(loaded->capture);
        if (!inner->capture.has_manifest)
            return failed({FaultKind::NotSupported, "a stream alone comes without its buffers", {}, 0, 0});
        auto player = render::Player::make(device.inner_->device, inner->capture, device.inner_->prepared);
        if (!player) return failed(player.error());
        inner->player = std::move(*player);
        return Player(std::move(inner));
    });
}

Expected<Player> Player::open_file(const Device& device, const std::string& path) {
    constexpr std::uint64_t kMostArchive = std::uint64_t{1} << 30;
    return or_out_of_memory([&]() -> Expected<Player> {
        std::error_code error;
        if (std::filesystem::is_directory(path, error)) {
            auto archive = machine::archive_of_folder(path, kMostArchive);
            if (!archive) return failed(archive.error());
            return open(device, std::move(*archive));
        }
        auto archive = read_file(path, kMostArchive);
        if (!archive) return failed({FaultKind::BadInput, path + ": " + archive.error().text, {}, 0, 0});
        return open(device, std::move(*archive));
    });
}

Expected<std::optional<Draw>> Player::step() {
    return or_out_of_memory([&]() -> Expected<std::optional<Draw>> {
        const auto next = inner_->player->next();
        if (!next) return failed(next.error());
        if (!*next) return std::nullopt;
        const machine::Draw& draw = *inner_->player->draw();
        return Draw{draw.number, draw.submission, draw.dword, static_cast<std::uint32_t>(draw.primitive), draw.count};
    });
}

std::vector<std::uint32_t> Player::buffers() const {
    std::vector<std::uint32_t> handles;
    for (const auto& [handle, buffer] : inner_->capture.buffers) handles.push_back(handle);
    return handles;
}

Expected<std::vector<std::uint8_t>> Player::buffer(std::uint32_t handle) {
    return or_out_of_memory([&]() -> Expected<std::vector<std::uint8_t>> {
        const auto bytes = inner_->player->buffer(handle);
        if (!bytes) return failed(bytes.error());
        return std::vector<std::uint8_t>(bytes->begin(), bytes->end());
    });
}

Expected<std::optional<Image>> Player::image(Surface surface, std::uint32_t target) {
    return or_out_of_memory([&]() -> Expected<std::optional<Image>> {
        const auto bound = inner_->target(surface, target);
        if (!bound) return std::nullopt;
        const auto bytes = inner_->player->buffer_of(*bound);
        if (!bytes) return failed(bytes.error());
        auto image = surface == Surface::Stencil ? render::stencil_of(bound->description, *bytes)
                                                 : render::image_of(bound->description, *bytes);
        if (!image) return failed(image.error());
        return inner_->shown(std::move(*image));
    });
}

Expected<Image> Player::readout() {
    return or_out_of_memory([&]() -> Expected<Image> {
        const auto surface = render::readout_of(inner_->capture);
        if (!surface) return failed(surface.error());
        const auto bytes = inner_->player->buffer(surface->buffer);
        if (!bytes) return failed(bytes.error());
        auto image = render::image_of(surface->description, *bytes);
        if (!image) return failed(image.error());
        return inner_->shown(std::move(*image));
    });
}

std::optional<std::uint32_t> Player::read_register(std::uint32_t address) const {
    const machine::State* const state = inner_->player->state();
    const bool is_number = address % 4 == 0 && address < machine::kRegisterBytes;
    if (state == nullptr || !is_number || !state->has(address)) return std::nullopt;
    return (*state)[address].raw[0];
}

std::vector<Approximation> Player::approximations() const {
    std::vector<Approximation> all;
    for (const auto& [text, draw] : inner_->player->renderer().approximate()) all.push_back({text, draw});
    return all;
}

const std::vector<std::string>& Player::problems() const { return inner_->capture.problems; }

Statistics Player::statistics() const {
    const render::Statistics all = inner_->player->renderer().statistics();
    return {all.draws, all.skipped, all.triangles, all.translations, all.pipelines};
}

} // namespace relit::api::r500
