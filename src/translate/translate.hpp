// The one entry: a guest's program, the context keys beside it and a target in; text or words out.
#pragma once

#include "ir/context.hpp"
#include "isa/frontend.hpp"
#include "lang/target.hpp"
#include "pass/pass.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit {
class JsonWriter;
}

namespace relit::translate {

/// How a program is taken from its lifted form to text or words. The defaults are those of the program.
struct PipelineOptions {
    std::optional<std::string> passes; // instead of pass::optimising_passes(); ignored for literal targets
    bool observe = false;              // every guest register is an output (Interface::Harness)
    pass::Watcher watcher;
};

struct Translation {
    lang::Artifact artifact;
    lang::Layout layout; // of a Harness; empty otherwise
    ir::Context read;    // the context keys that the translation depended on
    std::map<std::uint32_t, std::string>
        vertex_formats; // by location: what a host binds for an input, where `read` says it
    std::string key;    // hash of canonical bytes, context keys read, target and translator version
};

/// The optimising passes, unless the target is literal. lang::lower() comes after them.
[[nodiscard]] Status optimise(ir::Module& module, const lang::Target& target, const PipelineOptions& pipeline);
/// Both: the module as the last pass before the language left it: structured, with registers where values leave a nest.
[[nodiscard]] Result<ir::Module> prepare(ir::Module module, const lang::Target& target,
                                         const PipelineOptions& pipeline);

/// `first`: the program key (key.hpp), of who has it already.
[[nodiscard]] Result<Translation> translate(const isa::Program& program, const ir::Context& context,
                                            const lang::Target& target, const PipelineOptions& pipeline = {},
                                            std::string_view first = {});
/// The same of a file, which is parsed first.
[[nodiscard]] Result<Translation> translate(const isa::Frontend& frontend, Bytes file, const ir::Context& context,
                                            const lang::Target& target, const PipelineOptions& pipeline = {});

/// The IR of a program, ready for prepare(): lifted and, where its guest has such a step, lowered.
[[nodiscard]] Result<ir::Module> lift(const isa::Program& program, ir::ContextReader& context);
/// The same of a file, which is parsed first.
[[nodiscard]] Result<ir::Module> lift(const isa::Frontend& frontend, Bytes file, ir::ContextReader& context);
/// How a program is lifted for the target.
[[nodiscard]] ir::ContextReader::Wanted wanted_of(const lang::Target& target);
[[nodiscard]] Result<lang::Artifact> print(const ir::Module& module, const lang::Target& target);

/// Interface reflection, what is not exact, context keys read and key, as JSON text.
[[nodiscard]] std::string to_json(const Translation& translation);
/// The same as members of the object that is open.
void add_members(JsonWriter& json, const Translation& translation);

} // namespace relit::translate
