// relit run --trace, --why and --first: the instructions that a run executes, with the values that they read and write, as text or
// JSON; all, or those that made a value.
#pragma once

#include "base/json/writer.hpp"
#include "cli/io/product.hpp"
#include "cli/options/options.hpp"
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
    TraceWriter(const Options& options, const ir::Module& module, Output& out);

    /// Of `count` input sets from `set` on, each an invocation; or of one set with a grid of invocations.
    void begin_run(std::uint64_t set, std::uint64_t count, bool is_grid);
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
    [[nodiscard]] bool belongs_to_run(const run::Query& query) const;
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
    [[nodiscard]] run::Spelling spelling() const;

    const Options& options_;
    const ir::Module& module_;
    Output& out_;
    JsonWriter json_;
    std::optional<run::Tracer> tracer_;
    std::uint64_t set_ = 0, count_ = 0;
    bool is_grid_ = false;
    std::vector<run::Writer> only_;             // steps that are written, of one that is asked for; sorted
    std::optional<run::RecordedRun> first_run_; // of --first difference
    std::optional<std::uint64_t> shown_;        // the invocation of the last step
    std::uint64_t results_ = 0;                 // of the run
    bool is_empty_ = true;                      // no step was written
};

} // namespace relit::cli
