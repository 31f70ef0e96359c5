// What a vertex program passes on: out[], whose registers follow each other as the formats of outputs say.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/r500/vs/encoding/output_format.hpp"
#include "isa/r500/vs/encoding/program.hpp"

#include <cstdint>
#include <vector>

namespace relit::isa::r500::vs {

/// Where outputs go on the way to fragments: texture coordinate i to location i, colour i to location 8 + i.
inline constexpr std::uint8_t kFirstColourLocation = 8;

/// The buffer of user clip planes, one vector each.
inline constexpr std::uint32_t kPlaneBinding = 2;

/// The registers of out[] as an output file.
class Outputs {
public:
    Outputs(ir::Builder& builder, ir::ContextReader& context, const Program& program);

    [[nodiscard]] std::uint32_t file() const { return file_; }
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(outputs_.size()); }
    /// Where a program begins: what is not written is 0.
    void preset();
    /// Where it ends: a clip position is made, and tested with the user's planes.
    void finish();

private:
    void add_slot(std::uint16_t reg, bool is_declared);
    void declare_planes();
    void clip_position();
    void measure_planes();
    void clip_depth();

    ir::Builder& ir_;
    ir::ContextReader& context_;
    std::vector<Output> outputs_;
    std::vector<bool> written_, declared_;
    std::uint32_t file_ = 0;
    std::uint32_t planes_on_ = 0, planes_ = 0, distances_ = 0; // a mask, the buffer of planes, the file of distances
};

} // namespace relit::isa::r500::vs
