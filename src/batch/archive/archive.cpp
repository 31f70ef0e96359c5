#include "batch/archive/archive.hpp"

#include "base/file.hpp"
#include "base/hash/running_hash.hpp"
#include "batch/archive/libarchive.hpp"

#include <sys/resource.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace relit::batch {
namespace {

constexpr std::string_view kArchiveEnds[] = {".zip", ".7z",     ".tar",      ".tar.gz",  ".tgz",  ".tar.bz2", ".tbz2",
                                             ".txz", ".tar.xz", ".tar.lzma", ".tar.zst", ".tzst", ".tar.lz4"};

using EnableFormat = int (*)(archive*);
std::array<EnableFormat, 11> formats_of(const Libarchive& library) {
    return {library.read_support_format_tar,   library.read_support_format_gnutar, library.read_support_format_zip,
            library.read_support_format_7zip,  library.read_support_format_empty,  library.read_support_filter_gzip,
            library.read_support_filter_bzip2, library.read_support_filter_xz,     library.read_support_filter_lzma,
            library.read_support_filter_zstd,  library.read_support_filter_lz4};
}

/// Of a reader, which exists only if it was opened.
const Libarchive& library() { return *libarchive(); }

/// The address space of this process, in bytes.
std::uint64_t address_space() {
    const File file(std::fopen("/proc/self/statm", "rb"));
    unsigned long long pages = 0;
    if (file == nullptr || std::fscanf(file.get(), "%llu", &pages) != 1) return 0; // NOLINT(cert-err34-c): the kernel's
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// While it lives, this process gets no more address space: libarchive allocates what headers of 7z declare, 9 GB for 12 kB.
class MemoryCeiling {
public:
    explicit MemoryCeiling(std::uint64_t most) {
        if (::getrlimit(RLIMIT_AS, &before_) != 0) return;
        rlimit lower = before_;
        lower.rlim_cur = std::min<rlim_t>(before_.rlim_cur, most);
        is_set_ = ::setrlimit(RLIMIT_AS, &lower) == 0;
    }
    ~MemoryCeiling() {
        if (is_set_) (void)::setrlimit(RLIMIT_AS, &before_);
    }
    MemoryCeiling(const MemoryCeiling&) = delete;
    MemoryCeiling& operator=(const MemoryCeiling&) = delete;
    MemoryCeiling(MemoryCeiling&&) = delete;
    MemoryCeiling& operator=(MemoryCeiling&&) = delete;

private:
    rlimit before_{};
    bool is_set_ = false;
};

/// The last fault that libarchive tells of a reader.
std::unexpected<Fault> fault_of(archive* reader) {
    const char* const text = library().error_string(reader);
    return fail(fmt::format("the archive is damaged: {}", text != nullptr ? text : "no reason is known"));
}

std::string name_of_entry(archive_entry* entry) {
    const char* name = library().entry_pathname(entry);
    if (name == nullptr) name = library().entry_pathname_utf8(entry);
    std::string_view text = name != nullptr ? name : "";
    while (text.starts_with("./")) text.remove_prefix(2);
    return std::string(text);
}

/// Returns true if `is` holds for a part of the path, between two /.
template <class Is>
bool any_part(std::string_view path, Is&& is) {
    for (std::size_t from = 0; from <= path.size();) {
        const std::size_t to = std::min(path.find('/', from), path.size());
        if (is(path.substr(from, to - from))) return true;
        from = to + 1;
    }
    return false;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// Why an entry is no input; empty if it is one.
std::string refusal_of(archive_entry* entry, std::string_view name) {
    const auto has_part = [&](std::string_view wanted) {
        return any_part(name, [&](std::string_view part) { return part == wanted; });
    };
    if (name.empty()) return "has no name that can be read";
    if (name.size() > kMostNameBytes) return fmt::format("its name has more than {} bytes", kMostNameBytes);
    if (any_part(name, [](std::string_view part) { return part.size() > kMostNamePartBytes; }))
        return fmt::format("a part of its name has more than {} bytes", kMostNamePartBytes);
    if (name.starts_with('/') || name.starts_with('\\')) return "its name is absolute";
    if (has_part("..")) return "its name leads out of the archive";
    if (has_part("") || has_part(".")) return "its name has an empty part";
    if (std::ranges::any_of(name, is_control)) return "its name has control characters";
    if (library().entry_hardlink(entry) != nullptr || library().entry_symlink(entry) != nullptr) return "is a link";
    if (library().entry_filetype(entry) != AE_IFREG) return "is no file";
    if (library().entry_is_encrypted(entry) != 0) return "is encrypted";
    return {};
}

std::unexpected<Fault> too_large(std::string_view what, std::uint64_t most) {
    return fail(fmt::format("{} unpacks to more than {} MiB, which is too large", what, most >> 20));
}

} // namespace

ArchiveReader::ArchiveReader(archive* reader, const ArchiveLimits& limits)
    : reader_(reader), limits_(limits), ceiling_(address_space() + limits.memory) {}

void ArchiveReader::Close::operator()(archive* reader) const { (void)library().read_free(reader); }

bool has_archive_name(std::string_view file) {
    std::string name(file.substr(file.rfind('/') + 1));
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return std::ranges::any_of(kArchiveEnds, [&](std::string_view end) {
        return name.size() > end.size() && std::string_view(name).ends_with(end);
    });
}

Result<ArchiveReader> ArchiveReader::open(const std::string& file, const ArchiveLimits& limits) {
    constexpr std::size_t kBlock = 1 << 16;
    if (!libarchive()) return std::unexpected(libarchive().error());
    archive* const made = library().read_new();
    if (made == nullptr) throw std::bad_alloc();
    ArchiveReader reader(made, limits);
    for (const EnableFormat enable : formats_of(library())) (void)enable(made);
    if (library().read_open_filename(made, file.c_str(), kBlock) != ARCHIVE_OK) return fault_of(made);
    return reader;
}

/// Counts the bytes of a file against both limits, as they are declared or come, whichever is more.
Status ArchiveReader::count(std::uint64_t of_member) {
    if (of_member > limits_.member_bytes) return too_large("a file of the archive", limits_.member_bytes);
    if (of_member > counted_) bytes_ += of_member - counted_;
    counted_ = std::max(counted_, of_member);
    return bytes_ > limits_.unpacked_bytes ? Status(too_large("the archive", limits_.unpacked_bytes)) : Status();
}

/// Headers between files count too: they may have long names and attributes.
Status ArchiveReader::check_entry(std::size_t name_bytes) const {
    if (members_ > limits_.members) return fail(fmt::format("the archive has more than {} files", limits_.members));
    if (names_bytes_ + name_bytes > limits_.names_bytes)
        return fail(fmt::format("the names of its files have more than {} MiB", limits_.names_bytes >> 20));
    const la_int64_t unpacked = library().filter_bytes(reader_.get(), 0);
    if (unpacked > 0 && static_cast<std::uint64_t>(unpacked) > limits_.unpacked_bytes)
        return too_large("the archive", limits_.unpacked_bytes);
    return {};
}

Result<std::optional<Member>> ArchiveReader::next() {
    archive_entry* entry = nullptr;
    std::string name;
    do {
        const int result = [&] {
            const MemoryCeiling ceiling(ceiling_);
            return library().read_next_header(reader_.get(), &entry);
        }();
        if (result == ARCHIVE_EOF) return std::nullopt;
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN) return fault_of(reader_.get());
        ++members_;
        name = name_of_entry(entry);
        if (const Status fits = check_entry(name.size()); !fits) return std::unexpected(fits.error());
        names_bytes_ += name.size();
    } while (library().entry_filetype(entry) == AE_IFDIR);
    Member member{std::move(name), members_ - 1, {}};
    member.refusal = refusal_of(entry, member.name);
    if (constexpr std::size_t kShown = 60; member.name.size() > kMostNameBytes) member.name.resize(kShown);
    counted_ = 0;
    // Bytes count also if the file is passed over, which may take as long.
    const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(library().entry_size(entry), 0));
    const bool is_declared = library().entry_size_is_set(entry) != 0;
    if (const Status counted = count(is_declared ? size : 0); !counted) return std::unexpected(counted.error());
    return member;
}

