// relit surface of a dump of the GS: what its draws use is found without drawing, and images are of a second reading, which draws.
#include "cli/surface/dump.hpp"

#include "cli/io/image_file.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/io/progress.hpp"
#include "machine/gs/dump/reader.hpp"
#include "render/gs/player/renderers.hpp"
#include "render/gs/player/replay.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

namespace relit::cli::surfaces {
namespace {

namespace gs = machine::gs;
namespace player = render::gs::player;
constexpr std::string_view kMemory = "memory";

class DumpSurfaces {
public:
    explicit DumpSurfaces(const Options& options) : options_(options), file_(options.files[0]), progress_(options) {}

    Status run() {
        if (const Status checked = check(); !checked) return checked;
        if (surface_options().target == kMemory) return write_memory();
        if (const Status found = find(); !found) return found;
        if (is_listed()) return list();
        if (!surface_options().folder.empty()) {
            std::error_code error;
            std::filesystem::create_directories(surface_options().folder, error);
            const Status written = draw([this](player::Replay& replay, const player::UsedSurface& used,
                                               std::size_t number) { return write_to_folder(replay, used, number); });
            return written ? list() : written;
        }
        return write_one();
    }

    /// Returns the damage of the dump; all in front of it was used.
    [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }

private:
    [[nodiscard]] const SurfaceOptions& surface_options() const { return options_.surface; }

    /// No image is written.
    [[nodiscard]] bool is_listed() const {
        return surface_options().folder.empty() && surface_options().target != kMemory && (!use_ || options_.json);
    }

    Status check() {
        for (const std::string_view name : {"--submission", "--layer", "--tiling"})
            if (is_given(options_, name))
                return fail(FaultKind::Usage, fmt::format("{} is for captures of R500, not for dumps of the GS", name));
        const std::string& target = surface_options().target;
        use_ = dump_use_named(target);
        if (!target.empty() && target != kMemory && !use_)
            return fail(FaultKind::Usage,
                        fmt::format("--target {}: colour, depth, texture, palette or memory", target));
        if (is_given(options_, "--format") != (target == kMemory))
            return fail(FaultKind::Usage,
                        "--format and --target memory require each other: they describe a part of local memory");
        if (const Status fits = check_name(); !fits) return fits;
        if (target == kMemory) return {};
        if (surface_options().level && use_ && *use_ != player::SurfaceUse::Texture)
            return fail(FaultKind::Usage, "--level is for textures");
        if (surface_options().level && is_listed())
            return fail(FaultKind::Usage, "--level has no effect with --json, which lists whole surfaces");
        if (is_given(options_, "--max-pixels") && is_listed())
            return fail(FaultKind::Usage, "--max-pixels has no effect: a list draws nothing");
        return {};
    }

    /// The name of an image, before anything is drawn.
    Status check_name() const {
        if (is_listed() || !surface_options().folder.empty() || !surface_options().raw.empty()) return {};
        if (use_) return check_image_name(options_.output, *use_ == player::SurfaceUse::Depth);
        const auto surface = dump_surface_of(surface_options());
        if (!surface) return std::unexpected(surface.error());
        return check_image_name(options_.output, surface->use == player::SurfaceUse::Depth);
    }

    /// Finds what the draws use, or what --draw uses, without drawing.
    Status find() {
        const auto input = open_input(file_);
        if (!input) return std::unexpected(input.error());
        if (!input->is_file && !is_listed())
            return fail(FaultKind::Usage, "images require a file, which is read twice: first for what the draws use");
        gs::DumpReader reader(input->read);
        if (!reader.has_packets() && reader.fault()) return std::unexpected(*reader.fault());
        const std::uint64_t wanted = surface_options().draw.value_or(0);
        gs::WorkList work;
        gs::Playback playback(reader.front(), [&reader] { return reader.next(); }, work);
        std::uint64_t draws = 0;
        for (bool goes_on = true; goes_on && (wanted == 0 || draws < wanted);) {
            work.clear();
            goes_on = playback.step(work);
            for (const gs::Work& each : work.items) {
                const auto* draw = std::get_if<gs::Draw>(&each);
                if (draw == nullptr) continue;
                ++draws;
                if (wanted == 0 || draws == wanted) found_.add(work.states[draw->state], draws);
            }
        }
        tell(reader, playback.assumptions());
        if (draws < wanted) return fail(FaultKind::Usage, fmt::format("--draw {}: there are {} draws", wanted, draws));
        for (const player::UsedSurface& used : found_.surfaces())
            if (!use_ || used.surface.use == *use_) chosen_.push_back(used);
        files_.resize(chosen_.size());
        return {};
    }

