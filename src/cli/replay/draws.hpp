// relit replay --draws A..B --out DIR: what each draw works with, before and after it, and what it is.
#pragma once

#include "cli/io/program.hpp"
#include "render/gs/player/images.hpp"
#include "render/gs/player/replay.hpp"

namespace relit::cli {

/// Writes the files of those draws that were asked for, while a replay goes on.
class DrawFiles {
public:
    DrawFiles(const ReplayOptions& options, render::gs::player::Replay& replay) : options_(options), replay_(replay) {}

    // Called around each piece of work.
    [[nodiscard]] Status before(const machine::gs::Work& work);
    [[nodiscard]] Status after(const machine::gs::Work& work);

private:
    struct Images {
        Image colour, texture, palette; // without pixels where the draw has none
        render::gs::player::DepthValues depth;
    };
    [[nodiscard]] bool is_chosen(std::uint64_t draw) const {
        return draw >= options_.first_draw && draw <= options_.draw;
    }
    [[nodiscard]] Images images(const machine::gs::DrawState& state) const;

    const ReplayOptions& options_;
    render::gs::player::Replay& replay_;
    std::uint64_t number_ = 0; // of the draw
    render::gs::player::Position position_;
    std::uint64_t pixels_ = 0; // before it
    Images before_;
};

} // namespace relit::cli
