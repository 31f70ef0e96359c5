// A container of any kind, with what programs take from it: Sony's long one, PSL1GHT's, the compact CGB.
#pragma once

#include "isa/named_input.hpp"
#include "isa/rsx/cg/encoding/container.hpp"
#include "isa/rsx/cg/encoding/records.hpp"
#include "isa/rsx/cg/encoding/symbols.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace relit::isa::rsx::cg {

/// A constant register of a vertex program, and its bits.
struct LoadedValue {
    std::uint32_t index = 0;
    std::array<std::uint32_t, 4> lanes{};
};
/// A constant in the microcode of a fragment program, at a byte from its start.
struct PlacedName {
    std::uint32_t offset = 0;
    std::string name;
};

struct AnyContainer {
    std::string_view format; // "Cg", "PSL1GHT", "CGB"
    Profile profile = Profile::Vertex;
    std::vector<std::uint8_t> file;
    std::uint32_t code_offset = 0, code_size = 0;
    std::uint32_t slot = 0, slot_at = 0; // where a vertex program is loaded, and the field that says so
    StateValues state;
    std::vector<ConstantName> constants; // of a vertex program
    std::vector<LoadedValue> values;     // the last of each register counts
    std::vector<PlacedName> placed;
    std::vector<Bound> bound;
    std::vector<std::string> names; // of all parameters, those included that the program has no place for
    std::vector<std::string> warnings;
    std::optional<Container> cg; // if it is Sony's long one
    std::vector<Record> records; // otherwise
    std::vector<Region> regions; // all bytes of the file, in order

    [[nodiscard]] Bytes code() const { return Bytes(file).subspan(code_offset, code_size); }
};

/// Reads and checks a container of this profile, which profile_of() has found. Fails with BadInput, or NotSupported for a later version.
[[nodiscard]] Result<AnyContainer> read_any(Bytes file, Profile profile);
/// Readers of one kind each.
[[nodiscard]] Result<AnyContainer> read_psl1ght(Bytes file, Profile profile);
[[nodiscard]] Result<AnyContainer> read_cgb(Bytes file, Profile profile);

/// Adds the names of parameters that the program has no place for.
void add_unused(std::vector<NamedInput>& names, const AnyContainer& container);

/// The control word that a fragment program is run with: bit 10 is always on, and two registers are the fewest.
/// (Sony's and PSL1GHT's libraries)
[[nodiscard]] std::uint64_t control_word(std::uint64_t control, std::uint32_t registers);

} // namespace relit::isa::rsx::cg
