// The public face of a dump's replay (include/relit/gs_player.hpp) over the replay.
#include <relit/gs_player.hpp>

#include "base/out_of_memory.hpp"
#include "machine/gs/api.hpp"
#include "machine/gs/dump/reader.hpp"
#include "machine/gs/state/draw_registers.hpp"
#include "machine/gs/state/vertex_queue.hpp"
#include "render/gs/player/api.hpp"
#include "render/gs/player/images.hpp"
#include "render/gs/player/interpolants.hpp"
#include "render/gs/player/snapshot.hpp"

#include <utility>

namespace relit::api::gs {
namespace {

namespace inner = machine::gs;
namespace player = render::gs::player;

Draw draw_of(std::uint64_t number, const inner::Draw& draw, const inner::DrawState& state) {
    const inner::Primitive primitive = state.prim[inner::Prim::primitive];
    Draw told{number, inner::kPrimitiveNames[static_cast<std::size_t>(primitive)], {}, {}};
    for (const inner::Vertex& v : std::span(draw.vertices).first(inner::info(primitive).vertices))
        told.vertices.push_back({v.x, v.y, v.z, v.rgba, v.s, v.t, v.q, v.u, v.v, v.fog});
    for (const inner::RegisterValue& one : inner::registers_of(state))
        told.registers.push_back({one.info->name, static_cast<std::uint8_t>(one.info->address), one.value});
    return told;
}

} // namespace

struct Player::Inner {
    inner::DumpReader reader;
    player::Replay replay;
    VsyncOptions display;
    std::function<void(const Draw&)> before_draw, after_draw;
    std::function<void(const Image&)> on_frame;
    std::function<void(const Event&)> on_event;
    render::gs::reference::Rules rules;
    inner::Draw primitive;
    std::optional<inner::DrawState> state; // of the last draw, or of the next one while before_draw is told
    Image frame;
    std::size_t told = 0; // of the packet's events

    Inner(ReadBytes dump, const PlayerOptions& options, std::unique_ptr<render::gs::Renderer> renderer)
        : reader(std::move(dump)),
          replay(
              reader.front(), [this] { return reader.next(); }, std::move(renderer), scanout_of(options.display)),
          display(options.display), rules(rules_of(options.renderer.rules)) {
        replay.on_frame([this](const inner::Vsync& vsync) { show(vsync); }, options.shows_later);
    }
    Inner(const Inner&) = delete;
    Inner& operator=(const Inner&) = delete;
    ~Inner() = default;

