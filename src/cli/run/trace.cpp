#include "cli/run/trace.hpp"

#include "base/text.hpp"
#include "cli/io/messages.hpp"
#include "cli/run/query.hpp"
#include "cli/run/sets.hpp"
#include "run/lane_names.hpp"
#include "run/steps.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using run::TracedLane;
using run::TracedStep;

constexpr std::size_t kIndent = 22; // of values below a line

} // namespace

TraceWriter::TraceWriter(const Options& options, const isa::Program& program, const ir::Module& module, Output& out)
    : options_(options), module_(module), names_(program),
      format_{.module = module,
              .spelling = options.run.trace.hex ? run::Spelling::Hex : run::Spelling::ByKind,
              .name_in_file = {}},
      out_(out), json_(json_answer(out)) {
    if (!names_.is_empty())
        format_.name_in_file = [this](std::string_view input, std::uint64_t byte) {
            return names_.name_of(input, byte);
        };
    if (!options_.json) return;
    json_.begin_object();
    json_.begin_array("runs");
}

void TraceWriter::begin_run(const RunSets& sets) {
    sets_ = sets;
    shown_.reset();
    only_.clear();
    results_ = 0;
    std::optional<std::size_t> only;
    if (options_.run.trace.invocation && !options_.run.asks())
        only = *options_.run.trace.invocation - first_invocation();
    tracer_.emplace(module_, [this](const TracedStep& step) { add(step); }, only);
    if (!options_.json) return;
    json_.begin_object();
    json_.member("set", options_.run.asks() ? sets.asked : sets.first);
    if (!options_.run.asks()) json_.begin_array("steps");
}

// ---- what is asked for

void TraceWriter::show_only(std::vector<run::Writer> steps) {
    only_ = std::move(steps);
    std::ranges::sort(only_);
}

Status TraceWriter::investigate(const std::function<Status(run::Tracer* tracer)>& run) {
    if (options_.run.trace.first_such == "difference") return find_parting(run);
    run::Query query = *query_of(options_, module_);
    if (!sets_.is_grid) {
        query.invocation = asked_invocation();
        query.is_of_one = true;
    }
    run::Investigation investigation(module_, std::move(query));
    Status done = run(investigation.tracer());
    const auto answer = done ? investigation.answer() : std::unexpected(done.error());
    if (answer) write_answer(*answer);
    if (options_.json) json_.begin_array("steps");
    return answer ? Status() : std::unexpected(answer.error());
}

void TraceWriter::write_answer(const std::optional<run::Answer>& answer) {
    is_empty_ = false;
    if (answer) show_only(answer->slice.steps);
    if (options_.json && answer) return write_json(*answer);
    if (options_.json) return json_.member("why", nullptr);
    if (answer) return write_text(*answer);
    out_.write(fmt::format("set {}: {}\n", sets_.asked, nothing_found()));
}

std::string TraceWriter::nothing_found() const {
    const TraceOptions& asked = options_.run.trace;
    if (!asked.first_such.empty()) return fmt::format("no instruction gives a value that is {}", asked.first_such);
    const bool is_at_end = asked.why.find('@') == std::string::npos;
    const bool is_memory = asked.why.find('[') != std::string::npos;
    return fmt::format("{} has no value: {}{}{}", asked.why, is_at_end ? "" : "that instruction did not run so often",
                       !is_at_end && is_memory ? ", or " : "", is_memory ? "it lies behind the end of the buffer" : "");
}

void TraceWriter::write_text(const run::Answer& answer) {
    const std::uint64_t invocation = answer.at.invocation + first_invocation();
    const bool is_end = options_.run.trace.first_such.empty() && options_.run.trace.why.find('@') == std::string::npos;
    std::string when = is_end ? " at the end" : fmt::format(" after step {}", answer.at.step);
    if (!is_end && answer.origin != 0) when += fmt::format(", @{} #{}", answer.origin - 1, answer.iteration);
    out_.write(fmt::format(
        "{} {}{}: {}\n", sets_.is_grid ? "invocation" : "set", invocation, when,
        answer.lanes.empty() ? "the instruction writes nothing" : run::lanes_text(format_, answer.lanes, false)));
    if (answer.slice.steps.empty() && !answer.lanes.empty())
        out_.write("nothing made it: it was given, or is zero from the beginning\n");
    if (const std::size_t count = answer.slice.elsewhere.size(); count != 0)
        out_.write(fmt::format("stores with computed addresses went elsewhere, which {} more step{} decide{}\n", count,
                               count == 1 ? "" : "s", count == 1 ? "s" : ""));
    shown_ = invocation;
}

void TraceWriter::write_json(const run::Answer& answer) {
    json_.begin_object("why");
    json_.begin_array("values");
    for (const TracedLane& lane : answer.lanes) run::write_traced_lane(json_, format_, lane, false, first_invocation());
    json_.end();
    json_.member("invocation", answer.at.invocation + first_invocation());
    json_.member("step", answer.at.step);
    if (answer.origin != 0) json_.member("instruction", answer.origin - 1);
    json_.member("iteration", answer.iteration);
    json_.objects("elsewhere", answer.slice.elsewhere, [&](const run::Writer& step) {
        json_.member("invocation", step.invocation + first_invocation());
        json_.member("step", step.step);
    });
    json_.end();
}

