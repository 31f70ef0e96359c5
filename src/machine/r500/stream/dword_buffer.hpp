// The dwords of a stream, which may be as large as the file that they are read from.
#pragma once

#include "base/bytes.hpp"
#include "machine/r500/stream/packet.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace relit::machine::r500 {

/// A range of dwords of its own, or of a view of dwords that outlive it. Copies of a view are views of the same dwords.
class DwordBuffer {
public:
    DwordBuffer() = default;
    DwordBuffer(std::vector<std::uint32_t> dwords) : owned_(std::move(dwords)) {}

    /// The dwords of little-endian bytes, whose number is a multiple of four: a view of them where the host has that order and they
    /// are aligned, else a copy. The bytes must outlive the buffer.
    [[nodiscard]] static DwordBuffer of_bytes(Bytes bytes);

    [[nodiscard]] std::size_t size() const { return dwords().size(); }
    [[nodiscard]] Dwords::iterator begin() const { return dwords().begin(); }
    [[nodiscard]] Dwords::iterator end() const { return dwords().end(); }
    /// The dwords to be changed or added to; those of a view are copied first.
    [[nodiscard]] std::vector<std::uint32_t>& own();

private:
    [[nodiscard]] Dwords dwords() const { return view_.data() == nullptr ? Dwords(owned_) : view_; }

    std::vector<std::uint32_t> owned_;
    Dwords view_; // without data: they are owned
};

} // namespace relit::machine::r500
