#include "cli/replay/capture/diff.hpp"

#include "base/image/difference.hpp"
#include "base/printable.hpp"
#include "cli/io/image_file.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/io/progress.hpp"
#include "cli/pm4/pm4.hpp"
#include "machine/r500/capture/compare.hpp"
#include "machine/r500/registers/text.hpp"
#include "render/r500/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace r500 = machine::r500;
using r500::BoundSurface;
using r500::Draw;
using r500::Stage;
using render::r500::Comparison;
using render::r500::Player;
using render::r500::SurfaceDifference;
using ProgramLines = std::vector<std::string>;

/// The first vertices of a draw are compared, as many as this.
constexpr std::uint32_t kComparedVertices = 4096;

/// One of the two.
struct CaptureSide {
    std::string file;
    streams::OpenedCapture opened;
    std::unique_ptr<Player> player;

    [[nodiscard]] const r500::Capture& capture() const { return opened.loaded.capture; }
    [[nodiscard]] const Draw& draw() const { return *player->draw(); }
};

struct CaptureFinding {
    Comparison::Found found{};
    std::vector<r500::Difference> state;
    std::string folder; // of the images; empty: none are written
};

/// The first line that differs, with its number.
void add_line_difference(std::vector<r500::Difference>& all, std::string_view what, const ProgramLines& first,
                         const ProgramLines& second) {
    if (first == second) return;
    const auto [left, right] = std::ranges::mismatch(first, second);
    all.push_back({fmt::format("{}, line {}", what, left - first.begin() + 1), left == first.end() ? "-" : *left,
                   right == second.end() ? "-" : *right});
}

ProgramLines vertex_texts(const CaptureSide& side) {
    r500::Memory memory(side.capture());
    memory.advance(side.draw().submission);
    return streams::vertex_lines(side.draw(), memory, kComparedVertices);
}

/// Textures whose bytes differ; those that are targets as well are compared as such.
void add_texture_differences(std::vector<r500::Difference>& all, const CaptureSide& first, const CaptureSide& second) {
    for (const BoundSurface& one : r500::bound_surfaces(first.draw().state)) {
        if (one.use != r500::SurfaceUse::Texture) continue;
        const BoundSurface other = r500::bound_texture(second.draw().state, one.unit);
        const auto left = first.player->buffer_of(one), right = second.player->buffer_of(other);
        if (!left || !right || std::ranges::equal(*left, *right)) continue;
        const auto at = std::ranges::mismatch(*left, *right).in1 - left->begin();
        all.push_back({fmt::format("buffer of texture {}", one.unit), fmt::format("{} bytes", left->size()),
                       fmt::format("{} bytes, others from {:#x} on", right->size(), at)});
    }
}

/// Differences of the draws themselves: registers, arrays, programs, vertices, textures.
std::vector<r500::Difference> state_differences(const CaptureSide& first, const CaptureSide& second) {
    std::vector<r500::Difference> all = r500::compare(first.draw(), second.draw());
    for (const auto& [stage, name] :
         {std::pair(Stage::Vertex, "vertex program"), {Stage::Fragment, "fragment program"}})
        add_line_difference(all, name, streams::program_lines(first.capture(), first.draw().state, stage),
                            streams::program_lines(second.capture(), second.draw().state, stage));
    add_line_difference(all, "vertices", vertex_texts(first), vertex_texts(second));
    add_texture_differences(all, first, second);
    return all;
}

std::string differing_name(const SurfaceDifference& surface) {
    const BoundSurface& one = surface.first ? *surface.first : *surface.second;
    return one.use == r500::SurfaceUse::Depth ? "depth" : fmt::format("colour {}", one.unit);
}

/// "0x0011ff80": the bytes of a pixel as a number.
std::string stored_text(const std::vector<std::uint8_t>& bytes) {
    std::string text = "0x";
    for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte) text += fmt::format("{:02x}", *byte);
    return text;
}

/// Colours, or depth as grey from 0 to 1, of one side; the first row of memory first.
Result<Image> side_image(const CaptureSide& side, const BoundSurface& surface) {
    const auto bytes = side.player->buffer_of(surface);
    if (!bytes) return std::unexpected(bytes.error());
    const auto* const view = std::get_if<r500::DepthView>(&surface.description.view);
    if (view == nullptr) return render::r500::image_of(surface.description, *bytes);
    const auto decoded = read_depth(*bytes, surface.description.plane, *view);
    if (!decoded) return std::unexpected(decoded.error());
    Image image{decoded->size.width, decoded->size.height, {}};
    for (const float depth : decoded->depth) {
        const auto grey = static_cast<std::uint8_t>(std::lround(std::clamp(depth, 0.0F, 1.0F) * 255));
        image.rgba.insert(image.rgba.end(), {grey, grey, grey, 255});
    }
    return image;
}

