// The sets of inputs that `relit run` is given: read, run and answered a batch at a time.
#pragma once

#include "cli/io/program.hpp"
#include "ir/bound.hpp"
#include "run/interpreter.hpp"

#include <functional>
#include <string>

namespace relit {
class JsonWriter;
}

namespace relit::cli {

/// Runs states that are beside one another, as one draw or one dispatch has them.
/// `tracer`: hears of the steps where it is not null.
using RunStates =
    std::function<Status(std::vector<run::State>& states, std::vector<ir::Bound>& textures, run::Tracer* tracer)>;

/// Reads --inputs, runs every set on top of `base`, and writes what came of it to --output. Where invocations cannot know of
/// one another, no more sets are in memory than `batch`; 0: all of them are.
[[nodiscard]] Exit run_sets(const Options& options, const Program& program, const ir::Module& module,
                            const run::State& base, std::size_t batch, const RunStates& run);

/// The object of results that `write` writes as text, one name a line; without the last line end.
[[nodiscard]] std::string one_register_a_line(const std::function<void(JsonWriter& json)>& write);

/// How many sets can be run at a time without the program noticing: whole subgroups and workgroups; 0 where the program
/// reads which invocation it is.
[[nodiscard]] std::size_t batch_of(const ir::Module& module);

} // namespace relit::cli
