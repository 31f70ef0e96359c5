// The programs of a draw, from the vertices to the fragments, as one: what travels between two stages is what both know.
#pragma once

#include "translate/key.hpp"
#include "translate/translate.hpp"

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace relit::translate {

struct LinkedStage {
    ir::Stage stage{};
    lang::Artifact artifact;
};
struct Linked {
    std::vector<LinkedStage> stages;                     // in the order of the pipeline
    ir::Context read;                                    // the context keys that any depended on
    std::map<std::uint32_t, std::string> vertex_formats; // as Translation has them, of the vertex program
    std::string key;                                     // as Translation::key, of all
};

/// Fails with Usage where the programs are not those of a pipeline.
[[nodiscard]] Result<Linked> translate_linked(Programs programs, const ir::Context& context, const lang::Target& target,
                                              const PipelineOptions& pipeline = {}, std::string_view first = {});

/// A stage on its way.
struct LinkedModule {
    ir::Module module;
    std::array<std::uint32_t, 4> unwritten{}; // what it is given where the stage before writes nothing
    std::vector<std::string> approximations{};
    std::vector<ir::Assumption> assumed{};
};
struct LinkedModules {
    std::vector<LinkedModule> stages;
    ir::Context read;
};
/// Each as its hardware runs it before the next one: context keys say what is passed on, and bindings of stages do not overlap.
[[nodiscard]] Result<LinkedModules> lift_linked(Programs programs, const ir::Context& context,
                                                const lang::Target& target);
/// What translate_linked() prints.
[[nodiscard]] Status prepare_linked(std::span<LinkedModule> stages, const lang::Target& target,
                                    const PipelineOptions& pipeline);

/// All interfaces as one list: what travels between two stages is there once.
[[nodiscard]] std::string to_json(const Linked& linked);
/// The same without the codes, as members of the object that is open.
void add_members(JsonWriter& json, const Linked& linked);
/// A code: the member "words" or "text".
void add_code(JsonWriter& json, const lang::Artifact& artifact);
/// "instructions": Artifact::line_instructions, if the target asked for them.
void add_line_instructions(JsonWriter& json, const lang::Artifact& artifact);

} // namespace relit::translate
