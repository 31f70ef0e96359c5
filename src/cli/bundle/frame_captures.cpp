#include "cli/bundle/frame_captures.hpp"

#include "cli/io/messages.hpp"
#include "emulators/rpcs3/pairs.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace rpcs3 = emulators::rpcs3;

/// A line for each draw; memory that the capture lacks is reported.
Property::Item item_of(const rpcs3::CapturedDraw& captured, std::size_t number) {
    constexpr std::string_view kPrimitives[] = {"none",       "POINTS",     "LINES",          "LINE_LOOP",
                                                "LINE_STRIP", "TRIANGLES",  "TRIANGLE_STRIP", "TRIANGLE_FAN",
                                                "QUADS",      "QUAD_STRIP", "POLYGON"};
    const machine::rsx::Draw& draw = captured.draw;
    const std::string primitive = draw.primitive < std::size(kPrimitives) ? std::string(kPrimitives[draw.primitive])
                                                                          : fmt::format("{:#x}", draw.primitive);
    const std::string_view location = rpcs3::name_of(captured.program.location);
    const std::string program =
        captured.fragment.empty() ? "not in the capture" : fmt::format("{} bytes", captured.fragment.size());
    return {.name = fmt::format("draw {}", number),
            .text = fmt::format("{}, {} vertices, fragment program in {} memory at {:#x}: {}", primitive, draw.vertices,
                                location, captured.program.offset, program),
            .fields = {{"primitive", primitive},
                       {"vertices", static_cast<std::int64_t>(draw.vertices)},
                       {"location", std::string(location)},
                       {"offset", static_cast<std::int64_t>(captured.program.offset)},
                       {"fragment_bytes", static_cast<std::int64_t>(captured.fragment.size())}}};
}

template <class T>
void put(CacheFile& file, std::string_view name, T value) {
    file.properties.push_back({.name = std::string(name), .value = std::move(value)});
}

void add_capture(CacheFile& file, const rpcs3::Capture& capture) {
    std::vector<Property::Item> draws;
    for (const rpcs3::CapturedDraw& draw : rpcs3::draws_of(capture)) draws.push_back(item_of(draw, draws.size() + 1));
    put(file, "version", std::uint64_t{capture.version});
    put(file, "memory blocks", std::uint64_t{capture.blocks.size()});
    put(file, "method arguments", std::uint64_t{capture.writes.size()});
    if (capture.cut_short != 0) put(file, "methods cut short", std::uint64_t{capture.cut_short});
    put(file, "draws", std::uint64_t{draws.size()});
    if (!draws.empty()) put(file, "each draw", std::move(draws));
}

bool is_packed(const std::string& file, Bytes begin) { return rpcs3::is_gzip(begin) && file.ends_with(".rrc.gz"); }

} // namespace

bool is_capture_file(const std::string& file, Bytes begin) {
    return is_packed(file, begin) || rpcs3::is_capture(begin);
}

CacheFile capture_file(const std::string& file, Bytes begin) {
    CacheFile found{.kind = "rpcs3.capture", .bytes = 0, .properties = {}, .fault = {}};
    auto bytes = read_input(file);
    if (bytes) found.bytes = bytes->size();
    if (bytes && is_packed(file, begin)) bytes = rpcs3::gunzip_capture(*bytes);
    if (!bytes) {
        found.fault = bytes.error();
        return found;
    }
    const auto capture = rpcs3::read_capture(*bytes);
    if (capture)
        add_capture(found, *capture);
    else
        found.fault = capture.error();
    return found;
}

Status read_capture_file(const std::string& file, const emulators::TakeFound& take) {
    auto bytes = read_input(file);
    if (bytes && is_packed(file, *bytes)) bytes = rpcs3::gunzip_capture(*bytes);
    if (!bytes) return std::unexpected(bytes.error());
    const auto capture = rpcs3::read_capture(*bytes);
    if (!capture) return std::unexpected(capture.error());
    if (capture->cut_short != 0)
        report_warning(shown_name(file),
                       fmt::format("methods that are cut short: {}; what follows each is taken for its "
                                   "arguments",
                                   capture->cut_short));
    std::string stem = std::filesystem::path(file).filename().string();
    stem.resize(stem.find(".rrc") == std::string::npos ? stem.size() : stem.find(".rrc"));
    rpcs3::read_pairs(*capture, [&](Result<emulators::Found> found) {
        if (found) found->name = stem + "-" + found->name;
        take(std::move(found));
    });
    return {};
}

} // namespace relit::cli
