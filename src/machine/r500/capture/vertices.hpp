// Indices and vertices of a draw as the vertex program gets them.
#pragma once

#include "machine/r500/capture/draw.hpp"
#include "machine/r500/capture/memory.hpp"

#include <string>

namespace relit::machine::r500 {

/// An element of a vertex: how it is stored, and where it goes.
struct Element {
    std::uint32_t type = 0, skipped = 0; // dwords after it that are none of it
    std::uint32_t input = 0;             // register of the vertex program
    bool is_signed = false, is_normalised = false;
    std::uint32_t method = 0;              // VAP_PSC_SGN_NORM_CNTL: how signed fractions are made
    std::array<std::uint32_t, 4> select{}; // 0 to 3: a component, 4: 0.0, 5: 1.0
    std::uint32_t mask = 0;                // X in the lowest bit
};
/// Up to the one that is marked as the last; at most 16.
[[nodiscard]] std::vector<Element> elements_of(const State& state);

/// The bits of four floats that go to an input.
struct InputValue {
    std::uint32_t input = 0, mask = 0;
    std::array<std::uint32_t, 4> bits{};
    std::optional<std::array<std::uint32_t, 4>>
        second{}; // of FLOAT_8: the other four as stored; no select reaches them
};
using FetchedVertex = std::vector<InputValue>;
/// Decodes one element from the dwords that begin with it; those that are not there are nothing.
[[nodiscard]] std::optional<InputValue> decode(const Element& element, Dwords dwords);
/// Dwords that a type takes; 0 where there is none.
[[nodiscard]] std::uint32_t dwords_of(std::uint32_t type);

class VertexReader {
public:
    /// `memory` has advanced to the draw's submission.
    VertexReader(const Draw& draw, Memory& memory) : draw_(draw), memory_(memory), elements_(elements_of(draw.state)) {}

    /// Index number i of a draw by indices, as stored; nothing where it is not known.
    [[nodiscard]] std::optional<std::uint32_t> index(std::uint32_t i);
    /// Which vertex that is: clamped, with VAP_INDEX_OFFSET. Without indices vertex i itself.
    [[nodiscard]] std::optional<std::uint32_t> vertex_number(std::uint32_t i);
    /// Nothing where its data is not known, or is shorter than its elements.
    [[nodiscard]] std::optional<FetchedVertex> vertex(std::uint32_t number);

private:
    [[nodiscard]] std::optional<std::vector<std::uint32_t>> dwords_of_vertex(std::uint32_t number);

    const Draw& draw_;
    Memory& memory_;
    std::vector<Element> elements_;
};

} // namespace relit::machine::r500
