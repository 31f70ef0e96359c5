// relit replay: draws a dump again and shows what came of it.
#include "cli/replay/replay.hpp"

#include "base/printable.hpp"
#include "cli/io/image_file.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/progress.hpp"
#include "cli/io/recognised.hpp"
#include "cli/replay/capture/capture.hpp"
#include "cli/replay/draws.hpp"
#include "cli/replay/guest_options.hpp"
#include "cli/replay/list.hpp"
#include "cli/replay/passes.hpp"
#include "cli/replay/window.hpp"
#include "cli/surface/dump.hpp"
#include "cli/verbs.hpp"
#include "machine/gs/dump/reader.hpp"
#include "render/gs/display/aspect.hpp"
#include "render/gs/player/renderers.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;
namespace player = render::gs::player;

/// The state of a run of the verb.
struct ReplayRun {
    const Options& options;
    player::VerifyingRenderer* verifying = nullptr; // with --verify
    player::Replay replay;
    Progress progress;
    std::optional<PixelReport> pixel;
    std::optional<DrawFiles> draws;
    std::optional<PassFiles> passes;
    std::optional<ListReport> list;
    Status written;
    std::uint64_t reported_pixels = 0; // when progress was last reported
    bool is_file = true;               // the input

    ReplayRun(const Options& chosen, gs::DumpReader& reader, std::unique_ptr<render::gs::Renderer> renderer)
        : options(chosen),
          replay(
              reader.front(), [&reader] { return reader.next(); }, std::move(renderer), scanout_of(chosen.replay)),
          progress(chosen) {}
};

/// Draws and transfers count as --draw, --pixel and the text of a dump number them.
NamedCounts stats(const player::Replay& replay) {
    const render::gs::Counts& counts = replay.renderer().counts();
    const player::Position& at = replay.position();
    NamedCounts all{{"frames", at.frames},
                    {"draws", at.draws},
                    {"primitives", counts.primitives},
                    {"pixels", counts.pixels},
                    {"palettes", counts.palettes},
                    {"transfers", counts.transfers},
                    {"copies", counts.copies},
                    {"uploaded bytes", counts.uploaded_bytes}};
    std::ranges::move(replay.renderer().details(), std::back_inserter(all));
    return all;
}

std::string as_text(const NamedCounts& counts) {
    std::string text;
    for (const auto& [name, value] : counts) text += fmt::format("{:<16} {}\n", name, value);
    return text;
}

std::string as_json(const NamedCounts& counts) {
    return json_text([&](JsonWriter& json) { add_counts(json, counts); });
}

Image enlarged(const Image& frame, const ReplayOptions& replay_options) {
    return render::gs::enlarged(frame, {.across = replay_options.aspect.first,
                                        .down = replay_options.aspect.second,
                                        .times = replay_options.upscale.empty() ? 1 : replay_options.scale,
                                        .filter = replay_options.upscale == "nearest" ? render::gs::Filter::Nearest
                                                                                      : render::gs::Filter::Bilinear});
}

/// The surface of the last draw that --target names, or its frame.
Result<player::Surface> requested_surface(const player::Replay& replay, const ReplayOptions& replay_options) {
    const auto& state = replay.last_state();
    if (!state) return fail(FaultKind::NotSupported, "nothing was drawn or shown, so there is no image");
    const auto use = surfaces::dump_use_named(replay_options.target).value_or(player::SurfaceUse::Colour);
    const auto surface = player::surface_of(*state, use);
    if (!surface) return fail(FaultKind::NotSupported, fmt::format("the last draw uses no {}", replay_options.target));
    return *surface;
}

/// Writes the image, or the words, of the surface that --target names, at the place where the replay stopped.
Status write_surface(ReplayRun& run, bool has_words, bool has_image) {
    const auto surface = requested_surface(run.replay, run.options.replay);
    if (!surface) return std::unexpected(surface.error());
    const render::gs::Memory memory(run.replay.renderer().read({}));
    const surfaces::DumpSource source{memory, run.replay.renderer().clut(), *run.replay.last_state()};
    if (has_words)
        if (const Status done = write_output(run.options.replay.raw, surfaces::words_of(source, *surface, 0)); !done)
            return done;
    if (!has_image) return {};
    const auto file = surfaces::file_of(source, *surface, 0, run.options.output);
    if (!file) return std::unexpected(file.error());
    for (const std::string& text : file->notes) report_note(shown_name(run.options.files[0]), text);
    return write_output(run.options.output, file->bytes);
}

