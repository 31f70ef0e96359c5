// Buffers as the CPU wrote them before a submission. What the GPU has drawn into them is not known.
#pragma once

#include "machine/r500/capture.hpp"

namespace relit::machine::r500 {

class Memory {
public:
    explicit Memory(const Capture& capture) : capture_(capture) {}

    /// Takes the updates in front of a submission, and of those before it.
    void advance(std::uint32_t submission);
    /// The whole of a buffer, zeros where nothing was written. Fails where there is no such buffer, or its blob is missing
    /// or damaged.
    [[nodiscard]] Result<std::vector<std::uint8_t>> contents(std::uint32_t handle) const;
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
};

} // namespace relit::machine::r500
