#include "cli/run/trace.hpp"

#include "base/half.hpp"
#include "base/text.hpp"
#include "cli/io/messages.hpp"
#include "cli/run/lane_names.hpp"
#include "cli/run/query.hpp"
#include "cli/run/sets.hpp"
#include "ir/names.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using run::TracedLane;
using run::TracedStep;

constexpr std::size_t kIndent = 22, kColumns = 110; // of values below an instruction

std::string hex_text(std::uint64_t bits, ir::Kind kind) {
    return fmt::format("{:0{}x}", bits, std::max(1U, ir::bits_of(kind) / 4));
}

} // namespace

TraceWriter::TraceWriter(const Options& options, const ir::Module& module, Output& out)
    : options_(options), module_(module), out_(out), json_(json_answer(out)) {
    if (!options_.json) return;
    json_.begin_object();
    json_.begin_array("runs");
}

void TraceWriter::begin_run(std::uint64_t set, std::uint64_t count, bool is_grid) {
    set_ = set;
    count_ = count;
    is_grid_ = is_grid;
    shown_.reset();
    only_.clear();
    results_ = 0;
    std::optional<std::size_t> only;
    if (options_.run.trace.invocation && !options_.run.asks())
        only = *options_.run.trace.invocation - (is_grid ? 0 : set);
    tracer_.emplace(module_, [this](const TracedStep& step) { add(step); }, only);
    if (!options_.json) return;
    json_.begin_object();
    json_.member("set", set);
    if (!options_.run.asks()) json_.begin_array("steps");
}

// ---- what is asked for

void TraceWriter::show_only(std::vector<run::Writer> steps) {
    only_ = std::move(steps);
    std::ranges::sort(only_);
}

/// A run of sets that does not have the one that is asked about is left alone.
bool TraceWriter::belongs_to_run(const run::Query& query) const {
    return is_grid_ || !options_.run.trace.invocation || query.invocation - set_ < count_;
}

Status TraceWriter::investigate(const std::function<Status(run::Tracer* tracer)>& run) {
    if (options_.run.trace.first_such == "difference") return find_parting(run);
    run::Query query = *query_of(options_, module_);
    if (!belongs_to_run(query)) {
        if (options_.json) json_.begin_array("steps");
        return {};
    }
    if (!is_grid_ && options_.run.trace.invocation) query.invocation -= set_;
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
    out_.write(fmt::format("set {}: {}\n", set_, nothing_found()));
}

std::string TraceWriter::nothing_found() const {
    const TraceOptions& asked = options_.run.trace;
    if (!asked.first_such.empty()) return fmt::format("no instruction gives a value that is {}", asked.first_such);
    return fmt::format("{} has no value: that instruction did not run so often", asked.why);
}

void TraceWriter::write_text(const run::Answer& answer) {
    const std::uint64_t invocation = answer.at.invocation + (is_grid_ ? 0 : set_);
    const bool is_end = options_.run.trace.first_such.empty() && options_.run.trace.why.find('@') == std::string::npos;
    std::string when = is_end ? " at the end" : fmt::format(" after step {}", answer.at.step);
    if (!is_end && answer.origin != 0) when += fmt::format(", @{} #{}", answer.origin - 1, answer.iteration);
    out_.write(fmt::format("{} {}{}: {}\n", is_grid_ ? "invocation" : "set", invocation, when,
                           answer.lanes.empty() ? "the instruction writes nothing" : lanes_text(answer.lanes, false)));
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
    for (const TracedLane& lane : answer.lanes) add_lane(lane, false);
    json_.end();
    json_.member("invocation", answer.at.invocation + (is_grid_ ? 0 : set_));
    json_.member("step", answer.at.step);
    if (answer.origin != 0) json_.member("instruction", answer.origin - 1);
    json_.member("iteration", answer.iteration);
    json_.objects("elsewhere", answer.slice.elsewhere, [&](const run::Writer& step) {
        json_.member("invocation", step.invocation + (is_grid_ ? 0 : set_));
        json_.member("step", step.step);
    });
    json_.end();
}

