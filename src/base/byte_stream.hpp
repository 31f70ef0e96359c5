// Input that is never in memory as a whole: bytes that come when they are asked for, and a window that moves over them.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace relit {

/// Gives the next bytes of an input: fills the front of `into`, which is not empty, and tells how many came. 0 only at
/// the end.
using ReadBytes = std::function<Result<std::size_t>(std::span<std::uint8_t> into)>;

/// An input in memory, which must outlive the stream.
[[nodiscard]] ReadBytes reader_of(Bytes bytes);
/// Bytes that were read already, followed by the rest of the input.
[[nodiscard]] ReadBytes reader_of(std::vector<std::uint8_t> begin, ReadBytes rest);

/// Moves over an input from front to back. Takes as much memory as the most that was asked for at once, never more than
/// twice what the input really holds.
class ByteWindow {
public:
    explicit ByteWindow(ReadBytes input) : input_(std::move(input)) {}

    /// The next `count` bytes in one piece, fewer only where the input ends. They stay until the next call.
    [[nodiscard]] Bytes ahead(std::size_t count);
    /// Goes on by bytes that ahead() has shown.
    void skip(std::size_t count) { from_ += count, offset_ += count; }

    /// Of the next byte.
    [[nodiscard]] std::uint64_t offset() const { return offset_; }
    /// How far the input has been read.
    [[nodiscard]] std::uint64_t end() const { return offset_ + (filled_ - from_); }
    /// Why the input ended before its end.
    [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }

private:
    void fill(std::size_t count);

    ReadBytes input_;
    std::vector<std::uint8_t> buffer_;
    std::size_t from_ = 0, filled_ = 0; // what of the buffer is ahead
    std::uint64_t offset_ = 0;
    std::optional<Fault> fault_;
    bool ended_ = false;
};

} // namespace relit
