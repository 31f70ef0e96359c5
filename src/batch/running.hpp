// The runs that write to a store at the moment. Each has a folder of its own in running/, with a note of what it does, which is locked
// as long as the run lives: also on a file system that machines share.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace relit::batch {

/// One run alone replaces the list of units; runs of shards write beside one another.
enum class Sharing : std::uint8_t { Alone, Together };

struct RunNote {
    std::string host;
    std::int64_t process = 0;
    std::string job;                   // by which a scheduler calls it; empty: none
    std::vector<std::uint32_t> shards; // empty: all units

    [[nodiscard]] bool operator==(const RunNote&) const = default;
};
/// The note of this process.
[[nodiscard]] RunNote note_of_this_run(std::string job, std::vector<std::uint32_t> shards);

/// A run of this process.
class Run {
public:
    /// Alone it empties running/; together it removes what dead runs of the same shards have left. A fault (usage) if others write
    /// to the store, of which one wants it alone; a fault (bad input) if its folder cannot be made.
    [[nodiscard]] static Result<std::shared_ptr<Run>> begin(const std::string& store, Sharing sharing,
                                                            const RunNote& note);
    /// Removes the folder.
    ~Run();
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    Run(Run&&) = delete;
    Run& operator=(Run&&) = delete;

    [[nodiscard]] const std::string& folder() const { return folder_; }

private:
    explicit Run(int lock) : lock_(lock) {}
    [[nodiscard]] Status make_folder(const std::string& store, const RunNote& note);

    std::string folder_;
    int lock_ = -1, note_ = -1; // descriptors
};

/// A run, and whether it is still there: one that was killed leaves its note.
struct NotedRun {
    RunNote note;
    std::string folder;
    bool is_alive = false;
};
/// The runs of a store, sorted by their notes.
[[nodiscard]] std::vector<NotedRun> runs_in(const std::string& store);

} // namespace relit::batch
