// relit replay --pixel: the history of one pixel, as text or as JSON, while the replay goes on.
#include "cli/io/messages.hpp"
#include "cli/replay/pixel_text.hpp"
#include "cli/replay/replay.hpp"

#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace player = render::gs::player;
using player::PixelLocations;

/// Of a file, which is read once more for that.
PixelLocations locations_of(const ReplayOptions& options, const std::string& file, bool is_file) {
    const auto& [x, y] = options.pixel;
    const auto input = is_file ? open_input(file) : fail("standard input can only be used once");
    if (!input) return {x, y};
    machine::gs::DumpReader reader(input->read);
    return player::find_locations(reader, x, y, options.draw, options.frame);
}

} // namespace

PixelReport::PixelReport(const Options& options, player::Replay& replay, const std::string& file, bool is_file)
    : options_(options), out_(*Output::open("-", file)), json_(json_answer(out_)),
      history_(replay, options.replay.pixel.first, options.replay.pixel.second,
               locations_of(options.replay, file, is_file), [this](const PixelEvent& event) { tell(event); }),
      file_(file), is_file_(is_file) {}

void PixelReport::begin() {
    if (std::exchange(has_started_, true) || !options_.json) return;
    const auto& [x, y] = options_.replay.pixel;
    json_.begin_object();
    json_.object("pixel", {{"x", x}, {"y", y}});
    json_.begin_array("events");
}

Status PixelReport::check_inside() const {
    if (!history_.status()) return history_.status();
    if (!history_.locations().empty()) return {};
    const auto& [x, y] = options_.replay.pixel;
    return fail(FaultKind::Usage, fmt::format("--pixel {},{}: outside of every frame that is drawn to or shown", x, y));
}

void PixelReport::tell(const PixelEvent& event) {
    begin();
    if (options_.json)
        write(json_, event);
    else
        out_.write(event_text(event, history_.locations()));
}

void PixelReport::end_text() {
    out_.write("at the end\n");
    for (const PixelLocation& location : history_.locations())
        out_.write(location_text(location, history_.value(location)));
}

void PixelReport::end_json(const NamedCounts& stats) {
    json_.end();
    json_.objects("places", history_.locations(),
                  [&](const PixelLocation& location) { add_members(json_, location, history_.value(location)); });
    if (!stats.empty()) {
        json_.begin_object("stats");
        add_counts(json_, stats);
        json_.end();
    }
    json_.end();
    json_.take();
}

Status PixelReport::finish(const NamedCounts& stats) {
    if (const Status inside = check_inside(); !inside && !has_started_) return inside;
    begin();
    options_.json ? end_json(stats) : end_text();
    Status complete;
    bool came_late = false;
    for (const PixelLocation& location : history_.locations()) {
        if (history_.value(location) != location.last)
            complete =
                fail(FaultKind::Internal, fmt::format("bit {:#x} of memory changed without a report", location.bit));
        came_late = came_late || (location.came_late && !is_file_);
    }
    if (came_late)
        report_note(
            shown_name(file_),
            "standard input is read once: transfers to a buffer before its first use are not reported, only their effect");
    const Status written = out_.close();
    return complete ? written : complete;
}

} // namespace relit::cli