Status TraceWriter::find_parting(const std::function<Status(run::Tracer* tracer)>& run) {
    std::optional<run::PartingFinder> finder;
    if (first_run_)
        finder.emplace(*first_run_);
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
    if (parting) show_only({{0, parting->step}});
    if (options_.json && parting) return write_json(*parting);
    if (options_.json) return json_.member("difference", nullptr);
    if (parting) return write_text(*parting);
    out_.write(fmt::format("sets 0 and {} do the same\n", set_));
}

void TraceWriter::write_text(const run::Parting& parting) {
    std::vector<TracedLane> before = parting.lanes;
    for (std::size_t i = 0; i < before.size() && i < parting.bits.size(); ++i) before[i].bits = parting.bits[i];
    const auto path = [](std::uint32_t origin) {
        return origin == 0 ? std::string("goes to the end") : fmt::format("goes to @{}", origin - 1);
    };
    const std::string first = parting.first_goes_to ? path(*parting.first_goes_to) : lanes_text(before, false);
    const std::string second =
        parting.second_goes_to ? path(*parting.second_goes_to) : lanes_text(parting.lanes, false);
    const std::string where = parting.origin == 0 ? "at their beginning" : fmt::format("at @{}", parting.origin - 1);
    out_.write(fmt::format("sets 0 and {} part {} #{}\n", set_, where, parting.iteration));
    out_.write(fmt::format("{:{}}set {:<4}{}\n", "", kIndent - 8, 0, first));
    out_.write(fmt::format("{:{}}set {:<4}{}\n", "", kIndent - 8, set_, second));
    shown_ = set_;
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
        add_lane(lane, true);
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
        return equal_ignoring_case(wanted.only, lane_register(module_, lane)) ||
               equal_ignoring_case(wanted.only, lane_name(module_, lane));
    };
    return std::ranges::any_of(step.reads, is_named) || std::ranges::any_of(step.writes, is_named);
}

void TraceWriter::add(const TracedStep& step) {
    if (!out_.status() || !is_asked(step)) return;
    is_empty_ = false;
    options_.json ? add_json(step) : add_text(step);
}

std::string_view TraceWriter::text_of(std::uint32_t origin) const {
    return origin == 0 ? "(before the first instruction)" : std::string_view(module_.origins[origin - 1]);
}

