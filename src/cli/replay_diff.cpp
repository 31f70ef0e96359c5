// Two replays side by side: of two dumps, or of one dump by two renderers.
#include "base/printable.hpp"
#include "cli/difference.hpp"
#include "cli/progress.hpp"
#include "cli/replay.hpp"
#include "machine/gs/dump_reader.hpp"
#include "render/gs/reference/pictures.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;

/// A dump that one or two sessions read. They go side by side: none is more than a part ahead.
class Shared {
public:
    explicit Shared(ReadBytes input) : reader_(std::move(input)) {}

    [[nodiscard]] const gs::DumpReader& reader() const { return reader_; }
    /// The part behind the `given` that a session has had.
    std::optional<gs::Part> next(std::uint64_t& given) {
        if (given == read_) {
            part_ = reader_.next();
            ++read_;
        }
        ++given;
        return part_;
    }

private:
    gs::DumpReader reader_;
    std::optional<gs::Part> part_;
    std::uint64_t read_ = 0;
};

/// One of the two.
struct Side {
    std::string file, renderer;
    std::shared_ptr<Shared> dump;
    std::uint64_t given = 0; // parts of it
    std::optional<Session> session;

    [[nodiscard]] bool is_damaged() const { return dump->reader().fault().has_value(); }
};

std::pair<std::string, std::string> renderers_of(const std::string& names) {
    const std::size_t comma = names.find(',');
    if (comma == std::string::npos) return {names, names};
    return {names.substr(0, comma), names.substr(comma + 1)};
}

bool alike(const Side& a, const Side& b) {
    return std::ranges::equal(a.session->renderer().memory().bytes(), b.session->renderer().memory().bytes());
}

enum class Found : std::uint8_t { Nothing, Difference, Damage };

/// Replays packet after packet; at the first one after which memories differ goes back before it and through its work.
/// Where there is a difference both sessions stand behind the first piece of work that differs.
class Search {
public:
    Search(Side& a, Side& b, const Progress& progress) : a_(a), b_(b), progress_(progress) {}

    Found find() {
        if (!alike(a_, b_)) return Found::Difference;
        for (;;) {
            const auto before = std::pair(a_.session->renderer(), b_.session->renderer());
            const auto places = std::pair(a_.session->mark(), b_.session->mark());
            const bool more_a = a_.session->load(), more_b = b_.session->load();
            if (a_.is_damaged() || b_.is_damaged()) return Found::Damage;
            if (!more_a && !more_b) return Found::Nothing;
            if (more_a) finish(*a_.session);
            if (more_b) finish(*b_.session);
            const Position& at = a_.session->position();
            progress_.tell(fmt::format("packet {}, {} draws", at.packet, at.draws));
            if (alike(a_, b_)) continue;
            a_.session->renderer() = before.first, b_.session->renderer() = before.second;
            a_.session->go_back(places.first), b_.session->go_back(places.second);
            walk(more_a, more_b);
            return Found::Difference;
        }
    }

private:
    static void finish(Session& session) {
        for (const gs::Work& work : session.pending().items) session.perform(work);
    }
    void walk(bool more_a, bool more_b) {
        const auto& first = a_.session->pending().items;
        const auto& second = b_.session->pending().items;
        for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
            if (more_a && i < first.size()) a_.session->perform(first[i]);
            if (more_b && i < second.size()) b_.session->perform(second[i]);
            if (!alike(a_, b_)) return;
        }
    }

    Side& a_;
    Side& b_;
    const Progress& progress_;
};

/// What is found, as it is told.
struct Finding {
    std::size_t bytes = 0, first = 0; // of local memory that differ
    std::string folder;               // of the pictures; empty: nobody wants them
    std::optional<Apart> frames;      // nothing: a side has drawn nothing yet
};

void compare_memories(const Side& a, const Side& b, Finding& finding) {
    const auto first = a.session->renderer().memory().bytes(), second = b.session->renderer().memory().bytes();
    for (std::size_t i = first.size(); i-- > 0;) {
        if (first[i] == second[i]) continue;
        finding.first = i;
        ++finding.bytes;
    }
}

Status write_opaque(Image image, const std::string& file) {
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    const auto png = encode_png(image);
    return png ? write_output(file, *png) : Status(std::unexpected(png.error()));
}

