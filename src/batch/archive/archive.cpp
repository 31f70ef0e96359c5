#include "batch/archive/archive.hpp"

#include "base/hash/running_hash.hpp"
#include "batch/archive/libarchive.hpp"

#include <algorithm>
#include <array>
#include <cctype>
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

bool has_part(std::string_view path, std::string_view part) {
    for (std::size_t from = 0; from <= path.size();) {
        const std::size_t to = std::min(path.find('/', from), path.size());
        if (path.substr(from, to - from) == part) return true;
        from = to + 1;
    }
    return false;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// Why an entry is no input; empty if it is one.
std::string refusal_of(archive_entry* entry, std::string_view name) {
    if (name.empty()) return "has no name that can be read";
    if (name.starts_with('/') || name.starts_with('\\')) return "its name is absolute";
    if (has_part(name, "..")) return "its name leads out of the archive";
    if (has_part(name, "") || has_part(name, ".")) return "its name has an empty part";
    if (std::ranges::any_of(name, is_control)) return "its name has control characters";
    if (library().entry_hardlink(entry) != nullptr || library().entry_symlink(entry) != nullptr) return "is a link";
    if (library().entry_filetype(entry) != AE_IFREG) return "is no file";
    if (library().entry_is_encrypted(entry) != 0) return "is encrypted";
    return {};
}

std::unexpected<Fault> too_large(std::string_view what, std::uint64_t most) {
    return fail(fmt::format("{} unpacks to more than {} GiB, which is too large", what, most >> 30));
}

} // namespace

void ArchiveReader::Close::operator()(archive* reader) const { (void)library().read_free(reader); }

bool has_archive_name(std::string_view file) {
    std::string name(file.substr(file.rfind('/') + 1));
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return std::ranges::any_of(kArchiveEnds, [&](std::string_view end) {
        return name.size() > end.size() && std::string_view(name).ends_with(end);
    });
}

Result<ArchiveReader> ArchiveReader::open(const std::string& file) {
    constexpr std::size_t kBlock = 1 << 16;
    if (!libarchive()) return std::unexpected(libarchive().error());
    archive* const made = library().read_new();
    if (made == nullptr) throw std::bad_alloc();
    ArchiveReader reader(made);
    for (const EnableFormat enable : formats_of(library())) (void)enable(made);
    if (library().read_open_filename(made, file.c_str(), kBlock) != ARCHIVE_OK) return fault_of(made);
    return reader;
}

/// Counts bytes against both limits. `of_member`: bytes of the file so far, these among them.
Status ArchiveReader::count(std::uint64_t bytes, std::uint64_t of_member) {
    if (of_member > kMostMemberBytes) return too_large("a file of the archive", kMostMemberBytes);
    bytes_ += bytes;
    return bytes_ > kMostUnpackedBytes ? Status(too_large("the archive", kMostUnpackedBytes)) : Status();
}

Result<std::optional<Member>> ArchiveReader::next() {
    archive_entry* entry = nullptr;
    do {
        const int result = library().read_next_header(reader_.get(), &entry);
        if (result == ARCHIVE_EOF) return std::nullopt;
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN) return fault_of(reader_.get());
        if (++members_ > kMostMembers) return fail(fmt::format("the archive has more than {} files", kMostMembers));
    } while (library().entry_filetype(entry) == AE_IFDIR);
    Member member{name_of_entry(entry), members_ - 1, {}};
    member.refusal = refusal_of(entry, member.name);
    is_counted_ = library().entry_size_is_set(entry) != 0;
    const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(library().entry_size(entry), 0));
    if (is_counted_) // also if it is passed over, which may take as long
        if (const Status counted = count(size, size); !counted) return std::unexpected(counted.error());
    return member;
}

Status ArchiveReader::read(const TakePiece& take) {
    std::array<char, 1 << 16> piece{};
    for (std::uint64_t size = 0;;) {
        const la_ssize_t got = library().read_data(reader_.get(), piece.data(), piece.size());
        if (got < 0) return fault_of(reader_.get());
        if (got == 0) return {};
        const auto bytes = static_cast<std::size_t>(got);
        size += bytes;
        if (const Status counted = count(is_counted_ ? 0 : bytes, size); !counted) return counted;
        if (const Status taken = take({piece.data(), bytes}); !taken) return taken;
    }
}

Status each_member(const std::string& file,
                   const std::function<void(const Member& member, const Result<Hash128>& hash)>& see) {
    auto reader = ArchiveReader::open(file);
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
