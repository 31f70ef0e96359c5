#include "cli/replay/list.hpp"

#include "cli/replay/images.hpp"
#include "cli/replay/pixel_text.hpp"
#include "machine/gs/state/draw_registers.hpp"
#include "machine/gs/text/text.hpp"

#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;
namespace player = render::gs::player;
using player::DrawGroup;

constexpr double kSixteenthsOfPixel = 16;

/// One column for each part, but the last, is as wide as this.
constexpr std::array<std::size_t, 9> kColumnWidths{14, 14, 22, 9, 9, 9, 15, 11, 24};

bool is_textured(const DrawGroup& group) { return group.state.prim[gs::Prim::textured]; }
bool has_palette(const DrawGroup& group) {
    return is_textured(group) && gs::is_indexed(group.state.tex0[gs::Tex0::format]);
}
bool uses_depth(const DrawGroup& group) { return group.state.test[gs::Test::depth_on]; }
std::uint32_t texels(std::uint32_t log_size) { return 1U << std::min(log_size, 10U); }

std::string numbers_text(std::uint64_t first, std::uint64_t last) {
    return first == last ? fmt::format("{}", first) : fmt::format("{}..{}", first, last);
}
std::string box_column(const DrawGroup& group) {
    const auto text = [](const render::gs::FragmentCounts::Box& box, std::int32_t units) {
        return fmt::format("{},{}..{},{}", box.x0 / units, box.y0 / units, box.x1 / units, box.y1 / units);
    };
    return group.pixels.box.is_empty() ? fmt::format("({})", text(group.box, 16)) : text(group.pixels.box, 1);
}
std::string frame_column(const DrawGroup& group) {
    const gs::Frame& frame = group.state.frame;
    return fmt::format("{:#x} {} {}", frame[gs::Frame::base], frame[gs::Frame::width],
                       format_text(frame[gs::Frame::format]));
}
std::string depth_column(const DrawGroup& group) {
    if (!uses_depth(group)) return "-";
    return fmt::format("{:#x} {}", group.state.zbuf[gs::ZBuf::base],
                       format_text(gs::depth_of(group.state.zbuf, group.state.frame).format));
}
std::string texture_column(const DrawGroup& group) {
    if (!is_textured(group)) return "-";
    const gs::Tex0& tex0 = group.state.tex0;
    return fmt::format("{:#x} {} {} {}x{}", tex0[gs::Tex0::base], tex0[gs::Tex0::width],
                       format_text(tex0[gs::Tex0::format]), texels(tex0[gs::Tex0::log_width]),
                       texels(tex0[gs::Tex0::log_height]));
}
std::string palette_column(const DrawGroup& group) {
    if (!has_palette(group)) return "-";
    const gs::Tex0& tex0 = group.state.tex0;
    return fmt::format("{:#x} {}", tex0[gs::Tex0::clut_base],
                       format_text(static_cast<gs::PixelFormat>(tex0[gs::Tex0::clut_format])));
}

std::string columns(std::string_view number, const std::array<std::string, kColumnWidths.size() + 1>& parts) {
    std::string text = fmt::format("{:>5}  ", number);
    for (std::size_t i = 0; i < kColumnWidths.size(); ++i) {
        const bool is_count = i >= 3 && i < 6; // to the right
        text += is_count ? fmt::format("{:>{}}  ", parts[i], kColumnWidths[i])
                         : fmt::format("{:<{}}  ", parts[i], kColumnWidths[i]);
    }
    return text + parts.back() + '\n';
}

/// Joins phrases, the first of which begins the text.
void add_phrase(std::string& text, std::string_view phrase, std::string_view separator = "; ") {
    if (phrase.empty()) return;
    if (!text.empty()) text += separator;
    text += phrase;
}

std::string failed_text(const DrawGroup& group) {
    const auto& pixels = group.pixels;
    std::string text;
    for (const auto& [name, count] : {std::pair("alpha", pixels.alpha_failed),
                                      {"destination alpha", pixels.destination_failed},
                                      {"depth", pixels.depth_failed}})
        if (count != 0) add_phrase(text, fmt::format("{} test fails {}", name, count), ", ");
    return text;
}
std::string uncovered_text(const DrawGroup& group) {
    const std::uint64_t none = group.outside + group.uncovered;
    if (none == 0) return {};
    return fmt::format("{} of {} draws cover no pixel, {} of them outside the scissor", none, group.draws(),
                       group.outside);
}
std::string between_text(const gs::WorkBetween& between) {
    std::string text;
    const auto add = [&](std::uint64_t count, std::string_view what, std::string_view numbers) {
        if (count != 0) add_phrase(text, fmt::format("{}{} {}", what, count == 1 ? "" : "s", numbers), ", ");
    };
    add(between.frames, "vsync", between.frames == 1 ? "" : fmt::format("({})", between.frames));
    add(between.transfers, "transfer",
        numbers_text(between.first_transfer, between.first_transfer + between.transfers - 1));
    add(between.palettes, "palette load", between.palettes == 1 ? "" : fmt::format("({})", between.palettes));
    if (text.empty()) return {};
    while (text.ends_with(' ')) text.pop_back();
    return "after " + text;
}