    void tell(const gs::DumpReader& reader, std::span<const gs::LocatedAssumption> assumptions) {
        for (const std::string& warning : reader.front().warnings) report_warning(shown_name(file_), warning);
        for (const gs::LocatedAssumption& each : assumptions) report_warning(shown_name(file_), text_of(each));
        if (found_.is_cut())
            report_warning(shown_name(file_),
                           fmt::format("the draws use more than {} surfaces: the others are left out",
                                       player::SurfaceList::kMostSurfaces));
        fault_ = reader.fault();
    }

    /// Draws the dump up to a draw, or all of it for 0; `after` is called after each draw with its number and says whether to go
    /// on.
    template <class After>
    Status play(player::Replay& replay, std::uint64_t last, After&& after) {
        const std::uint64_t most = options_.replay.max_pixels;
        while (const gs::Work* work = replay.next()) {
            const bool is_draw = std::holds_alternative<gs::Draw>(*work);
            replay.step();
            if (most != 0 && replay.pixels() > most)
                return fail(FaultKind::NotSupported,
                            fmt::format("more than {} pixels by draw {}; --max-pixels N sets the limit, 0 removes it",
                                        most, replay.position().draws));
            if (!is_draw) continue;
            const std::uint64_t draws = replay.position().draws;
            constexpr std::uint64_t kTellEvery = 1024;
            if (draws % kTellEvery == 0) progress_.tell(fmt::format("{} draws", draws));
            if (const Status done = after(draws); !done) return done;
            if (draws == last) break;
        }
        return {};
    }

    /// Calls `write` for each chosen surface after the last draw that uses it.
    template <class Write>
    Status draw(Write&& write) {
        std::map<std::uint64_t, std::vector<std::size_t>> stops;
        for (std::size_t i = 0; i < chosen_.size(); ++i) stops[chosen_[i].last_draw].push_back(i);
        if (stops.empty()) return {};
        const auto input = open_input(file_);
        if (!input) return std::unexpected(input.error());
        gs::DumpReader reader(input->read);
        auto renderer = player::renderer_named("reference")->make({});
        if (!renderer) return std::unexpected(renderer.error());
        player::Replay replay(reader.front(), [&reader] { return reader.next(); }, std::move(*renderer), {});
        const std::uint64_t last = stops.rbegin()->first;
        const Status played = play(replay, last, [&](std::uint64_t draws) {
            const auto stop = stops.find(draws);
            if (stop == stops.end()) return Status();
            for (const std::size_t number : stop->second)
                if (const Status written = write(replay, chosen_[number], number); !written) return written;
            return Status();
        });
        if (!played || replay.position().draws >= last) return played;
        if (reader.fault()) return std::unexpected(*reader.fault());
        return fail("the file has changed since it was read for what the draws use");
    }

    /// All levels, or --level.
    Status write_to_folder(player::Replay& replay, const player::UsedSurface& used, std::size_t number) {
        const render::gs::Memory memory(replay.renderer().read({}));
        const DumpSource source{memory, replay.renderer().clut(), *replay.last_state()};
        for (unsigned level = 0; level < used.surface.levels; ++level) {
            if (surface_options().level.value_or(level) != level) continue;
            const std::string name = file_name(used, level);
            const auto file = file_of(source, used.surface, level, name);
            if (!file) {
                report_warning(name, file.error().text);
                continue;
            }
            for (const std::string& text : file->notes) report_note(name, text);
            const std::string path = (std::filesystem::path(surface_options().folder) / name).string();
            if (const Status written = write_output(path, file->bytes); !written) return written;
            files_[number].push_back(name);
        }
        return {};
    }

    /// The surface of the last draw that uses what --target names.
    Status write_one() {
        if (chosen_.empty())
            return fail(FaultKind::NotSupported,
                        surface_options().draw
                            ? fmt::format("draw {} uses no {}", *surface_options().draw, surface_options().target)
                            : fmt::format("no draw uses {}", surface_options().target));
        const player::UsedSurface last = *std::ranges::max_element(chosen_, {}, &player::UsedSurface::last_draw);
        if (chosen_.size() > 1)
            report_note(
                shown_name(file_),
                fmt::format("of {} surfaces this is the one of draw {}; --draw selects another, --out writes all",
                            chosen_.size(), last.last_draw));
        const unsigned level = surface_options().level.value_or(0);
        if (level >= last.surface.levels)
            return fail(FaultKind::Usage, fmt::format("no level {}: the texture has {}", level, last.surface.levels));
        chosen_ = {last};
        return draw([&](player::Replay& replay, const player::UsedSurface& used, std::size_t) {
            const render::gs::Memory memory(replay.renderer().read({}));
            const DumpSource source{memory, replay.renderer().clut(), *replay.last_state()};
            if (!surface_options().raw.empty()) return write_pixels(options_, words_of(source, used.surface, level));
            return write_file(file_of(source, used.surface, level, options_.output));
        });
    }

