#include "batch/members.hpp"

#include "batch/archive/unpacking.hpp"

#include <filesystem>
#include <map>

#include <fmt/format.h>

namespace relit::batch {
namespace {

namespace fs = std::filesystem;

std::string folder_of_members(const Store& store) { return fs::absolute(store.running_path("members")).string(); }

} // namespace

MemberUnits units_of_archive(const Unit& whole, const ArchiveLimits& limits) {
    MemberUnits found;
    const std::string archive = whole.files[0], base = fs::path(archive).filename().string();
    const Status read = each_member(
        archive,
        [&](const Member& member, const Result<Hash128>& hash) {
            const std::string name = fmt::format("{}/{}", whole.name, member.name);
            if (!hash) return (void)found.refused.push_back({name, hash.error()});
            Unit unit{name, {fmt::format("{}/{}", base, member.name)}, {}, {}};
            unit.inputs = inputs_of_contents(unit.files[0], *hash);
            unit.archive = archive;
            unit.member = member.number;
            found.units.push_back(std::move(unit));
        },
        limits);
    if (!read) found.refused.push_back({whole.name, read.error()});
    return found;
}

std::string member_folder(const Store& store, const Unit& unit) {
    return folder_of_member(folder_of_members(store), unit);
}

Result<PoolEnd> run_with_members(const Store& store, std::span<const Unit> units,
                                 std::span<const std::uint32_t> pending, const RunUnit& run, const PoolOptions& options,
                                 const PoolEvents& events) {
    std::map<std::string, std::vector<std::uint32_t>> by_archive; // "": units that are files
    for (const std::uint32_t number : pending) by_archive[units[number].archive].push_back(number);
    for (auto& [archive, numbers] : by_archive) {
        if (archive.empty()) {
            const auto end = run_pool(store, units, numbers, run, options, events);
            if (!end || end->signal != 0) return end;
            continue;
        }
        Unpacking unpacking(archive, units, std::move(numbers), folder_of_members(store));
        for (;;) {
            const auto group = unpacking.next_group();
            if (!group) return std::unexpected(group.error());
            if (group->is_empty()) break;
            for (const auto& [number, why] : group->refused) events.finished(number, {.refused = why});
            const auto end = run_pool(store, units, group->ready, run, options, events);
            if (!end || end->signal != 0) return end;
        }
    }
    return PoolEnd{};
}

} // namespace relit::batch