Status write_opaque_image(Image image, const std::string& file, bool flips) {
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    return write_png(file, flips ? render::r500::flipped(std::move(image)) : image);
}

/// The first surface that differs, of both sides, and the difference.
Status write_difference_images(const CaptureSide& first, const CaptureSide& second, const SurfaceDifference& surface,
                               const Options& options) {
    std::error_code error;
    std::filesystem::create_directories(options.output, error);
    const bool flips = render::r500::is_bottom_up(first.capture());
    const auto left = side_image(first, *surface.first), right = side_image(second, *surface.second);
    if (!left) return std::unexpected(left.error());
    if (!right) return std::unexpected(right.error());
    const std::pair<const char*, Image> files[] = {
        {"a", *left}, {"b", *right}, {"difference", difference_image(*left, *right, options.replay.amplify)}};
    for (const auto& [name, image] : files)
        if (Status done = write_opaque_image(image, fmt::format("{}/{}.png", options.output, name), flips); !done)
            return done;
    return {};
}

std::string surface_difference_text(const SurfaceDifference& surface) {
    std::string text = differing_name(surface) + ": ";
    if (!surface.reason.empty()) return text + surface.reason + "\n";
    const auto& box = surface.box;
    return text + fmt::format("{} of {} x {} pixels differ, from {},{} to {},{}\n  the first at {},{}: {} and {}\n",
                              surface.pixels, surface.size.width, surface.size.height, box.left, box.top, box.right - 1,
                              box.bottom - 1, surface.x, surface.y, stored_text(surface.first_pixel),
                              stored_text(surface.second_pixel));
}

std::string paired_draw_text(const CaptureSide& side) {
    return fmt::format("draw {} of {} (submission {}, dword {})", side.draw().number, printable(side.file),
                       side.draw().submission, side.draw().dword);
}

std::string capture_difference_text(const CaptureSide& first, const CaptureSide& second, const Comparison& comparison,
                                    const CaptureFinding& finding, int factor) {
    if (finding.found != Comparison::Found::Difference) {
        const bool first_ends = finding.found == Comparison::Found::FirstEnds;
        const CaptureSide &ended = first_ends ? first : second, &other = first_ends ? second : first;
        const std::uint32_t draws = ended.player->position().draws;
        return fmt::format("first difference: {} ends after {} draw{}, {} has more\n", printable(ended.file), draws,
                           draws == 1 ? "" : "s", printable(other.file));
    }
    std::string text = fmt::format("first difference: {}, {}\n", paired_draw_text(first), paired_draw_text(second));
    for (const SurfaceDifference& surface : comparison.surfaces()) text += surface_difference_text(surface);
    text += finding.state.empty() ? "the draws are the same: what they found in memory differs\n" : "";
    for (const r500::Difference& one : finding.state)
        text += fmt::format("{}\n  {}\n  {}\n", one.what, one.left, one.right);
    if (finding.folder.empty()) return text + "no images: -o FOLDER writes them\n";
    return text + fmt::format("images of {}: {}/a.png, b.png, difference.png (differences times {})\n",
                              differing_name(comparison.surfaces()[0]), printable(finding.folder), factor);
}

void add_capture_side(JsonWriter& json, std::string_view name, const CaptureSide& side) {
    const Draw* const draw = side.player->draw();
    json.begin_object(name);
    json.members({{"file", side.file}, {"draws", side.player->position().draws}});
    if (draw != nullptr) json.members({{"submission", draw->submission}, {"dword", draw->dword}});
    json.end();
}

void add_surface_difference(JsonWriter& json, const SurfaceDifference& surface) {
    json.member("surface", differing_name(surface));
    if (!surface.reason.empty()) return json.member("reason", surface.reason);
    const auto& box = surface.box;
    json.members({{"width", surface.size.width}, {"height", surface.size.height}, {"pixels", surface.pixels}});
    json.object("box", {{"left", box.left}, {"top", box.top}, {"right", box.right - 1}, {"bottom", box.bottom - 1}});
    json.object("first", {{"x", surface.x},
                          {"y", surface.y},
                          {"a", stored_text(surface.first_pixel)},
                          {"b", stored_text(surface.second_pixel)}});
}

/// The fields of a register that differ.
void add_differing_fields(JsonWriter& json, const CaptureSide& first, const CaptureSide& second, std::uint32_t number) {
    const auto found = r500::register_at(number);
    json.begin_array("fields");
    if (found)
        for (const r500::FieldRow& row : r500::fields_of(*found->row)) {
            const std::uint32_t left = first.draw().state[number][row.field],
                                right = second.draw().state[number][row.field];
            if (left != right)
                json.object({{"field", row.field.name},
                             {"a", r500::field_text(row, left)},
                             {"b", r500::field_text(row, right)}});
        }
    json.end();
}

