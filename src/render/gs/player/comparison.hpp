// Two replays side by side, of two dumps or of one: the first piece of work after which local memories differ.
#pragma once

#include "machine/gs/dump/reader.hpp"
#include "render/gs/player/replay.hpp"

#include <functional>

namespace relit::render::gs::player {

/// A dump that one or two replays read. They go side by side: none is more than a part ahead.
class SharedDump {
public:
    explicit SharedDump(ReadBytes input) : reader_(std::move(input)) {}

    [[nodiscard]] const machine::gs::DumpReader& reader() const { return reader_; }
    /// The part after the `given` that a replay has had.
    std::optional<machine::gs::PacketPart> next(std::uint64_t& given);

private:
    machine::gs::DumpReader reader_;
    std::optional<machine::gs::PacketPart> part_;
    std::uint64_t read_ = 0;
};

/// One of the two.
class ComparedReplay {
public:
    /// The dump has a front.
    ComparedReplay(std::shared_ptr<SharedDump> dump, std::unique_ptr<Renderer> renderer, const ScanoutOptions& scanout)
        : dump_(std::move(dump)),
          replay_(dump_->reader().front(), [this] { return dump_->next(given_); }, std::move(renderer), scanout) {}
    ComparedReplay(const ComparedReplay&) = delete;
    ComparedReplay& operator=(const ComparedReplay&) = delete;

    [[nodiscard]] Replay& replay() { return replay_; }
    [[nodiscard]] const Replay& replay() const { return replay_; }
    [[nodiscard]] const std::shared_ptr<SharedDump>& dump() const { return dump_; }
    [[nodiscard]] bool is_damaged() const { return dump_->reader().fault().has_value(); }

private:
    std::shared_ptr<SharedDump> dump_;
    std::uint64_t given_ = 0; // parts of it
    Replay replay_;
};

enum class Found : std::uint8_t { Nothing, Difference, Damage };
/// Replays both until memories differ; then both stand after the first piece of work that differs. `told` is called
/// after each packet.
[[nodiscard]] Found find_difference(ComparedReplay& a, ComparedReplay& b, const std::function<void()>& told);

/// How many bytes of local memory differ, and the first of them.
struct MemoryDifference {
    std::size_t bytes = 0, first = 0;
};
[[nodiscard]] MemoryDifference memory_difference(Renderer& a, Renderer& b);

} // namespace relit::render::gs::player
