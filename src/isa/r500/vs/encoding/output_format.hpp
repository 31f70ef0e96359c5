// What the registers of out[] are: they follow each other as the formats of outputs say.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace relit::isa::r500::vs {

/// What one register of out[] is.
struct Output {
    enum class Is : std::uint8_t { Position, PointSize, Colour, Coordinate };
    Is is = Is::Position;
    std::uint8_t number = 0, components = 4;
    [[nodiscard]] bool operator==(const Output&) const = default;
};
/// Of out[0], out[1] and so on: position, point size, colours, coordinates, as far as the registers name them.
[[nodiscard]] std::vector<Output> outputs_of(std::uint32_t format_0, std::uint32_t format_1);
/// "position", "colour 1", "texture coordinate 0"
[[nodiscard]] std::string describe(const Output& output);

} // namespace relit::isa::r500::vs
