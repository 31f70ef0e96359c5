// relit replay --pixel: the history of one pixel, as text or as JSON, while the replay goes on.
#include "cli/messages.hpp"
#include "cli/pixel_text.hpp"
#include "cli/replay.hpp"
#include "machine/gs/dump_reader.hpp"

#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;

/// Goes through a dump without drawing, as far as the replay will.
PixelPlaces places_of(const ReplayOptions& wish, const std::string& file, bool is_file) {
    PixelPlaces places(wish.pixel.first, wish.pixel.second);
    const auto input = is_file ? open_input(file) : fail("standard input comes once");
    if (!input) return places;
    gs::DumpReader reader(input->read);
    gs::WorkList work;
    gs::Playback playback(reader.front(), [&reader] { return reader.next(); }, work);
    std::uint64_t draws = 0, frames = 0;
    for (work.clear(); playback.step(work); work.clear()) {
        for (const gs::Work& one : work.items) {
            draws += std::holds_alternative<gs::Draw>(one) ? 1 : 0;
            frames += std::holds_alternative<gs::Vsync>(one) ? 1 : 0;
            places.add(one, work.states);
            if ((wish.draw != 0 && draws == wish.draw) || (wish.frame != 0 && frames == wish.frame)) return places;
        }
    }
    return places;
}

} // namespace

PixelReport::PixelReport(const Options& options, Session& session, const std::string& file, bool is_file)
    : options_(options), out_(*Output::open("-", file)), events_(out_, 1),
      history_(session, options.replay.pixel.first, options.replay.pixel.second,
               places_of(options.replay, file, is_file), [this](const PixelEvent& event) { tell(event); }),
      file_(file), is_file_(is_file) {}

void PixelReport::begin() {
    if (std::exchange(has_begun_, true) || !options_.json) return;
    const auto& [x, y] = options_.replay.pixel;
    out_.write(fmt::format("{{\n  \"pixel\": {{\n    \"x\": {},\n    \"y\": {}\n  }},\n  \"events\": ", x, y));
}

Status PixelReport::check_inside() const {
    if (!history_.places().empty()) return {};
    const auto& [x, y] = options_.replay.pixel;
    return fail(FaultKind::Usage, fmt::format("--pixel {},{}: no frame that is drawn to or shown has it", x, y));
}

void PixelReport::tell(const PixelEvent& event) {
    begin();
    if (options_.json)
        events_.add(json_of(event));
    else
        out_.write(text_of(event, history_.places()));
}

Status PixelReport::finish(const nlohmann::ordered_json& stats) {
    if (const Status inside = check_inside(); !inside && !has_begun_) return inside;
    begin();
    Status told;
    JsonItems places(out_, 1);
    if (options_.json)
        events_.end(), out_.write(",\n  \"places\": ");
    else
        out_.write("at the end\n");
    bool came_late = false;
    for (const PixelPlace& place : history_.places()) {
        const std::uint32_t value = history_.value(place);
        if (value != place.last)
            told = fail(FaultKind::Internal, fmt::format("bit {:#x} of memory changed untold", place.bit));
        came_late = came_late || (place.came_late && !is_file_);
        options_.json ? places.add(json_of(place, value)) : out_.write(text_of(place, value));
    }
    if (options_.json) {
        places.end();
        if (!stats.empty()) {
            out_.write(",\n  \"stats\": ");
            write_json(out_, stats, 1);
        }
        out_.write("\n}\n");
    }
    if (came_late)
        say_note(shown_name(file_),
                 "read once: transfers to a buffer before its first use are not told, only what they left");
    const Status written = out_.close();
    return told ? written : told;
}

} // namespace relit::cli
