// relit replay --pixel and --pixels: the histories of pixels, as text or as JSON, while the replay goes on.
#include "cli/io/messages.hpp"
#include "cli/replay/pixel_text.hpp"
#include "cli/replay/replay.hpp"

#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace player = render::gs::player;
using player::PixelLocations;

/// Events that --pixels tells, of which each pixel has its share; --pixel tells all.
constexpr std::uint64_t kMostPixelEvents = 32768;
std::uint64_t share_of(const ReplayOptions& options, const PixelArea& area) {
    return options.has_pixel ? 0 : kMostPixelEvents / (std::uint64_t{area.columns} * area.rows);
}

std::string typed_text(const ReplayOptions& options) {
    if (options.has_pixel) return fmt::format("--pixel {},{}", options.pixel.first, options.pixel.second);
    const PixelArea& area = *options.pixels;
    return area.width == 0 ? fmt::format("--pixels {}x{}", area.columns, area.rows)
                           : fmt::format("--pixels {},{},{}x{}", area.x, area.y, area.width, area.height);
}

std::vector<render::gs::PixelAt> pixels_in(const PixelArea& area) {
    std::vector<render::gs::PixelAt> pixels;
    for (const auto& [x, y] : pixels_of(area)) pixels.push_back({x, y});
    return pixels;
}

/// Of a file, which is read once more for that.
PixelLocations locations_of(const ReplayOptions& options, const PixelArea& area, const std::string& file,
                            bool is_file) {
    const auto input = is_file ? open_input(file) : fail("standard input can only be used once");
    if (!input) return PixelLocations(pixels_in(area));
    machine::gs::DumpReader reader(input->read);
    return player::find_locations(reader, pixels_in(area), options.draw, options.frame);
}

std::string name_of(const render::gs::PixelAt& pixel) { return fmt::format("pixel {},{}", pixel.x, pixel.y); }

} // namespace

Result<PixelArea> PixelReport::area_of(const ReplayOptions& options, const std::string& file, bool is_file) {
    if (options.has_pixel) return PixelArea{options.pixel.first, options.pixel.second, 1, 1, 1, 1};
    PixelArea area = *options.pixels;
    if (const Status fits = check_pixels(area, player::kMostPixels); !fits) return std::unexpected(fits.error());
    if (area.width != 0) return area;
    if (!is_file)
        return fail(FaultKind::Usage, fmt::format("{}: standard input is read once, so the frame is not known "
                                                  "beforehand; give a rectangle, X,Y,WxH",
                                                  typed_text(options)));
    const auto input = open_input(file);
    if (!input) return std::unexpected(input.error());
    machine::gs::DumpReader reader(input->read);
    const render::gs::Rect shown = player::find_shown(reader, options.draw, options.frame);
    if (shown.width == 0)
        return fail(FaultKind::NotSupported, fmt::format("{}: nothing is drawn or shown", typed_text(options)));
    return placed(area, static_cast<std::int32_t>(shown.x), static_cast<std::int32_t>(shown.y), shown.width,
                  shown.height);
}

PixelReport::PixelReport(const Options& options, player::Replay& replay, const std::string& file, bool is_file,
                         const PixelArea& area)
    : options_(options), out_(*Output::open("-", file)), json_(json_answer(out_)), area_(area),
      histories_(replay, locations_of(options.replay, area, file, is_file), share_of(options.replay, area),
                 [this](std::size_t pixel, const PixelEvent& event) { tell(pixel, event); }),
      file_(file), is_file_(is_file) {}

void PixelReport::begin() {
    if (std::exchange(has_started_, true) || !options_.json) return;
    json_.begin_object();
    if (options_.replay.has_pixel)
        json_.object("pixel", {{"x", area_.x}, {"y", area_.y}});
    else
        add_area(json_, area_);
    json_.begin_array("events");
}

Status PixelReport::check_inside() const {
    if (!histories_.status()) return histories_.status();
    if (histories_.locations().count() != 0) return {};
    const bool is_placed = options_.replay.pixels && options_.replay.pixels->width == 0; // by the replay itself
    return fail(is_placed ? FaultKind::NotSupported : FaultKind::Usage,
                fmt::format("{}: outside of every frame that is drawn to or shown", typed_text(options_.replay)));
}

void PixelReport::tell(std::size_t pixel, const PixelEvent& event) {
    begin();
    const bool is_one = options_.replay.has_pixel;
    const PixelLocations& all = histories_.locations();
    if (!options_.json) {
        if (!is_one) out_.write(fmt::format("{}: ", name_of(all.pixels()[pixel])));
        out_.write(event_text(event, all.of(pixel)));
        return;
    }
    json_.begin_object();
    if (!is_one) json_.member("pixel", pixel);
    add_members(json_, event);
    json_.end();
}

void PixelReport::end_text() {
    const PixelLocations& all = histories_.locations();
    out_.write("at the end\n");
    for (std::size_t i = 0; i < all.pixels().size(); ++i) {
        if (!options_.replay.has_pixel) out_.write(fmt::format("{}\n", name_of(all.pixels()[i])));
        if (const std::uint64_t more = histories_.left_out(i); more != 0)
            out_.write(fmt::format("  {} events after these are left out\n", more));
        for (const PixelLocation& location : all.of(i)) out_.write(location_text(location, histories_.value(location)));
    }
}

void PixelReport::end_json(const NamedCounts& stats) {
    const PixelLocations& all = histories_.locations();
    const auto add_locations = [&](std::size_t pixel) {
        json_.objects("places", all.of(pixel),
                      [&](const PixelLocation& location) { add_members(json_, location, histories_.value(location)); });
    };
    json_.end();
    if (options_.replay.has_pixel) {
        add_locations(0);
    } else {
        std::size_t i = 0;
        json_.objects("pixels", all.pixels(), [&](const render::gs::PixelAt& pixel) {
            json_.members({{"x", pixel.x}, {"y", pixel.y}, {"left_out", histories_.left_out(i)}});
            add_locations(i++);
        });
    }
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
    for (std::size_t i = 0; i < histories_.locations().pixels().size(); ++i) {
        for (const PixelLocation& location : histories_.locations().of(i)) {
            if (histories_.value(location) != location.last)
                complete = fail(FaultKind::Internal,
                                fmt::format("bit {:#x} of memory changed without a report", location.bit));
            came_late = came_late || (location.came_late && !is_file_);
        }
    }
    if (came_late)
        report_note(
            shown_name(file_),
            "standard input is read once: transfers to a buffer before its first use are not reported, only their effect");
    const Status written = out_.close();
    return complete ? written : complete;
}

} // namespace relit::cli
