#include "cli/replay/capture/pixel.hpp"

#include "cli/replay/capture/fragments.hpp"
#include "cli/replay/pixel_text.hpp"

#include <fmt/format.h>

// GS dumps have events of pixels too, with the same names in cli.
namespace relit::cli::capture_pixel {
namespace {

using capture_fragments::add_fragment;
using capture_fragments::fragment_text;
using capture_fragments::primitive_name;
using capture_fragments::word_text;
using machine::r500::SurfaceUse;
using render::r500::PixelChange;
using render::r500::PixelEvent;
using render::r500::PixelFragment;
using render::r500::PixelLocation;

constexpr std::string_view kKindNames[] = {"draw", "clear", "resolve", "memory"};

std::string location_name(const PixelLocation& location) {
    return location.use == SurfaceUse::Depth ? "depth" : fmt::format("colour {}", location.unit);
}
std::string location_text(const PixelLocation& location) {
    return fmt::format("{} at {:#x} of buffer {}", location_name(location), location.offset, location.buffer);
}

// ---- text

std::string change_text(const PixelChange& change, const PixelLocation& location) {
    std::string text =
        change.before == change.after
            ? fmt::format("  stored   {} stays in {}\n", word_text(change.after), location_text(location))
            : fmt::format("  stored   {} -> {} in {}\n", word_text(change.before), word_text(change.after),
                          location_text(location));
    if (change.differs())
        text += fmt::format("  the device stored {}; computed was {}\n", word_text(change.after),
                            word_text(*change.computed));
    return text;
}

std::string head_text(const PixelEvent& event) {
    switch (event.kind) {
        case PixelEvent::Kind::Draw:
            return fmt::format("draw {}, submission {}: {}\n", event.draw, event.submission,
                               primitive_name(event.primitive));
        case PixelEvent::Kind::Clear:
            return fmt::format("draw {}, submission {}: a clear\n", event.draw, event.submission);
        case PixelEvent::Kind::Resolve:
            return fmt::format("draw {}, submission {}: a resolve\n", event.draw, event.submission);
        case PixelEvent::Kind::Memory:
            return fmt::format("before draw {}, submission {}: memory is written\n", event.draw, event.submission);
    }
    return {};
}

std::string event_text(const PixelEvent& event, const std::vector<PixelLocation>& locations) {
    std::string text = head_text(event);
    if (!event.uncomputed.empty()) text += fmt::format("  not computed: {}\n", event.uncomputed);
    for (const std::string& sentence : event.approximate) text += fmt::format("  approximate: {}\n", sentence);
    if (event.uncomputed.empty())
        for (const PixelFragment& fragment : event.fragments) text += fragment_text(fragment);
    for (const PixelChange& change : event.changes) text += change_text(change, locations[change.location]);
    return text;
}

// ---- JSON

void add_members(JsonWriter& json, const PixelLocation& location) {
    json.members({{"use", location.use == SurfaceUse::Depth ? "depth" : "colour"},
                  {"unit", location.unit},
                  {"buffer", location.buffer},
                  {"offset", location.offset}});
}

void add_change(JsonWriter& json, const PixelChange& change) {
    json.members({{"location", change.location},
                  {"before", word_text(change.before)},
                  {"after", word_text(change.after)},
                  {"device_differs", change.differs()}});
    if (change.computed) json.member("computed", word_text(*change.computed));
}

void add_event(JsonWriter& json, const PixelEvent& event) {
    json.members({{"kind", kKindNames[static_cast<std::size_t>(event.kind)]},
                  {"draw", event.draw},
                  {"submission", event.submission},
                  {"primitive", primitive_name(event.primitive)}});
    if (!event.uncomputed.empty()) json.member("not_computed", event.uncomputed);
    json.member("approximate", event.approximate);
    if (event.uncomputed.empty())
        json.objects("fragments", event.fragments,
                     [&](const PixelFragment& fragment) { add_fragment(json, fragment); });
    json.objects("changes", event.changes, [&](const PixelChange& change) { add_change(json, change); });
}

} // namespace
} // namespace relit::cli::capture_pixel

