// Reads Cg binary containers: what lies where, and whether all of it is there.
#include "isa/rsx/cg/encoding/container.hpp"

#include "isa/rsx/cg/encoding/records.hpp"
#include "isa/rsx/cg/encoding/regions.hpp"

#include <algorithm>

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

/// Reads one container; every function leaves a fault behind where it gives false.
class Scan {
public:
    explicit Scan(Bytes file) : bytes_(file), regions_(file) {}

    Result<Container> run(Profile profile) {
        if (!header(profile) || !program() || !parameters() || !regions_.join(container_.regions))
            return std::unexpected(regions_.take_fault());
        container_.file.assign(bytes_.begin(), bytes_.end());
        return std::move(container_);
    }

private:
    bool wrong(std::uint64_t offset, std::string text) { return regions_.wrong(offset, std::move(text)); }
    /// Where a field of a word that begins at `base` stands in the file.
    static std::uint32_t offset_of(std::uint32_t base, const FieldInfo& field) { return base + field.runs[0].bit / 8U; }

    template <class W>
    void words(W& into, std::uint32_t offset, std::uint32_t size) {
        for (std::uint32_t i = 0; i < size; ++i)
            into.raw[i / 4] |= std::uint32_t{bytes_[offset + i]} << (24 - 8 * (i % 4));
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
        regions_.end_at(size);
        if (size < bytes_.size())
            container_.warnings.push_back(fmt::format("{} bytes follow the container", bytes_.size() - size));
        return regions_.add(offset_of(0, Header::size), 0, kHeaderBytes, Kind::Header);
    }

    bool program() {
        const Header& header = container_.header;
        const bool vertex = container_.profile() == Profile::Vertex;
        const std::uint32_t at = header[Header::program], size = vertex ? kVertexBytes : kFragmentBytes;
        if (!regions_.add(offset_of(0, Header::program), at, size, Kind::Program)) return false;
        if (vertex) {
            words(container_.vertex, at, size);
        } else {
            words(container_.fragment, at, size);
        }
        if (header[Header::code_size] == 0) return wrong(offset_of(0, Header::code_size), "there is no microcode");
        return regions_.add(offset_of(0, Header::code), header[Header::code], header[Header::code_size], Kind::Code);
    }

    bool parameters() {
        const std::uint32_t count = container_.header[Header::parameters], at = container_.header[Header::table];
        if (count == 0) return true;
        const std::uint64_t size = std::uint64_t{count} * kParameterBytes;
        if (!regions_.inside(offset_of(0, Header::table), at, size, Kind::Parameter)) return false;
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
        return regions_.add(at, at, kParameterBytes, Kind::Parameter, index) &&
               regions_.name(offset_of(at, Parameter::name), made[Parameter::name]) &&
               regions_.name(offset_of(at, Parameter::semantic), made[Parameter::semantic]) &&
               (value == 0 || regions_.add(offset_of(at, Parameter::value), value, kValueBytes, Kind::Value)) &&
               constants(offset_of(at, Parameter::constants), made[Parameter::constants]);
    }
    bool constants(std::uint32_t from, std::uint32_t offset) {
        return offset == 0 || regions_.constants(from, offset, container_.header[Header::code_size]);
    }

    Bytes bytes_;
    Container container_;
    Regions regions_;
};

} // namespace

std::optional<Profile> profile_of(Bytes file) {
    if (file.size() < 4) return {};
    if (const auto other = profile_of_record(file)) return other;
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