Status write_frame(const Image& image, const std::string& file) {
    if (image.rgba.empty()) return fail(FaultKind::NotSupported, "the display shows no pixels");
    return write_png(file, image);
}

void tell(ReplayRun& run) {
    const player::Position& at = run.replay.position();
    run.reported_pixels = run.replay.pixels();
    run.progress.tell(
        fmt::format("frame {}, {} draws, {} million pixels", at.frames, at.draws, run.reported_pixels / 1'000'000));
}

/// A few bytes can ask for millions of pixels: a file alone does not say how long it takes.
bool goes_on(ReplayRun& run) {
    constexpr std::uint64_t kTellEvery = 10'000'000;
    const std::uint64_t pixels = run.replay.pixels(), most = run.options.replay.max_pixels;
    if (pixels - run.reported_pixels >= kTellEvery) tell(run);
    if (most == 0 || pixels <= most) return true;
    run.written = fail(FaultKind::NotSupported,
                       fmt::format("more than {} pixels by draw {}; --max-pixels N sets the limit, 0 removes it", most,
                                   run.replay.position().draws));
    return false;
}

/// After each piece of work: whether to go on.
bool look(ReplayRun& run, const gs::Work& work) {
    const ReplayOptions& replay_options = run.options.replay;
    const player::Position& at = run.replay.position();
    if (run.verifying != nullptr && run.verifying->mismatch()) return false;
    if (!goes_on(run)) return false;
    if (std::holds_alternative<gs::Draw>(work)) return replay_options.draw == 0 || at.draws < replay_options.draw;
    if (!std::holds_alternative<gs::Vsync>(work)) return true;
    if (const Status good = run.replay.renderer().status(); !good) return run.written = good, false;
    tell(run);
    return run.written && (replay_options.frame == 0 || at.frames < replay_options.frame);
}

/// --all: writes each frame. Those of a file are shown while the device draws later ones; what comes through a pipe may pause after
/// any of them.
void write_frames(ReplayRun& run) {
    const auto write = [&run, number = 0](const gs::Vsync&) mutable {
        const ReplayOptions& replay_options = run.options.replay;
        ++number;
        if (!replay_options.all.empty() && run.written)
            run.written = write_frame(enlarged(*run.replay.last_frame(), replay_options),
                                      fmt::format("{}/frame-{:04}.png", replay_options.all, number));
    };
    run.replay.on_frame(write, run.is_file);
}

/// Tells and writes what stands before a piece of work, or after it.
void watch(ReplayRun& run, const gs::Work& work, bool is_before) {
    if (run.pixel) is_before ? run.pixel->before(work) : run.pixel->after(work);
    if (run.list) is_before ? run.list->before(work) : run.list->after(work);
    if (run.draws && run.written) run.written = is_before ? run.draws->before(work) : run.draws->after(work);
    if (run.passes && run.written) run.written = is_before ? run.passes->before(work) : run.passes->after(work);
}

/// Does piece after piece of work until something says that it is enough.
void play(ReplayRun& run) {
    write_frames(run);
    while (const gs::Work* work = run.replay.next()) {
        watch(run, *work, true);
        run.replay.step();
        watch(run, *work, false);
        if (!run.written || !look(run, *work)) break;
    }
    run.replay.finish_frames();
    if (run.passes && run.written) run.written = run.passes->finish();
}

/// Adds the answer of --json without --pixel and --stats: where the replay stopped, and the files that it wrote.
void add_made(JsonWriter& json, const ReplayRun& run) {
    const ReplayOptions& replay_options = run.options.replay;
    json.members({{"frames", run.replay.position().frames}, {"draws", run.replay.position().draws}});
    if (run.options.output != "-") json.member("image", run.options.output);
    if (!replay_options.raw.empty())
        json.member(replay_options.target.empty() ? "memory" : "words", replay_options.raw);
    if (!replay_options.all.empty()) json.member("folder", replay_options.all);
    if (run.draws || run.passes) json.member("draw_folder", replay_options.draws_folder);
}

std::string made_as_json(const ReplayRun& run) {
    return json_text([&](JsonWriter& json) { add_made(json, run); });
}

