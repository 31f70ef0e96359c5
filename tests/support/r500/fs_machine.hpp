// A fragment processor of R500 in plain C++, from the reference and not from the lifter: one pixel alone, its flow control as it is
// when it runs.
#pragma once

#include "isa/r500/fs/encoding/inline_float.hpp"
#include "isa/r500/fs/encoding/word.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace relit::test {

struct R500FragmentMachine {
    using Float4 = std::array<float, 4>;
    using Word = isa::r500::fs::Word192;

    /// What a program asks of a texture unit, with coordinates from 0 to 1.
    struct Lookup {
        std::uint32_t unit = 0;
        isa::r500::fs::TexOp op{};
        std::vector<float> numbers; // coordinates, then bias, level or derivatives
    };

    std::array<Float4, 256> constants{};
    std::array<Float4, 128> temps{};
    std::array<Float4, 4> targets{};
    float depth = 0;
    bool killed = false;

    // State around the program.
    bool zero_wins = true;
    isa::r500::fs::InlineFloats floats = isa::r500::fs::InlineFloats::Author;
    std::uint32_t booleans = 0, offset = 0, units_on = 0xffff;
    std::array<std::uint32_t, 32> integers{};
    std::array<std::uint32_t, 16> dimensions{}; // of units: 2 or 3; 6 a cube
    std::function<Float4(const Lookup&)> texture;
    std::array<float, 3> texture_size = {1, 1, 1};

    /// Runs from `first` to `last`; false where it takes more than `steps` instructions, or leaves the code.
    [[nodiscard]] bool run(std::span<const Word> code, std::uint32_t first, std::uint32_t last, std::uint32_t steps);
    void compute(const Word& word);
    void look_up(const Word& word);

private:
    using Float3 = std::array<float, 3>;
    struct Operands {
        std::array<Float3, 3> rgb{};
        Float3 alpha{};
    };
    struct Loop {
        std::uint32_t iterations = 0;
    };

    void flow(const Word& word);
    [[nodiscard]] std::int32_t loop_register() const { return registers_.empty() ? 0 : registers_.back(); }
    [[nodiscard]] Float4 slot(const Word& word, bool alpha, unsigned which) const;
    [[nodiscard]] float component(const Word& word, unsigned source, isa::r500::fs::Component component) const;
    [[nodiscard]] Operands operands(const Word& word) const;
    [[nodiscard]] Float3 rgb_result(const Word& word, const Operands& in, float alpha) const;
    [[nodiscard]] float alpha_result(const Word& word, const Operands& in, float dot) const;
    [[nodiscard]] Float4 predicates_passed(const Word& word) const;
    void write(const Word& word, const Float4& value, const Float4& passed);
    [[nodiscard]] float product(float a, float b) const { return zero_wins && (a == 0 || b == 0) ? 0 : a * b; }

    std::array<bool, 4> predicates_{};
    bool alu_result_ = false;
    std::uint32_t at_ = 0;
    std::optional<std::uint32_t> inactive_;
    std::vector<std::uint32_t> iterations_, returns_;
    std::vector<std::int32_t> registers_;
    bool jumped_ = false;
};

} // namespace relit::test
