#include "emulators/ryujinx/cache.hpp"

#include "emulators/ryujinx/packed.hpp"
#include "emulators/ryujinx/state.hpp"
#include "emulators/words.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <xxhash.h>

namespace relit::emulators::ryujinx {
namespace {

constexpr std::string_view kGuestMagic = "TOCG", kSharedMagic = "TOCS";
constexpr std::size_t kHeader = 32, kGuestEntry = 16, kSharedEntry = 8;
constexpr std::uint32_t kFirstGuestVersion = 0x10000, kGuestVersion = 0x10001, kSharedVersion = 0x10002; // major above
constexpr std::size_t kMostCode = std::size_t{4} << 20, kMostConstants = 65536;
constexpr std::size_t kMostEntries = std::size_t{1} << 18;
constexpr std::uint64_t kMostUnpacked = std::uint64_t{4} << 30; // of all pipelines together: they may share code
constexpr std::size_t kMostState = std::size_t{1} << 20;        // of a pipeline, unpacked

std::string text_of_version(std::uint32_t version) { return fmt::format("{}.{}", version >> 16, version & 0xffff); }

std::uint32_t checksum_of(Bytes bytes) {
    return static_cast<std::uint32_t>(XXH3_128bits(bytes.data(), bytes.size()).low64);
}

/// Stages by the bit of a pipeline's mask: VertexA, then as the engine numbers them.
constexpr std::array<std::string_view, 6> kStages = {"vertex",    "vertex",   "tess_control",
                                                     "tess_eval", "geometry", "fragment"};

struct PipelineEntry {
    std::vector<std::uint32_t> codes; // indices, in the order of the stages
    std::vector<std::string_view> stages;
    Bytes state;
};

Result<PipelineEntry> read_entry(Bytes unpacked) {
    Cursor cursor(unpacked);
    const std::uint32_t mask = cursor.u32le();
    if ((mask & ~std::uint32_t{0x3f}) != 0) return fail(fmt::format("stages {:#x}", mask));
    PipelineEntry entry;
    for (std::size_t i = 0; i < kStages.size(); ++i) {
        const bool computes = mask == 0 && i == 0;
        if (!computes && (mask >> i & 1) == 0) continue;
        entry.codes.push_back(cursor.u32le());
        entry.stages.push_back(computes ? "compute" : kStages[i]);
    }
    if (cursor.failed()) return fail("it is cut off");
    entry.state = unpacked.subspan(cursor.offset());
    return entry;
}

Status add_program(const GuestCache& guest, std::uint32_t index, std::string_view stage, bundle::Bundle& bundle) {
    auto code = guest.read(index);
    if (!code) return std::unexpected(code.error());
    bundle.programs.push_back({.guest = "maxwell",
                               .stage = std::string(stage),
                               .name = fmt::format("guest.data, {}", index),
                               .bytes = std::move(code->bytes)});
    return add_constants(bundle, 1, code->constants);
}

Result<Found> found_in(const GuestCache& guest, Bytes data, std::uint64_t offset, std::size_t number,
                       std::uint64_t& unpacked_bytes) {
    if (offset >= data.size()) return fail(fmt::format("lies at {} of {} bytes", offset, data.size()));
    const auto unpacked = view_unpacked(data.subspan(offset), kMostState); // its size is nowhere: it may end early
    if (!unpacked) return std::unexpected(unpacked.error());
    const auto entry = read_entry(unpacked->bytes());
    if (!entry) return std::unexpected(entry.error());
    unpacked_bytes += unpacked->own.size();
    for (const std::uint32_t code : entry->codes) unpacked_bytes += guest.bytes_of(code);
    Found found;
    found.name = fmt::format("pipeline-{}", number);
    for (std::size_t i = 0; i < entry->codes.size(); ++i)
        if (const Status added = add_program(guest, entry->codes[i], entry->stages[i], found.bundle); !added)
            return std::unexpected(added.error());
    if (const Status added = add_state(entry->state, found); !added) return std::unexpected(added.error());
    found.bundle.origin["emulator"] = "Ryujinx";
    found.bundle.origin["cache_version"] = text_of_version(kSharedVersion);
    found.bundle.origin["pipeline"] = fmt::format("{}", number);
    return found;
}

Result<Found> program_in(const GuestCache& guest, std::size_t index) {
    Found found;
    found.name = fmt::format("program-{}", index);
    if (const Status added = add_program(guest, static_cast<std::uint32_t>(index), "", found.bundle); !added)
        return std::unexpected(added.error());
    found.bundle.origin = {{"emulator", "Ryujinx"},
                           {"cache_version", text_of_version(guest.version())},
                           {"program", fmt::format("{}", index)}};
    return found;
}

std::unexpected<Fault> too_large(std::string_view what, std::size_t number) {
    return fail(FaultKind::NotSupported, fmt::format("{} {}: the cache unpacks to more than 4 GiB", what, number));
}

std::unexpected<Fault> at(std::string_view what, std::size_t number, const Fault& fault) {
    return fail(fault.kind, fmt::format("{} {}: {}", what, number, fault.text));
}

} // namespace

bool is_guest_toc(Bytes begin) { return relit::text_of(begin).starts_with(kGuestMagic); }
bool is_shared_toc(Bytes begin) { return relit::text_of(begin).starts_with(kSharedMagic); }

Result<std::size_t> entries_of(Bytes toc) {
    const bool is_guest = is_guest_toc(toc);
    if (!is_guest && !is_shared_toc(toc)) return fail_at(0, "no table of Ryujinx's shader cache");
    if (toc.size() < kHeader) return fail_at(toc.size(), "the header is cut off");
    const std::uint32_t version = Words(toc).u32(4), wanted = is_guest ? kGuestVersion : kSharedVersion;
    const bool is_first = is_guest && version == kFirstGuestVersion; // the same but for the number
    if (version != wanted && !is_first)
        return fail(FaultKind::NotSupported, fmt::format("the cache is of version {}; {} is read",
                                                         text_of_version(version), text_of_version(wanted)));
    const std::size_t entry = is_guest ? kGuestEntry : kSharedEntry;
    if ((toc.size() - kHeader) % entry != 0) return fail_at(toc.size(), "the last entry is cut off");
    const std::size_t entries = (toc.size() - kHeader) / entry;
    if (entries > kMostEntries) return fail(fmt::format("{} entries, more than {}", entries, kMostEntries));
    return entries;
}

Result<GuestCache> GuestCache::open(Bytes toc, Bytes data) {
    if (!is_guest_toc(toc)) return fail_at(0, "no guest.toc of Ryujinx's shader cache");
    const auto entries = entries_of(toc);
    if (!entries) return std::unexpected(entries.error());
    return GuestCache(toc, data, *entries);
}

std::uint32_t GuestCache::version() const { return Words(toc_).u32(4); }

std::uint64_t GuestCache::bytes_of(std::size_t index) const {
    if (index >= size_) return 0;
    const Words entry(toc_.subspan(kHeader + index * kGuestEntry, kGuestEntry));
    constexpr std::uint64_t kKeyBytes = 16; // what a byte of constants costs as context keys
    return std::min<std::uint64_t>(entry.u32(4), kMostCode) +
           kKeyBytes * std::min<std::uint64_t>(entry.u32(8), kMostConstants);
}

Result<Code> GuestCache::read(std::size_t index) const {
    if (index >= size_) return fail(fmt::format("no code {}: there are {}", index, size_));
    const Words entry(toc_.subspan(kHeader + index * kGuestEntry, kGuestEntry));
    const std::size_t offset = entry.u32(0), code_size = entry.u32(4), constant_bytes = entry.u32(8);
    if (code_size > kMostCode || constant_bytes > kMostConstants || constant_bytes % 4 != 0)
        return fail(fmt::format("code {} has {} bytes and {} of constants", index, code_size, constant_bytes));
    if (offset > data_.size() || data_.size() - offset < constant_bytes)
        return fail(fmt::format("code {} lies at {} of {} bytes", index, offset, data_.size()));
    const Bytes constants = data_.subspan(offset, constant_bytes);
    auto bytes = unpack(data_.subspan(offset + constant_bytes), code_size);
    if (!bytes) return fail(bytes.error().kind, fmt::format("code {}: {}", index, bytes.error().text));
    if ((checksum_of(constants) * 23 ^ checksum_of(*bytes)) != entry.u32(12))
        return fail(fmt::format("code {}: its checksum is wrong", index));
    Code code{std::move(*bytes), {}};
    for (std::size_t i = 0; i < constant_bytes; i += 4) code.constants.push_back(Words(constants).u32(i));
    return code;
}

Status read_cache(const GuestCache& guest, Bytes shared_toc, Bytes shared_data, const TakeFound& take) {
    if (!is_shared_toc(shared_toc)) return fail_at(0, "no shared.toc of Ryujinx's shader cache");
    const auto entries = entries_of(shared_toc);
    if (!entries) return std::unexpected(entries.error());
    std::uint64_t unpacked_bytes = 0;
    for (std::size_t i = 0; i < *entries; ++i) {
        if (unpacked_bytes > kMostUnpacked) return too_large("pipeline", i);
        auto found = found_in(guest, shared_data, Words(shared_toc).u64(kHeader + i * kSharedEntry), i, unpacked_bytes);
        take(found ? std::move(found) : at("pipeline", i, found.error()));
    }
    return {};
}

Status read_programs(const GuestCache& guest, const TakeFound& take) {
    std::uint64_t unpacked_bytes = 0;
    for (std::size_t i = 0; i < guest.size(); ++i) {
        if (unpacked_bytes > kMostUnpacked) return too_large("program", i);
        unpacked_bytes += guest.bytes_of(i);
        auto found = program_in(guest, i);
        take(found ? std::move(found) : at("program", i, found.error()));
    }
    return {};
}

} // namespace relit::emulators::ryujinx
