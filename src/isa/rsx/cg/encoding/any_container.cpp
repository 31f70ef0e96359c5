#include "isa/rsx/cg/encoding/any_container.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace relit::isa::rsx::cg {
namespace {

void take_fragment_state(StateValues& state, const FragmentHeader& header) {
    using H = FragmentHeader;
    constexpr std::uint32_t kTexcoords = 10, kFlat = 1, kCentroid = 16;
    constexpr std::uint64_t kFull = 0x40, kDepth = 0x0e, kKills = 0x80;
    const std::uint64_t control = (header[H::from_h0] != 0 ? 0 : kFull) | (header[H::depth] != 0 ? kDepth : 0) |
                                  (header[H::kills] != 0 ? kKills : 0);
    state["rsx.fp.control"] = control_word(control, header[H::registers]);
    for (std::uint32_t i = 0; i < kTexcoords; ++i)
        if ((header[H::texcoords] >> i & 1) != 0)
            state["rsx.fp.texcoord" + std::to_string(i)] = ((header[H::texcoords_2d] >> i & 1) != 0 ? kFlat : 0) |
                                                           ((header[H::centroid] >> i & 1) != 0 ? kCentroid : 0);
}

void take_parameters(AnyContainer& made, const Container& container) {
    for (const Parameter& one : container.parameters) {
        if (!name_of(container, one).empty()) made.names.push_back(printable(name_of(container, one)));
        const bool is_register = one[Parameter::resource] == kConstantRegister;
        if (is_register && one[Parameter::index] < kConstantRegisters && one[Parameter::value] != 0)
            made.values.push_back({one[Parameter::index], *value_of(container, one)});
        for (const std::uint32_t offset : constants_of(container, one))
            made.placed.push_back({offset, printable(name_of(container, one))});
    }
}

Result<AnyContainer> read_cg(Bytes file, Profile profile) {
    auto container = read(file, profile);
    if (!container) return std::unexpected(std::move(container.error()));
    AnyContainer made;
    made.format = "Cg";
    made.profile = profile;
    made.code_offset = container->header[Header::code];
    made.code_size = container->header[Header::code_size];
    if (profile == Profile::Vertex) {
        made.slot = container->vertex[VertexHeader::slot];
        made.slot_at = container->header[Header::program] + 4;
        made.state["rsx.vp.user_clip"] = container->vertex[VertexHeader::clip];
        made.constants = constant_names(*container);
    } else {
        take_fragment_state(made.state, container->fragment);
    }
    take_parameters(made, *container);
    made.bound = bound_parameters(*container);
    made.warnings = container->warnings;
    made.regions = container->regions;
    made.file = container->file;
    made.cg = std::move(*container);
    return made;
}

} // namespace

void add_unused(std::vector<NamedInput>& names, const AnyContainer& container) {
    std::set<std::string, std::less<>> known; // with the arrays that they are elements of
    for (const NamedInput& one : names)
        for (std::size_t end = one.name.size(); end != one.name.npos && end != 0; end = one.name.rfind('[', end - 1))
            known.insert(one.name.substr(0, end));
    for (const Bound& one : container.bound)
        if (one.is_output) known.insert(one.name);
    for (const std::string& name : container.names)
        if (known.insert(name).second) names.push_back({name, {}});
}

std::uint64_t control_word(std::uint64_t control, std::uint32_t registers) {
    constexpr std::uint64_t kAlways = 1 << 10;
    constexpr std::uint32_t kFewest = 2;
    return control | kAlways | std::uint64_t{std::max(registers, kFewest)} << 24;
}

Result<AnyContainer> read_any(Bytes file, Profile profile) {
    if (file.size() > kMaxFile) return fail_at(kMaxFile, "more than 1 MiB: no container is as long");
    if (!profile_of_record(file)) return read_cg(file, profile);
    const bool is_cgb = file.size() >= 4 && big_endian(file.first(4)) == kCgbMagic;
    return is_cgb ? read_cgb(file, profile) : read_psl1ght(file, profile);
}

} // namespace relit::isa::rsx::cg
