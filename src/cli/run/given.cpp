#include "cli/run/given.hpp"

#include "base/json/reader.hpp"
#include "cli/run/set_files.hpp"
#include "verify/registers.hpp"
#include "verify/textures.hpp"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using Json = nlohmann::ordered_json;

Status add_set(GivenSets& sets, SetFiles& files, const ir::Module& module, const run::State& base, const Json& set) {
    const std::size_t number = sets.states.size();
    if (number == kMostGivenSets)
        return fail(FaultKind::NotSupported, fmt::format("more than {} sets", kMostGivenSets));
    Json own;
    const auto named = files.with_guest_names(module, set, own);
    if (!named) return fail(named.error().kind, fmt::format("set {}: {}", number, named.error().text));
    auto state = verify::state_of(module, base, **named, files);
    if (!state) return fail(fmt::format("set {}: {}", number, state.error().text));
    if (number != 0 && verify::has_textures(**named))
        return fail(fmt::format("set {}: \"{}\" stand in the first set", number, verify::kTexturesKey));
    if (number == 0) {
        auto textures = verify::textures_of(module, **named, files);
        if (!textures) return std::unexpected(textures.error());
        sets.textures = std::move(*textures);
    }
    sets.states.push_back(std::move(*state));
    return {};
}

} // namespace

Result<run::State> base_state(const Program& program, const ir::Module& module, const Options& options) {
    run::State state = verify::default_state(module);
    const auto presets = program.frontend().presets(*program.parsed, options.context);
    if (!presets) return std::unexpected(presets.error());
    verify::apply(module, *presets, state);
    if (options.run.constants_from.empty()) return state;
    const auto dump = read_input(options, options.run.constants_from);
    if (!dump) return std::unexpected(dump.error());
    if (dump->empty()) return fail_at(0, "the file is empty");
    const auto dumped = program.frontend().presets_of_dump(*dump);
    if (!dumped) return std::unexpected(dumped.error());
    verify::apply(module, *dumped, state);
    return state;
}

Result<GivenSets> given_sets(const Program& program, const ir::Module& module, const Options& options) {
    const auto base = base_state(program, module, options);
    if (!base) return std::unexpected(base.error());
    const auto input = open_input(options, options.run.inputs);
    if (!input) return std::unexpected(input.error());
    SetFiles files(*program.parsed, shown_name(options.run.inputs));
    GivenSets sets;
    const auto read =
        read_json(input->read, {}, [&](const Json& set, bool) { return add_set(sets, files, module, *base, set); });
    if (!read) return std::unexpected(read.error());
    return sets;
}

} // namespace relit::cli
