#include "batch/members.hpp"

#include "base/file.hpp"
#include "base/hash/running_hash.hpp"
#include "batch/archive/archive.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>

#include <fmt/format.h>

namespace relit::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFilesAtOnce = 4096;

/// The hash of a unit's inputs, by that of the contents of its one file.
Hash128 inputs_of_contents(const std::string& file, Hash128 contents) {
    return *hash_of_files({file}, [&](const std::string&) { return Result<Hash128>(contents); });
}

std::unexpected<Fault> fail_in(std::string_view archive, std::string_view text) {
    return fail(fmt::format("{}: {}", archive, text));
}

/// Unpacks the files of one archive, group by group.
class Unpacking {
public:
    Unpacking(ArchiveReader reader, std::span<const Unit> units, std::vector<std::uint32_t> numbers, std::string folder)
        : reader_(std::move(reader)), units_(units), numbers_(std::move(numbers)), folder_(std::move(folder)) {
        std::ranges::sort(numbers_, {}, [&](std::uint32_t number) { return units_[number].member; });
    }
    /// Removes the group before, and gives the next one; it is empty at the end.
    Result<std::vector<std::uint32_t>> next_group() {
        std::error_code error;
        fs::remove_all(folder_, error);
        if (error) return fail(fmt::format("{}: {}", folder_, error.message()));
        std::vector<std::uint32_t> group;
        for (bytes_ = 0; at_ < numbers_.size() && bytes_ < kMostUnpackedAtOnce && group.size() < kMostFilesAtOnce;
             ++at_) {
            const Unit& unit = units_[numbers_[at_]];
            if (const Status unpacked = unpack(unit); !unpacked) return fail_in(unit.archive, unpacked.error().text);
            group.push_back(numbers_[at_]);
        }
        return group;
    }

private:
    Status unpack(const Unit& unit) {
        for (;;) {
            const auto member = reader_.next();
            if (!member) return std::unexpected(member.error());
            if (!*member || (*member)->number > unit.member) return changed();
            if ((*member)->number != unit.member) continue;
            return (*member)->refusal.empty() ? write(unit) : changed();
        }
    }
    Status write(const Unit& unit) {
        const std::string path = folder_ + "/" + unit.files[0];
        std::error_code error;
        fs::create_directories(fs::path(path).parent_path(), error);
        const File file(error ? nullptr : std::fopen(path.c_str(), "wbx"));
        if (file == nullptr) return fail(fmt::format("cannot write: {}", std::strerror(error ? error.value() : errno)));
        RunningHash hash;
        const Status read = reader_.read([&](std::string_view piece) -> Status {
            bytes_ += piece.size();
            hash.add({reinterpret_cast<const std::uint8_t*>(piece.data()), piece.size()});
            if (std::fwrite(piece.data(), 1, piece.size(), file.get()) == piece.size()) return {};
            return fail(fmt::format("cannot write: {}", std::strerror(errno)));
        });
        if (!read) return read;
        if (std::fflush(file.get()) != 0) return fail(fmt::format("cannot write: {}", std::strerror(errno)));
        return inputs_of_contents(unit.files[0], hash.value()) == unit.inputs ? Status() : changed();
    }
    static std::unexpected<Fault> changed() { return fail("the archive has changed since its files were listed"); }

    ArchiveReader reader_;
    std::span<const Unit> units_;
    std::vector<std::uint32_t> numbers_;
    std::string folder_;
    std::size_t at_ = 0;
    std::uint64_t bytes_ = 0; // of the group
};

} // namespace

MemberUnits units_of_archive(const Unit& whole) {
    MemberUnits found;
    const std::string archive = whole.files[0], base = fs::path(archive).filename().string();
    const Status read = each_member(archive, [&](const Member& member, const Result<Hash128>& hash) {
        const std::string name = fmt::format("{}/{}", whole.name, member.name);
        if (!hash) return (void)found.refused.push_back({name, hash.error()});
        Unit unit{name, {fmt::format("{}/{}", base, member.name)}, {}, {}};
        unit.inputs = inputs_of_contents(unit.files[0], *hash);
        unit.archive = archive;
        unit.member = member.number;
        found.units.push_back(std::move(unit));
    });
    if (!read) found.refused.push_back({whole.name, read.error()});
    return found;
}

std::string members_folder(const Store& store) { return fs::absolute(store.running_path("members")).string(); }

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
        auto reader = ArchiveReader::open(archive);
        if (!reader) return fail_in(archive, reader.error().text);
        Unpacking unpacking(std::move(*reader), units, std::move(numbers), members_folder(store));
        for (;;) {
            const auto group = unpacking.next_group();
            if (!group) return std::unexpected(group.error());
            if (group->empty()) break;
            const auto end = run_pool(store, units, *group, run, options, events);
            if (!end || end->signal != 0) return end;
        }
    }
    return PoolEnd{};
}

} // namespace relit::batch