std::string TraceWriter::value_text(std::uint64_t bits, ir::Kind kind) const {
    constexpr std::uint64_t kShort = 1 << 16; // numbers from here on are read as words
    if (options_.run.trace.hex) return hex_text(bits, kind);
    if (kind == ir::Kind::Bool) return bits != 0 ? "true" : "false";
    if (kind == ir::Kind::F32) return shortest_decimal(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (kind == ir::Kind::F64) return shortest_decimal(std::bit_cast<double>(bits));
    if (kind == ir::Kind::F16) return shortest_decimal(float_from_half(static_cast<std::uint16_t>(bits)));
    return bits < kShort ? fmt::format("{}", bits) : "0x" + hex_text(bits, kind);
}

/// "v9.xy = 1.0 2.0, c3.x = 4.0": lanes of a register that follow one another are together. A '*' is behind what a write changes.
std::string TraceWriter::lanes_text(const std::vector<TracedLane>& lanes, bool are_writes) const {
    std::string text;
    for (std::size_t i = 0; i < lanes.size();) {
        const std::string name = lane_register(module_, lanes[i]);
        std::string which, values, halves;
        for (const std::size_t first = i;
             i < lanes.size() && lanes[i].kind == lanes[first].kind && lanes[i].storage == lanes[first].storage &&
             lane_register(module_, lanes[i]) == name;
             ++i) {
            which += lane_components(module_, lanes[i]);
            values += " " + value_text(lanes[i].bits, lanes[i].kind);
            if (are_writes && lanes[i].bits != lanes[i].before) values += "*";
            if (!has_halves(module_, lanes[i])) continue;
            halves += " " + value_text(lanes[i].bits & 0xffff, ir::Kind::F16);
            halves += " " + value_text(lanes[i].bits >> 16, ir::Kind::F16);
        }
        if (!halves.empty()) values += fmt::format(" [halves{}]", halves);
        const std::string one = fmt::format("{}{}{} ={}", name, which.empty() ? "" : ".", which, values);
        const bool fits = text.size() - (text.rfind('\n') + 1) + one.size() < kColumns;
        text += text.empty() ? "" : fits ? ", " : fmt::format(",\n{:{}}", "", kIndent);
        text += one;
    }
    return text;
}

void TraceWriter::add_text(const TracedStep& step) {
    const std::uint64_t invocation = step.invocation + (is_grid_ ? 0 : set_);
    if (shown_ != invocation) out_.write(fmt::format("{} {}\n", is_grid_ ? "invocation" : "set", invocation));
    shown_ = invocation;
    const std::string number = step.origin == 0 ? "" : fmt::format("@{}", step.origin - 1);
    out_.write(fmt::format("{:>6}  {:<6}{}{}\n", step.number, number, text_of(step.origin),
                           step.iteration > 1 ? fmt::format("  #{}", step.iteration) : ""));
    const auto line = [&](std::string_view what, std::string_view text) {
        if (!text.empty()) out_.write(fmt::format("{:{}}{:<8}{}\n", "", kIndent - 8, what, text));
    };
    line("reads", lanes_text(step.reads, false));
    for (const run::TracedLookup& lookup : step.lookups) {
        std::string text =
            fmt::format("{} at", module_.resources[module_.texture_uses[lookup.use].resource].full_name());
        for (const std::uint64_t operand : lookup.operands) text += " " + value_text(operand, ir::Kind::F32);
        text += lookup.result.empty() ? "" : " =";
        for (const std::uint64_t result : lookup.result) text += " " + value_text(result, lookup.kind);
        line("lookup", text);
    }
    line("writes", lanes_text(step.writes, true));
    if (step.discards) line("ends", "the invocation is discarded");
    if (step.goes_to) line("goes to", *step.goes_to == 0 ? "the end" : fmt::format("@{}", *step.goes_to - 1));
}

void TraceWriter::add_lane(const TracedLane& lane, bool is_write) {
    json_.begin_object();
    json_.member("name", lane_name(module_, lane));
    json_.member("kind", ir::kKindNames[static_cast<std::size_t>(lane.kind)]);
    json_.member("bits", hex_text(lane.bits, lane.kind));
    if (is_write) json_.member("before", hex_text(lane.before, lane.kind));
    if (lane.writer.step != 0) {
        json_.begin_object("from");
        json_.member("invocation", lane.writer.invocation + (is_grid_ ? 0 : set_));
        json_.member("step", lane.writer.step);
        json_.end();
    }
    json_.end();
}

void TraceWriter::add_json(const TracedStep& step) {
    json_.begin_object();
    json_.member("step", step.number);
    json_.member("invocation", step.invocation + (is_grid_ ? 0 : set_));
    if (step.origin != 0) json_.members({{"instruction", step.origin - 1}, {"text", text_of(step.origin)}});
    json_.member("iteration", step.iteration);
    if (step.under != 0) json_.member("under", step.under);
    for (const bool is_write : {false, true}) {
        json_.begin_array(is_write ? "writes" : "reads");
        for (const TracedLane& lane : is_write ? step.writes : step.reads) add_lane(lane, is_write);
        json_.end();
    }
    json_.objects("lookups", step.lookups, [&](const run::TracedLookup& lookup) {
        const auto words = [](const std::vector<std::uint64_t>& all, ir::Kind kind) {
            std::vector<std::string> texts;
            for (const std::uint64_t one : all) texts.push_back(hex_text(one, kind));
            return texts;
        };
        json_.member("resource", module_.resources[module_.texture_uses[lookup.use].resource].full_name());
        json_.member("operands", words(lookup.operands, ir::Kind::I32));
        json_.member("result", words(lookup.result, lookup.kind));
    });
    if (step.discards) json_.member("discards", true);
    if (step.goes_to && *step.goes_to != 0) json_.member("goes_to", *step.goes_to - 1);
    if (step.goes_to && *step.goes_to == 0) json_.member("goes_to", nullptr);
    json_.end();
}

void TraceWriter::begin_results() {
    if (!options_.json) return;
    json_.end();
    json_.begin_array("results");
}

void TraceWriter::result(const std::function<void(JsonWriter& json)>& write) {
    if (options_.json) return write(json_);
    if (options_.run.asks()) return;
    out_.write(fmt::format("results of set {}\n{}\n", set_ + results_++, one_register_a_line(write)));
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