    Status write_file(const Result<SurfaceFile>& file) {
        if (!file) return std::unexpected(file.error());
        if (const Status fit = fit_for_terminal(options_); !fit) return fit;
        for (const std::string& text : file->notes) report_note(shown_name(file_), text);
        return write_output(options_.output, file->bytes);
    }

    /// A part of local memory after --draw, or at the end.
    Status write_memory() {
        const auto surface = dump_surface_of(surface_options());
        if (!surface) return std::unexpected(surface.error());
        const auto input = open_input(file_);
        if (!input) return std::unexpected(input.error());
        gs::DumpReader reader(input->read);
        if (!reader.has_anything() && reader.fault()) return std::unexpected(*reader.fault());
        auto renderer = player::renderer_named("reference")->make({});
        if (!renderer) return std::unexpected(renderer.error());
        player::Replay replay(reader.front(), [&reader] { return reader.next(); }, std::move(*renderer), {});
        const std::uint64_t last = surface_options().draw.value_or(0);
        const Status played = play(replay, last, [](std::uint64_t) { return Status(); });
        tell(reader, replay.assumptions());
        if (!played) return played;
        if (replay.position().draws < last)
            return fail(FaultKind::Usage, fmt::format("--draw {}: there are {} draws", last, replay.position().draws));
        const render::gs::Memory memory(replay.renderer().read({}));
        if (!surface_options().raw.empty())
            return write_pixels(options_,
                                player::words_of(surface->buffer.format, player::pixels_of(memory, *surface)));
        return write_file(file_of(memory, *surface, options_.output));
    }

    Status list() {
        auto out = Output::open(options_.output, file_);
        if (!out) return std::unexpected(out.error());
        options_.json ? list_as_json(*out) : list_as_text(*out);
        return out->close();
    }

    void list_as_text(Output& out) {
        for (const player::UsedSurface& each : chosen_) out.write(line_of(each) + "\n");
        if (chosen_.empty()) out.write("no surfaces\n");
    }

    void list_as_json(Output& out) {
        JsonWriter json = json_answer(out);
        json.begin_object();
        json.begin_array("surfaces");
        for (std::size_t i = 0; i < chosen_.size(); ++i) {
            json.begin_object();
            add_members(json, chosen_[i]);
            if (!surface_options().folder.empty()) json.member("files", files_[i]);
            json.end();
        }
        json.end();
        json.end();
        json.take();
    }

    const Options& options_;
    const std::string& file_;
    Progress progress_;
    std::optional<player::SurfaceUse> use_; // of --target
    player::SurfaceList found_;
    std::vector<player::UsedSurface> chosen_;
    std::vector<std::vector<std::string>> files_; // of each chosen one, with --out
    std::optional<Fault> fault_;
};

} // namespace

std::uint64_t groups_in(const std::string& file) {
    const auto input = open_input(file);
    if (!input) return 0;
    gs::DumpReader reader(input->read);
    return player::find_group(reader, 0).groups;
}

Result<gs::DrawRange> draws_of_group(const std::string& file, std::uint64_t group) {
    const auto input = open_input(file);
    if (!input) return std::unexpected(input.error());
    if (!input->is_file) return fail(FaultKind::Usage, "--group requires a file, which is read twice");
    gs::DumpReader reader(input->read);
    if (!reader.has_packets() && reader.fault()) return std::unexpected(*reader.fault());
    const player::FoundGroup found = player::find_group(reader, group);
    if (found.range) return *found.range;
    if (reader.fault()) return std::unexpected(*reader.fault());
    return fail(FaultKind::Usage, fmt::format("--group {}: there are {} groups", group, found.groups));
}

Exit surface_of_dump(const Options& options) {
    const std::string& file = options.files[0];
    Options chosen = options;
    if (options.surface.group) {
        const auto draws = draws_of_group(file, *options.surface.group);
        if (!draws) return report(draws.error(), file);
        chosen.surface.draw = draws->last;
    }
    DumpSurfaces surfaces(chosen);
    const Status done = surfaces.run();
    // Everything before the damage has been used; the damage is reported all the same.
    if (surfaces.fault()) (void)report(*surfaces.fault(), file);
    if (!done) return report(done.error(), file);
    return surfaces.fault() ? Exit::BadInput : Exit::Done;
}

} // namespace relit::cli::surfaces