Status TraceWriter::find_parting(const std::function<Status(run::Tracer* tracer)>& run) {
    std::optional<run::PartingFinder> finder;
    if (first_run_)
        finder.emplace(*first_run_, asked_invocation());
    else
        first_run_.emplace();
    run::Tracer tracer(module_, [&](const TracedStep& step) { finder ? finder->add(step) : first_run_->add(step); });
    const Status done = run(&tracer);
    if (done && first_run_->is_full())
        return fail(FaultKind::NotSupported,
                    fmt::format("--first difference: the first set has more than {} steps and values",
                                run::RecordedRun::kMostValues));
    is_empty_ = false;
    if (done && finder) write_answer(finder->finish());
    if (options_.json) json_.begin_array("steps");
    return done;
}

void TraceWriter::write_answer(const std::optional<run::Parting>& parting) {
    if (parting) show_only({{asked_invocation(), parting->step}});
    if (options_.json && parting) return write_json(*parting);
    if (options_.json) return json_.member("difference", nullptr);
    if (parting) return write_text(*parting);
    out_.write(fmt::format("sets 0 and {} do the same\n", sets_.asked));
}

void TraceWriter::write_text(const run::Parting& parting) {
    std::vector<TracedLane> before = parting.lanes;
    for (std::size_t i = 0; i < before.size() && i < parting.bits.size(); ++i) before[i].bits = parting.bits[i];
    const auto path = [](std::uint32_t origin) {
        return origin == 0 ? std::string("goes to the end") : fmt::format("goes to @{}", origin - 1);
    };
    const std::string first =
        parting.first_goes_to ? path(*parting.first_goes_to) : run::lanes_text(format_, before, false);
    const std::string second =
        parting.second_goes_to ? path(*parting.second_goes_to) : run::lanes_text(format_, parting.lanes, false);
    const std::string where = parting.origin == 0 ? "at their beginning" : fmt::format("at @{}", parting.origin - 1);
    out_.write(fmt::format("sets 0 and {} part {} #{}\n", sets_.asked, where, parting.iteration));
    out_.write(fmt::format("{:{}}set {:<4}{}\n", "", kIndent - 8, 0, first));
    out_.write(fmt::format("{:{}}set {:<4}{}\n", "", kIndent - 8, sets_.asked, second));
    shown_ = sets_.asked;
}

void TraceWriter::write_json(const run::Parting& parting) {
    json_.begin_object("difference");
    json_.member("step", parting.step);
    if (parting.origin != 0) json_.member("instruction", parting.origin - 1);
    json_.member("iteration", parting.iteration);
    json_.begin_array("values");
    for (std::size_t i = 0; i < parting.lanes.size(); ++i) {
        TracedLane lane = parting.lanes[i];
        lane.before = i < parting.bits.size() ? parting.bits[i] : 0;
        lane.writer = {};
        run::write_traced_lane(json_, format_, lane, true, first_invocation());
    }
    json_.end();
    const auto path = [&](std::string_view name, const std::optional<std::uint32_t>& origin) {
        if (origin && *origin != 0) json_.member(name, *origin - 1);
        if (origin && *origin == 0) json_.member(name, nullptr);
    };
    path("first_goes_to", parting.first_goes_to);
    path("goes_to", parting.second_goes_to);
    json_.end();
}

// ---- steps

bool TraceWriter::is_asked(const TracedStep& step) const {
    if (options_.run.asks()) return std::ranges::binary_search(only_, run::Writer{step.invocation, step.number});
    const TraceOptions& wanted = options_.run.trace;
    const bool selects = is_given(options_, "--instructions");
    if (selects && step.origin == 0) return false;
    const std::uint64_t instruction = step.origin == 0 ? 0 : step.origin - 1;
    if (instruction < wanted.first || instruction > wanted.last) return false;
    if (wanted.only.empty()) return true;
    const auto is_named = [&](const TracedLane& lane) {
        return equal_ignoring_case(wanted.only, run::lane_register(module_, lane)) ||
               equal_ignoring_case(wanted.only, run::lane_name(module_, lane));
    };
    return std::ranges::any_of(step.reads, is_named) || std::ranges::any_of(step.writes, is_named);
}

void TraceWriter::add(const TracedStep& step) {
    if (!out_.status() || !is_asked(step)) return;
    is_empty_ = false;
    options_.json ? run::write_step(json_, format_, step, first_invocation()) : add_text(step);
}

void TraceWriter::add_text(const TracedStep& step) {
    const std::uint64_t invocation = step.invocation + first_invocation();
    if (shown_ != invocation) out_.write(fmt::format("{} {}\n", sets_.is_grid ? "invocation" : "set", invocation));
    shown_ = invocation;
    out_.write(run::step_text(format_, step));
}

void TraceWriter::begin_results() {
    if (!options_.json) return;
    json_.end();
    json_.begin_array("results");
}

void TraceWriter::result(const std::function<void(JsonWriter& json)>& write) {
    if (options_.json) return write(json_);
    if (options_.run.asks()) return;
    out_.write(fmt::format("results of set {}\n{}\n", sets_.first + results_++, one_register_a_line(write)));
}

void TraceWriter::end_run() {
    if (!options_.json) return;
    json_.end();
    json_.end();
}

void TraceWriter::finish() {
    if (is_empty_)
        report_note(shown_name(options_.files[0]),
                    "the trace is empty: no instruction that ran is one that the options select");
    if (!options_.json) return;
    json_.end();
    json_.end();
    json_.take();
}

} // namespace relit::cli
