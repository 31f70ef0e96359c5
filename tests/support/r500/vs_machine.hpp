// A vertex processor of R500 in plain C++, from the reference and not from the lifter: one instruction after the other, with its
// flow-control slots as they are when it runs.
#pragma once

#include "isa/r500/vs/encoding/control_flow.hpp"
#include "isa/r500/vs/encoding/word.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace relit::test {

using Float4 = std::array<float, 4>;

struct R500VertexMachine {
    std::array<Float4, 16> inputs{};
    std::array<Float4, 256> constants{};
    std::array<Float4, 128> temps{}, alternates{}, outputs{};
    std::array<std::int64_t, 4> address{};
    bool predicate = false, zero_wins = false;
    std::uint32_t constant_base = 0, output_count = 0;

    /// Runs from `first` to `last`; false where it takes more than `steps` instructions.
    [[nodiscard]] bool run(std::span<const isa::r500::vs::Word128> code, const isa::r500::vs::FlowSlots& slots,
                           std::uint32_t first, std::uint32_t last, std::uint32_t steps);
    void step(const isa::r500::vs::Word128& word);

private:
    struct Entered {
        std::uint32_t slot = 0;
        std::int64_t iterations = 0, index = 0;
    };
    struct Result {
        Float4 value{};
        std::uint32_t lanes = 15; // that are written, if the mask has them
    };
    [[nodiscard]] const Entered* counting() const;
    [[nodiscard]] std::int64_t loop_index() const;
    [[nodiscard]] Float4 read(const isa::r500::vs::Source& source) const;
    [[nodiscard]] Result vector(isa::r500::vs::Ve op, const std::array<Float4, 3>& in);
    [[nodiscard]] Result math(isa::r500::vs::Me op, const std::array<Float4, 3>& in, bool third);
    [[nodiscard]] float counter(isa::r500::vs::Me op, float value);
    void write(isa::r500::vs::TargetClass to, std::uint32_t index, isa::r500::vs::Mode mode, std::uint32_t lane,
               std::uint32_t mask, const Result& result);
    [[nodiscard]] float product(float a, float b) const { return zero_wins && (a == 0 || b == 0) ? 0 : a * b; }

    std::vector<Entered> inside_;
    isa::r500::vs::FlowSlots slots_{};
};

} // namespace relit::test
