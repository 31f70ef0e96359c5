// relit replay --draws A..B --out DIR of a capture: the JSON of each of these draws beside its images.
#pragma once

#include "base/result.hpp"
#include "machine/r500/capture/draw.hpp"
#include "machine/r500/capture/memory.hpp"
#include "render/r500/counts.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace relit::cli {

class CaptureDrawFiles {
public:
    /// `capture` must outlive this.
    explicit CaptureDrawFiles(const machine::r500::Capture& capture) : capture_(capture), memory_(capture) {}

    /// A draw once it has been performed.
    struct Performed {
        std::optional<render::r500::DrawCounts> counts;          // none: the device cannot count fragments
        bool is_left_out = false;                                // it could not be performed
        std::vector<std::pair<std::string, std::string>> images; // names and files: "colour-0", "depth"
    };
    /// The file of a draw (docs/schemas/replay_capture_draw.json). Draws come in order. Vertices are those of the
    /// buffers as the CPU wrote them.
    [[nodiscard]] std::string text_of(const machine::r500::Draw& draw, const Performed& performed);
    /// Each draw in order, those without a file too: the next one tells what changed since.
    void note(const machine::r500::Draw& draw) { before_ = draw.state; }

private:
    const machine::r500::Capture& capture_;
    machine::r500::Memory memory_;
    std::optional<machine::r500::State> before_; // of the draw before
};

/// "draw-000012.json"
[[nodiscard]] std::string draw_file_name(std::uint32_t draw);

} // namespace relit::cli