void add_difference(JsonWriter& json, const CaptureSide& first, const CaptureSide& second, const Comparison& comparison,
                    const CaptureFinding& finding, int factor) {
    json.member("differs", true);
    add_capture_side(json, "a", first);
    add_capture_side(json, "b", second);
    json.objects("surfaces", comparison.surfaces(),
                 [&](const SurfaceDifference& one) { add_surface_difference(json, one); });
    json.objects("state", finding.state, [&](const r500::Difference& one) {
        json.members({{"what", one.what}, {"a", one.left}, {"b", one.right}});
        if (const auto number = r500::register_number(one.what)) add_differing_fields(json, first, second, *number);
    });
    if (!finding.folder.empty()) json.object("images", {{"folder", finding.folder}, {"factor", factor}});
}

Status print_answer(const std::string& text) {
    return write_output("-", {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

Exit report_capture_difference(const CaptureSide& first, const CaptureSide& second, const Comparison& comparison,
                               Comparison::Found found, const Options& options) {
    CaptureFinding finding{found, {}, {}};
    if (found == Comparison::Found::Difference) finding.state = state_differences(first, second);
    const bool has_images = !comparison.surfaces().empty() && comparison.surfaces()[0].first &&
                            comparison.surfaces()[0].second && options.output != "-";
    if (has_images) {
        finding.folder = options.output;
        if (const Status done = write_difference_images(first, second, comparison.surfaces()[0], options); !done)
            return report(done.error(), options.output);
    }
    const int factor = options.replay.amplify;
    const Status done = print_answer(
        options.json
            ? json_text([&](JsonWriter& json) { add_difference(json, first, second, comparison, finding, factor); })
            : capture_difference_text(first, second, comparison, finding, factor));
    return done ? Exit::No : report(done.error(), "-");
}

/// Nothing differs: yes, if there was something that could.
Exit report_same_captures(const CaptureSide& first, const Options& options) {
    const std::uint32_t draws = first.player->position().draws;
    constexpr std::string_view kNoDraws = "there are no draws";
    const auto add = [&](JsonWriter& json) {
        json.members({{"differs", false}, {"draws", draws}});
        if (draws == 0) json.member("not_compared", kNoDraws);
    };
    const Status done =
        print_answer(options.json ? json_text(add)
                     : draws != 0 ? fmt::format("no difference in {} draw{}\n", draws, draws == 1 ? "" : "s")
                                  : fmt::format("nothing was compared: {}\n", kNoDraws));
    return !done ? report(done.error(), "-") : draws != 0 ? Exit::Done : Exit::No;
}

/// Warnings of both replays, and what of the files is damaged.
Exit report_both_captures(const CaptureSide& first, const CaptureSide& second, Exit answer) {
    for (const CaptureSide* side : {&first, &second}) {
        for (const auto& [text, draw] : side->player->renderer().approximate())
            report_warning(shown_name(side->file), fmt::format("{} (first in draw {})", text, draw));
        if (const Exit damaged = streams::report_problems(side->capture(), side->file); damaged != Exit::Done)
            answer = damaged;
    }
    return answer;
}

/// Reads one of the files, and makes a player of it.
Exit open_side(CaptureSide& side, render::vk::Device& device, const std::shared_ptr<render::r500::Prepared>& prepared) {
    auto opened = streams::open(side.file);
    if (!opened) return report(opened.error(), side.file);
    side.opened = std::move(*opened);
    if (!side.capture().has_manifest)
        return report(
            fail(FaultKind::NotSupported, "a stream alone comes without its buffers; replay needs a capture").error(),
            side.file);
    auto player = Player::make(device, side.capture(), prepared);
    if (!player) return report(player.error(), side.file);
    side.player = std::move(*player);
    return Exit::Done;
}

} // namespace

Exit diff_captures(const Options& options) {
    auto device = render::vk::Device::open({.device = options.device.name});
    if (!device) return report(device.error(), options.files[0]);
    const auto prepared = std::make_shared<render::r500::Prepared>(*device);
    CaptureSide first{options.files[0], {}, {}}, second{options.files[1], {}, {}};
    for (CaptureSide* side : {&first, &second})
        if (const Exit opened = open_side(*side, *device, prepared); opened != Exit::Done) return opened;
    Comparison comparison(*first.player, *second.player);
    const Progress progress(options);
    auto found = comparison.next();
    while (found && *found == Comparison::Found::Same) {
        progress.tell(fmt::format("{} draws", first.player->position().draws));
        found = comparison.next();
    }
    progress.tell({});
    if (!found) return report(found.error(), options.files[0]);
    const Exit answer = *found == Comparison::Found::Nothing
                            ? report_same_captures(first, options)
                            : report_capture_difference(first, second, comparison, *found, options);
    return report_both_captures(first, second, answer);
}

} // namespace relit::cli
