#include "render/gs/player/pixel_history.hpp"

#include "machine/gs/state/buffers.hpp"
#include "render/gs/display/display.hpp"

#include <algorithm>
#include <utility>

namespace relit::render::gs::player {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

namespace {

bool is_within(const Scissor& scissor, const PixelAt& pixel) {
    const auto within = [](std::int32_t at, std::uint32_t from, std::uint32_t to) {
        return at >= static_cast<std::int32_t>(from) && at <= static_cast<std::int32_t>(to);
    };
    return within(pixel.x, scissor[Scissor::x0], scissor[Scissor::x1]) &&
           within(pixel.y, scissor[Scissor::y0], scissor[Scissor::y1]);
}

/// Pixels and rows of a width or a scan that a circuit shows, counted in its buffer.
std::uint32_t shown_rows(const Circuit& circuit) {
    return (circuit.lines + circuit.lines_a_pixel - 1) / circuit.lines_a_pixel;
}

/// A rectangle that grows.
class Shown {
public:
    void add(std::uint32_t x0, std::uint32_t y0, std::uint32_t x1, std::uint32_t y1) {
        if (x0 >= x1 || y0 >= y1) return;
        x0_ = std::min(x0_, x0), y0_ = std::min(y0_, y0);
        x1_ = std::max(x1_, x1), y1_ = std::max(y1_, y1);
    }
    [[nodiscard]] bool is_empty() const { return x0_ >= x1_; }
    [[nodiscard]] Rect rect() const { return is_empty() ? Rect{} : Rect{x0_, y0_, x1_ - x0_, y1_ - y0_}; }

private:
    std::uint32_t x0_ = ~0U, y0_ = ~0U, x1_ = 0, y1_ = 0;
};

void add_circuit(Shown& shown, const DispFb& display, const std::optional<Circuit>& circuit) {
    constexpr std::uint32_t kUnit = 64; // pixels of a width
    if (!circuit) return;
    const std::uint32_t columns = circuit->clocks / std::max(circuit->clocks_a_pixel, 1U);
    shown.add(circuit->x, circuit->y, std::min(circuit->x + columns, kUnit * display[DispFb::width]),
              circuit->y + shown_rows(*circuit));
}

} // namespace

void PixelLocations::add(const Work& work, std::span<const DrawState> states) {
    if (const auto* draw = std::get_if<Draw>(&work)) {
        const DrawState& state = states[draw->state];
        const bool has_depth = state.test[Test::depth_on];
        const auto &s = state.scissor.raw, &f = state.frame.raw, &z = state.zbuf.raw;
        if (!known_.insert({s[0], s[1], f[0], f[1], z[0], z[1], has_depth ? 1U : 0U}).second) return;
        for (std::size_t i = 0; i < pixels_.size(); ++i) {
            if (!is_within(state.scissor, pixels_[i])) continue;
            add_buffer(i, frame_of(state.frame), false);
            if (has_depth) add_buffer(i, depth_of(state.zbuf, state.frame), true);
        }
    } else if (const auto* vsync = std::get_if<Vsync>(&work)) {
        const Merge merge(vsync->registers);
        if (merge.first) add_display(vsync->registers.DISPFB1, *merge.first);
        if (merge.second) add_display(vsync->registers.DISPFB2, *merge.second);
    }
}

void PixelLocations::add_display(const DispFb& display, const Circuit& circuit) {
    constexpr std::int32_t kUnit = 64; // pixels of a width
    const auto columns = kUnit * static_cast<std::int32_t>(display[DispFb::width]);
    const auto rows = static_cast<std::int32_t>(circuit.y + shown_rows(circuit));
    const Buffer buffer{display[DispFb::format], display[DispFb::base] * kBlocksOfPage, display[DispFb::width]};
    for (std::size_t i = 0; i < pixels_.size(); ++i)
        if (const auto [x, y] = pixels_[i]; x >= 0 && y >= 0 && x < columns && y < rows) add_buffer(i, buffer, false);
}

void PixelLocations::add_buffer(std::size_t pixel, const Buffer& buffer, bool is_depth) {
    const PixelBits bits(buffer.format);
    const auto [x, y] = pixels_[pixel];
    PixelLocation location{.is_depth = is_depth, .buffer = buffer, .mask = bits.mask};
    location.bit = bits.at(address_of(buffer, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)));
    const auto is_same = [&](const PixelLocation& one) { return one.bit == location.bit && one.mask == location.mask; };
    if (std::ranges::any_of(all_[pixel], is_same)) return;
    all_[pixel].push_back(location);
    ++count_;
}

void look_through(DumpReader& dump, std::uint64_t draws, std::uint64_t frames, const TellOfWork& tell) {
    WorkList work;
    Playback playback(dump.front(), [&dump] { return dump.next(); }, work);
    std::uint64_t drawn = 0, shown = 0;
    for (work.clear(); playback.step(work); work.clear()) {
        for (const Work& one : work.items) {
            drawn += std::holds_alternative<Draw>(one) ? 1 : 0;
            shown += std::holds_alternative<Vsync>(one) ? 1 : 0;
            tell(one, work.states);
            if ((draws != 0 && drawn == draws) || (frames != 0 && shown == frames)) return;
        }
    }
}

