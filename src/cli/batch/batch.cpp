// relit batch: a verb on many inputs, in worker processes, and a store of what came of it.
#include "cli/batch/batch.hpp"

#include "base/exit_code.hpp"
#include "cli/io/actions.hpp"
#include "cli/verbs.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

namespace relit::cli {
namespace {

constexpr VerbAction kStoreActions[] = {
#define ACTION(run, name, words, least, most, purpose) {name, words, least, most, run},
#include "cli/batch/actions.inc"
#undef ACTION
};

} // namespace

Exit batch_verb(const Options& options) { return run_action(options, kStoreActions); }

Result<UnitStatus> status_of(const batch::Store& store, Hash128 key) {
    const auto record = store.find(key);
    if (!record) return UnitStatus{UnitState::Damaged, 0, {}, record.error().text};
    if (*record) return UnitStatus{UnitState::Done, (*record)->exit, {}, {}};
    auto quarantine = store.find_quarantined(key);
    if (!quarantine) return std::unexpected(quarantine.error());
    if (!*quarantine) return UnitStatus{};
    return UnitStatus{UnitState::Quarantined, 0, std::move(**quarantine), {}};
}

bool may_end_otherwise(const UnitStatus& status) {
    return status.state == UnitState::Quarantined ||
           (status.state == UnitState::Done && status.exit == exit_code(FaultKind::Device));
}

std::string explanation_of(const batch::Quarantine& quarantine) {
    return quarantine.location.empty() ? quarantine.reason
                                       : fmt::format("{}; {}", quarantine.reason, quarantine.location);
}

std::filesystem::path path_inside(const std::string& name) {
    std::filesystem::path path;
    for (const std::filesystem::path& part : std::filesystem::path(name).relative_path())
        if (part != ".." && part != "." && !part.empty()) path /= part;
    return path;
}

void UnitCounts::add(const UnitStatus& status) {
    if (may_end_otherwise(status)) ++retriable;
    switch (status.state) {
        case UnitState::Missing: ++missing; return;
        case UnitState::Damaged: ++damaged; return;
        case UnitState::Unreadable: ++unreadable; return;
        case UnitState::Quarantined: ++quarantined; return;
        case UnitState::Done: break;
    }
    ++(status.exit == 0 ? done : failed);
    if (status.exit != 0) ++exits[status.exit];
}

std::string UnitCounts::text() const {
    std::string text = fmt::format("{} unit{}: {} done", units(), units() == 1 ? "" : "s", done);
    std::string codes;
    for (const auto& [code, count] : exits)
        codes += fmt::format("{}exit code {}: {}", codes.empty() ? "" : ", ", code, count);
    if (failed != 0) text += fmt::format(", {} failed ({})", failed, codes);
    if (quarantined != 0) text += fmt::format(", {} quarantined", quarantined);
    if (damaged != 0) text += fmt::format(", {} damaged", damaged);
    if (missing != 0) text += fmt::format(", {} missing", missing);
    if (inputs > units()) text += fmt::format("; {} inputs have the contents of others", inputs - units());
    if (unreadable != 0) text += fmt::format("; {} inputs cannot be read", unreadable);
    return text;
}

void UnitCounts::write(JsonWriter& json) const {
    json.members({{"units", units()},
                  {"done", done},
                  {"failed", failed},
                  {"quarantined", quarantined},
                  {"damaged", damaged},
                  {"missing", missing},
                  {"inputs", inputs},
                  {"unreadable", unreadable}});
    json.begin_object("exits");
    for (const auto& [code, count] : exits) json.member(std::to_string(code), count);
    json.end();
}

std::vector<std::uint32_t> firsts_of(std::span<const batch::Unit> units) {
    std::vector<std::uint32_t> order(units.size()), firsts(units.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto key_of = [&](std::uint32_t number) {
        return std::tuple(units[number].key.high, units[number].key.low, number);
    };
    std::ranges::sort(order, {}, key_of);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool is_first = i == 0 || units[order[i]].key != units[order[i - 1]].key;
        firsts[order[i]] = is_first ? order[i] : firsts[order[i - 1]];
    }
    return firsts;
}

std::vector<std::uint32_t> first_of_each_key(std::span<const batch::Unit> units) {
    const std::vector<std::uint32_t> firsts = firsts_of(units);
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < firsts.size(); ++i)
        if (firsts[i] == i) numbers.push_back(i);
    return numbers;
}

} // namespace relit::cli
