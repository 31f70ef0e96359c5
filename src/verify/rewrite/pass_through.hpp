// The stages of a pipeline around the one program that is to be looked at: they pass on what the host gives.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"

#include <cstdint>
#include <vector>

namespace relit::verify {

/// An input of the pipeline's first stage: four lanes a vertex.
struct VertexInput {
    std::uint32_t location = 0;
    ir::Kind kind = ir::Kind::F32; // F32 or I32
    bool is_signed = false;
    bool is_position = false; // it becomes the position of a vertex
};

/// Modules as lifted ones, in the order of the pipeline.
struct PassThroughStages {
    std::vector<ir::Module> before, after;
    std::vector<VertexInput> inputs;
};

/// The stages before the program give it each input that it reads, from a vertex input at that location or, where there is
/// none, at a free one; patches have levels from 2 to 4. After it nothing is done. Fails with NotSupported where an input is
/// of 16 or 64 bits, or where locations do not suffice.
[[nodiscard]] Result<PassThroughStages> pass_through_stages(const ir::Module& program);

} // namespace relit::verify
