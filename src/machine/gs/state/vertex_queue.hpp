// The vertex queue: which vertices a primitive is made of, and what stays for the next one.
#pragma once

#include "machine/gs/state/work.hpp"

namespace relit::machine::gs {

/// How many vertices make a primitive, and what a kick with enough of them leaves in the queue.
struct PrimitiveInfo {
    enum class After : std::uint8_t { Empty, DropOldest, DropSecond };
    std::uint8_t needs = 0; // 0: never drawn
    After after = After::Empty;
    std::uint8_t vertices = 0; // of the primitive that it is drawn as
};

[[nodiscard]] constexpr PrimitiveInfo info(Primitive primitive) {
    using enum PrimitiveInfo::After;
    constexpr std::array<PrimitiveInfo, 8> kInfos = {{{1, Empty, 1},
                                                      {2, Empty, 2},
                                                      {2, DropOldest, 2},
                                                      {3, Empty, 3},
                                                      {3, DropOldest, 3},
                                                      {3, DropSecond, 3},
                                                      {2, Empty, 2},
                                                      {0, Empty, 0}}};
    return kInfos[static_cast<std::size_t>(primitive)];
}

/// Holds up to two vertices between kicks.
class VertexQueue {
public:
    void clear() { count_ = 0; }
    [[nodiscard]] unsigned size() const { return count_; }
    /// Adds a vertex; whether a primitive is complete, which then lies in `vertices`, oldest first.
    bool push(Primitive primitive, const Vertex& vertex, std::array<Vertex, 3>& vertices) {
        const PrimitiveInfo& shape = info(primitive);
        if (shape.needs == 0) return clear(), false;
        vertices_[count_++] = vertex;
        if (count_ < shape.needs) return false;
        vertices = vertices_;
        for (unsigned i = shape.needs; i < vertices.size(); ++i) vertices[i] = {};
        count_ = shape.after == PrimitiveInfo::After::Empty ? 0U : shape.needs - 1U;
        // A strip keeps the newer ones, a fan its first and its last.
        if (shape.after == PrimitiveInfo::After::DropOldest) vertices_[0] = vertices_[1];
        if (count_ == 2) vertices_[1] = vertices_[2];
        return true;
    }

    /// For snapshots (base/snapshot.hpp).
    static void each_member(auto& self, auto&& visit) {
        auto& [vertices, count] = self;
        visit(vertices, count);
    }
    [[nodiscard]] std::string_view fault() const {
        return count_ > 2 ? "a vertex queue holds more than two vertices" : "";
    }

private:
    std::array<Vertex, 3> vertices_{};
    unsigned count_ = 0;
};

} // namespace relit::machine::gs
