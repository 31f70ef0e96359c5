// relit replay: draws a dump again and shows what came of it.
#include "cli/replay.hpp"

#include "cli/progress.hpp"
#include "machine/gs/dump_reader.hpp"
#include "render/gs/aspect.hpp"
#include "render/gs/reference/pictures.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;
namespace reference = render::gs::reference;

/// What a run of the verb works with.
struct Run {
    const Options& options;
    Session session;
    Progress progress;
    std::string text; // of --stats and --pixel
    Status written;
    std::uint64_t told_pixels = 0; // when progress was told last

    Run(const Options& chosen, gs::DumpReader& reader)
        : options(chosen), session(
                               reader.front(), [&reader] { return reader.next(); }, rules_of(chosen.replay.renderer),
                               scanout_of(chosen.replay)),
          progress(chosen) {}
};

std::string stats(const Session& session, bool json) {
    const reference::Counts& counts = session.renderer().counts();
    const Position& at = session.position();
    const std::pair<const char*, std::uint64_t> rows[] = {{"frames", at.frames},
                                                          {"primitives", counts.primitives},
                                                          {"pixels", counts.pixels},
                                                          {"palettes", counts.palettes},
                                                          {"transfers", counts.transfers},
                                                          {"copies", counts.copies},
                                                          {"uploaded bytes", counts.uploaded_bytes}};
    nlohmann::ordered_json object;
    std::string text;
    for (const auto& [name, value] : rows) {
        object[name] = value;
        text += fmt::format("{:<16} {}\n", name, value);
    }
    return json ? object.dump(2) + "\n" : text;
}

/// The picture that was asked for, at the place where the replay stopped.
Result<Image> picture_of(const Session& session, const ReplayOptions& wish) {
    const auto& state = session.last_state();
    const bool wants_display = wish.target.empty() && wish.draw == 0;
    if (wants_display && session.last_frame()) {
        const Image& frame = *session.last_frame();
        return wish.aspect.first == 0 ? frame : render::gs::with_aspect(frame, wish.aspect.first, wish.aspect.second);
    }
    if (!state) return fail(FaultKind::NotSupported, "nothing was drawn and nothing shown, so there is no picture");
    const auto& renderer = session.renderer();
    Image image = wish.target == "z"     ? reference::depth_picture(renderer.memory(), *state)
                  : wish.target == "tex" ? reference::texture_picture(renderer.memory(), renderer.clut(), *state)
                                         : reference::frame_picture(renderer.memory(), *state);
    if (image.rgba.empty()) return fail(FaultKind::NotSupported, "the buffer has a width of 0, so there is no picture");
    return image;
}

Status write_picture(const Image& image, const std::string& file) {
    if (image.rgba.empty()) return fail(FaultKind::NotSupported, "the display shows no pixels");
    const auto png = encode_png(image);
    return png ? write_output(file, *png) : Status(std::unexpected(png.error()));
}

void tell(Run& run) {
    const Position& at = run.session.position();
    run.told_pixels = run.session.pixels();
    run.progress.tell(
        fmt::format("frame {}, {} draws, {} million pixels", at.frames, at.draws, run.told_pixels / 1'000'000));
}

/// A few bytes can ask for millions of pixels: a file alone does not say how long it takes.
bool goes_on(Run& run) {
    constexpr std::uint64_t kTellEvery = 10'000'000;
    const std::uint64_t pixels = run.session.pixels(), most = run.options.replay.max_pixels;
    if (pixels - run.told_pixels >= kTellEvery) tell(run);
    if (most == 0 || pixels <= most) return true;
    run.written = fail(FaultKind::NotSupported,
                       fmt::format("more than {} pixels by draw {}; --max-pixels N allows more, 0 any number", most,
                                   run.session.position().draws));
    return false;
}

/// After each piece of work: whether to go on.
bool look(Run& run, const gs::Work& work) {
    const ReplayOptions& wish = run.options.replay;
    const Position& at = run.session.position();
    if (!goes_on(run)) return false;
    if (std::holds_alternative<gs::Draw>(work)) return wish.draw == 0 || at.draws < wish.draw;
    if (!std::holds_alternative<gs::Vsync>(work)) return true;
    tell(run);
    if (!wish.all.empty() && run.written)
        run.written = write_picture(*run.session.last_frame(), fmt::format("{}/frame-{:04}.png", wish.all, at.frames));
    return run.written && (wish.frame == 0 || at.frames < wish.frame);
}

Status finish(Run& run) {
    const ReplayOptions& wish = run.options.replay;
    const Session& session = run.session;
    if (!run.written) return run.written;
    if (wish.draw > session.position().draws)
        return fail(FaultKind::Usage,
                    fmt::format("--draw {}: there are {} draws", wish.draw, session.position().draws));
    if (wish.frame > session.position().frames)
        return fail(FaultKind::Usage,
                    fmt::format("--frame {}: there are {} frames", wish.frame, session.position().frames));
    if (!wish.raw.empty()) {
        if (const Status done = write_output(wish.raw, session.renderer().memory().bytes()); !done) return done;
    }
    if (wish.stats) run.text += stats(session, run.options.json);
    const bool wants_picture =
        run.options.output != "-" || (run.text.empty() && wish.raw.empty() && wish.all.empty() && !wish.has_pixel);
    if (wants_picture) {
        const auto image = picture_of(session, wish);
        if (!image) return std::unexpected(image.error());
        if (const Status done = write_picture(*image, run.options.output); !done) return done;
    }
    return run.text.empty() ? Status() : write_output("-", as_bytes(run.text));
}

} // namespace

reference::Rules rules_of(std::string_view renderer) {
    return renderer == "plain" ? reference::kPlain : reference::Rules{};
}

render::gs::ScanoutOptions scanout_of(const ReplayOptions& wish) {
    using enum render::gs::Deinterlace;
    render::gs::ScanoutOptions options;
    options.shows_all = wish.overscan;
    options.deinterlace = wish.deinterlace == "weave"      ? Weave
                          : wish.deinterlace == "bob"      ? Bob
                          : wish.deinterlace == "blend"    ? Blend
                          : wish.deinterlace == "adaptive" ? Adaptive
                          : wish.deinterlace == "none"     ? None
                                                           : Progressive;
    return options;
}

Bytes as_bytes(std::string_view text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

Exit replay(const Options& options) {
    if (options.replay.diff) return replay_diff(options);
    const std::string& file = options.files[0];
    const auto input = open_input(file);
    if (!input) return report(input.error(), file);
    gs::DumpReader reader(input->read);
    if (!reader.has_packets() && reader.fault()) return report(*reader.fault(), file);
    std::error_code error;
    if (!options.replay.all.empty()) std::filesystem::create_directories(options.replay.all, error);
    Run run(options, reader);
    reference::Watch watch = watch_of(options.replay, run.session, run.text);
    if (options.replay.has_pixel) run.session.renderer().set_watch(&watch);
    while (run.session.step([&](const gs::Work& work) { return look(run, work); })) {}
    const Status done = finish(run);
    // What stood before the damage has been drawn; the damage is told all the same.
    if (reader.fault()) (void)report(*reader.fault(), file);
    if (!done) return report(done.error(), file);
    return reader.fault() ? Exit::BadInput : Exit::Done;
}

} // namespace relit::cli
