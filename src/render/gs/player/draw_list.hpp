// The draws of a dump as a list: groups of the same state, with what each of them covered and wrote.
#pragma once

#include "machine/gs/dump/reader.hpp"
#include "machine/gs/state/draw_groups.hpp"
#include "render/gs/pixel_trace.hpp"
#include "render/gs/player/replay.hpp"

namespace relit::render::gs::player {

/// A group that has ended.
struct DrawGroup {
    std::uint64_t number = 0, first_draw = 0, last_draw = 0; // from 1
    Position position;                                       // before its first draw, whose packet it names
    machine::gs::DrawState state;                            // of the first draw
    std::optional<machine::gs::DrawState> before;            // of the group before it
    machine::gs::WorkBetween between;
    std::array<std::uint64_t, machine::gs::kPrimitiveNames.size()> primitives{}; // by type
    FragmentCounts::Box box;     // of the vertices in the window, 12.4, before the scissor
    FragmentCounts pixels;       // counted once for each draw that covers them
    std::uint64_t outside = 0;   // draws whose box has no pixel within the scissor
    std::uint64_t uncovered = 0; // other draws that cover no pixel

    [[nodiscard]] std::uint64_t draws() const { return last_draw - first_draw + 1; }
    [[nodiscard]] bool writes_nothing() const { return pixels.colour_written == 0 && pixels.depth_written == 0; }
};
/// Returns why a group has written nothing, in phrases such as "the alpha test fails all, AFAIL=KEEP"; none if it has.
[[nodiscard]] std::vector<std::string> reasons_of(const DrawGroup& group);

/// Collects groups during a replay. Memory: that of one group.
class DrawList {
public:
    using Tell = std::function<void(const DrawGroup&)>;
    /// `tell` is called for each group once it has ended. Traces the replay's renderer from now on.
    DrawList(Replay& replay, Tell tell);
    DrawList(const DrawList&) = delete;
    DrawList& operator=(const DrawList&) = delete;
    ~DrawList() { [[maybe_unused]] const auto traced = replay_.renderer().trace(nullptr); }

    /// NotSupported if the renderer cannot count pixels.
    [[nodiscard]] const Status& status() const { return status_; }

    // Called around each piece of work, and at the end.
    void before(const machine::gs::Work& work);
    void after(const machine::gs::Work& work);
    void finish();

private:
    void begin();

    Replay& replay_;
    Tell tell_;
    machine::gs::DrawGroups groups_;
    DrawGroup group_;
    std::uint64_t covered_ = 0; // by the group before the present draw
    PixelTracer tracer_;
    Status status_;
};

/// The draws of a group of a dump, found without drawing. Nothing if there is no such group; then `groups` is how many there are.
struct FoundGroup {
    std::optional<machine::gs::DrawRange> range;
    std::uint64_t groups = 0;
};
[[nodiscard]] FoundGroup find_group(machine::gs::DumpReader& dump, std::uint64_t number);

} // namespace relit::render::gs::player