/// Writes what --pixel, --list, --verify and --stats print; counts only if nothing failed.
Status write_texts(ReplayRun& run, bool well) {
    if (run.list) return run.list->finish([&](JsonWriter& json) { add_made(json, run); });
    if (run.verifying != nullptr && well)
        if (const Status done = report_verified(*run.verifying, run.replay, run.options.json); !done) return done;
    const bool wants_stats = run.options.replay.stats && well && run.verifying == nullptr, json = run.options.json;
    const NamedCounts counts = wants_stats ? stats(run.replay) : NamedCounts();
    if (run.pixel)
        if (const Status done = run.pixel->finish(counts); !done) return done;
    if (!wants_stats && json && !run.pixel && run.verifying == nullptr && well)
        return write_output("-", as_bytes(made_as_json(run)));
    if (!wants_stats || (run.pixel && json)) return {};
    return write_output("-", as_bytes(json ? as_json(counts) : as_text(counts)));
}

/// Bytes and text do not go to one place.
Status check_raw(const Options& options) {
    const ReplayOptions& replay_options = options.replay;
    if (replay_options.raw != "-") return {};
    if (options.json || replay_options.stats || replay_options.follows_pixels() || replay_options.list)
        return fail(FaultKind::Usage, "--raw -: standard output is used for text; name a file");
    return fit_for_terminal(options);
}

/// Returns true if the image goes to --output: always if that is a file, otherwise if no option asks for something else.
bool wants_image(const Options& options) {
    const ReplayOptions& replay_options = options.replay;
    return options.output != "-" || (!replay_options.window && !replay_options.stats && !replay_options.verify &&
                                     !replay_options.list && replay_options.raw.empty() && replay_options.all.empty() &&
                                     !replay_options.follows_pixels() && replay_options.draws_folder.empty());
}

/// Returns true if an image of the display is written, shown or compared.
bool uses_display(const Options& options) {
    const ReplayOptions& replay_options = options.replay;
    return replay_options.window || replay_options.verify || !replay_options.all.empty() ||
           (wants_image(options) && replay_options.target.empty() && replay_options.draw == 0);
}

/// Refuses options that would have no effect on the replay of a dump.
Status check_unused(const Options& options) {
    const ReplayOptions& replay_options = options.replay;
    const auto refused = [&](std::string_view option, std::string_view why) {
        return is_given(options, option) ? fail(FaultKind::Usage, fmt::format("{} {}", option, why)) : Status();
    };
    const auto all_refused = [&](std::initializer_list<std::string_view> names, std::string_view why) {
        for (const std::string_view option : names)
            if (const Status done = refused(option, why); !done) return done;
        return Status();
    };
    if (const Status done = check_guest_options(options, ReplayGuest::Gs); !done) return done;
    const bool uses_device = replay_options.verify || replay_options.renderer != "reference";
    const Status on_device =
        all_refused({"--device", "--barriers"}, "has no effect on the CPU; it requires --renderer vulkan or --verify");
    if (!uses_device && !on_device) return on_device;
    const Status of_image =
        refused("--target", "has no effect, since no image is written; name the file of the image with -o");
    if (!replay_options.diff && !wants_image(options) && replay_options.raw.empty() && !of_image) return of_image;
    const Status of_display = all_refused({"--deinterlace", "--overscan", "--aspect", "--upscale", "--high-resolution"},
                                          "has no effect, since no image of the display is written");
    return replay_options.diff || uses_display(options) ? Status() : of_display;
}

/// Checks what --target names, and the name of the image.
Status check_target(const Options& options) {
    const std::string& target = options.replay.target;
    const auto use = surfaces::dump_use_named(target);
    if (!target.empty() && !use)
        return fail(FaultKind::Usage, fmt::format("--target {}: colour, depth, texture or palette", target));
    return wants_image(options) ? check_image_name(options.output, use == render::gs::player::SurfaceUse::Depth)
                                : Status();
}

/// Checks that --isa names what can be replayed.
Status check_guest(const Options& options) {
    for (std::size_t i = 0; i < options.files.size() && !options.isa.empty(); ++i)
        if (const std::string_view isa = isa_of(options.isa, i); isa != "gs")
            return fail(fmt::format("--isa {}: only gs and r500 are replayed, and only gs beside another file", isa));
    return {};
}

/// The option that says at which draw to stop, as it was typed.
std::string stop_of(const ReplayOptions& replay_options) {
    return replay_options.first_draw == 0
               ? fmt::format("--draw {}", replay_options.draw)
               : fmt::format("--draws {}..{}", replay_options.first_draw, replay_options.draw);
}

