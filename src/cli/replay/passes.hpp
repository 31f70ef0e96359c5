// relit replay --split N --out DIR: passes of N draws, what each finds and leaves, and what its primitives interpolate.
#pragma once

#include "cli/io/program.hpp"
#include "cli/replay/images.hpp"
#include "render/gs/memory/memory.hpp"
#include "render/gs/player/replay.hpp"
#include "render/gs/reference/rules.hpp"

namespace relit::cli {

/// Ends a pass after so many draws, and before whatever else may change what it draws to; writes its files.
class PassFiles {
public:
    PassFiles(const ReplayOptions& options, render::gs::player::Replay& replay,
              const render::gs::reference::Rules& rules)
        : options_(options), replay_(replay), rules_(rules) {}

    // Called around each piece of work, and at the end.
    [[nodiscard]] Status before(const machine::gs::Work& work);
    [[nodiscard]] Status after(const machine::gs::Work& work);
    [[nodiscard]] Status finish() { return end("end"); }

private:
    struct Drawn {
        machine::gs::Draw draw;
        machine::gs::DrawState state;
    };
    [[nodiscard]] bool is_chosen(std::uint64_t draw) const {
        return draw >= options_.first_draw && (options_.draw == 0 || draw <= options_.draw);
    }
    /// Why the pass ends before a piece of work; empty: it goes on.
    [[nodiscard]] std::string_view end_before(const machine::gs::Work& work) const;
    [[nodiscard]] bool fits(const machine::gs::DrawState& state) const;
    void begin();
    [[nodiscard]] Status end(std::string_view reason);
    /// Before and after the pass; gives the range of both, nothing where no draw tests depth.
    std::optional<render::gs::player::DepthRange> add_depth(NamedImages& images, const machine::gs::DrawState& state,
                                                            const std::array<render::gs::Memory, 2>& memories) const;
    void add_interpolants(NamedImages& images, const machine::gs::DrawState& state) const;
    /// A state with the pass's buffers, and the lowest row that it may draw to.
    [[nodiscard]] machine::gs::DrawState shown() const;

    const ReplayOptions& options_;
    render::gs::player::Replay& replay_;
    render::gs::reference::Rules rules_;
    std::vector<Drawn> drawn_;                 // since the pass began
    std::optional<machine::gs::Buffer> depth_; // of those that test depth
    // before it
    std::vector<std::uint8_t> memory_;
    render::gs::player::Position position_;
    std::uint64_t pixels_ = 0;
};

} // namespace relit::cli