    bool load() {
        told = 0;
        const bool is_there = replay.load();
        if (!is_there) replay.finish_frames();
        return is_there;
    }
    /// Does the next piece of the packet's work; gives it.
    const inner::Work* step() {
        tell_events();
        const inner::Work* work = replay.next();
        const auto* draw = std::get_if<inner::Draw>(work);
        if (draw != nullptr) primitive = *draw, state = replay.states()[draw->state];
        tell_draw(before_draw, draw, replay.position().draws + 1);
        replay.step();
        tell_draw(after_draw, draw, replay.position().draws);
        if (replay.is_done()) tell_events();
        return work;
    }
    void tell_draw(const std::function<void(const Draw&)>& to, const inner::Draw* draw, std::uint64_t number) const {
        if (draw != nullptr && to) to(draw_of(number, *draw, *state));
    }
    void show(const inner::Vsync& vsync) {
        frame = image_of(*replay.last_frame(), vsync, display);
        if (on_frame) on_frame(frame);
    }
    /// Those that stand before the work that comes next.
    void tell_events() {
        const auto events = replay.events();
        for (; told < events.size() && events[told].done <= replay.done(); ++told)
            if (on_event) on_event(event_of(events[told]));
    }
    /// Of the primitive that `state` is of.
    [[nodiscard]] player::Interpolants interpolants() const {
        const render::gs::Rect rect = player::shown_of(*state);
        player::Interpolants all(rect.width, rect.height);
        all.add(primitive, *state, rules);
        return all;
    }
    /// Goes on until a piece of work of this kind is done.
    template <class Kind>
    bool step_to() {
        for (;;) {
            while (!replay.is_done())
                if (std::holds_alternative<Kind>(*step())) return true;
            if (!load()) return false;
            tell_events();
        }
    }
};

Player::Player(std::unique_ptr<Inner> inner) : inner_(std::move(inner)) {}
Player::~Player() = default;
Player::Player(Player&&) noexcept = default;
Player& Player::operator=(Player&&) noexcept = default;

Expected<Player> Player::open(Read dump, const PlayerOptions& options) {
    return or_out_of_memory([&]() -> Expected<Player> {
        auto renderer = make_renderer(options.renderer);
        if (!renderer) return std::unexpected(renderer.error());
        auto inner = std::make_unique<Inner>(reader_of(std::move(dump)), options, std::move(*renderer));
        if (inner->reader.fault() && !inner->reader.has_anything())
            return std::unexpected(error_of(*inner->reader.fault()));
        return Player(std::move(inner));
    });
}

Expected<Player> Player::resume(Read dump, File snapshot, const PlayerOptions& options) {
    return or_out_of_memory([&]() -> Expected<Player> {
        const auto read = player::read_player_snapshot(snapshot);
        if (!read) return std::unexpected(error_of(read.error()));
        auto opened = open(std::move(dump), options);
        if (!opened) return opened;
        Inner& all = *opened->inner_;
        Status good = player::check_samples(read->replay.state.renderer, all.replay.renderer());
        if (good) good = all.replay.go_to(read->replay);
        if (!good) return std::unexpected(error_of(good.error()));
        all.primitive = read->primitive, all.state = read->state;
        all.frame = {read->frame.width, read->frame.height, read->frame.rgba, read->is_on, read->is_interlaced};
        all.told = static_cast<std::size_t>(read->told_events);
        return opened;
    });
}

std::vector<std::uint8_t> Player::save_snapshot() {
    Inner& all = *inner_;
    player::Replay::Snapshot replay = all.replay.snapshot(); // shows frames
    return player::write(player::PlayerSnapshot{std::move(replay),
                                                all.primitive,
                                                all.state,
                                                {all.frame.width, all.frame.height, all.frame.rgba},
                                                all.frame.is_on,
                                                all.frame.is_interlaced,
                                                all.told});
}

bool Player::step_packet() {
    if (inner_->replay.is_done() && !inner_->load()) return false;
    inner_->tell_events();
    while (!inner_->replay.is_done()) (void)inner_->step();
    return true;
}
bool Player::step_draw() { return inner_->step_to<inner::Draw>(); }
bool Player::step_frame() { return inner_->step_to<inner::Vsync>(); }

Position Player::position() const {
    const player::Position& at = inner_->replay.position();
    return {at.draws, at.frames, at.transfers, at.packet, at.offset};
}

std::optional<Error> Player::damage() const {
    const auto& fault = inner_->reader.fault();
    return fault ? std::optional(error_of(*fault)) : std::nullopt;
}

void Player::finish_frames() { inner_->replay.finish_frames(); }
std::optional<Error> Player::failure() const {
    const Status good = inner_->replay.renderer().status();
    return good ? std::nullopt : std::optional(error_of(good.error()));
}

void Player::before_draw(std::function<void(const Draw&)> handler) { inner_->before_draw = std::move(handler); }
void Player::after_draw(std::function<void(const Draw&)> handler) { inner_->after_draw = std::move(handler); }
void Player::on_frame(std::function<void(const Image&)> handler) { inner_->on_frame = std::move(handler); }
void Player::on_event(std::function<void(const Event&)> handler) { inner_->on_event = std::move(handler); }

const Image& Player::frame() const { return inner_->frame; }

std::vector<Count> Player::counts() const {
    const render::gs::Renderer& renderer = inner_->replay.renderer();
    const render::gs::Counts& counts = renderer.counts();
    std::vector<Count> all{{"primitives", counts.primitives}, {"pixels", counts.pixels},
                           {"palettes", counts.palettes},     {"transfers", counts.transfers},
                           {"copies", counts.copies},         {"uploaded bytes", counts.uploaded_bytes}};
    for (render::gs::NamedCount& one : renderer.details()) all.push_back({std::move(one.name), one.value});
    return all;
}

Image Player::image(Buffer buffer) const {
    if (!inner_->state) return {};
    const inner::DrawState& state = *inner_->state;
    const render::gs::Memory memory(inner_->replay.renderer().read({}));
    const render::gs::Clut& clut = inner_->replay.renderer().clut();
    const bool textured = state.prim[inner::Prim::textured];
    const auto image = [&]() -> relit::Image {
        switch (buffer) {
            case Buffer::Colour: return player::frame_image(memory, state);
            case Buffer::Depth: return player::depth_image(memory, state);
            case Buffer::Texture: return textured ? player::texture_image(memory, clut, state) : relit::Image{};
            case Buffer::Palette: return textured ? player::palette_image(clut, state) : relit::Image{};
            case Buffer::ColourInterpolant: return inner_->interpolants().colour();
            case Buffer::DepthInterpolant: return inner_->interpolants().depth();
            case Buffer::TexelInterpolant: return inner_->interpolants().texel();
            case Buffer::FogInterpolant: return inner_->interpolants().fog();
        }
        return {};
    };
    relit::Image made = image();
    if (made.rgba.empty()) return {};
    return {made.width, made.height, std::move(made.rgba)};
}

std::vector<std::string> Player::warnings() const {
    std::vector<std::string> all;
    for (const std::string& warning : inner_->reader.front().warnings) all.push_back(warning);
    for (const inner::LocatedAssumption& assumption : inner_->replay.assumptions()) all.push_back(text_of(assumption));
    return all;
}

std::span<const std::uint8_t> Player::memory() const { return inner_->replay.renderer().read({}); }

std::optional<std::uint64_t> Player::read_register(std::uint8_t address) const {
    return inner::get(inner_->replay.machine().registers(), address);
}
std::optional<std::uint64_t> Player::read_privileged(std::uint16_t offset) const {
    return privileged_value(inner_->replay.machine().privileged, offset);
}

} // namespace relit::api::gs
