// Any bytes are an archive or are refused. Its files have names below it and the same hashes each time, are unpacked as they were
// listed, and are read again from the list of units. Archives of 7z are left out: libarchive allocates what their headers declare,
// which a limit of the process ends (kMostArchiveMemory), and a sanitizer does not know.
#include "base/bytes.hpp"
#include "batch/archive/unpacking.hpp"
#include "batch/manifest.hpp"
#include "batch/members.hpp"

#include <sys/mman.h>
#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <numeric>

#include <fmt/format.h>

using namespace relit;

namespace {

namespace fs = std::filesystem;

constexpr batch::ArchiveLimits kLimits{.members = 200,
                                       .member_bytes = std::uint64_t{1} << 20,
                                       .unpacked_bytes = std::uint64_t{4} << 20,
                                       .names_bytes = std::uint64_t{64} << 10};

void require(bool is_true) {
    if (!is_true) std::abort();
}

/// The archive as a file of this process, without a disk.
class ArchiveFile {
public:
    ArchiveFile(const std::uint8_t* data, std::size_t size) : file_(::memfd_create("archive", MFD_CLOEXEC)) {
        require(file_ >= 0 && ::write(file_, data, size) == static_cast<ssize_t>(size));
    }
    ~ArchiveFile() { ::close(file_); }
    ArchiveFile(const ArchiveFile&) = delete;
    ArchiveFile& operator=(const ArchiveFile&) = delete;
    ArchiveFile(ArchiveFile&&) = delete;
    ArchiveFile& operator=(ArchiveFile&&) = delete;
    [[nodiscard]] std::string name() const { return fmt::format("/proc/self/fd/{}", file_); }

private:
    int file_;
};

void check_unit(const batch::Unit& unit) {
    require(unit.name.starts_with("a/") && unit.files.size() == 1 && unit.name.size() <= 2 + batch::kMostNameBytes);
    const fs::path below = unit.name.substr(2);
    require(!below.empty() && below.is_relative() && below.lexically_normal() == below);
    for (const fs::path& part : below) require(part != ".." && part != "." && !part.empty());
    const auto again = batch::unit_from(batch::unit_line(unit));
    require(again && again->name == unit.name && again->files == unit.files && again->inputs == unit.inputs);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (text_of(Bytes(data, size)).find("7z\xbc\xaf'\x1c") != std::string_view::npos) return 0;
    const ArchiveFile file(data, size);
    const batch::Unit whole{"a", {file.name()}, {}, {}};
    const batch::MemberUnits found = batch::units_of_archive(whole, kLimits);
    require(batch::units_of_archive(whole, kLimits).units == found.units);
    require(!found.units.empty() || !found.refused.empty());
    for (const batch::Unit& unit : found.units) check_unit(unit);
    const std::string folder = fmt::format("{}/relit-fuzz-{}", fs::temp_directory_path().string(), ::getpid());
    std::vector<std::uint32_t> numbers(found.units.size());
    std::iota(numbers.begin(), numbers.end(), 0U);
    batch::Unpacking unpacking(file.name(), found.units, numbers, folder, kLimits);
    std::size_t ended = 0;
    for (;;) {
        const auto group = unpacking.next_group();
        require(group.has_value());
        if (group->is_empty()) break;
        // Behind a file whose contents are damaged the reader may go elsewhere if it passes over it.
        require(group->refused.empty() || !found.refused.empty());
        ended += group->ready.size() + group->refused.size();
        for (const std::uint32_t number : group->ready) {
            const batch::Unit& unit = found.units[number];
            const std::string path = batch::folder_of_member(folder, unit) + "/" + unit.files[0];
            const auto contents = batch::hash_of_contents(path);
            require(contents && batch::inputs_of_contents(unit.files[0], *contents) == unit.inputs);
        }
    }
    require(ended == found.units.size());
    return 0;
}
