// Reads Cg binary containers: what lies where, and whether all of it is there.
#include "isa/rsx/cg/encoding/container.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace relit::isa::rsx::cg {
namespace {

constexpr std::uint32_t kMaxRevision = 255;

std::uint32_t dword_at(Bytes file, std::size_t offset) {
    return static_cast<std::uint32_t>(big_endian(file.subspan(offset, 4)));
}

/// Whether the profile stands in the first four bytes, but low byte first.
bool is_little_endian(Bytes file) { return file.size() >= 4 && file[3] == 0 && file[1] == 0x1b; }

std::string_view name_of(Profile profile) { return profile == Profile::Vertex ? "vertex" : "fragment"; }
std::string_view name_of(Kind kind) {
    constexpr std::string_view kNames[] = {"the header", "the parameter table", "the program's header", "the microcode",
                                           "a name",     "a default value",     "a list of constants"};
    return kNames[static_cast<std::size_t>(kind)];
}

/// Reads one container; every function leaves a fault behind where it gives false.
class Scan {
public:
    explicit Scan(Bytes file) : bytes_(file) {}

    Result<Container> run(Profile profile) {
        if (!header(profile) || !program() || !parameters() || !join()) return std::unexpected(std::move(fault_));
        container_.file.assign(bytes_.begin(), bytes_.end());
        return std::move(container_);
    }

private:
    bool wrong(std::uint64_t offset, std::string text) {
        fault_ = {FaultKind::BadInput, std::move(text), offset, 0, 0};
        return false;
    }
    /// Where a field of a word that begins at `base` stands in the file.
    static std::uint32_t offset_of(std::uint32_t base, const FieldInfo& field) { return base + field.runs[0].bit / 8U; }

    template <class W>
    void words(W& into, std::uint32_t offset, std::uint32_t size) {
        for (std::uint32_t i = 0; i < size; ++i)
            into.raw[i / 4] |= std::uint32_t{bytes_[offset + i]} << (24 - 8 * (i % 4));
    }
    bool region(std::uint32_t from, std::uint32_t offset, std::uint64_t size, Kind kind, std::uint32_t index = 0) {
        if (offset > end_ || size > end_ - offset)
            return wrong(from, fmt::format("{} at byte {:#x} with {} bytes lies outside of the container, which has {}",
                                           name_of(kind), offset, size, end_));
        container_.regions.push_back({offset, static_cast<std::uint32_t>(size), kind, index});
        return true;
    }

    bool header(Profile profile) {
        if (bytes_.size() > kMaxFile) return wrong(kMaxFile, "more than 1 MiB: no container is as long");
        if (is_little_endian(bytes_))
            return wrong(0, "the dwords of the container are little-endian; those of the console are big-endian");
        if (bytes_.size() < kHeaderBytes)
            return wrong(bytes_.size(),
                         fmt::format("the container's header has {} bytes, the file {}", kHeaderBytes, bytes_.size()));
        Header& header = container_.header;
        words(header, 0, kHeaderBytes);
        if (container_.profile() != profile)
            return wrong(0, fmt::format("not the container of a {} program: profile {:#x}", name_of(profile),
                                        header[Header::profile]));
        if (header[Header::revision] != kRevision)
            container_.warnings.push_back(
                fmt::format("revision {} of the container; {} is known", header[Header::revision], kRevision));
        return sizes();
    }
    bool sizes() {
        const std::uint32_t size = container_.header[Header::size];
        if (size > bytes_.size())
            return wrong(offset_of(0, Header::size),
                         fmt::format("the container has {} bytes, the file {}", size, bytes_.size()));
        end_ = size;
        if (size < bytes_.size())
            container_.warnings.push_back(fmt::format("{} bytes follow the container", bytes_.size() - size));
        return region(offset_of(0, Header::size), 0, kHeaderBytes, Kind::Header);
    }

    bool program() {
        const Header& header = container_.header;
        const bool vertex = container_.profile() == Profile::Vertex;
        const std::uint32_t at = header[Header::program], size = vertex ? kVertexBytes : kFragmentBytes;
        if (!region(offset_of(0, Header::program), at, size, Kind::Program)) return false;
        if (vertex) {
            words(container_.vertex, at, size);
        } else {
            words(container_.fragment, at, size);
        }
        if (header[Header::code_size] == 0) return wrong(offset_of(0, Header::code_size), "there is no microcode");
        return region(offset_of(0, Header::code), header[Header::code], header[Header::code_size], Kind::Code);
    }

