#include "cli/replay/capture/capture.hpp"

#include "cli/io/image_file.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/io/progress.hpp"
#include "cli/io/recognised.hpp"
#include "cli/pm4/pm4.hpp"
#include "cli/replay/capture/counts.hpp"
#include "cli/replay/capture/diff.hpp"
#include "cli/replay/capture/draws.hpp"
#include "cli/replay/capture/explain.hpp"
#include "cli/replay/capture/pixel.hpp"
#include "cli/replay/capture/verify.hpp"
#include "cli/replay/guest_options.hpp"
#include "cli/surface/surface.hpp"
#include "render/r500/player.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using machine::r500::BoundSurface;
using machine::r500::Capture;
using machine::r500::SurfaceDescription;
using machine::r500::SurfaceUse;
using render::r500::Player;
using render::r500::Statistics;
using surfaces::SurfaceSelector;

/// Something that was drawn, and where it lies.
struct DrawnFrame {
    std::uint32_t buffer = 0;
    SurfaceDescription description;
    bool is_stencil = false;
};

/// The last row first.
GreyImage flipped(GreyImage image) {
    for (std::uint32_t y = 0; y < image.height / 2; ++y)
        std::swap_ranges(image.grey.begin() + std::ptrdiff_t{y} * image.width,
                         image.grey.begin() + std::ptrdiff_t{y + 1} * image.width,
                         image.grey.begin() + std::ptrdiff_t{image.height - 1 - y} * image.width);
    return image;
}

/// Returns whether standard output is text, whatever else is written.
bool prints_text(const Options& options) {
    return options.replay.stats || options.replay.explain || options.replay.follows_pixels() || options.replay.verify ||
           options.json;
}

class CaptureReplay {
public:
    CaptureReplay(const Options& options, Player& player)
        : options_(options), player_(player), progress_(options), flips_(render::r500::is_bottom_up(player.capture())),
          draw_files_(player.capture()) {}

    Status run() {
        if (const Status checked = check(); !checked) return checked;
        if (replay_options().stats) count();
        if (replay_options().explain) explainer_.emplace(player_, chosen_pixel());
        if (const Status begun = begin_pixel(); !begun) return begun;
        for (bool goes_on = true; goes_on;) {
            if (is_chosen(player_.position().draws + 1) && !counts_draws_) count();
            const std::uint64_t skipped = player_.renderer().statistics().skipped;
            const auto next = player_.next(replay_options().submission.value_or(~0U));
            if (!next) return std::unexpected(next.error());
            if (!*next) break;
            tell();
            if (pixels_)
                if (const Status done = pixels_->after_draw(); !done) return done;
            if (verifier_)
                if (const Status done = verifier_->after_draw(); !done) return done;
            if (replay_options().stats) counts_.add(*player_.draw(), player_.renderer().counts());
            const auto draws = player_.position().draws;
            if (is_chosen(draws))
                if (const Status written = write_draw(player_.renderer().statistics().skipped != skipped); !written)
                    return written;
            if (replay_options().first_draw != 0) draw_files_.note(*player_.draw());
            goes_on = !differs() && (replay_options().draw == 0 || draws < replay_options().draw);
        }
        if (!differs() && player_.position().draws < replay_options().draw)
            return fail(FaultKind::Usage,
                        fmt::format("--draw {}: there are {} draws", replay_options().draw, player_.position().draws));
        if (const Status written = replay_options().first_draw != 0 ? Status() : write_image(); !written)
            return written;
        return write_summary();
    }

    /// --verify: the device stored something else, or nothing was compared.
    [[nodiscard]] bool fails_to_verify() const {
        return verifier_ && (verifier_->mismatch() || verifier_->verified().values == 0);
    }

private:
    [[nodiscard]] bool differs() const { return verifier_ && verifier_->mismatch(); }

    [[nodiscard]] const ReplayOptions& replay_options() const { return options_.replay; }

    /// Returns true if a draw is one of --draws.
    [[nodiscard]] bool is_chosen(std::uint32_t draw) const {
        return replay_options().first_draw != 0 && draw >= replay_options().first_draw;
    }

