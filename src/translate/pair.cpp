#include "translate/pair.hpp"

#include <array>
#include <utility>

namespace relit::translate {
namespace {

Status check_pair(ir::Stage vertex, ir::Stage fragment) {
    if (vertex == ir::Stage::Vertex && fragment == ir::Stage::Fragment) return {};
    return fail(FaultKind::Usage, "a pair is a vertex and a fragment program");
}

} // namespace

ir::Context context_of_pair(const isa::Frontend& vertex, const ir::Context& context) {
    ir::Context of_pair = context;
    of_pair.values[std::string(vertex.name()) + ".all_outputs"] = 1;
    return of_pair;
}

Result<PairOfModules> prepare_pair(ir::Module vertex, ir::Module fragment, const lang::Target& target,
                                   const PipelineOptions& pipeline) {
    if (const Status fits = check_pair(vertex.stage, fragment.stage); !fits) return std::unexpected(fits.error());
    std::array<LinkedModule, 2> stages = {LinkedModule{std::move(vertex)}, LinkedModule{std::move(fragment)}};
    if (const Status done = prepare_linked(stages, target, pipeline); !done) return std::unexpected(done.error());
    return PairOfModules{std::move(stages[0].module), std::move(stages[1].module)};
}

Result<PairTranslation> translate_pair(const isa::Program& vertex, const isa::Program& fragment,
                                       const ir::Context& context, const lang::Target& target,
                                       const PipelineOptions& pipeline) {
    const isa::Program* const programs[] = {&vertex, &fragment};
    auto linked = translate_linked(programs, context, target, pipeline);
    if (!linked) return std::unexpected(linked.error());
    if (const Status fits = check_pair(linked->stages[0].stage, linked->stages[1].stage); !fits)
        return std::unexpected(fits.error());
    return PairTranslation{std::move(linked->stages[0].artifact), std::move(linked->stages[1].artifact),
                           std::move(linked->read), std::move(linked->key)};
}

} // namespace relit::translate
