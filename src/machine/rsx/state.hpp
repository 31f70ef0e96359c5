// The state of the RSX as methods leave it, and the draws that they make. Nothing is drawn.
#pragma once

#include "isa/rsx/encoding/methods.hpp"
#include "isa/rsx/vp/encoding/word.hpp"

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

namespace relit::machine::rsx {

/// Addresses of methods, with those of all eight subchannels.
inline constexpr std::uint32_t kAddresses = 0x10000;
/// Slots of the memory for vertex programs.
inline constexpr std::uint32_t kSlots = 544;
inline constexpr std::uint32_t kConstants = isa::rsx::vp::kConstants, kTextures = 16, kVertexTextures = 4;

/// The memory that an offset counts in.
enum class Location : std::uint8_t { Local, Main, Unknown };

/// A constant of vertex programs.
struct Constant {
    std::array<std::uint32_t, 4> lanes{};
    bool is_loaded = false;
};

/// The registers as last written, and the memories behind methods that load.
struct State {
    std::vector<std::uint32_t> registers = std::vector<std::uint32_t>(kAddresses / 4); // by address / 4
    std::vector<isa::rsx::vp::Word128> slots = std::vector<isa::rsx::vp::Word128>(kSlots);
    std::vector<Constant> constants = std::vector<Constant>(kConstants);
    /// A number that grows when a value that programs depend on changes, constants not counted.
    std::uint64_t revision = 0;

    /// The last argument of a method of the 3D engine. `address`: below kAddresses.
    [[nodiscard]] std::uint32_t at(std::uint32_t address) const { return registers[address / 4]; }
    /// The slot counts on by itself, the constant with the method's address only (reference rsx.md, section 1.1). Loads
    /// beyond the memories are lost, as is what lies beyond kAddresses.
    void write(std::uint32_t address, std::uint32_t value);
    /// Returns true if a texture unit is on: bit 31 of its control word. `is_vertex`: one of vertex programs.
    [[nodiscard]] bool has_texture(std::uint32_t unit, bool is_vertex) const;
};

/// A run of vertices between SET_BEGIN_END.
struct Draw {
    std::uint32_t primitive = 0;
    std::uint64_t vertices = 0;     // of arrays and indices
    bool changes_constants = false; // after its first vertices: those see other values
};
inline constexpr std::uint32_t kPoints = 1; // a primitive

/// Follows methods to the state at each draw.
class Machine {
public:
    State state;
    /// Does a method; gives the draw that it ends. The state is then that of the draw.
    std::optional<Draw> write(std::uint32_t address, std::uint32_t value);

private:
    Draw draw_;
};

/// The fragment program that SET_SHADER_PROGRAM names.
struct FragmentProgram {
    Location location = Location::Unknown;
    std::uint32_t offset = 0;
};
[[nodiscard]] FragmentProgram fragment_program_of(const State& state);

} // namespace relit::machine::rsx
