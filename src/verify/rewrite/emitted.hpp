// The vertices that a geometry program emits, kept in output files, so that the interpreter and a harness can be compared by lanes.
#pragma once

#include "ir/builder.hpp"

#include <cstdint>
#include <vector>

namespace relit::verify {

/// Declares, for a geometry program, output files of what it emits: register r of "emitted_o" belongs to vertex
/// r / registers of "o"; "emitted" counts the vertices, "ends" is 1 at each number of vertices where a primitive ended.
class EmittedVertices {
public:
    /// An output file of the program and the one that keeps it for every vertex.
    struct Kept {
        std::uint32_t from = 0, to = 0;
    };

    /// `builder` outlives it.
    explicit EmittedVertices(ir::Builder& builder);

    /// Keeps the outputs as they are now as the next vertex; beyond the number that the program declares nothing happens.
    void keep_vertex();
    /// The primitive ends after the vertices that were kept so far.
    void end_primitive();

    [[nodiscard]] const std::vector<Kept>& kept() const { return kept_; }
    [[nodiscard]] std::uint32_t count() const { return count_; } // the file
    [[nodiscard]] std::uint32_t ends() const { return ends_; }   // the file

private:
    ir::Builder& ir_;
    std::vector<Kept> kept_;
    std::uint32_t count_ = 0, ends_ = 0;
};

} // namespace relit::verify
