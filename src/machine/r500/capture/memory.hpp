// Buffers: what the CPU wrote before a submission, and what a renderer has written since.
#pragma once

#include "machine/r500/capture/capture.hpp"

#include <span>

namespace relit::machine::r500 {

/// Most bytes of all buffers of a capture that a renderer works in.
inline constexpr std::uint64_t kMostOpen = std::uint64_t{1} << 30;

class Memory {
public:
    explicit Memory(const Capture& capture) : capture_(capture) {}

    /// Takes the updates in front of a submission, and of those before it.
    void advance(std::uint32_t submission);
    /// The whole of a buffer, zeros where nothing was written. Fails where there is no such buffer, or its blob is missing
    /// or damaged.
    [[nodiscard]] Result<std::vector<std::uint8_t>> contents(std::uint32_t handle) const;
    /// The bytes of a buffer, to read and to write. They stay until the CPU writes the buffer anew; advance() ends the span. Fails
    /// as contents() does, and where the buffers that are open have more than kMostOpen bytes.
    [[nodiscard]] Result<std::span<std::uint8_t>> open(std::uint32_t handle);
    /// Where the bytes of a buffer come from.
    enum class Origin : std::uint8_t { Blob, Zeros, Nothing };
    [[nodiscard]] Origin origin(std::uint32_t handle) const;
    /// A dword of a buffer; nothing where it lies outside, was never written, or its blob is missing.
    [[nodiscard]] std::optional<std::uint32_t> dword(std::uint32_t handle, std::uint64_t offset);

private:
    const std::vector<std::uint8_t>& blob(const std::string& id);

    const Capture& capture_;
    std::uint32_t next_ = 0;                                       // submission whose updates come next
    std::map<std::uint32_t, std::optional<std::string>> contents_; // by handle: a blob, or zeros
    std::map<std::string, std::vector<std::uint8_t>> blobs_;       // that were read; empty where that failed
    std::uint64_t bytes_ = 0;                                      // of them
    std::map<std::uint32_t, std::vector<std::uint8_t>> open_;      // by handle
    std::uint64_t open_bytes_ = 0;
};

} // namespace relit::machine::r500
