#include "cli/replay/images.hpp"

#include "base/image/reduced.hpp"
#include "cli/replay/pixel_text.hpp"
#include "cli/replay/replay.hpp"
#include "cli/surface/dump.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using render::gs::player::DepthValues;

/// The pixel in the middle of each square: a mean of depth would be a place where nothing is.
DepthValues reduced(const DepthValues& depth, std::uint32_t side) {
    const std::uint32_t factor = reduction_factor(depth.width, depth.height, side);
    if (factor <= 1) return depth;
    DepthValues small{
        .width = std::max(depth.width / factor, 1U), .height = std::max(depth.height / factor, 1U), .values = {}};
    for (std::uint32_t y = 0; y < small.height; ++y)
        for (std::uint32_t x = 0; x < small.width; ++x)
            small.values.push_back(
                depth.values[std::size_t{std::min(y * factor + factor / 2, depth.height - 1)} * depth.width +
                             std::min(x * factor + factor / 2, depth.width - 1)]);
    return small;
}

} // namespace

void NamedImages::add(std::string_view group, std::string_view name, const Image& image) {
    if (image.rgba.empty() || !done_) return;
    done_ = write_png(name_file(group, name), side_ == 0 ? image : reduced(image, side_));
}

void NamedImages::add_depth(std::string_view group, const render::gs::player::DepthValues& depth,
                            const render::gs::player::DepthRange& range) {
    if (depth.values.empty() || !done_) return;
    const std::string name = name_file(group, "depth");
    const auto file = surfaces::depth_file(side_ == 0 ? depth : reduced(depth, side_), range, name);
    done_ = file ? write_output(name, file->bytes) : std::unexpected(file.error());
}

std::string NamedImages::name_file(std::string_view group, std::string_view name) {
    std::string file = fmt::format("{}-{}{}{}.png", stem_, group, group.empty() ? "" : "-", name);
    std::ranges::find(groups_, group, &Group::name)->files.emplace_back(name, file);
    return (folder_ / file).string();
}

void NamedImages::add_names(JsonWriter& json, std::string_view group) const {
    json.begin_object("images");
    for (const auto& [name, file] : std::ranges::find(groups_, group, &Group::name)->files) json.member(name, file);
    json.end();
}

Status NamedImages::finish(const AddMembers& add_rest) const {
    if (!done_) return done_;
    const std::string text = json_text([&](JsonWriter& json) {
        add_rest(json);
        json.begin_object("images");
        for (const Group& group : groups_) {
            json.begin_object(group.name);
            for (const auto& [name, file] : group.files) json.member(name, file);
            json.end();
        }
        json.end();
    });
    return write_output((folder_ / (stem_ + ".json")).string(), as_bytes(text));
}

void add_buffer(JsonWriter& json, std::string_view name, const machine::gs::Buffer& buffer) {
    json.object(name, {{"page", buffer.base / machine::gs::kBlocksOfPage},
                       {"width", 64 * buffer.width},
                       {"format", format_text(buffer.format)}});
}

void add_depth_range(JsonWriter& json, const render::gs::player::DepthRange& range) {
    json.object("depth_range", {{"least", range.least}, {"most", range.most}});
}

} // namespace relit::cli
