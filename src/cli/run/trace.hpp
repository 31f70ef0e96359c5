// relit run --trace, --why and --first: the instructions that a run executes, with the values that they read and write, as text or
// JSON; all, or those that made a value.
#pragma once

#include "base/json/writer.hpp"
#include "cli/io/product.hpp"
#include "cli/options/options.hpp"
#include "cli/run/set_names.hpp"
#include "run/investigation.hpp"
#include "run/parting.hpp"
#include "run/steps.hpp"
#include "run/trace.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace relit::cli {

/// Writes steps as they come, without those that the options leave out. For each run of input sets: begin_run(), investigate()
/// where a value is asked for, a run with tracer(), begin_results(), result() for each set, end_run(). Then finish().
class TraceWriter {
public:
    TraceWriter(const Options& options, const isa::Program& program, const ir::Module& module, Output& out);
    TraceWriter(const TraceWriter&) = delete;
    TraceWriter& operator=(const TraceWriter&) = delete;

    /// The invocations of a run: `count` input sets from `first` on, of which `asked` is asked about, or one set with a
    /// grid of invocations.
    struct RunSets {
        std::uint64_t first = 0, count = 1, asked = 0;
        bool is_grid = false;
    };
    void begin_run(const RunSets& sets);
    /// `run` runs what is run afterwards, on a copy of its inputs: the answer to --why or --first is written, and only steps that
    /// belong to it are, in the run that follows. query_of() has succeeded.
    [[nodiscard]] Status investigate(const std::function<Status(run::Tracer* tracer)>& run);
    /// For run::Host or run::Grid; valid until the next begin_run().
    [[nodiscard]] run::Tracer* tracer() { return &*tracer_; }
    void begin_results();
    /// `write` writes the object that a run without --trace writes.
    void result(const std::function<void(JsonWriter& json)>& write);
    void end_run();
    void finish();

private:
    void add(const run::TracedStep& step);
    [[nodiscard]] bool is_asked(const run::TracedStep& step) const;
    [[nodiscard]] std::size_t asked_invocation() const { return sets_.is_grid ? 0 : sets_.asked - sets_.first; }
    /// The number of invocation 0.
    [[nodiscard]] std::uint64_t first_invocation() const { return sets_.is_grid ? 0 : sets_.first; }
    [[nodiscard]] Status find_parting(const std::function<Status(run::Tracer* tracer)>& run);
    void write_answer(const std::optional<run::Answer>& answer);
    void write_answer(const std::optional<run::Parting>& parting);
    void write_text(const run::Answer& answer);
    void write_json(const run::Answer& answer);
    void write_text(const run::Parting& parting);
    void write_json(const run::Parting& parting);
    void show_only(std::vector<run::Writer> steps);
    [[nodiscard]] std::string nothing_found() const;
    void add_text(const run::TracedStep& step);

    const Options& options_;
    const ir::Module& module_;
    SetNames names_;
    run::StepFormat format_;
    Output& out_;
    JsonWriter json_;
    std::optional<run::Tracer> tracer_;
    RunSets sets_;
    std::vector<run::Writer> only_;             // steps that are written, of one that is asked for; sorted
    std::optional<run::RecordedRun> first_run_; // of --first difference
    std::optional<std::uint64_t> shown_;        // the invocation of the last step
    std::uint64_t results_ = 0;                 // of the run
    bool is_empty_ = true;                      // no step was written
};

} // namespace relit::cli