namespace relit::cli {

namespace {

std::vector<render::r500::FollowedPixel> followed(std::span<const CapturePixels::Pixel> pixels) {
    std::vector<render::r500::FollowedPixel> made;
    for (const CapturePixels::Pixel& each : pixels) made.push_back({each.x, each.row});
    return made;
}

} // namespace

CapturePixels::CapturePixels(render::r500::Player& player, std::span<const Pixel> pixels,
                             const std::optional<PixelArea>& area)
    : pixels_(pixels.begin(), pixels.end()), area_(area), events_(pixels.size()),
      histories_(
          player, followed(pixels), area ? kMostEvents / static_cast<std::uint32_t>(pixels.size()) : 0,
          [this](std::size_t pixel, const render::r500::PixelEvent& event) { events_[pixel].push_back(event); }) {}

Status CapturePixels::check() const {
    for (std::size_t i = 0; i < pixels_.size(); ++i)
        if (!histories_.locations(i).empty()) return {};
    const std::string chosen = area_ ? "--pixels" : fmt::format("--pixel {},{}", pixels_[0].x, pixels_[0].y);
    return fail(FaultKind::Usage, fmt::format("{}: outside of every target that is drawn to", chosen));
}

Status CapturePixels::finish() {
    for (std::size_t i = 0; i < pixels_.size(); ++i) {
        last_.emplace_back();
        for (const auto& location : histories_.locations(i)) {
            auto bytes = histories_.bytes_of(location);
            if (!bytes) return std::unexpected(bytes.error());
            last_.back().push_back(std::move(*bytes));
        }
    }
    return {};
}

std::string CapturePixels::text_of(std::size_t pixel) const {
    std::string text;
    for (const auto& event : events_[pixel]) text += capture_pixel::event_text(event, histories_.locations(pixel));
    if (const std::uint32_t more = histories_.left_out(pixel); more != 0)
        text += fmt::format("{} events after these are left out\n", more);
    text += "at the end\n";
    for (std::size_t i = 0; i < last_[pixel].size(); ++i)
        text += fmt::format("  {} in {}\n", capture_fragments::word_text(last_[pixel][i]),
                            capture_pixel::location_text(histories_.locations(pixel)[i]));
    return text;
}

std::string CapturePixels::text() const {
    if (!area_) return text_of(0);
    std::string text;
    for (std::size_t i = 0; i < pixels_.size(); ++i)
        text += fmt::format("{}pixel {},{}\n{}", i == 0 ? "" : "\n", pixels_[i].x, pixels_[i].y, text_of(i));
    return text;
}

void CapturePixels::add_pixel(JsonWriter& json, std::size_t pixel) const {
    json.members({{"x", pixels_[pixel].x}, {"y", pixels_[pixel].y}, {"row", pixels_[pixel].row}});
    if (area_) json.member("left_out", histories_.left_out(pixel));
    json.objects("events", events_[pixel], [&](const auto& event) { capture_pixel::add_event(json, event); });
    json.begin_array("locations");
    for (std::size_t i = 0; i < last_[pixel].size(); ++i) {
        json.begin_object();
        capture_pixel::add_members(json, histories_.locations(pixel)[i]);
        json.member("value", capture_fragments::word_text(last_[pixel][i]));
        json.end();
    }
    json.end();
}

void CapturePixels::add_members(JsonWriter& json) const {
    if (!area_) {
        json.begin_object("pixel");
        add_pixel(json, 0);
        json.end();
        return;
    }
    add_area(json, *area_);
    json.begin_array("pixels");
    for (std::size_t i = 0; i < pixels_.size(); ++i) {
        json.begin_object();
        add_pixel(json, i);
        json.end();
    }
    json.end();
}

} // namespace relit::cli
