// The parts of a container while it is read: each must lie inside, and no two may overlap.
#pragma once

#include "isa/rsx/cg/encoding/container.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace relit::isa::rsx::cg {

/// Collects the regions of one file. Functions that return false leave a fault (take_fault()).
class Regions {
public:
    explicit Regions(Bytes file) : file_(file) {}

    /// The container ends here; it is the whole file at first.
    void end_at(std::uint32_t end) { end_ = end; }
    [[nodiscard]] std::uint32_t end() const { return end_; }

    bool wrong(std::uint64_t offset, std::string text, FaultKind kind = FaultKind::BadInput);
    /// `from`: the offset of the field that gives the region.
    bool add(std::uint32_t from, std::uint32_t offset, std::uint64_t size, Kind kind, std::uint32_t index = 0);
    /// Checks a region that is added in parts.
    bool inside(std::uint32_t from, std::uint32_t offset, std::uint64_t size, Kind kind);
    /// Adds a string with the zero after it, which ends before `most`.
    bool name(std::uint32_t from, std::uint32_t offset, std::uint32_t most);
    bool name(std::uint32_t from, std::uint32_t offset) { return offset == 0 || name(from, offset, end_); }
    /// Adds a count with as many offsets into microcode of `code_size` bytes.
    bool constants(std::uint32_t from, std::uint32_t offset, std::uint32_t code_size);
    /// Gives all bytes of the file, in order: the regions, and gaps between them. Names may overlap if one is the end of another.
    bool join(std::vector<Region>& into);

    [[nodiscard]] Fault take_fault() { return std::move(fault_); }

private:
    bool constant(std::uint32_t at, std::uint32_t code_size);
    bool shares(const Region& first, const Region& next);

    Bytes file_;
    std::uint32_t end_ = static_cast<std::uint32_t>(file_.size());
    std::vector<Region> regions_;
    std::uint64_t constants_ = 0;
    Fault fault_;
};

} // namespace relit::isa::rsx::cg