    bool parameters() {
        const std::uint32_t count = container_.header[Header::parameters], at = container_.header[Header::table];
        if (count == 0) return true;
        const std::uint64_t size = std::uint64_t{count} * kParameterBytes;
        if (!region(offset_of(0, Header::table), at, size, Kind::Parameter)) return false;
        container_.regions.pop_back(); // each is one of its own
        if (count > kMaxParameters)
            return wrong(offset_of(0, Header::parameters), fmt::format("more than {} parameters", kMaxParameters));
        for (std::uint32_t i = 0; i < count; ++i)
            if (!parameter(i, at + i * kParameterBytes)) return false;
        return true;
    }
    bool parameter(std::uint32_t index, std::uint32_t at) {
        Parameter& made = container_.parameters.emplace_back();
        words(made, at, kParameterBytes);
        const std::uint32_t value = made[Parameter::value];
        return region(at, at, kParameterBytes, Kind::Parameter, index) &&
               name(offset_of(at, Parameter::name), made[Parameter::name]) &&
               name(offset_of(at, Parameter::semantic), made[Parameter::semantic]) &&
               (value == 0 || region(offset_of(at, Parameter::value), value, kValueBytes, Kind::Value)) &&
               constants(offset_of(at, Parameter::constants), made[Parameter::constants]);
    }
    bool name(std::uint32_t from, std::uint32_t offset) {
        if (offset == 0) return true;
        if (offset >= end_)
            return wrong(from, fmt::format("a name at byte {:#x} lies outside of the container, which has {} bytes",
                                           offset, end_));
        const Bytes rest = bytes_.subspan(offset, std::min(end_ - offset, kMaxName + 1));
        const auto end = std::ranges::find(rest, 0);
        if (end == rest.end() && rest.size() > kMaxName)
            return wrong(offset, fmt::format("a name has more than {} characters", kMaxName));
        if (end == rest.end()) return wrong(offset, "a name does not end before the container does");
        return region(from, offset, static_cast<std::uint64_t>(end - rest.begin()) + 1, Kind::Name);
    }
    bool constants(std::uint32_t from, std::uint32_t offset) {
        if (offset == 0) return true;
        if (!region(from, offset, 4, Kind::Constants)) return false;
        container_.regions.pop_back();
        const std::uint32_t count = dword_at(bytes_, offset);
        if (!region(from, offset, 4 + std::uint64_t{4} * count, Kind::Constants)) return false;
        constants_ += count;
        if (constants_ > kMaxConstants)
            return wrong(from, fmt::format("the parameters list more than {} constants", kMaxConstants));
        for (std::uint32_t i = 1; i <= count; ++i)
            if (!constant(offset + 4 * i)) return false;
        return true;
    }
    bool constant(std::uint32_t at) {
        const std::uint32_t into = dword_at(bytes_, at), size = container_.header[Header::code_size];
        return (size >= kValueBytes && into <= size - kValueBytes) ||
               wrong(at, fmt::format("a constant at byte {:#x} of the microcode, which has {} bytes", into, size));
    }

    /// Puts the regions in order, with what lies between them. Names may end alike, and several may be one.
    bool join() {
        std::vector<Region>& all = container_.regions;
        std::ranges::sort(all, {}, [](const Region& a) { return std::tuple(a.offset, ~a.size, a.kind, a.index); });
        std::vector<Region> joined;
        std::uint32_t done = 0;
        for (const Region& next : all) {
            if (next.offset < done) {
                if (!shares(joined.back(), next)) return false;
                continue;
            }
            if (next.offset > done) joined.push_back({done, next.offset - done, Kind::Gap});
            joined.push_back(next);
            done = next.offset + next.size;
        }
        const auto size = static_cast<std::uint32_t>(bytes_.size());
        if (done < size) joined.push_back({done, size - done, Kind::Gap});
        all = std::move(joined);
        return true;
    }
    bool shares(const Region& first, const Region& next) {
        const bool inside = next.offset + next.size <= first.offset + first.size;
        const bool same = first.offset == next.offset && first.size == next.size;
        if (first.kind == next.kind && first.kind != Kind::Parameter && (same || (first.kind == Kind::Name && inside)))
            return true;
        return wrong(next.offset, fmt::format("{} overlaps {}, which begins at byte {:#x}", name_of(next.kind),
                                              name_of(first.kind), first.offset));
    }

    Bytes bytes_;
    Container container_;
    Fault fault_;
    std::uint32_t end_ = 0; // of the container
    std::uint64_t constants_ = 0;
};

} // namespace

std::optional<Profile> profile_of(Bytes file) {
    if (file.size() < 4) return {};
    const auto read = is_little_endian(file) ? little_endian : big_endian;
    // A revision tells a container from microcode that happens to begin so.
    if (file.size() >= 8 && read(file.subspan(4, 4)) > kMaxRevision) return {};
    for (const Profile profile : {Profile::Vertex, Profile::Fragment})
        if (read(file.first(4)) == static_cast<std::uint32_t>(profile)) return profile;
    return {};
}

Result<Container> read(Bytes file, Profile profile) { return Scan(file).run(profile); }

std::string_view string_at(const Container& container, std::uint32_t offset) {
    if (offset == 0) return {};
    const auto begin = container.file.begin() + offset;
    const auto size = static_cast<std::size_t>(std::find(begin, container.file.end(), 0) - begin);
    return {reinterpret_cast<const char*>(container.file.data()) + offset, size};
}

std::string_view name_of(const Container& container, const Parameter& parameter) {
    return string_at(container, parameter[Parameter::name]);
}

std::optional<std::array<std::uint32_t, 4>> value_of(const Container& container, const Parameter& parameter) {
    const std::uint32_t offset = parameter[Parameter::value];
    if (offset == 0) return {};
    std::array<std::uint32_t, 4> lanes{};
    for (std::uint32_t i = 0; i < 4; ++i) lanes[i] = dword_at(container.file, offset + 4 * i);
    return lanes;
}

std::vector<std::uint32_t> constants_of(const Container& container, const Parameter& parameter) {
    const std::uint32_t offset = parameter[Parameter::constants];
    if (offset == 0) return {};
    std::vector<std::uint32_t> offsets(dword_at(container.file, offset));
    for (std::uint32_t i = 0; i < offsets.size(); ++i) offsets[i] = dword_at(container.file, offset + 4 * (i + 1));
    return offsets;
}

} // namespace relit::isa::rsx::cg
