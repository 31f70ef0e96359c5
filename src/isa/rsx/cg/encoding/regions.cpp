#include "isa/rsx/cg/encoding/regions.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace relit::isa::rsx::cg {
namespace {

std::string_view name_of(Kind kind) {
    constexpr std::string_view kNames[] = {"the header", "the parameter table", "the program's header", "the microcode",
                                           "a name",     "a default value",     "a list of constants",  "a gap",
                                           "a record",   "a list of halves"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::uint32_t listed_at(Bytes file, std::size_t offset) {
    return static_cast<std::uint32_t>(big_endian(file.subspan(offset, 4)));
}

} // namespace

bool Regions::wrong(std::uint64_t offset, std::string text, FaultKind kind) {
    fault_ = {kind, std::move(text), offset, 0, 0};
    return false;
}

bool Regions::inside(std::uint32_t from, std::uint32_t offset, std::uint64_t size, Kind kind) {
    return (offset <= end_ && size <= end_ - offset) ||
           wrong(from, fmt::format("{} at byte {:#x} with {} bytes lies outside of the container, which has {}",
                                   name_of(kind), offset, size, end_));
}

bool Regions::add(std::uint32_t from, std::uint32_t offset, std::uint64_t size, Kind kind, std::uint32_t index) {
    if (!inside(from, offset, size, kind)) return false;
    if (size != 0) regions_.push_back({offset, static_cast<std::uint32_t>(size), kind, index});
    return true;
}

bool Regions::name(std::uint32_t from, std::uint32_t offset, std::uint32_t most) {
    if (offset >= most)
        return wrong(
            from, fmt::format("a name at byte {:#x} lies outside of the container, which has {} bytes", offset, end_));
    const Bytes rest = file_.subspan(offset, std::min(most - offset, kMaxName + 1));
    const auto end = std::ranges::find(rest, 0);
    if (end == rest.end() && rest.size() > kMaxName)
        return wrong(offset, fmt::format("a name has more than {} characters", kMaxName));
    if (end == rest.end()) return wrong(offset, "a name does not end before the container does");
    return add(from, offset, static_cast<std::uint64_t>(end - rest.begin()) + 1, Kind::Name);
}

bool Regions::constants(std::uint32_t from, std::uint32_t offset, std::uint32_t code_size) {
    if (!inside(from, offset, 4, Kind::Constants)) return false;
    const std::uint32_t count = listed_at(file_, offset);
    if (!add(from, offset, 4 + std::uint64_t{4} * count, Kind::Constants)) return false;
    constants_ += count;
    if (constants_ > kMaxConstants)
        return wrong(from, fmt::format("the parameters list more than {} constants", kMaxConstants));
    for (std::uint32_t i = 1; i <= count; ++i)
        if (!constant(offset + 4 * i, code_size)) return false;
    return true;
}

bool Regions::constant(std::uint32_t at, std::uint32_t code_size) {
    const std::uint32_t into = listed_at(file_, at);
    return (code_size >= kValueBytes && into <= code_size - kValueBytes) ||
           wrong(at, fmt::format("a constant at byte {:#x} of the microcode, which has {} bytes", into, code_size));
}

bool Regions::join(std::vector<Region>& into) {
    std::ranges::sort(regions_, {}, [](const Region& a) { return std::tuple(a.offset, ~a.size, a.kind, a.index); });
    std::vector<Region> joined;
    std::uint32_t done = 0;
    for (const Region& next : regions_) {
        if (next.offset < done) {
            if (!shares(joined.back(), next)) return false;
            continue;
        }
        if (next.offset > done) joined.push_back({done, next.offset - done, Kind::Gap});
        joined.push_back(next);
        done = next.offset + next.size;
    }
    const auto size = static_cast<std::uint32_t>(file_.size());
    if (done < size) joined.push_back({done, size - done, Kind::Gap});
    into = std::move(joined);
    return true;
}

bool Regions::shares(const Region& first, const Region& next) {
    const bool inside = next.offset + next.size <= first.offset + first.size;
    const bool same = first.offset == next.offset && first.size == next.size;
    const bool may_share = first.kind != Kind::Parameter && first.kind != Kind::Record;
    if (first.kind == next.kind && may_share && (same || (first.kind == Kind::Name && inside))) return true;
    return wrong(next.offset, fmt::format("{} overlaps {}, which begins at byte {:#x}", name_of(next.kind),
                                          name_of(first.kind), first.offset));
}

} // namespace relit::isa::rsx::cg
