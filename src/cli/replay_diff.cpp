// Two replays side by side: of two dumps, or of one dump by two renderers.
#include "cli/progress.hpp"
#include "cli/replay.hpp"
#include "render/gs/reference/pictures.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;

/// One of the two.
struct Side {
    std::string file, renderer;
    gs::Reading reading;
    std::optional<Session> session;
};

std::pair<std::string, std::string> renderers_of(const std::string& names) {
    const std::size_t comma = names.find(',');
    if (comma == std::string::npos) return {names, names};
    return {names.substr(0, comma), names.substr(comma + 1)};
}

bool alike(const Side& a, const Side& b) {
    return std::ranges::equal(a.session->renderer().memory().bytes(), b.session->renderer().memory().bytes());
}

/// Replays packet after packet; at the first one after which memories differ goes back before it and through its work.
/// Nothing where there is no difference; else both sessions stand behind the first piece of work that differs.
class Search {
public:
    Search(Side& a, Side& b, const Progress& progress) : a_(a), b_(b), progress_(progress) {}

    bool find() {
        if (!alike(a_, b_)) return true;
        for (;;) {
            const auto before = std::pair(a_.session->renderer(), b_.session->renderer());
            const auto places = std::pair(a_.session->mark(), b_.session->mark());
            const bool more_a = a_.session->load(), more_b = b_.session->load();
            if (!more_a && !more_b) return false;
            finish(*a_.session), finish(*b_.session);
            progress_.tell(fmt::format("packet {}, {} draws", a_.session->packet(), a_.session->position().draws));
            if (alike(a_, b_)) continue;
            a_.session->renderer() = before.first, b_.session->renderer() = before.second;
            a_.session->go_back(places.first), b_.session->go_back(places.second);
            return walk();
        }
    }

private:
    static void finish(Session& session) {
        for (const gs::Work& work : session.pending().items) session.perform(work);
    }
    bool walk() {
        const auto& first = a_.session->pending().items;
        const auto& second = b_.session->pending().items;
        for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
            if (i < first.size()) a_.session->perform(first[i]);
            if (i < second.size()) b_.session->perform(second[i]);
            if (!alike(a_, b_)) return true;
        }
        return true;
    }

    Side& a_;
    Side& b_;
    const Progress& progress_;
};

/// What both pictures have in common, and how far they are apart, eight times as strong.
Image difference(const Image& a, const Image& b) {
    Image image{std::min(a.width, b.width), std::min(a.height, b.height), {}};
    image.rgba.assign(std::size_t{4} * image.width * image.height, 255);
    for (std::size_t y = 0; y < image.height; ++y) {
        for (std::size_t x = 0; x < image.width; ++x) {
            for (std::size_t c = 0; c < 3; ++c) {
                const int apart = a.rgba[4 * (y * a.width + x) + c] - b.rgba[4 * (y * b.width + x) + c];
                image.rgba[4 * (y * image.width + x) + c] =
                    static_cast<std::uint8_t>(std::min(std::abs(apart) * 8, 255));
            }
        }
    }
    return image;
}

Status write_pictures(const Side& a, const Side& b, const std::string& folder) {
    const auto picture = [](const Session& session) {
        return session.last_state()
                   ? render::gs::reference::frame_picture(session.renderer().memory(), *session.last_state())
                   : Image{};
    };
    const Image first = picture(*a.session), second = picture(*b.session);
    if (first.rgba.empty() || second.rgba.empty()) return {};
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const std::pair<const char*, Image> files[] = {
        {"a", first}, {"b", second}, {"difference", difference(first, second)}};
    for (const auto& [name, image] : files) {
        const auto png = encode_png(image);
        if (!png) return std::unexpected(png.error());
        if (Status done = write_output(fmt::format("{}/{}.png", folder, name), *png); !done) return done;
    }
    return {};
}

std::string account(const Side& a, const Side& b) {
    const auto first = a.session->renderer().memory().bytes(), second = b.session->renderer().memory().bytes();
    std::size_t count = 0, at = first.size();
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (first[i] == second[i]) continue;
        at = std::min(at, i);
        ++count;
    }
    const Position &p = a.session->position(), &q = b.session->position();
    return fmt::format(
        "first difference: draw {} of {} (packet at {:#x}), draw {} of {} (packet at {:#x})\n"
        "{} bytes of local memory differ, the first at {:#x}: {:#04x} and {:#04x}\n",
        p.draws, a.file, p.offset, q.draws, b.file, q.offset, count, at, first[at], second[at]);
}

Exit open(Side& side, const Options& options) {
    const auto bytes = read_input(side.file);
    if (!bytes) return report(bytes.error(), side.file);
    side.reading = gs::read_dump(*bytes);
    if (side.reading.fault) return report(*side.reading.fault, side.file);
    side.session.emplace(side.reading.dump, rules_of(side.renderer), scanout_of(options.replay));
    return Exit::Done;
}

} // namespace

Exit replay_diff(const Options& options) {
    const auto [first, second] = renderers_of(options.replay.renderer);
    Side a{options.files[0], first, {}, {}}, b{options.files.back(), second, {}, {}};
    for (Side* side : {&a, &b})
        if (const Exit opened = open(*side, options); opened != Exit::Done) return opened;
    const Progress progress(options);
    if (!Search(a, b, progress).find())
        return answer(options, fmt::format("no difference in {} draws\n", a.session->position().draws));
    progress.tell({});
    const std::string folder = options.output == "-" ? "relit-diff" : options.output;
    if (const Status done = write_pictures(a, b, folder); !done) return report(done.error(), folder);
    const std::string text = account(a, b) + fmt::format("pictures: {}/a.png, b.png, difference.png\n", folder);
    if (const Status done = write_output("-", as_bytes(text)); !done) return report(done.error(), "-");
    return Exit::No;
}

} // namespace relit::cli