PixelLocations find_locations(DumpReader& dump, std::vector<PixelAt> pixels, std::uint64_t draws,
                              std::uint64_t frames) {
    PixelLocations locations(std::move(pixels));
    look_through(dump, draws, frames,
                 [&](const Work& work, std::span<const DrawState> states) { locations.add(work, states); });
    return locations;
}

Rect find_shown(DumpReader& dump, std::uint64_t draws, std::uint64_t frames) {
    constexpr std::uint32_t kUnit = 64; // pixels of a width
    Shown shown, drawn;
    look_through(dump, draws, frames, [&](const Work& work, std::span<const DrawState> states) {
        if (const auto* vsync = std::get_if<Vsync>(&work)) {
            const Merge merge(vsync->registers);
            add_circuit(shown, vsync->registers.DISPFB1, merge.first);
            add_circuit(shown, vsync->registers.DISPFB2, merge.second);
        } else if (const auto* draw = std::get_if<Draw>(&work)) {
            const Scissor& s = states[draw->state].scissor;
            drawn.add(s[Scissor::x0], s[Scissor::y0],
                      std::min(s[Scissor::x1] + 1, kUnit * states[draw->state].frame[Frame::width]),
                      s[Scissor::y1] + 1);
        }
    });
    return shown.is_empty() ? drawn.rect() : shown.rect();
}

PixelHistories::PixelHistories(Replay& replay, PixelLocations known, std::uint64_t most, Tell tell)
    : replay_(replay), most_(most), tell_(std::move(tell)), locations_(std::move(known)),
      watched_(locations_.pixels().size()), events_(watched_.size()), told_(watched_.size()),
      pixels_(locations_.pixels()) {
    tracer_ = {&pixels_, [this](const TracedFragment& one) { draw(one); }, &words_};
    status_ = replay.renderer().trace(&tracer_);
    watch_new();
}

std::uint32_t PixelHistories::value(const PixelLocation& location) const {
    const Bytes word = replay_.renderer().read({location.bit / 32 * 4, 4});
    return static_cast<std::uint32_t>(little_endian(word)) >> location.bit % 32 & location.mask;
}

/// Takes places into the watch that are new.
void PixelHistories::watch_new() {
    if (watched_count_ == locations_.count()) return;
    watched_count_ = locations_.count();
    for (std::uint32_t pixel = 0; pixel < watched_.size(); ++pixel) {
        for (std::size_t& i = watched_[pixel]; i < locations_.of(pixel).size(); ++i) {
            PixelLocation& location = locations_.of(pixel)[i];
            words_.add(location.bit / 32, location.mask << location.bit % 32);
            uses_[location.bit / 32].push_back({pixel, static_cast<std::uint32_t>(i)});
            location.first = location.last = value(location);
            location.came_late = replay_.position().transfers != 0;
        }
    }
}

void PixelHistories::before(const Work& work) {
    position_ = replay_.position();
    work_ = &work;
    locations_.add(work, replay_.states());
    watch_new();
}

void PixelHistories::after(const Work& work) {
    if (!words_.is_hit()) return;
    const bool is_transfer = std::holds_alternative<StartTransfer>(work) || std::holds_alternative<TransferData>(work);
    PixelEvent event{.at = position_, .work = work, .changes = {}};
    // A copy is done when its transfer starts.
    event.at.transfers = replay_.position().transfers;
    if (is_transfer) event.transfer = &replay_.last_transfer();
    tell(event, take_written(), nullptr);
}

void PixelHistories::draw(const TracedFragment& fragment) {
    const PixelEvent event{position_, *work_, &replay_.states()[std::get<Draw>(*work_).state], &fragment, nullptr, {}};
    tell(event, take_written(), pixels_.find(fragment.x, fragment.y));
}

std::vector<PixelHistories::Use> PixelHistories::take_written() {
    std::vector<Use> written;
    for (const std::uint32_t word : words_.hits()) {
        for (const Use& use : uses_[word]) {
            const PixelLocation& location = locations_.of(use.pixel)[use.location];
            if ((words_.written(word) >> location.bit % 32 & location.mask) != 0) written.push_back(use);
        }
    }
    words_.clear();
    std::ranges::sort(written);
    return written;
}

void PixelHistories::tell(const PixelEvent& event, const std::vector<Use>& written, const std::uint32_t* here) {
    std::vector<std::uint32_t> pixels;
    for (const Use& use : written) pixels.push_back(use.pixel);
    if (here != nullptr) pixels.push_back(*here);
    std::ranges::sort(pixels);
    pixels.erase(std::ranges::unique(pixels).begin(), pixels.end());
    auto use = written.begin();
    for (const std::uint32_t pixel : pixels) {
        PixelEvent one = event;
        for (; use != written.end() && use->pixel == pixel; ++use) {
            PixelLocation& location = locations_.of(pixel)[use->location];
            const std::uint32_t now = value(location);
            one.changes.push_back({use->location, std::exchange(location.last, now), now});
        }
        if (++events_[pixel]; most_ != 0 && told_[pixel] == most_) continue;
        ++told_[pixel];
        tell_(pixel, one);
    }
}

} // namespace relit::render::gs::player
