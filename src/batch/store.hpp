// A store: the results of one plan by key. Folders of it:
//   plan.json            the format, the command and the build that the results are of; a second plan is refused by name
//   units.jsonl          the units of the latest run, a line each
//   results/ab/KEY       a record each (record.hpp), renamed to its name when it is whole
//   quarantined/ab/KEY   why a unit has no result, JSON
//   running/ab12cd/      what a run writes at the moment (running.hpp)
//   times/               how long units took (times.hpp)
//   lock                 one run at a time, or several of shards
#pragma once

#include "base/result.hpp"
#include "batch/record.hpp"
#include "batch/running.hpp"
#include "batch/unit.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace relit::batch {

/// Why a unit has no result after two tries.
struct Quarantine {
    std::string reason;   // "ended by SIGSEGV", "CPU time limit, 120 s"
    std::string location; // the last of its messages; empty if there are none

    [[nodiscard]] bool operator==(const Quarantine&) const = default;
};

class Store {
public:
    /// Makes the folder if it is not there, and writes `plan` if it has none. A fault (usage) names the command that the store is of
    /// if that is another one, or says that another build made it; a fault (bad input) if it cannot be made or read.
    [[nodiscard]] static Result<Store> open_for(const std::string& folder, const Plan& plan);
    /// A store that is there. A fault (bad input) if the folder is none.
    [[nodiscard]] static Result<Store> open(const std::string& folder);

    [[nodiscard]] const Plan& plan() const { return plan_; }
    [[nodiscard]] const std::string& folder() const { return folder_; }

    /// Begins to write (running.hpp), until end_run(), or until the store and its copies are gone. A fault (usage) if others that write do not
    /// let it in.
    [[nodiscard]] Status begin_run(Sharing sharing, const RunNote& note);
    void end_run() { run_.reset(); }

    /// Replaces the list of units.
    [[nodiscard]] Status write_units(std::span<const Unit> units) const;
    /// Reads it; a fault (bad input) with the line if it is damaged.
    [[nodiscard]] Result<std::vector<Unit>> units() const;
    /// Returns true if the list is a plan that is cut into shards.
    [[nodiscard]] bool has_shards() const;

    [[nodiscard]] std::string result_path(Hash128 key) const { return path_of("results", key); }
    /// A file of the run's own.
    [[nodiscard]] std::string running_path(const std::string& name) const { return run_->folder() + "/" + name; }
    /// Reads and checks a result; nothing if there is none. A damaged one is a fault (bad input).
    [[nodiscard]] Result<std::optional<Record>> find(Hash128 key, const TakePart& take = {}) const;
    /// Renames a record to its place.
    [[nodiscard]] Status keep(const std::string& path, Hash128 key) const;

    [[nodiscard]] Result<std::optional<Quarantine>> find_quarantined(Hash128 key) const;
    [[nodiscard]] Status put_quarantined(Hash128 key, const Quarantine& quarantine) const;
    /// Lets a unit be tried again.
    void forget_quarantined(Hash128 key) const;

private:
    Store(std::string folder, Plan plan) : folder_(std::move(folder)), plan_(std::move(plan)) {}
    [[nodiscard]] std::string path_of(const char* kind, Hash128 key) const;
    [[nodiscard]] Status put(const std::string& path, const std::string& target) const;

    std::string folder_;
    Plan plan_;
    std::shared_ptr<Run> run_;
};

} // namespace relit::batch
