#include "cli/replay/capture/pixel.hpp"

#include "cli/replay/capture/fragments.hpp"

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

CapturePixel::CapturePixel(render::r500::Player& player, std::uint32_t x, std::uint32_t y, std::uint32_t row)
    : x_(x), y_(y), row_(row),
      history_(player, x, row, [this](const render::r500::PixelEvent& event) { events_.push_back(event); }) {}

Status CapturePixel::check() const {
    if (!history_.locations().empty()) return {};
    return fail(FaultKind::Usage, fmt::format("--pixel {},{}: outside of every target that is drawn to", x_, y_));
}

Status CapturePixel::finish() {
    for (const auto& location : history_.locations()) {
        auto bytes = history_.bytes_of(location);
        if (!bytes) return std::unexpected(bytes.error());
        last_.push_back(std::move(*bytes));
    }
    return {};
}

std::string CapturePixel::text() const {
    std::string text;
    for (const auto& event : events_) text += capture_pixel::event_text(event, history_.locations());
    text += "at the end\n";
    for (std::size_t i = 0; i < last_.size(); ++i)
        text += fmt::format("  {} in {}\n", capture_fragments::word_text(last_[i]),
                            capture_pixel::location_text(history_.locations()[i]));
    return text;
}

void CapturePixel::add_members(JsonWriter& json) const {
    json.begin_object("pixel");
    json.members({{"x", x_}, {"y", y_}, {"row", row_}});
    json.objects("events", events_, [&](const auto& event) { capture_pixel::add_event(json, event); });
    json.begin_array("locations");
    for (std::size_t i = 0; i < last_.size(); ++i) {
        json.begin_object();
        capture_pixel::add_members(json, history_.locations()[i]);
        json.member("value", capture_fragments::word_text(last_[i]));
        json.end();
    }
    json.end();
    json.end();
}

} // namespace relit::cli
