// Two replays side by side: of two dumps, or of one dump by two sets of rules.
#include "base/image/difference.hpp"
#include "base/printable.hpp"
#include "cli/io/image_file.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/progress.hpp"
#include "cli/replay/replay.hpp"
#include "render/gs/player/comparison.hpp"
#include "render/gs/player/images.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;
namespace player = render::gs::player;

/// One of the two.
struct Side {
    std::string file, rules;
    std::unique_ptr<player::ComparedReplay> compared;

    [[nodiscard]] player::Replay& replay() const { return compared->replay(); }
    [[nodiscard]] std::uint8_t byte(std::size_t at) const {
        return replay().renderer().read({static_cast<std::uint32_t>(at), 1})[0];
    }
};

std::pair<std::string, std::string> rules_of_sides(const std::string& names) {
    const std::size_t comma = names.find(',');
    if (comma == std::string::npos) return {names, names};
    return {names.substr(0, comma), names.substr(comma + 1)};
}

/// The first difference, as it is printed.
struct FirstDifference {
    player::MemoryDifference memory;
    std::string folder;          // of the images; empty: write none
    std::optional<Apart> frames; // nothing: a side has drawn nothing yet
};

Status write_opaque(Image image, const std::string& file) {
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    return write_png(file, image);
}

/// Frames as both sides had drawn them; none where one of them has drawn nothing yet.
Status compare_frames(const Side& a, const Side& b, const Options& options, FirstDifference& finding) {
    const auto frame = [](player::Replay& replay) {
        return replay.last_state()
                   ? player::frame_image(render::gs::Memory(replay.renderer().read({})), *replay.last_state(), false)
                   : Image{};
    };
    const Image first = frame(a.replay()), second = frame(b.replay());
    if (first.rgba.empty() || second.rgba.empty()) return {};
    finding.frames = apart(first, second);
    if (options.output == "-") return {};
    finding.folder = options.output;
    std::error_code error;
    std::filesystem::create_directories(finding.folder, error);
    const std::pair<const char*, Image> files[] = {
        {"a", first}, {"b", second}, {"difference", difference_image(first, second, options.replay.amplify)}};
    for (const auto& [name, image] : files)
        if (Status done = write_opaque(image, fmt::format("{}/{}.png", finding.folder, name)); !done) return done;
    return {};
}

constexpr std::array<const char*, 4> kChannels{"red", "green", "blue", "alpha"};

std::string frames_as_text(const FirstDifference& finding, int factor) {
    if (!finding.frames) return "no images: one side has drawn nothing yet\n";
    const Apart& all = *finding.frames;
    std::string text = fmt::format("{} of {} x {} pixels of the frame differ", all.pixels, all.width, all.height);
    if (all.pixels != 0) text += fmt::format(", from {},{} to {},{}", all.left, all.top, all.right, all.bottom);
    for (std::size_t c = 0; c < kChannels.size(); ++c)
        if (all.channels[c].pixels != 0)
            text += fmt::format("\n  {:<6} {} pixels, by at most {}", kChannels[c], all.channels[c].pixels,
                                all.channels[c].most);
    if (finding.folder.empty()) return text + "\nno images: -o FOLDER writes them\n";
    return text + fmt::format("\nimages: {}/a.png, b.png, difference.png (differences times {})\n",
                              printable(finding.folder), factor);
}

std::string as_text(const Side& a, const Side& b, const FirstDifference& finding, int factor) {
    const auto position_text = [](const Side& side) {
        const player::Position& at = side.replay().position();
        return fmt::format("draw {} of {} (packet {} at {:#x})", at.draws, printable(side.file), at.packet, at.offset);
    };
    return fmt::format(
               "first difference: {}, {}\n"
               "{} bytes of local memory differ, the first at {:#x}: {:#04x} and {:#04x}\n",
               position_text(a), position_text(b), finding.memory.bytes, finding.memory.first,
               a.byte(finding.memory.first), b.byte(finding.memory.first)) +
           frames_as_text(finding, factor);
}

void add_frame(JsonWriter& json, const Apart& all) {
    json.begin_object("frame");
    json.members({{"width", all.width}, {"height", all.height}, {"pixels", all.pixels}});
    if (all.pixels != 0)
        json.object("box", {{"left", all.left}, {"top", all.top}, {"right", all.right}, {"bottom", all.bottom}});
    for (std::size_t c = 0; c < kChannels.size(); ++c)
        json.object(kChannels[c], {{"pixels", all.channels[c].pixels}, {"most", all.channels[c].most}});
    json.end();
}

