// A vertex and a fragment program as one: the shortest row of linked stages.
#pragma once

#include "translate/linked.hpp"

#include <string>

namespace relit::translate {

struct PairTranslation {
    lang::Artifact vertex, fragment;
    ir::Context read; // the context keys that either depended on
    std::string key;  // as Translation::key, of both
};

/// Vertex program first. Fails with Usage where the two are not a vertex and a fragment program.
[[nodiscard]] Result<PairTranslation> translate_pair(const isa::Program& vertex, const isa::Program& fragment,
                                                     const ir::Context& context, const lang::Target& target,
                                                     const PipelineOptions& pipeline = {});

struct PairOfModules {
    ir::Module vertex, fragment;
};
/// What translate_pair() prints, from two lifted modules. The vertex program writes all that its hardware passes on.
[[nodiscard]] Result<PairOfModules> prepare_pair(ir::Module vertex, ir::Module fragment, const lang::Target& target,
                                                 const PipelineOptions& pipeline);
/// The context in which vertex programs are lifted for a pair: outputs that they do not write are as the guest has them.
[[nodiscard]] ir::Context context_of_pair(const isa::Frontend& vertex, const ir::Context& context);

} // namespace relit::translate