/// "TEX0_1 TBP0 0x40 -> 0x80, TBW 1 -> 2; TEST_1 ZTST GEQUAL -> ALWAYS", a register once.
std::string changes_text(const DrawGroup& group) {
    std::string text;
    const gs::RegisterInfo* last = nullptr;
    for (const gs::FieldChange& change : gs::changes_between(group.before.value_or(gs::DrawState()), group.state)) {
        const std::string after = gs::value_text(*change.field, change.after);
        std::string phrase = change.info != last ? fmt::format("{} ", change.info->name) : std::string();
        phrase += group.before ? fmt::format("{} {} -> {}", change.field->name,
                                             gs::value_text(*change.field, change.before), after)
                               : fmt::format("{}={}", change.field->name, after);
        add_phrase(text, phrase, change.info != last ? "; " : ", ");
        last = change.info;
    }
    return text;
}

std::string second_line(const DrawGroup& group) {
    std::string reasons, text;
    for (const std::string& reason : player::reasons_of(group)) add_phrase(reasons, reason, ", ");
    if (!reasons.empty()) text = "nothing is written: " + reasons;
    if (group.pixels.covered != 0) {
        if (reasons.empty()) add_phrase(text, failed_text(group));
        add_phrase(text, uncovered_text(group));
    }
    add_phrase(text, between_text(group.between));
    add_phrase(text, changes_text(group));
    return text;
}

void add_box(JsonWriter& json, std::string_view name, const render::gs::FragmentCounts::Box& box, double units) {
    json.object(
        name,
        {{"left", box.x0 / units}, {"top", box.y0 / units}, {"right", box.x1 / units}, {"bottom", box.y1 / units}});
}

void add_pixels(JsonWriter& json, const DrawGroup& group) {
    const auto& pixels = group.pixels;
    add_box(json, "box", group.box, kSixteenthsOfPixel);
    if (const auto& box = pixels.box; !box.is_empty())
        json.object("covered_box", {{"left", box.x0}, {"top", box.y0}, {"right", box.x1}, {"bottom", box.y1}});
    json.object("pixels", {{"covered", pixels.covered},
                           {"colour_written", pixels.colour_written},
                           {"depth_written", pixels.depth_written},
                           {"alpha_failed", pixels.alpha_failed},
                           {"destination_failed", pixels.destination_failed},
                           {"depth_failed", pixels.depth_failed}});
    json.members({{"draws_outside_scissor", group.outside}, {"draws_without_pixels", group.uncovered}});
    if (const auto reasons = player::reasons_of(group); !reasons.empty()) json.member("nothing_written", reasons);
}

void add_buffers(JsonWriter& json, const DrawGroup& group) {
    add_buffer(json, "colour_buffer", gs::frame_of(group.state.frame));
    if (uses_depth(group)) add_buffer(json, "depth_buffer", gs::depth_of(group.state.zbuf, group.state.frame));
    const gs::Tex0& tex0 = group.state.tex0;
    if (is_textured(group))
        json.object("texture", {{"block", tex0[gs::Tex0::base]},
                                {"buffer_width", 64 * tex0[gs::Tex0::width]},
                                {"format", format_text(tex0[gs::Tex0::format])},
                                {"width", texels(tex0[gs::Tex0::log_width])},
                                {"height", texels(tex0[gs::Tex0::log_height])}});
    if (has_palette(group))
        json.object("palette", {{"block", tex0[gs::Tex0::clut_base]},
                                {"format", format_text(static_cast<gs::PixelFormat>(tex0[gs::Tex0::clut_format]))}});
}

void add_changes(JsonWriter& json, const DrawGroup& group) {
    const auto changes = gs::changes_between(group.before.value_or(gs::DrawState()), group.state);
    json.objects("changes", changes, [&](const gs::FieldChange& change) {
        json.members({{"register", change.info->name}, {"field", change.field->name}});
        if (group.before)
            json.members({{"before", change.before}, {"before_meaning", gs::value_text(*change.field, change.before)}});
        json.members({{"after", change.after}, {"after_meaning", gs::value_text(*change.field, change.after)}});
    });
}

/// Returns true if the work is a draw in this state.
bool is_draw_in(const gs::Work& work, std::span<const gs::DrawState> states, const gs::DrawState& state) {
    const auto* const draw = std::get_if<gs::Draw>(&work);
    return draw != nullptr && states[draw->state] == state;
}

} // namespace

void GroupImages::before(const gs::Work& work) {
    if (!folder_.empty() && last_ && !is_taken_ && !is_draw_in(work, replay_.states(), *last_)) take_targets();
}

void GroupImages::begin(const gs::Work& work) {
    const auto* const draw = std::get_if<gs::Draw>(&work);
    if (folder_.empty() || draw == nullptr || last_) return;
    const gs::DrawState& state = replay_.states()[draw->state];
    texture_ = palette_ = {};
    if (!state.prim[gs::Prim::textured]) return;
    const render::gs::Memory memory(replay_.renderer().read({}));
    const render::gs::Clut& clut = replay_.renderer().clut();
    texture_ = player::texture_image(memory, clut, state);
    palette_ = player::palette_image(clut, state);
}

