// The buffers that a card reads and writes, with who wrote what when: images of the device are copies of byte ranges, and this says
// which copies are out of date.
#pragma once

#include "machine/r500/capture/memory.hpp"

#include <map>
#include <span>
#include <vector>

namespace relit::render::r500 {

/// Bytes of a buffer.
struct ByteRange {
    std::uint32_t buffer = 0;
    std::uint64_t begin = 0, end = 0;
    [[nodiscard]] bool overlaps(const ByteRange& other) const {
        return buffer == other.buffer && begin < other.end && other.begin < end;
    }
    [[nodiscard]] auto operator<=>(const ByteRange&) const = default;
};

class VideoMemory {
public:
    /// `capture` must outlive this.
    explicit VideoMemory(const machine::r500::Capture& capture) : capture_(capture), memory_(capture) {}

    /// Takes what the CPU writes before a submission.
    void advance(std::uint32_t submission);
    [[nodiscard]] Result<Bytes> read(std::uint32_t buffer);
    /// The bytes of the buffer, of which the range is about to be written.
    [[nodiscard]] Result<std::span<std::uint8_t>> write(const ByteRange& range);

    /// Counts writes; is_written_since() compares with it.
    [[nodiscard]] std::uint64_t now() const { return now_; }
    [[nodiscard]] bool is_written_since(const ByteRange& range, std::uint64_t then) const;

    [[nodiscard]] machine::r500::Memory& machine() { return memory_; }
    [[nodiscard]] const machine::r500::Capture& capture() const { return capture_; }

private:
    struct Write {
        std::uint64_t begin = 0, end = 0, when = 0;
    };
    void note(const ByteRange& range);

    const machine::r500::Capture& capture_;
    machine::r500::Memory memory_;
    std::uint32_t next_ = 0; // submission whose updates come next
    std::uint64_t now_ = 0;
    std::map<std::uint32_t, std::vector<Write>> writes_; // by buffer; the newest last
};

} // namespace relit::render::r500
