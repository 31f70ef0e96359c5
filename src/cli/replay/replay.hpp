// Declarations that the files of the verb replay share.
#pragma once

#include "cli/io/product.hpp"
#include "render/gs/player/pixel_history.hpp"
#include "render/gs/player/verifying.hpp"

namespace relit::cli {

/// A new renderer of a name, by the rules "console" or "plain": with exact planes, where a console was measured to be a
/// little off.
[[nodiscard]] Result<std::unique_ptr<render::gs::Renderer>> renderer_of(std::string_view name, std::string_view rules,
                                                                        const Options& options);
[[nodiscard]] render::gs::ScanoutOptions scanout_of(const ReplayOptions& replay_options);
[[nodiscard]] Bytes as_bytes(std::string_view text);

using NamedCounts = std::vector<render::gs::NamedCount>;
void add_counts(JsonWriter& json, const NamedCounts& counts);

/// Prints the history of --pixel, or those of --pixels, during a replay.
class PixelReport {
public:
    /// The area of --pixel or --pixels. A grid lies over what is shown, for which a file is read once more. Usage where that is
    /// not known, or where there are more pixels than a replay follows.
    [[nodiscard]] static Result<PixelArea> area_of(const ReplayOptions& options, const std::string& file, bool is_file);

    /// The file is read once more: buffers whose memory is written before they are drawn to are known from the beginning then.
    PixelReport(const Options& options, render::gs::player::Replay& replay, const std::string& file, bool is_file,
                const PixelArea& area);

    /// Usage where no frame that is drawn to or shown has a pixel, as far as that is known: of a file from the beginning. Of a grid
    /// NotSupported.
    [[nodiscard]] Status check_inside() const;
    void before(const machine::gs::Work& work) { histories_.before(work); }
    void after(const machine::gs::Work& work) { histories_.after(work); }
    /// Tells what memory holds at the end; `stats` goes into the same JSON unless it is empty.
    [[nodiscard]] Status finish(const NamedCounts& stats);

private:
    void tell(std::size_t pixel, const render::gs::player::PixelEvent& event);
    /// Writes the text before the first event. Nothing is written before the first notification: an answer that begins has an end.
    void begin();
    void end_text();
    void end_json(const NamedCounts& stats);

    const Options& options_;
    Output out_;
    JsonWriter json_; // to it
    PixelArea area_;
    render::gs::player::PixelHistories histories_;
    std::string file_;
    bool is_file_, has_started_ = false;
};

/// Why --verify has compared nothing; empty if it has.
[[nodiscard]] std::string_view why_not_verified(const render::gs::player::Position& at);

/// The reference and the Vulkan renderer as one.
[[nodiscard]] Result<std::unique_ptr<render::gs::player::VerifyingRenderer>> verifying_renderer(const Options& options);
/// Prints what verifying came to.
[[nodiscard]] Status report_verified(const render::gs::player::VerifyingRenderer& renderer,
                                     const render::gs::player::Replay& replay, bool json);

/// Stops at the first draw after which two replays differ, and writes both images and their difference.
Exit replay_diff(const Options& options);

} // namespace relit::cli
