#include "bundle/bundle.hpp"

#include "base/file.hpp"
#include "base/printable.hpp"
#include "base/zip.hpp"
#include "bundle/manifest.hpp"

#include <algorithm>
#include <cstdio>
#include <set>

#include <fmt/format.h>

namespace relit::bundle {
namespace {

constexpr std::size_t kMostEntries = 256; // of the archive, folders among them

/// Relative, without "..", in letters that every file system has: "programs/1.rsx.vp".
bool is_plain_path(std::string_view path) {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/";
    if (path.empty() || path.size() > 200 || path.find_first_not_of(kLetters) != std::string_view::npos) return false;
    for (std::string_view left = path;;) {
        const std::string_view part = left.substr(0, left.find('/'));
        if (part.empty() || part.starts_with('.')) return false;
        if (part.size() == left.size()) return true;
        left.remove_prefix(part.size() + 1);
    }
}

bool is_folder(const ZipEntry& entry) { return entry.name.ends_with('/') && entry.size == 0; }

/// What can be said of an archive without unpacking anything.
Status check_entries(const ZipReader& zip) {
    if (zip.entries().size() > kMostEntries)
        return fail(fmt::format("the archive has {} entries, more than {}", zip.entries().size(), kMostEntries));
    std::set<std::string_view> names;
    std::uint64_t bytes = 0;
    for (const ZipEntry& entry : zip.entries()) {
        std::string_view path = entry.name;
        if (is_folder(entry)) path.remove_suffix(1);
        if (!is_plain_path(path)) return fail(fmt::format("{} is no path of a bundle", printable(entry.name)));
        if (!names.insert(path).second) return fail(fmt::format("{} is in the archive twice", path));
        bytes += entry.size;
    }
    if (bytes > kMostBytes)
        return fail(fmt::format("it unpacks to {} bytes, more than the {} that are read", bytes, kMostBytes));
    return {};
}

Result<FileBytes> read_file(const ZipReader& zip, const std::string& path, std::size_t most) {
    const ZipEntry* const entry = zip.find(path);
    if (entry == nullptr || is_folder(*entry)) return fail(fmt::format("{} is missing", printable(path)));
    auto bytes = zip.read(*entry, most);
    if (!bytes) return fail(bytes.error().kind, fmt::format("{}: {}", path, bytes.error().text));
    return bytes;
}

/// Every file is named once.
Status check_named(const ZipReader& zip, const std::vector<std::string>& named) {
    std::set<std::string_view> all = {kManifest};
    for (const std::string& path : named)
        if (!all.insert(path).second) return fail(fmt::format("{} names {} twice", kManifest, path));
    for (const ZipEntry& entry : zip.entries())
        if (!is_folder(entry) && !all.contains(entry.name))
            return fail(fmt::format("{} does not name {}", kManifest, entry.name));
    return {};
}

/// Paths are made of what a bundle says of guests.
Status check_paths(const Bundle& bundle) {
    for (const Member& member : members_of(bundle))
        if (!is_plain_path(member.path)) return fail(fmt::format("{} is no path of a bundle", printable(member.path)));
    return {};
}

/// What write() refuses, so that all that is written can be read.
Status check_limits(const Bundle& bundle) {
    const auto refuse = [](std::string_view what) {
        return fail(FaultKind::NotSupported, fmt::format("a bundle has no room for {}", what));
    };
    if (bundle.programs.empty()) return refuse("no program at all");
    if (bundle.programs.size() > kMostPrograms) return refuse(fmt::format("{} programs", bundle.programs.size()));
    if (bundle.context.size() > kMostContext) return refuse(fmt::format("{} context keys", bundle.context.size()));
    if (bundle.targets.size() > kMostTargets) return refuse(fmt::format("{} targets", bundle.targets.size()));
    if (bundle.results.size() > kMostResults) return refuse(fmt::format("{} results", bundle.results.size()));
    if (const Status plain = check_paths(bundle); !plain) return plain;
    std::size_t bytes = kMostManifest;
    for (const Program& program : bundle.programs)
        if (program.bytes.size() > kMostProgram)
            return refuse(fmt::format("a program of {} bytes", program.bytes.size()));
    for (const Member& member : members_of(bundle)) {
        bytes += member.bytes.size();
        if (member.bytes.size() > kMostFile) return refuse(fmt::format("a file of {} bytes", member.bytes.size()));
    }
    return bytes > kMostBytes ? refuse(fmt::format("{} bytes", bytes)) : Status();
}

} // namespace

std::vector<Member> members_of(const Bundle& bundle) {
    std::vector<Member> members;
    for (const Program& program : bundle.programs)
        members.push_back({fmt::format("programs/{}.{}", members.size() + 1, program.guest), program.bytes});
    if (bundle.inputs) members.push_back({"inputs.json", *bundle.inputs});
    if (bundle.constants) members.push_back({"constants.bin", *bundle.constants});
    for (std::size_t i = 0; i < bundle.results.size(); ++i)
        members.push_back({fmt::format("results/{}.json", i + 1), bundle.results[i].bytes});
    return members;
}

bool is_bundle(Bytes file) {
    const ReadAt read = [file](std::uint64_t offset, std::span<std::uint8_t> into) {
        const Bytes rest = file.subspan(std::min<std::uint64_t>(offset, file.size()));
        std::ranges::copy(rest.first(std::min(into.size(), rest.size())), into.begin());
        return std::min(into.size(), rest.size());
    };
    return zip_has_file(read, file.size(), kManifest);
}

bool is_bundle_file(const std::string& name) {
    const File file(std::fopen(name.c_str(), "rb"));
    if (file == nullptr || ::fseeko(file.get(), 0, SEEK_END) != 0) return false;
    const auto size = static_cast<std::uint64_t>(std::max<off_t>(::ftello(file.get()), 0));
    (void)std::setvbuf(file.get(), nullptr, _IONBF, 0); // reads what is asked for alone
    const ReadAt read = [&](std::uint64_t offset, std::span<std::uint8_t> into) {
        const bool is_there = ::fseeko(file.get(), static_cast<off_t>(offset), SEEK_SET) == 0;
        return is_there ? std::fread(into.data(), 1, into.size(), file.get()) : 0;
    };
    return zip_has_file(read, size, kManifest);
}

Result<Bundle> read(Bytes file) {
    const auto zip = ZipReader::open(file);
    if (!zip) return std::unexpected(zip.error());
    if (const Status plain = check_entries(*zip); !plain) return std::unexpected(plain.error());
    const auto text = read_file(*zip, std::string(kManifest), kMostManifest);
    if (!text) return std::unexpected(text.error());
    std::vector<std::string> named;
    auto bundle = read_manifest(
        relit::text_of(*text),
        [&zip](const std::string& path, std::size_t most) { return read_file(*zip, path, most); }, named);
    if (!bundle) return bundle;
    if (const Status all = check_named(*zip, named); !all) return std::unexpected(all.error());
    if (const Status plain = check_paths(*bundle); !plain) return std::unexpected(plain.error());
    return bundle;
}

Result<FileBytes> write(const Bundle& bundle) {
    if (const Status fits = check_limits(bundle); !fits) return std::unexpected(fits.error());
    const std::string manifest = manifest_of(bundle);
    if (manifest.size() > kMostManifest) return fail(FaultKind::NotSupported, "the manifest is too large");
    std::vector<ZipFile> files = {{std::string(kManifest), {manifest.begin(), manifest.end()}}};
    for (const Member& member : members_of(bundle))
        files.push_back({member.path, {member.bytes.begin(), member.bytes.end()}});
    return write_zip(files);
}

} // namespace relit::bundle
