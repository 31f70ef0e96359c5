#include "batch/comparison.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace relit::batch {
namespace {

/// The first unit with each inputs, by these.
using ByInputs = std::map<std::array<std::uint64_t, 2>, std::uint32_t>;

std::array<std::uint64_t, 2> inputs_of(const Unit& unit) { return {unit.inputs.high, unit.inputs.low}; }

ByInputs by_inputs(std::span<const Unit> units) {
    ByInputs numbers;
    for (std::uint32_t i = 0; i < units.size(); ++i) numbers.emplace(inputs_of(units[i]), i);
    return numbers;
}

/// Gives the units of B that no other contents of A are paired with.
class FreeUnits {
public:
    FreeUnits(std::span<const Unit> units, const ByInputs& paired) : units_(units), is_free_(units.size(), false) {
        const ByInputs numbers = by_inputs(units);
        for (const auto& [inputs, number] : numbers) is_free_[number] = !paired.contains(inputs);
        for (std::uint32_t i = 0; i < units.size(); ++i)
            if (is_free_[i]) by_name_.emplace(units[i].name, i);
    }
    /// Takes the unit of a name.
    std::optional<std::uint32_t> take(std::string_view name) {
        const auto found = by_name_.find(name);
        if (found == by_name_.end() || !is_free_[found->second]) return std::nullopt;
        is_free_[found->second] = false;
        return found->second;
    }
    [[nodiscard]] std::vector<UnitPair> rest() const {
        std::vector<UnitPair> pairs;
        for (std::uint32_t i = 0; i < units_.size(); ++i)
            if (is_free_[i]) pairs.push_back({std::nullopt, i});
        return pairs;
    }

private:
    std::span<const Unit> units_;
    std::vector<bool> is_free_;
    std::map<std::string_view, std::uint32_t> by_name_;
};

/// Reads what a store has of a unit.
Result<ComparedSide> side_of(const Store& store, const Unit* unit) {
    ComparedSide side{unit, {}, {}, {}};
    if (unit == nullptr) return side;
    auto record = store.find(unit->key);
    if (!record)
        side.damage = record.error().text;
    else
        side.record = std::move(*record);
    if (side.record || !side.damage.empty()) return side;
    auto quarantine = store.find_quarantined(unit->key);
    if (!quarantine) return std::unexpected(quarantine.error());
    side.quarantine = std::move(*quarantine);
    return side;
}

const Part* part_named(const Record& record, std::string_view name) {
    const auto found = std::ranges::find(record.parts, name, &Part::name);
    return found == record.parts.end() ? nullptr : &*found;
}

/// The parts that differ, in the order of A; then those that B alone has.
std::vector<std::string> parts_that_differ(const Record& a, const Record& b) {
    std::vector<std::string> names;
    for (const Part& part : a.parts)
        if (const Part* const other = part_named(b, part.name); other == nullptr || *other != part)
            names.push_back(part.name);
    for (const Part& part : b.parts)
        if (part_named(a, part.name) == nullptr) names.push_back(part.name);
    return names;
}

/// Of a unit with two results.
Change change_of_results(const Compared& compared) {
    const int a = compared.a.record->exit, b = compared.b.record->exit;
    if (a != 0 && b == 0) return Change::FailsInA;
    if (a == 0 && b != 0) return Change::FailsInB;
    return a == b && compared.parts.empty() ? Change::Same : Change::Differs;
}

Change change_of(const Compared& compared) {
    const auto &a = compared.a, &b = compared.b;
    if (!a.damage.empty() || !b.damage.empty()) return Change::Damaged;
    if (a.quarantine || b.quarantine) return Change::Quarantined;
    if (a.record && b.record) return change_of_results(compared);
    return a.record ? Change::Missing : b.record ? Change::New : Change::NotRun;
}

} // namespace

std::vector<UnitPair> pair_units(std::span<const Unit> a, std::span<const Unit> b) {
    const ByInputs of_a = by_inputs(a), of_b = by_inputs(b);
    FreeUnits free(b, of_a);
    std::vector<UnitPair> pairs;
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        if (of_a.at(inputs_of(a[i])) != i) continue;
        const auto same = of_b.find(inputs_of(a[i]));
        pairs.push_back({i, same != of_b.end() ? std::optional(same->second) : free.take(a[i].name)});
    }
    std::ranges::move(free.rest(), std::back_inserter(pairs));
    return pairs;
}

Result<Compared> compare_units(const Store& store_a, const Unit* a, const Store& store_b, const Unit* b) {
    auto side_a = side_of(store_a, a);
    if (!side_a) return std::unexpected(side_a.error());
    auto side_b = side_of(store_b, b);
    if (!side_b) return std::unexpected(side_b.error());
    Compared compared{Change::Same, std::move(*side_a), std::move(*side_b), {}, false, false};
    compared.is_by_name = a != nullptr && b != nullptr && a->inputs != b->inputs;
    if (compared.a.record && compared.b.record) {
        compared.parts = parts_that_differ(*compared.a.record, *compared.b.record);
        compared.has_other_messages = std::erase(compared.parts, "stderr") != 0;
    }
    compared.change = change_of(compared);
    return compared;
}

} // namespace relit::batch
