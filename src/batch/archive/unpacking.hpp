// Unpacks files of an archive whose units were found before, a bounded number at a time, into a folder for each.
#pragma once

#include "base/result.hpp"
#include "batch/archive/archive.hpp"
#include "batch/unit.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace relit::batch {

/// Files that lie in their folders, by the numbers of their units, and those that are not what they were, each with the reason.
struct UnpackedGroup {
    std::vector<std::uint32_t> ready;
    std::vector<std::pair<std::uint32_t, Fault>> refused;

    [[nodiscard]] bool is_empty() const { return ready.empty() && refused.empty(); }
};

/// The folder of a unit's file below the folder of all: names that cannot be beside one another do not meet.
[[nodiscard]] std::string folder_of_member(const std::string& folder, const Unit& unit);

class Unpacking {
public:
    /// `numbers`: of units of this archive, in any order. The archive is opened by the first group.
    Unpacking(std::string archive, std::span<const Unit> units, std::vector<std::uint32_t> numbers, std::string folder,
              ArchiveLimits limits = {});

    /// Removes the group before, and gives the next one; it is empty at the end. A file is ready if its contents have the hash of its
    /// unit: the archive may change at any time. A fault if a file cannot be written.
    [[nodiscard]] Result<UnpackedGroup> next_group();

private:
    [[nodiscard]] Status seek(const Unit& unit);
    [[nodiscard]] Status write(const Unit& unit);
    [[nodiscard]] Status note_unwritten(int error);

    std::string archive_;
    std::span<const Unit> units_;
    std::vector<std::uint32_t> numbers_;
    std::string folder_;
    ArchiveLimits limits_;
    std::optional<ArchiveReader> reader_;
    std::optional<Member> ahead_;    // the entry that the reader has gone to
    std::optional<Fault> end_;       // why it goes no further
    std::optional<Fault> unwritten_; // why no file can be written
    std::size_t at_ = 0;             // of the numbers
    std::uint64_t bytes_ = 0;        // of the group
};

} // namespace relit::batch
