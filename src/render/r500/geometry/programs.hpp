// Vertex programs on the interpreter. A program is lifted once, whatever its constants.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"
#include "machine/r500/capture/vertices.hpp"
#include "machine/r500/stream/state.hpp"
#include "render/r500/geometry/notes.hpp"
#include "render/r500/geometry/vertex.hpp"
#include "run/interpreter.hpp"

#include <map>
#include <span>

namespace relit::render::r500 {

class VertexPrograms {
public:
    /// Makes `vertices`, one of each that was fetched: by the state's program, or as they are where it is passed by.
    [[nodiscard]] Status run(const machine::r500::State& state, std::span<const machine::r500::FetchedVertex> fetched,
                             std::vector<Vertex>& vertices, Notes& notes);

private:
    struct Program {
        ir::Module module;
        std::uint32_t inputs = 0, outputs = 0;   // indices of files
        std::vector<std::string> approximations; // of the lifter
        std::vector<run::State> states;          // to run in, as many as were needed at once
    };
    /// What a stream of registers, constants and code is.
    struct Known {
        Program* program = nullptr;
        std::vector<std::uint8_t> constants; // as the constant buffer has them
    };
    [[nodiscard]] Result<Known> find(const std::vector<std::uint8_t>& stream);
    [[nodiscard]] Status run_batch(const Known& known, std::span<const machine::r500::FetchedVertex> fetched,
                                   std::vector<Vertex>& vertices, Notes& notes);

    std::map<std::vector<std::uint8_t>, Program> programs_; // by their canonical bytes
};

} // namespace relit::render::r500