/// Frames as both sides had drawn them; none where one of them has drawn nothing yet.
Status compare_frames(const Side& a, const Side& b, const Options& options, Finding& finding) {
    const auto picture = [](const Session& session) {
        return session.last_state()
                   ? render::gs::reference::frame_picture(session.renderer().memory(), *session.last_state(), false)
                   : Image{};
    };
    const Image first = picture(*a.session), second = picture(*b.session);
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

std::string frames_as_text(const Finding& finding, int factor) {
    if (!finding.frames) return "no pictures: a side has drawn nothing yet\n";
    const Apart& all = *finding.frames;
    std::string text = fmt::format("{} of {} x {} pixels of the frame differ", all.pixels, all.width, all.height);
    if (all.pixels != 0) text += fmt::format(", from {},{} to {},{}", all.left, all.top, all.right, all.bottom);
    for (std::size_t c = 0; c < kChannels.size(); ++c)
        if (all.channels[c].pixels != 0)
            text += fmt::format("\n  {:<6} {} pixels, by at most {}", kChannels[c], all.channels[c].pixels,
                                all.channels[c].most);
    if (finding.folder.empty()) return text + "\nno pictures: -o FOLDER has them written\n";
    return text + fmt::format("\npictures: {}/a.png, b.png, difference.png (differences times {})\n",
                              printable(finding.folder), factor);
}

std::string as_text(const Side& a, const Side& b, const Finding& finding, int factor) {
    const auto place = [](const Side& side) {
        const Position& at = side.session->position();
        return fmt::format("draw {} of {} (packet {} at {:#x})", at.draws, printable(side.file), at.packet, at.offset);
    };
    const auto byte = [&](const Side& side) { return side.session->renderer().memory().bytes()[finding.first]; };
    return fmt::format(
               "first difference: {}, {}\n"
               "{} bytes of local memory differ, the first at {:#x}: {:#04x} and {:#04x}\n",
               place(a), place(b), finding.bytes, finding.first, byte(a), byte(b)) +
           frames_as_text(finding, factor);
}

nlohmann::ordered_json json_of(const Apart& all) {
    nlohmann::ordered_json json{{"width", all.width}, {"height", all.height}, {"pixels", all.pixels}};
    if (all.pixels != 0)
        json["box"] = {{"left", all.left}, {"top", all.top}, {"right", all.right}, {"bottom", all.bottom}};
    for (std::size_t c = 0; c < kChannels.size(); ++c)
        json[kChannels[c]] = {{"pixels", all.channels[c].pixels}, {"most", all.channels[c].most}};
    return json;
}

std::string as_json(const Side& a, const Side& b, const Finding& finding, int factor) {
    const auto side = [&](const Side& one) {
        const Position& at = one.session->position();
        return nlohmann::ordered_json{{"file", one.file},
                                      {"renderer", one.renderer},
                                      {"draw", at.draws},
                                      {"frame", at.frames + 1},
                                      {"packet", at.packet},
                                      {"offset", at.offset},
                                      {"byte", one.session->renderer().memory().bytes()[finding.first]}};
    };
    nlohmann::ordered_json json{{"differs", true},
                                {"a", side(a)},
                                {"b", side(b)},
                                {"memory", {{"bytes", finding.bytes}, {"first", finding.first}}}};
    if (finding.frames) json["frame"] = json_of(*finding.frames);
    if (!finding.folder.empty()) json["pictures"] = {{"folder", finding.folder}, {"factor", factor}};
    return text_of(json) + "\n";
}

Exit open(Side& side, const Options& options) {
    if (!side.dump) {
        auto input = open_input(side.file);
        if (!input) return report(input.error(), side.file);
        side.dump = std::make_shared<Shared>(std::move(input->read));
    }
    const gs::DumpReader& reader = side.dump->reader();
    if (!reader.has_packets() && reader.fault()) return report(*reader.fault(), side.file);
    const auto next = [&side] { return side.dump->next(side.given); };
    side.session.emplace(reader.front(), next, rules_of(side.renderer), scanout_of(options.replay));
    return Exit::Done;
}

Exit tell_difference(const Side& a, const Side& b, const Options& options) {
    Finding finding;
    compare_memories(a, b, finding);
    if (const Status done = compare_frames(a, b, options, finding); !done) return report(done.error(), finding.folder);
    const int factor = options.replay.amplify;
    const std::string text = options.json ? as_json(a, b, finding, factor) : as_text(a, b, finding, factor);
    const Status done = write_output("-", as_bytes(text));
    return done ? Exit::No : report(done.error(), "-");
}

Exit tell_nothing(const Side& a, const Options& options) {
    const std::uint64_t draws = a.session->position().draws;
    const nlohmann::ordered_json json{{"differs", false}, {"draws", draws}};
    const std::string text = options.json ? text_of(json) + "\n" : fmt::format("no difference in {} draws\n", draws);
    const Status done = write_output("-", as_bytes(text)); // --output is a folder for pictures
    return done ? Exit::Done : report(done.error(), "-");
}

} // namespace

Exit replay_diff(const Options& options) {
    const auto [first, second] = renderers_of(options.replay.renderer);
    Side a{.file = options.files[0], .renderer = first}, b{.file = options.files.back(), .renderer = second};
    if (options.files.size() == 2 && a.file == "-" && b.file == "-")
        return report(fail(FaultKind::Usage, "can be read once only: name a file for one of the two").error(), "-");
    if (const Exit opened = open(a, options); opened != Exit::Done) return opened;
    if (options.files.size() == 1) b.dump = a.dump;
    if (const Exit opened = open(b, options); opened != Exit::Done) return opened;
    const Progress progress(options);
    const Found found = Search(a, b, progress).find();
    progress.tell({});
    switch (found) {
        case Found::Nothing: return tell_nothing(a, options);
        case Found::Difference: return tell_difference(a, b, options);
        case Found::Damage: break;
    }
    const Side& damaged = a.is_damaged() ? a : b;
    return report(*damaged.dump->reader().fault(), damaged.file);
}

} // namespace relit::cli
