#include "isa/r500/vs/encoding/output_format.hpp"

#include "isa/r500/encoding/registers.hpp"

#include <algorithm>

namespace relit::isa::r500::vs {

std::vector<Output> outputs_of(std::uint32_t format_0, std::uint32_t format_1) {
    constexpr std::uint8_t kColours = 4, kCoordinates = 8;
    const RegisterWord first{{{format_0}}}, second{{{format_1}}};
    std::vector<Output> outputs;
    if (first[field::VAP_OUT_VTX_FMT_0__VTX_POS_PRESENT] != 0) outputs.push_back({});
    if (first[field::VAP_OUT_VTX_FMT_0__VTX_PT_SIZE_PRESENT] != 0) outputs.push_back({Output::Is::PointSize, 0, 1});
    for (std::uint8_t i = 0; i < kColours; ++i)
        if (first[Field<bool>("present", 1U + i, 1)]) outputs.push_back({Output::Is::Colour, i, 4});
    for (std::uint8_t i = 0; i < kCoordinates; ++i)
        if (const auto components = second[Field<std::uint8_t>("components", 3U * i, 3)]; components != 0)
            outputs.push_back({Output::Is::Coordinate, i, std::min<std::uint8_t>(components, 4)});
    return outputs;
}

std::string describe(const Output& output) {
    switch (output.is) {
        case Output::Is::Position: return "position";
        case Output::Is::PointSize: return "point size";
        case Output::Is::Colour: return "colour " + std::to_string(output.number);
        case Output::Is::Coordinate: return "texture coordinate " + std::to_string(output.number);
    }
    return {};
}

} // namespace relit::isa::r500::vs