Status finish(ReplayRun& run) {
    const ReplayOptions& replay_options = run.options.replay;
    player::Replay& replay = run.replay;
    if (!run.written) return run.written;
    if (run.verifying != nullptr) run.verifying->compare();
    const bool differs = run.verifying != nullptr && run.verifying->mismatch();
    if (const Status good = replay.renderer().status(); !good && !differs) return good;
    if (differs) return {};
    if (replay_options.draw > replay.position().draws)
        return fail(FaultKind::Usage,
                    fmt::format("{}: there are {} draws", stop_of(replay_options), replay.position().draws));
    if (replay_options.frame > replay.position().frames)
        return fail(FaultKind::Usage,
                    fmt::format("--frame {}: there are {} frames", replay_options.frame, replay.position().frames));
    const bool has_raw = !replay_options.raw.empty(), has_target = !replay_options.target.empty();
    if (has_raw && !has_target)
        if (const Status done = write_output(replay_options.raw, replay.renderer().read({})); !done) return done;
    const bool has_image = wants_image(run.options);
    if (has_image && !has_target && replay_options.draw == 0 && replay.last_frame())
        return write_frame(enlarged(*replay.last_frame(), replay_options), run.options.output);
    const bool has_words = has_raw && has_target;
    return has_image || has_words ? write_surface(run, has_words, has_image) : Status();
}

render::gs::reference::Rules rules_of(std::string_view name) {
    return name == "plain" ? render::gs::reference::kPlain : render::gs::reference::Rules{};
}

} // namespace

Result<std::unique_ptr<render::gs::Renderer>> renderer_of(std::string_view name, std::string_view rules,
                                                          const Options& options) {
    return player::renderer_named(name)->make({.rules = rules_of(rules),
                                               .device = options.device.name,
                                               .always_waits = options.replay.barriers == "always",
                                               .samples = options.replay.ssaa});
}

render::gs::ScanoutOptions scanout_of(const ReplayOptions& replay_options) {
    using enum render::gs::Deinterlace;
    render::gs::ScanoutOptions options;
    options.shows_all = replay_options.overscan;
    options.shows_samples = replay_options.high_resolution;
    options.deinterlace = replay_options.deinterlace == "weave"      ? Weave
                          : replay_options.deinterlace == "bob"      ? Bob
                          : replay_options.deinterlace == "blend"    ? Blend
                          : replay_options.deinterlace == "adaptive" ? Adaptive
                          : replay_options.deinterlace == "none"     ? None
                                                                     : Progressive;
    return options;
}

void add_counts(JsonWriter& json, const NamedCounts& counts) {
    for (const auto& [name, value] : counts) json.member(name, value);
}

