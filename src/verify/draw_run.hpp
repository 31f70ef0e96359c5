// A graphics program in its own stage of a pipeline: drawn on a device, each of its invocations leaves a record of what it was
// given and what it made.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"
#include "render/vk/draw.hpp"
#include "run/interpreter.hpp"
#include "verify/dispatch_run.hpp"
#include "verify/rewrite/invocation_records.hpp"
#include "verify/rewrite/pass_through.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace relit::verify {

/// The stages of a pipeline as a device takes them.
struct DrawnProgram {
    std::vector<NativeShader> stages; // in the order of the pipeline
    std::size_t which = 0;            // the program that is looked at
    std::vector<VertexInput> inputs;
    InvocationRecords records;
};
/// The program goes through `back_end`, what surrounds it through SPIR-V. Fails with NotSupported as pass_through_stages() does.
[[nodiscard]] Result<DrawnProgram> build_drawn(const ir::Module& lifted, BackEnd back_end,
                                               const render::vk::Device& device, const BuildOptions& how,
                                               Operands operands = Operands::Shown,
                                               Recorded recorded = Recorded::Outputs);

/// An invocation of a draw.
struct Drawn {
    run::State given;                                             // of the annotated module: inputs
    std::map<ir::Builtin, std::array<std::uint64_t, 4>> builtins; // lanes as bits
    std::vector<std::uint64_t>
        made; // lanes, as records.made names them, one after another; colours as in their targets
    bool ended = false;
};

/// Draws once, with random vertices; the same for the same seed. Invocations of a fragment program come by whole quads, those
/// of a control program by whole patches; what is not whole is omitted. In half of the draws of a fragment program all
/// vertices have the same inputs. `bound` has an entry for each resource of the lifted program, `annotated` is that program
/// with annotate_end().
[[nodiscard]] Result<std::vector<Drawn>> draw_once(render::vk::Device& device, const DrawnProgram& program,
                                                   const ir::Module& annotated, const std::vector<ir::Bound>& bound,
                                                   std::uint64_t seed, Values values);

/// How many invocations of draw_once() belong together: a quad, a patch, or one.
[[nodiscard]] std::size_t companions_in(const ir::Module& module);

} // namespace relit::verify
