// What goes along with each vertex that reaches the rasteriser beyond what the program stores: what feedback captures of it,
// the size of points that the program leaves to the machine.
#pragma once

#include "isa/maxwell/lift/attributes.hpp"

#include <optional>
#include <vector>

namespace relit::isa::maxwell {

class VertexExtras {
public:
    VertexExtras(ir::Builder& ir, const AttributeFile& out, ir::ContextReader& context);
    /// With the vertex as it is in the output registers.
    void write(ir::Builder& ir) const;

private:
    /// Words that lie one after another, as attributes and in the buffer.
    struct Run {
        std::uint32_t address = 0, words = 0, offset = 0;
    };
    struct Copy {
        std::uint32_t from = 0, file = 0, words = 0; // `from`: lane of the outputs
    };
    [[nodiscard]] static std::vector<Run> runs_of(std::uint32_t buffer, std::uint32_t bytes,
                                                  ir::ContextReader& context);
    void capture(ir::Builder& ir, const AttributeFile& out, const Run& run, std::uint32_t buffer, std::uint32_t stride);
    [[nodiscard]] std::uint8_t free_location(const ir::RegisterFile& out);

    std::optional<std::uint32_t> out_;
    std::vector<Copy> copies_;
    std::optional<std::uint32_t> size_file_;
    float size_ = 0;
    std::uint8_t taken_ = 0; // locations, from the last one down
};

} // namespace relit::isa::maxwell