    /// Counts the fragments of the draws that follow.
    void count() {
        counts_draws_ = player_.renderer().count(render::r500::Counting::AtOnce);
        if (!*counts_draws_)
            report_warning(shown_name(options_.files[0]), "the device has no exact counts of samples: none are given");
    }

    Status check() {
        if (!replay_options().target.empty()) {
            const auto target = surfaces::parse_written(replay_options().target);
            if (!target) return std::unexpected(target.error());
            target_ = *target;
        }
        if (const Status inside = check_pixel(); !inside) return inside;
        return check_files();
    }

    /// A pixel has no negative coordinates: captures have no offset of windows.
    [[nodiscard]] Status check_pixel() const {
        const auto [x, y] = replay_options().pixel;
        if (!replay_options().has_pixel || (x >= 0 && y >= 0)) return {};
        return fail(FaultKind::Usage, fmt::format("--pixel {},{}: outside of every target that is drawn to", x, y));
    }

    /// Checks what is to be written of --target.
    Status check_files() const {
        const bool has_raw = !replay_options().raw.empty();
        if (has_raw && !target_)
            return fail(FaultKind::Usage, "--raw requires --target: a capture of R500 has no memory of its own");
        if (has_raw && replay_options().first_draw != 0)
            return fail(FaultKind::Usage, "--raw has no effect with --draws; --draw N selects the draw");
        if (replay_options().raw == "-" && is_text())
            return fail(FaultKind::Usage, "--raw -: standard output is used for text; name a file");
        if (target_ && !has_raw && (!wants_image() || replay_options().first_draw != 0))
            return fail(FaultKind::Usage,
                        "--target has no effect, since no image is written; name the file of the image with -o");
        const bool has_image = wants_image() && replay_options().first_draw == 0;
        return has_image ? check_image_name(options_.output, true) : Status();
    }

    [[nodiscard]] RowOrder rows() const {
        const auto& readout = player_.capture().readout;
        return {flips_ && readout.has_value(), readout ? readout->height : 0};
    }

    /// The pixel of --pixel in the rows of memory.
    [[nodiscard]] std::optional<render::r500::Rectangle> chosen_pixel() const {
        if (!replay_options().has_pixel) return std::nullopt;
        const auto [x, y] = replay_options().pixel;
        const auto column = static_cast<std::uint32_t>(x), at = rows().shown(static_cast<std::uint32_t>(y));
        return render::r500::Rectangle{column, at, column + 1, at + 1};
    }

    /// Follows these pixels of the image.
    Status follow(const PixelArea& area, bool is_one) {
        std::vector<CapturePixels::Pixel> pixels;
        for (const auto& [x, y] : pixels_of(area)) {
            const auto column = static_cast<std::uint32_t>(x), row = static_cast<std::uint32_t>(y);
            pixels.push_back({column, row, rows().shown(row)});
        }
        pixels_.emplace(player_, pixels, is_one ? std::nullopt : std::optional(area));
        return pixels_->check();
    }

    /// --pixels: the grid lies over the image that is shown.
    Status follow_area() {
        const PixelArea& chosen = *replay_options().pixels;
        if (const Status fits = check_pixels(chosen, render::r500::kMostFollowedPixels); !fits) return fits;
        const machine::r500::Extent size = render::r500::shown_size(player_.capture());
        if (chosen.width == 0 && (size.width == 0 || size.height == 0))
            return fail(FaultKind::NotSupported, "--pixels: nothing is drawn");
        const Status inside = follow(placed(chosen, 0, 0, size.width, size.height), false);
        if (inside || chosen.width != 0) return inside;
        return fail(FaultKind::NotSupported, inside.error().text); // the replay has placed it
    }