Bytes as_bytes(std::string_view text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

namespace {

/// With one renderer, or with two.
Result<std::unique_ptr<ReplayRun>> start(const Options& options, gs::DumpReader& reader) {
    if (!options.replay.verify) {
        auto renderer = renderer_of(options.replay.renderer, options.replay.rules, options);
        if (!renderer) return std::unexpected(renderer.error());
        return std::make_unique<ReplayRun>(options, reader, std::move(*renderer));
    }
    auto both = verifying_renderer(options);
    if (!both) return std::unexpected(both.error());
    player::VerifyingRenderer* verifying = both->get();
    auto run = std::make_unique<ReplayRun>(options, reader, std::move(*both));
    run->verifying = verifying;
    return run;
}

/// --window: what is shown last goes to -o, if that names a file.
Status watch(ReplayRun& run) {
    auto window = Window::open(run.options.files[0]);
    if (!window) return std::unexpected(window.error());
    for (const char key : run.options.replay.keys) window->press(key);
    const auto seen = [&](const Image& frame) { return enlarged(frame, run.options.replay); };
    WatchedReplay watched(run.replay, *window, seen, run.options.replay.max_pixels);
    if (const Status done = watched.watch(); !done) return done;
    const player::Position& at = run.replay.position();
    if (run.options.output != "-")
        if (const Status done = write_frame(watched.shown(), run.options.output); !done) return done;
    return write_output("-", as_bytes(run.options.json ? made_as_json(run)
                                                       : fmt::format("{} frames, {} draws\n", at.frames, at.draws)));
}

/// Puts the draws of --group where --draw or --draws has its own.
Status choose_group(ReplayOptions& replay_options, const std::string& file) {
    const auto draws = surfaces::draws_of_group(file, replay_options.group);
    if (!draws) return std::unexpected(draws.error());
    if (!replay_options.draws_folder.empty()) replay_options.first_draw = draws->first;
    replay_options.draw = draws->last;
    return {};
}

/// Begins the histories of --pixel and --pixels.
Status follow_pixels(ReplayRun& run, const std::string& file) {
    const auto area = PixelReport::area_of(run.options.replay, file, run.is_file);
    if (!area) return std::unexpected(area.error());
    run.pixel.emplace(run.options, run.replay, file, run.is_file, *area);
    return run.is_file ? run.pixel->check_inside() : Status();
}

Exit replay_dump(const Options& options) {
    const std::string& file = options.files[0];
    if (const Status used = check_guest(options); !used) return report(used.error(), file);
    if (const Status used = check_unused(options); !used) return report(used.error(), file);
    if (options.replay.diff) return replay_diff(options);
    if (options.json && options.output == "-" && wants_image(options))
        return report({FaultKind::Usage, "--json: an image requires a file, named with -o", {}, 0, 0}, file);
    if (const Status fits = check_target(options); !fits) return report(fits.error(), file);
    if (const Status fit = check_raw(options); !fit) return report(fit.error(), file);
    if (const Status fit = wants_image(options) ? fit_for_terminal(options) : Status(); !fit)
        return report(fit.error(), "<stdout>");
    const auto input = open_input(file);
    if (!input) return report(input.error(), file);
    gs::DumpReader reader(input->read);
    if (!reader.has_packets() && reader.fault()) return report(*reader.fault(), file);
    std::error_code error;
    for (const std::string& folder : {options.replay.all, options.replay.draws_folder})
        if (!folder.empty()) std::filesystem::create_directories(folder, error);
    auto run_or_fault = start(options, reader);
    if (!run_or_fault) return report(run_or_fault.error(), {});
    ReplayRun& run = **run_or_fault;
    run.is_file = input->is_file;
    if (options.replay.split != 0)
        run.passes.emplace(options.replay, run.replay, rules_of(options.replay.rules));
    else if (options.replay.first_draw != 0)
        run.draws.emplace(options.replay, run.replay);
    if (options.replay.list) run.list.emplace(options, run.replay, file);
    if (options.replay.follows_pixels())
        if (const Status inside = follow_pixels(run, file); !inside) return report(inside.error(), file);
    Status done;
    if (options.replay.window) {
        done = watch(run);
    } else {
        play(run);
        const Status finished = finish(run), printed = write_texts(run, finished.has_value());
        done = finished ? printed : finished;
    }
    for (const std::string& warning : reader.front().warnings) report_warning(shown_name(file), warning);
    for (const gs::LocatedAssumption& assumption : run.replay.assumptions())
        report_warning(shown_name(file), text_of(assumption));
    // Everything before the damage has been drawn; the damage is reported all the same.
    if (reader.fault()) (void)report(*reader.fault(), file);
    if (!done) return report(done.error(), file);
    if (reader.fault()) return Exit::BadInput;
    const bool is_no =
        run.verifying != nullptr && (run.verifying->mismatch() || !why_not_verified(run.replay.position()).empty());
    return is_no ? Exit::No : Exit::Done;
}

/// "r500" for a capture, "gs" for a dump; anything else is read as the other file is, and fails there.
std::string_view kind_of_file(const Options& options, std::size_t number) {
    const std::string& file = options.files[number];
    if (!options.isa.empty()) return isa_of(options.isa, number);
    std::error_code error;
    if (std::filesystem::exists(std::filesystem::path(file) / "manifest.json", error)) return "r500";
    return file == "-" ? std::string_view() : recognised_name(file);
}

/// A dump and a capture have no draws in common that --diff could compare.
Status check_same_kind(const Options& options) {
    const std::string_view first = kind_of_file(options, 0), second = kind_of_file(options, 1);
    const bool is_mixed = (first == "gs" && second == "r500") || (first == "r500" && second == "gs");
    if (!is_mixed) return {};
    const std::size_t capture = first == "r500" ? 0 : 1;
    return fail(fmt::format("--diff compares two files of one kind: {} is a capture of R500, {} a dump of the GS",
                            printable(options.files[capture]), printable(options.files[1 - capture])));
}

} // namespace

Exit replay(const Options& options) {
    const std::string& file = options.files[0];
    if (options.replay.diff && options.files.size() == 2)
        if (const Status fits = check_same_kind(options); !fits) return report(fits.error(), options.files[1]);
    if (is_capture(options, file)) return replay_capture(options);
    if (options.replay.group == 0) return replay_dump(options);
    Options chosen = options;
    if (const Status found = choose_group(chosen.replay, file); !found) return report(found.error(), file);
    return replay_dump(chosen);
}

} // namespace relit::cli
