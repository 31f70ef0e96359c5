// Compares two stores of one verb, with the results of two sets of options or of two builds of the program.
#pragma once

#include "batch/store.hpp"
#include "batch/unit.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace relit::batch {

/// The change of a unit from the first store, A, to the second, B. A unit fails if its exit code is not 0.
enum class Change : std::uint8_t {
    Same,        // exit code, output and files; messages may differ
    Differs,     // they differ, and it fails in both or in none
    FailsInA,    // in A alone
    FailsInB,    // in B alone
    New,         // A has no result
    Missing,     // B has no result
    NotRun,      // neither has a result
    Quarantined, // in A, B or both, so that there is nothing to compare
    Damaged,     // a result is not as it was written
};

/// The numbers of a unit in both stores; nothing where one does not have it.
struct UnitPair {
    std::optional<std::uint32_t> a, b;

    [[nodiscard]] bool operator==(const UnitPair&) const = default;
};
/// Pairs units whose inputs have the same contents, and of the others those of the same name. Inputs with the same contents in one
/// store are one unit. In the order of A; then those that B alone has, in its order.
[[nodiscard]] std::vector<UnitPair> pair_units(std::span<const Unit> a, std::span<const Unit> b);

/// A unit in one of the stores.
struct ComparedSide {
    const Unit* unit = nullptr; // nothing: the store does not have it
    std::optional<Record> record;
    std::optional<Quarantine> quarantine;
    std::string damage; // tells what is wrong with the result; empty if nothing is
};

/// A unit in both.
struct Compared {
    Change change = Change::Same;
    ComparedSide a, b;
    std::vector<std::string>
        parts; // that differ or that one alone has, without messages; for units that have both results
    bool has_other_messages = false;
    bool is_by_name = false; // the contents of its inputs differ

    [[nodiscard]] const Unit& unit() const { return a.unit != nullptr ? *a.unit : *b.unit; }
};
/// Reads and checks both results; at least one unit is there. A fault if a store cannot be read.
[[nodiscard]] Result<Compared> compare_units(const Store& store_a, const Unit* a, const Store& store_b, const Unit* b);

} // namespace relit::batch
