#include "cache/pack.hpp"

#include <fmt/format.h>

namespace relit::cache {

std::optional<std::vector<std::uint8_t>> packed_entry(Bytes stored) {
    const auto entry = open_entry(stored);
    if (!entry) return {};
    const auto value = value_of(*entry);
    if (!value) return {};
    return seal(entry->label, *value, Packing::Zstd);
}

Result<PackRead> read_pack(ReadBytes input,
                           const std::function<Status(const Label&, std::vector<std::uint8_t>)>& visit) {
    ByteWindow in(std::move(input));
    if (relit::text_of(in.ahead(kPackMagic.size())) != kPackMagic) return fail_at(0, "this is no pack of a cache");
    in.skip(kPackMagic.size());
    PackRead read;
    for (;;) {
        const std::uint64_t at = in.offset();
        const Bytes header = in.ahead(kHeaderBytes);
        if (header.empty()) break;
        const auto size = declared_bytes(header);
        if (!size) { // where the next one begins is not known
            read.fault =
                fail_at(at, fmt::format("entry {}: {}", read.entries + read.damaged + 1, text_of(size.error())))
                    .error();
            break;
        }
        const Bytes whole = in.ahead(*size);
        const auto entry = open_entry(whole);
        auto value = entry ? value_of(*entry) : std::unexpected(entry.error());
        if (!value) {
            ++read.damaged;
            read.fault =
                fail_at(at, fmt::format("entry {}: {}", read.entries + read.damaged, text_of(value.error()))).error();
            if (whole.size() < *size) break;
        } else {
            ++read.entries;
            if (const Status visited = visit(entry->label, std::move(*value)); !visited)
                return std::unexpected(visited.error());
        }
        in.skip(*size);
    }
    if (in.fault()) read.fault = in.fault();
    return read;
}

} // namespace relit::cache
