// The programs of a draw as files of their guests, and what their translation depends on, taken from the machine's state.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "isa/rsx/fp/encoding/program.hpp"
#include "isa/rsx/vp/encoding/word.hpp"
#include "machine/rsx/state.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace relit::machine::rsx {

/// The slots of a draw's vertex program, with their numbers, in order.
struct VertexProgram {
    std::uint32_t start = 0;
    std::vector<std::uint32_t> numbers;
    std::vector<isa::rsx::vp::Word128> slots;
    [[nodiscard]] bool operator==(const VertexProgram&) const = default;
};
/// The slots that can be reached from SET_TRANSFORM_PROGRAM_START with the branch bits of the state; others are what earlier
/// programs left. Fails where a jump leads outside of the memory, and where there is no END.
[[nodiscard]] Result<VertexProgram> vertex_program_of(const State& state);
/// The program as a stream of methods, with the constants that it reads and that are loaded.
[[nodiscard]] std::vector<std::uint8_t> stream_of(const VertexProgram& program, const State& state);
/// The constants that it names and that no method has loaded, in order. Those that it can only reach through an address
/// register do not count.
[[nodiscard]] std::vector<std::uint32_t> missing_constants(const VertexProgram& program, const State& state);
/// Returns true if it reads constants through an address register.
[[nodiscard]] bool reads_any_constant(const VertexProgram& program);

/// The context keys that state.inc has for the state, without those of what is off: texture units, arrays of vertices, the
/// comparison of the alpha test, points where none are drawn. Adds `rsx.fp.texture#.shadow` and `.order`.
[[nodiscard]] isa::StateValues context_of(const State& state, const Draw& draw);
/// Returns true if the key only counts if the position is converted for a host's viewport: it does not tell programs apart.
[[nodiscard]] bool is_of_viewport(std::string_view key);

/// The texture units that a program samples and that are off, in order.
[[nodiscard]] std::vector<std::uint32_t> missing_textures(const VertexProgram& program, const State& state);
[[nodiscard]] std::vector<std::uint32_t> missing_textures(const isa::rsx::fp::Program& program, const State& state);
/// The texture units that are on with two numbers a texel in an order that no key says, in order.
[[nodiscard]] std::vector<std::uint32_t> unordered_textures(const State& state);

} // namespace relit::machine::rsx