    /// --verify, --pixels, or --pixel without --explain.
    Status begin_pixel() {
        if (replay_options().pixels) return follow_area();
        const auto chosen = chosen_pixel();
        if (replay_options().verify) {
            verifier_.emplace(player_, render::r500::PixelVerifier::Choice{chosen});
            return {};
        }
        if (!chosen || replay_options().explain) return {};
        const auto& [x, y] = replay_options().pixel;
        return follow({x, y, 1, 1, 1, 1}, true);
    }

    void tell() {
        constexpr std::uint32_t kTellEvery = 16;
        if (player_.position().draws % kTellEvery == 0)
            progress_.tell(
                fmt::format("submission {}, {} draws", player_.position().submission, player_.position().draws));
    }

    /// Returns the surface of the last draw that --target names; without it the readout at the end, or the colour of --draw.
    [[nodiscard]] Result<DrawnFrame> drawn() const {
        const auto& readout_here = player_.capture().readout;
        const bool wants_readout =
            !target_ && replay_options().draw == 0 && readout_here &&
            replay_options().submission.value_or(readout_here->submission) == readout_here->submission;
        if (wants_readout) {
            const auto readout = render::r500::readout_of(player_.capture());
            if (!readout) return std::unexpected(readout.error());
            return DrawnFrame{readout->buffer, readout->description, false};
        }
        if (player_.state() == nullptr) return fail(FaultKind::NotSupported, "nothing was drawn, so there is no image");
        for (const BoundSurface& each : machine::r500::bound_surfaces(*player_.state())) {
            if (each.use == SurfaceUse::Texture || !each.buffer || !each.buffer->handle) continue;
            const bool fits = !target_ ? each.use == SurfaceUse::Colour
                              : target_->buffer
                                  ? each.buffer->handle == target_->buffer
                                  : each.use == target_->use && target_->unit.value_or(each.unit) == each.unit;
            if (fits) return DrawnFrame{*each.buffer->handle, each.description, target_ && target_->is_stencil};
        }
        return fail(FaultKind::NotSupported,
                    fmt::format("the last draw has no {}", target_ ? replay_options().target : "colour target"));
    }

    [[nodiscard]] Result<Image> image_of(const DrawnFrame& drawn) {
        const auto bytes = player_.buffer(drawn.buffer);
        if (!bytes) return std::unexpected(bytes.error());
        auto image = drawn.is_stencil ? render::r500::stencil_of(drawn.description, *bytes)
                                      : render::r500::image_of(drawn.description, *bytes);
        if (image && flips_) image = render::r500::flipped(std::move(*image));
        return image;
    }

    /// The file of what was drawn, with its top row first.
    [[nodiscard]] Result<surfaces::SurfaceFile> file_of(const DrawnFrame& drawn, const std::string& name) {
        const auto* const depth = std::get_if<machine::r500::DepthView>(&drawn.description.view);
        const bool is_depth = depth != nullptr && !drawn.is_stencil;
        if (const Status fits = check_image_name(name, is_depth); !fits) return std::unexpected(fits.error());
        if (!is_depth) {
            const auto image = image_of(drawn);
            auto png = image ? encode_png(*image) : Result<std::vector<std::uint8_t>>(std::unexpected(image.error()));
            if (!png) return std::unexpected(png.error());
            return surfaces::SurfaceFile{std::move(*png), {}};
        }
        const auto bytes = player_.buffer(drawn.buffer);
        if (!bytes) return std::unexpected(bytes.error());
        const auto decoded = read_depth(*bytes, drawn.description.plane, *depth);
        if (!decoded) return std::unexpected(decoded.error());
        const std::string range = surfaces::depth_range(*decoded);
        auto file = encode_depth(flips_ ? flipped(to_image(*decoded)) : to_image(*decoded), range, name);
        if (!file) return std::unexpected(file.error());
        return surfaces::SurfaceFile{std::move(*file), {range}};
    }

    Status write_image() {
        if (!wants_image() && replay_options().raw.empty()) return {};
        const auto drawn = this->drawn();
        if (!drawn) return std::unexpected(drawn.error());
        if (!replay_options().raw.empty())
            if (const Status written = write_words(*drawn); !written) return written;
        if (!wants_image()) return {};
        const auto file = file_of(*drawn, options_.output);
        if (!file) return std::unexpected(file.error());
        for (const std::string& text : file->notes) report_note(shown_name(options_.files[0]), text);
        files_.push_back(options_.output);
        return write_output(options_.output, file->bytes);
    }

