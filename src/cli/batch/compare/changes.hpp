// The differences of two stores, as batch compare tells them.
#pragma once

#include "base/image/difference.hpp"
#include "batch/comparison.hpp"
#include "cli/io/product.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace relit::cli {

inline constexpr std::uint64_t kMostComparedImage = std::uint64_t{256} << 20; // bytes of an image that is compared
inline constexpr std::uint64_t kMostComparedText = std::uint64_t{1} << 20; // bytes of a text whose lines are compared

/// A part that is an image (PNG) in both results.
struct ImageChange {
    std::string part; // "stdout", "files/frame.png"
    Apart apart;
    bool has_other_size = false;
    std::string file; // of the amplified difference; empty: none was asked for
};

/// A unit that is not the same in both stores, or whose messages are not.
struct Changed {
    batch::Change change = batch::Change::Same;
    std::string name;
    batch::UnitPair numbers; // in the lists of units of the stores
    std::optional<int> exit_a, exit_b;
    std::vector<std::string> parts; // that differ
    std::vector<ImageChange> images;
    bool has_other_messages = false, is_by_name = false;
    std::string why; // of units that are quarantined or damaged

    /// The most pixels and steps of its images.
    [[nodiscard]] double badness() const;
};

/// "fails in B", and in JSON "fails_in_b".
[[nodiscard]] std::string_view text_of(batch::Change change);
[[nodiscard]] std::string key_of(batch::Change change);

/// Both stores with their units.
struct ComparedStores {
    std::array<batch::Store, 2> stores;
    std::array<std::vector<batch::Unit>, 2> units;

    [[nodiscard]] const batch::Unit& unit(std::size_t store, const Changed& changed) const {
        return units[store][store == 0 ? *changed.numbers.a : *changed.numbers.b];
    }
};

/// All that differs, and how many units there are of each kind.
struct Comparison {
    std::vector<Changed> changes; // in the order of A, then those that B alone has
    std::array<std::uint64_t, static_cast<std::size_t>(batch::Change::Damaged) + 1> counts{};
    std::uint64_t other_messages = 0, by_name = 0;
    std::uint64_t quarantined_in_one = 0; // of those that are quarantined

    [[nodiscard]] std::uint64_t count(batch::Change change) const { return counts[static_cast<std::size_t>(change)]; }
    /// Units that have a result in both.
    [[nodiscard]] std::uint64_t compared() const;
};

/// Compares all units. `folder`, unless it is empty, gets the amplified differences of images.
[[nodiscard]] Result<Comparison> compare_all(const ComparedStores& both, const std::string& folder);
/// A part of a unit's result; nothing if there is none or it has more bytes than `most`. A fault if it cannot be read.
[[nodiscard]] Result<std::optional<std::string>> read_part(const batch::Store& store, const batch::Unit& unit,
                                                           const std::string& part, std::uint64_t most);

/// Members of the object that is open: the unit, what became of it, exit codes, parts and images.
void write_change(JsonWriter& json, const Changed& changed);
/// The same of the whole comparison: both stores and the counts.
void write_summary(JsonWriter& json, const ComparedStores& both, const Comparison& comparison);

} // namespace relit::cli
