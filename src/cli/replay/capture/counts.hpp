// The counts of each draw of a capture, as a table and as JSON.
#pragma once

#include "base/json/writer.hpp"
#include "machine/r500/capture/draw.hpp"
#include "render/r500/counts.hpp"

#include <string>
#include <vector>

namespace relit::cli {

class CaptureCounts {
public:
    void add(const machine::r500::Draw& draw, const render::r500::DrawCounts& counts) {
        draws_.push_back({draw.number, draw.vf_cntl.raw[0], counts});
    }
    /// A line a draw; columns that are 0 in all of them are left out.
    [[nodiscard]] std::string text() const;
    /// As the member draw_counts.
    void add_members(JsonWriter& json) const;

private:
    struct CountedDraw {
        std::uint32_t number = 0, vf_cntl = 0;
        render::r500::DrawCounts counts;
    };
    std::vector<CountedDraw> draws_;
};

} // namespace relit::cli
