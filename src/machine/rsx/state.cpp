#include "machine/rsx/state.hpp"

#include <utility>

namespace relit::machine::rsx {
namespace {

using isa::rsx::Method;

constexpr std::uint32_t address_of(Method method) {
    return isa::rsx::kMethods[static_cast<std::size_t>(method)].address;
}
/// Methods without a row in isa/rsx/encoding/methods.inc, since they concern no program.
constexpr std::uint32_t kBeginEnd = 0x1808, kDrawArrays = 0x1814, kDrawIndexArray = 0x1824;
constexpr std::uint32_t kTextureControl = 0x1a0c, kVertexTextureControl = 0x090c, kTextureStride = 0x20;
constexpr std::uint32_t kIsOn = 1U << 31;

void load_slot(State& state, std::uint32_t lane, std::uint32_t value) {
    std::uint32_t& slot = state.registers[address_of(Method::ProgramLoad) / 4];
    if (slot >= kSlots) return;
    std::uint32_t& word = state.slots[slot].raw[lane];
    if (word != value) ++state.revision;
    word = value;
    if (lane == 3) ++slot;
}

void load_constant(State& state, std::uint32_t which, std::uint32_t value) {
    const std::uint64_t index = std::uint64_t{state.at(address_of(Method::ConstantLoad))} + which / 4;
    if (index >= kConstants) return;
    state.constants[index].lanes[which % 4] = value;
    state.constants[index].is_loaded = true;
}

/// The number of vertices less one stands in bits 31:24 of the argument.
bool is_of_vertices(std::uint32_t address) { return address == kDrawArrays || address == kDrawIndexArray; }

} // namespace

void State::write(std::uint32_t address, std::uint32_t value) {
    if (address >= kAddresses) return;
    const Method method = isa::rsx::method_of(address);
    const bool is_other = method == Method::Other || method == Method::Program || method == Method::Constant ||
                          method == Method::ProgramLoad || method == Method::ConstantLoad;
    if (!is_other && at(address) != value) ++revision;
    registers[address / 4] = value;
    if (method == Method::Program) load_slot(*this, (address - address_of(method)) / 4 % 4, value);
    if (method == Method::Constant) load_constant(*this, (address - address_of(method)) / 4, value);
}

bool State::has_texture(std::uint32_t unit, bool is_vertex) const {
    return (at((is_vertex ? kVertexTextureControl : kTextureControl) + unit * kTextureStride) & kIsOn) != 0;
}

std::optional<Draw> Machine::write(std::uint32_t address, std::uint32_t value) {
    state.write(address, value);
    if (is_of_vertices(address)) draw_.vertices += (value >> 24) + 1;
    if (isa::rsx::method_of(address) == Method::Constant && draw_.vertices != 0) draw_.changes_constants = true;
    if (address != kBeginEnd) return std::nullopt;
    if (value != 0) {
        draw_ = {.primitive = value};
        return std::nullopt;
    }
    const Draw ended = std::exchange(draw_, {});
    return ended.primitive != 0 ? std::optional(ended) : std::nullopt;
}

FragmentProgram fragment_program_of(const State& state) {
    constexpr std::uint32_t kContext = 3; // 1 local, 2 main
    const std::uint32_t program = state.at(address_of(Method::ShaderProgram)), context = program & kContext;
    const Location location = context == 1 ? Location::Local : context == 2 ? Location::Main : Location::Unknown;
    return {location, program & ~kContext};
}

} // namespace relit::machine::rsx
