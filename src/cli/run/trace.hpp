// relit run --trace: every instruction that a run executes, with the values that it reads and writes, as text or JSON.
#pragma once

#include "base/json/writer.hpp"
#include "cli/io/product.hpp"
#include "cli/options/options.hpp"
#include "run/trace.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace relit::cli {

/// "v9.x", "c191.y", "s0[0x10]", "workgroup_id.x": a lane as messages and inputs name it.
[[nodiscard]] std::string name_of(const ir::Module& module, const run::TracedLane& lane);

/// Writes steps as they come, without those that the options leave out. For each run of input sets: begin_run(), a run with
/// tracer(), begin_results(), result() for each set, end_run(). Then finish().
class TraceWriter {
public:
    TraceWriter(const Options& options, const ir::Module& module, Output& out);

    /// Invocation 0 is input set `set`, unless the run is a grid: then all invocations are of that set.
    void begin_run(std::uint64_t set, bool is_grid);
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
    void add_text(const run::TracedStep& step);
    void add_json(const run::TracedStep& step);
    void add_lane(const run::TracedLane& lane, bool is_write);
    [[nodiscard]] std::string lanes_text(const std::vector<run::TracedLane>& lanes, bool are_writes) const;
    [[nodiscard]] std::string value_text(std::uint64_t bits, ir::Kind kind) const;
    [[nodiscard]] std::string_view text_of(std::uint32_t origin) const;

    const Options& options_;
    const ir::Module& module_;
    Output& out_;
    JsonWriter json_;
    std::optional<run::Tracer> tracer_;
    std::uint64_t set_ = 0;
    bool is_grid_ = false;
    std::optional<std::uint64_t> shown_; // the invocation of the last step
    std::uint64_t results_ = 0;          // of the run
    bool is_empty_ = true;               // no step was written
};

} // namespace relit::cli