Status ArchiveReader::read(const TakePiece& take) {
    std::array<char, 1 << 16> piece{};
    for (std::uint64_t size = 0;;) {
        const la_ssize_t got = [&] {
            const MemoryCeiling ceiling(ceiling_);
            return library().read_data(reader_.get(), piece.data(), piece.size());
        }();
        if (got < 0) return fault_of(reader_.get());
        if (got == 0) return {};
        const auto bytes = static_cast<std::size_t>(got);
        size += bytes;
        if (const Status counted = count(size); !counted) return counted;
        if (const Status taken = take({piece.data(), bytes}); !taken) return taken;
    }
}

Status each_member(const std::string& file,
                   const std::function<void(const Member& member, const Result<Hash128>& hash)>& see,
                   const ArchiveLimits& limits) {
    auto reader = ArchiveReader::open(file, limits);
    if (!reader) return std::unexpected(reader.error());
    std::set<std::string, std::less<>> names;
    for (;;) {
        auto member = reader->next();
        if (!member) return std::unexpected(member.error());
        if (!*member) break;
        if ((*member)->refusal.empty() && names.contains((*member)->name))
            (*member)->refusal = "is in the archive once more: the first one is taken";
        names.insert((*member)->name);
        if (!(*member)->refusal.empty()) {
            see(**member, fail((*member)->refusal));
            continue;
        }
        RunningHash hash;
        const Status read = reader->read([&](std::string_view piece) -> Status {
            hash.add({reinterpret_cast<const std::uint8_t*>(piece.data()), piece.size()});
            return {};
        });
        see(**member, read ? Result<Hash128>(hash.value()) : std::unexpected(read.error()));
    }
    return names.empty() ? Status(fail("the archive has no file")) : Status();
}

} // namespace relit::batch