void GroupImages::after(const gs::Work& work) {
    const auto* const draw = std::get_if<gs::Draw>(&work);
    if (folder_.empty() || draw == nullptr) return;
    last_ = replay_.states()[draw->state];
    is_taken_ = false;
}

void GroupImages::take_targets() {
    const render::gs::Memory memory(replay_.renderer().read({}));
    colour_ = player::frame_image(memory, *last_);
    depth_ = last_->test[gs::Test::depth_on] ? player::depth_values(memory, *last_) : player::DepthValues();
    is_taken_ = true;
}

void GroupImages::write(std::uint64_t group, JsonWriter* json) {
    if (folder_.empty() || !last_) return;
    if (!is_taken_) take_targets();
    last_.reset();
    NamedImages images(folder_, fmt::format("group-{:06}", group), side_);
    images.begin("");
    images.add("", "colour", colour_);
    player::DepthRange range;
    range.add(depth_);
    images.add_depth("", depth_, range);
    images.add("", "texture", texture_);
    images.add("", "palette", palette_);
    if (status_) status_ = images.status();
    if (json != nullptr) images.add_names(*json, "");
}

std::string group_heading() {
    return columns("group", {"draws", "primitives", "box", "covered", "colour", "depth", "FBP FBW PSM", "ZBP PSM",
                             "TBP0 TBW PSM size", "CBP PSM"});
}

std::string group_text(const DrawGroup& group) {
    const auto kind = static_cast<std::size_t>(gs::kind_of(group.state.prim[gs::Prim::primitive]));
    std::string text =
        columns(fmt::format("{}", group.number),
                {numbers_text(group.first_draw, group.last_draw),
                 fmt::format("{} {}", group.draws(), gs::kPrimitiveNames[kind]), box_column(group),
                 fmt::format("{}", group.pixels.covered), fmt::format("{}", group.pixels.colour_written),
                 uses_depth(group) ? fmt::format("{}", group.pixels.depth_written) : "-", frame_column(group),
                 depth_column(group), texture_column(group), palette_column(group)});
    if (const std::string second = second_line(group); !second.empty()) text += fmt::format("       {}\n", second);
    return text;
}

void add_members(JsonWriter& json, const DrawGroup& group) {
    json.members({{"group", group.number},
                  {"first_draw", group.first_draw},
                  {"last_draw", group.last_draw},
                  {"frame", group.position.frames + 1},
                  {"packet", group.position.packet},
                  {"offset", group.position.offset}});
    json.begin_object("primitives");
    for (std::size_t i = 0; i < group.primitives.size(); ++i)
        if (group.primitives[i] != 0) json.member(gs::kPrimitiveNames[i], group.primitives[i]);
    json.end();
    add_pixels(json, group);
    add_buffers(json, group);
    if (const gs::WorkBetween& between = group.between; between != gs::WorkBetween()) {
        json.begin_object("after");
        json.members({{"vsyncs", between.frames}, {"transfers", between.transfers}});
        if (between.transfers != 0) json.member("first_transfer", between.first_transfer);
        json.member("palettes", between.palettes);
        json.end();
    }
    add_changes(json, group);
}

ListReport::ListReport(const Options& options, player::Replay& replay, const std::string& file)
    : is_json_(options.json), out_(*Output::open("-", file)), json_(json_answer(out_)), replay_(replay),
      images_(options.replay.draws_folder, options.replay.thumbnails, replay),
      list_(replay, [this](const DrawGroup& group) { tell(group); }) {}

void ListReport::before(const gs::Work& work) {
    images_.before(work);
    list_.before(work); // which may end a group
    images_.begin(work);
}

void ListReport::after(const gs::Work& work) {
    images_.after(work);
    list_.after(work);
}

void ListReport::begin() {
    if (std::exchange(has_started_, true)) return;
    if (!is_json_) return out_.write(group_heading());
    json_.begin_object();
    json_.begin_array("groups");
}

void ListReport::tell(const DrawGroup& group) {
    begin();
    ++groups_;
    if (!is_json_) {
        out_.write(group_text(group));
        return images_.write(group.number, nullptr);
    }
    json_.begin_object();
    add_members(json_, group);
    images_.write(group.number, &json_);
    json_.end();
}

Status ListReport::finish(const AddMembers& add_rest) {
    list_.finish();
    begin();
    if (is_json_) {
        json_.end();
        add_rest(json_);
        json_.end();
        json_.take();
    } else {
        const player::Position& at = replay_.position();
        const auto counted = [](std::uint64_t count, std::string_view what) {
            return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
        };
        out_.write(fmt::format("{}, {}, {}\n", counted(groups_, "group"), counted(at.draws, "draw"),
                               counted(at.frames, "frame")));
    }
    const Status closed = out_.close();
    return images_.status() ? closed : images_.status();
}

} // namespace relit::cli