    /// --raw: the pixels as they are stored, in the order of addresses.
    Status write_words(const DrawnFrame& drawn) {
        const auto bytes = player_.buffer(drawn.buffer);
        if (!bytes) return std::unexpected(bytes.error());
        const auto rows = machine::r500::surface_bytes(drawn.description, *bytes);
        if (!rows) return std::unexpected(rows.error());
        files_.push_back(replay_options().raw);
        return write_output(replay_options().raw, *rows);
    }

    /// Returns whether standard output is text.
    [[nodiscard]] bool is_text() const { return prints_text(options_); }

    /// Text or words alone, unless -o names a file.
    [[nodiscard]] bool wants_image() const {
        return options_.names_output || (!is_text() && replay_options().raw.empty());
    }

    /// The images of the last draw's targets, and its JSON.
    Status write_draw(bool is_left_out) {
        CaptureDrawFiles::Performed performed{.counts = {}, .is_left_out = is_left_out, .images = {}};
        if (counts_draws_ == true) performed.counts = player_.renderer().counts();
        for (const BoundSurface& each : machine::r500::bound_surfaces(*player_.state())) {
            if (each.use == SurfaceUse::Texture || !each.buffer || !each.buffer->handle) continue;
            const std::string name = surfaces::file_name({each, 0, player_.position().draws, 0}, 0, 0);
            const auto file = file_of({*each.buffer->handle, each.description, false}, path_of(name));
            if (!file) return std::unexpected(file.error());
            if (Status written = write_output(path_of(name), file->bytes); !written) return written;
            files_.push_back(path_of(name));
            const std::string use = std::filesystem::path(name).stem().string();
            performed.images.emplace_back(use.substr(use.find('-', use.find('-') + 1) + 1), name);
        }
        files_.push_back(path_of(draw_file_name(player_.position().draws)));
        const std::string text = draw_files_.text_of(*player_.draw(), performed);
        return write_output(files_.back(), {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    }

    /// A file in the folder of --out.
    [[nodiscard]] std::string path_of(const std::string& name) const {
        return (std::filesystem::path(replay_options().draws_folder) / name).string();
    }

    Status write_summary() {
        for (const auto& [text, draw] : player_.renderer().approximate())
            report_warning(shown_name(options_.files[0]), fmt::format("{} (first in draw {})", text, draw));
        if (!is_text()) return {};
        if (explainer_) explanation_ = CaptureExplanation(*explainer_);
        if (pixels_)
            if (const Status done = pixels_->finish(); !done) return done;
        std::string text;
        if (options_.json) {
            text = json_text([&](JsonWriter& json) { add_members(json); });
        } else {
            if (replay_options().stats) text = statistics_text() + (explainer_ || pixels_ ? "\n" : "");
            if (explainer_) text += explanation_.text();
            if (pixels_) text += pixels_->text();
            if (verifier_) text += verified_text(*verifier_, rows());
        }
        return write_output("-", {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    }

    [[nodiscard]] std::string statistics_text() const {
        const Statistics all = player_.renderer().statistics();
        return fmt::format(
                   "draws             {}\n  left out        {}\ntriangles         {}\ntranslations      {} ({:.3f} s)\n"
                   "pipelines         {} ({:.3f} s)\nsubmissions       {} ({:.3f} s)\ngeometry          {:.3f} s\n"
                   "target loads      {}\nwrite-backs       {}\ntexture uploads   {} ({:.3f} s)\ndrawn textures    {}\n",
                   all.draws, all.skipped, all.triangles, all.translations, all.translation_seconds, all.pipelines,
                   all.pipeline_seconds, all.submissions, all.device_seconds, all.geometry_seconds, all.loads,
                   all.write_backs, all.texture_uploads, all.upload_seconds, all.drawn_textures) +
               (all.draws == 0 ? "" : "\n" + counts_.text());
    }

    void add_members(JsonWriter& json) const {
        const Statistics all = player_.renderer().statistics();
        json.members({{"draws", all.draws},
                      {"left_out", all.skipped},
                      {"triangles", all.triangles},
                      {"translations", all.translations},
                      {"pipelines", all.pipelines},
                      {"submissions", all.submissions},
                      {"target_loads", all.loads},
                      {"write_backs", all.write_backs},
                      {"texture_uploads", all.texture_uploads},
                      {"drawn_textures", all.drawn_textures}});
        json.objects("approximate", player_.renderer().approximate(),
                     [&](const auto& one) { json.members({{"text", one.first}, {"draw", one.second}}); });
        if (replay_options().stats) counts_.add_members(json);
        if (explainer_) explanation_.add_members(json);
        if (pixels_) pixels_->add_members(json);
        if (verifier_) add_verified(json, *verifier_, rows());
        json.member("files", files_);
    }

    const Options& options_;
    Player& player_;
    Progress progress_;
    bool flips_;
    CaptureDrawFiles draw_files_;      // of --draws
    std::optional<bool> counts_draws_; // true: the device counts; nothing: it was not asked
    std::optional<SurfaceSelector> target_;
    CaptureCounts counts_; // of --stats
    std::optional<render::r500::explain::Explainer> explainer_;
    CaptureExplanation explanation_;      // of --explain, at the end
    std::optional<CapturePixels> pixels_; // of --pixel alone, or --pixels
    std::optional<render::r500::PixelVerifier> verifier_;
    std::vector<std::string> files_;
};

} // namespace

namespace {

/// Refuses what replays of captures do not have, before a file is read.
Status check_options(const Options& options) {
    for (std::size_t i = 0; i < options.files.size() && !options.isa.empty(); ++i)
        if (const std::string_view isa = isa_of(options.isa, i); isa != "r500")
            return fail(FaultKind::Usage, fmt::format("--isa {}: a capture of R500 is compared with another one", isa));
    if (is_given(options, "--renderer") && options.replay.renderer != "vulkan")
        return fail(FaultKind::Usage,
                    fmt::format("--renderer {}: only vulkan draws captures of R500", options.replay.renderer));
    return check_guest_options(options, ReplayGuest::R500);
}

} // namespace

bool is_capture(const Options& options, const std::string& file) {
    if (!options.isa.empty()) return isa_of(options.isa, 0) == "r500";
    std::error_code error;
    return (file != "-" && std::filesystem::is_directory(file, error)) || recognised_name(file) == "r500";
}

Exit replay_capture(const Options& options) {
    const std::string& file = options.files[0];
    if (const Status fits = check_options(options); !fits) return report(fits.error(), file);
    if (options.replay.diff) return diff_captures(options);
    const auto opened = streams::open(file);
    if (!opened) return report(opened.error(), file);
    const Capture& capture = opened->loaded.capture;
    if (!capture.has_manifest)
        return report(
            {FaultKind::NotSupported, "a stream alone comes without its buffers; replay needs a capture", {}, 0, 0},
            file);
    const bool has_bytes = options.replay.raw.empty() || options.replay.raw == "-"; // on standard output
    if (const Status fit = prints_text(options) || !has_bytes ? Status() : fit_for_terminal(options); !fit)
        return report(fit.error(), "<stdout>");
    auto device = render::vk::Device::open({.device = options.device.name});
    if (!device) return report(device.error(), file);
    auto player = Player::make(*device, capture);
    if (!player) return report(player.error(), file);
    std::error_code error;
    if (!options.replay.draws_folder.empty()) std::filesystem::create_directories(options.replay.draws_folder, error);
    CaptureReplay replay(options, **player);
    if (const Status done = replay.run(); !done) return report(done.error(), file);
    const Exit problems = streams::report_problems(capture, file);
    return problems == Exit::Done && replay.fails_to_verify() ? Exit::No : problems;
}

} // namespace relit::cli
