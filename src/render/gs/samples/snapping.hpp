// Which primitives have all samples of a pixel where the pixel itself lies (docs/machine/gs-supersampling.md).
#pragma once

#include "machine/gs/state/work.hpp"

#include <array>

namespace relit::render::gs {

/// Asked once for each primitive, in their order: flat triangles and lines depend on those before them.
class Snapping {
public:
    /// Remembers primitives that do not snap.
    [[nodiscard]] bool snaps(const machine::gs::Draw& draw, const machine::gs::DrawState& state);
    /// At a vsync.
    void forget() { corners_ = {}; }
    [[nodiscard]] bool operator==(const Snapping&) const = default;
    /// For snapshots (base/snapshot.hpp).
    static void each_member(auto& self, auto&& visit) {
        auto& [corners] = self;
        visit(corners);
    }

private:
    static constexpr std::size_t kSlots = 1024;
    struct Corner {
        std::uint32_t z = 0;
        std::uint16_t x = 0, y = 0;
        bool is_there = false;
        [[nodiscard]] bool operator==(const Corner&) const = default;
        static void each_member(auto& self, auto&& visit) {
            auto& [z, x, y, is_there] = self;
            visit(z, x, y, is_there);
        }
    };
    [[nodiscard]] static Corner corner_of(const machine::gs::Vertex& vertex);
    [[nodiscard]] static std::size_t slot_of(const machine::gs::Vertex& vertex);

    std::array<Corner, kSlots> corners_{};
};

} // namespace relit::render::gs