void add_side(JsonWriter& json, std::string_view name, const Side& side, const FirstDifference& finding,
              std::string_view renderer) {
    const player::Position& at = side.replay().position();
    json.object(name, {{"file", side.file},
                       {"renderer", renderer},
                       {"rules", side.rules},
                       {"draw", at.draws},
                       {"frame", at.frames + 1},
                       {"packet", at.packet},
                       {"offset", at.offset},
                       {"byte", side.byte(finding.memory.first)}});
}

std::string as_json(const Side& a, const Side& b, const FirstDifference& finding, const ReplayOptions& options) {
    return json_text([&](JsonWriter& json) {
        json.member("differs", true);
        add_side(json, "a", a, finding, options.renderer);
        add_side(json, "b", b, finding, options.renderer);
        json.object("memory", {{"bytes", finding.memory.bytes}, {"first", finding.memory.first}});
        if (finding.frames) add_frame(json, *finding.frames);
        if (finding.folder.empty()) return;
        json.object("images", {{"folder", finding.folder}, {"factor", options.amplify}});
    });
}

/// `other`: the other side, whose dump this one reads too where it is the same.
Exit open(Side& side, const Side* other, const Options& options) {
    std::shared_ptr<player::SharedDump> dump;
    if (other != nullptr) {
        dump = other->compared->dump();
    } else {
        auto input = open_input(side.file);
        if (!input) return report(input.error(), side.file);
        dump = std::make_shared<player::SharedDump>(std::move(input->read));
    }
    const gs::DumpReader& reader = dump->reader();
    if (!reader.has_packets() && reader.fault()) return report(*reader.fault(), side.file);
    for (const std::string& warning : reader.front().warnings)
        if (other == nullptr) report_warning(shown_name(side.file), warning);
    auto renderer = renderer_of(options.replay.renderer, side.rules, options);
    if (!renderer) return report(renderer.error(), options.replay.renderer);
    side.compared =
        std::make_unique<player::ComparedReplay>(std::move(dump), std::move(*renderer), scanout_of(options.replay));
    return Exit::Done;
}

Exit report_difference(const Side& a, const Side& b, const Options& options) {
    FirstDifference finding{player::memory_difference(a.replay().renderer(), b.replay().renderer()), {}, {}};
    if (const Status done = compare_frames(a, b, options, finding); !done) return report(done.error(), finding.folder);
    const std::string text =
        options.json ? as_json(a, b, finding, options.replay) : as_text(a, b, finding, options.replay.amplify);
    const Status done = write_output("-", as_bytes(text));
    return done ? Exit::No : report(done.error(), "-");
}

/// Nothing differs: yes, if there was something that could.
Exit report_no_difference(const Side& a, const Side& b, const Options& options) {
    const std::uint64_t draws = a.replay().position().draws;
    const player::Position &of_a = a.replay().position(), &of_b = b.replay().position();
    const bool compared = of_a.draws + of_a.transfers + of_b.draws + of_b.transfers != 0;
    constexpr std::string_view kNoWork = "there are no draws and no transfers";
    const auto add = [&](JsonWriter& json) {
        json.members({{"differs", false}, {"draws", draws}});
        if (!compared) json.member("not_compared", kNoWork);
    };
    const std::string text = options.json ? json_text(add)
                             : compared   ? fmt::format("no difference in {} draws\n", draws)
                                          : fmt::format("nothing was compared: {}\n", kNoWork);
    const Status done = write_output("-", as_bytes(text)); // --output is a folder for images
    return !done ? report(done.error(), "-") : compared ? Exit::Done : Exit::No;
}

} // namespace

Exit replay_diff(const Options& options) {
    const auto [first, second] = rules_of_sides(options.replay.rules);
    Side a{.file = options.files[0], .rules = first}, b{.file = options.files.back(), .rules = second};
    if (options.files.size() == 2 && a.file == "-" && b.file == "-")
        return report(fail(FaultKind::Usage, "can only be read once: name a file for one of the two").error(), "-");
    if (const Exit opened = open(a, nullptr, options); opened != Exit::Done) return opened;
    if (const Exit opened = open(b, options.files.size() == 1 ? &a : nullptr, options); opened != Exit::Done)
        return opened;
    const Progress progress(options);
    const player::Found found = player::find_difference(*a.compared, *b.compared, [&] {
        const player::Position& at = a.replay().position();
        progress.tell(fmt::format("packet {}, {} draws", at.packet, at.draws));
    });
    progress.tell({});
    switch (found) {
        case player::Found::Nothing: return report_no_difference(a, b, options);
        case player::Found::Difference: return report_difference(a, b, options);
        case player::Found::Damage: break;
    }
    const Side& damaged = a.compared->is_damaged() ? a : b;
    return report(*damaged.compared->dump()->reader().fault(), damaged.file);
}

} // namespace relit::cli
