// Functions that the parts of `relit batch` share.
#pragma once

#include "batch/store.hpp"
#include "batch/unit.hpp"
#include "cli/io/product.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::cli {

/// All that is known of a unit.
enum class UnitState : std::uint8_t { Missing, Done, Quarantined, Damaged, Unreadable };

/// A unit's state, and what goes with it.
struct UnitStatus {
    UnitState state = UnitState::Missing;
    int exit = 0;                 // of Done
    batch::Quarantine quarantine; // of Quarantined
    std::string damage;           // of Damaged
};
/// Returns true if another try may end otherwise: the unit is quarantined, or its device failed.
[[nodiscard]] bool may_end_otherwise(const UnitStatus& status);
/// "ended by SIGSEGV; crash at relit+0x1234"
[[nodiscard]] std::string explanation_of(const batch::Quarantine& quarantine);
/// Reads and checks what the store has of a key; a fault if it cannot be read.
[[nodiscard]] Result<UnitStatus> status_of(const batch::Store& store, Hash128 key);

/// Counts of units; units with the same contents count once.
struct UnitCounts {
    std::uint64_t inputs = 0;                   // with those that have the contents of others
    std::uint64_t done = 0, failed = 0;         // with exit code 0, with another one
    std::uint64_t quarantined = 0, damaged = 0; // without a result
    std::uint64_t missing = 0, unreadable = 0;  // not run, inputs that cannot be read
    std::map<int, std::uint64_t> exits;         // of failed
    std::uint64_t retriable = 0;                // of those: may_end_otherwise()

    void add(const UnitStatus& status);
    [[nodiscard]] std::uint64_t units() const { return done + failed + quarantined + damaged + missing; }
    /// "12 units: 10 done, 2 failed (exit code 3: 2)", without a line end; what is zero is left out, but for done.
    [[nodiscard]] std::string text() const;
    /// Members of the object that is open.
    void write(JsonWriter& json) const;
};

/// The numbers of the units that are the first with their key, in order.
[[nodiscard]] std::vector<std::uint32_t> first_of_each_key(std::span<const batch::Unit> units);
/// For each unit the number of the first with its key.
[[nodiscard]] std::vector<std::uint32_t> firsts_of(std::span<const batch::Unit> units);

/// A name below a folder: what would lead out of it is left out.
[[nodiscard]] std::filesystem::path path_inside(const std::string& name);

// ---- one function an action; `words` are those after it

Exit run_units(const Options& options, std::span<const std::string> words);
Exit show_status(const Options& options, std::span<const std::string> words);
Exit plan_shards(const Options& options, std::span<const std::string> words);
Exit work_on_shard(const Options& options, std::span<const std::string> words);
Exit list_unfinished(const Options& options, std::span<const std::string> words);
Exit merge_stores(const Options& options, std::span<const std::string> words);
Exit check_store(const Options& options, std::span<const std::string> words);
Exit submit_job(const Options& options, std::span<const std::string> words);
Exit extract_results(const Options& options, std::span<const std::string> words);
Exit compare_stores(const Options& options, std::span<const std::string> words);

} // namespace relit::cli
