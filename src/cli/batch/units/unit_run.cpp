#include "cli/batch/units/unit_run.hpp"

#include "batch/members.hpp"
#include "batch/pool.hpp"
#include "batch/times.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/progress.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::uint32_t kClockFactor = 4; // as docs/batch.md says

/// One run: what is known of each unit, and what is said of it, in the order of the units.
class UnitRun {
public:
    UnitRun(const Options& options, const batch::Store& store, std::vector<batch::Unit> units)
        : options_(options), store_(store), units_(std::move(units)), firsts_(firsts_of(units_)),
          states_(units_.size()), exits_(units_.size()), progress_(options) {}

    [[nodiscard]] std::span<const batch::Unit> units() const { return units_; }

    /// Looks up what is there; gives the units that are to run.
    Result<std::vector<std::uint32_t>> find_pending() {
        std::vector<std::uint32_t> pending;
        for (const std::uint32_t number : first_of_each_key(units_)) {
            const Hash128 key = units_[number].key;
            auto status = status_of(store_, key);
            if (!status) return std::unexpected(status.error());
            const bool is_retried = options_.store.retries && may_end_otherwise(*status);
            if (is_retried && status->state == UnitState::Quarantined) store_.forget_quarantined(key);
            if (status->state == UnitState::Damaged)
                report_warning(shown_name(units_[number].name),
                               fmt::format("its result is damaged and is made again: {}", status->damage));
            const bool is_there = status->state == UnitState::Done || status->state == UnitState::Quarantined;
            if (is_there && !is_retried)
                take(number, std::move(*status)), ++found_;
            else
                pending.push_back(number);
        }
        pending_ = pending.size();
        began_ = Clock::now();
        return pending;
    }
    void take(std::uint32_t number, UnitStatus status) {
        states_[number] = status.state;
        exits_[number] = status.exit;
        if (status.state == UnitState::Quarantined) quarantined_.emplace(number, std::move(status.quarantine));
        ++known_;
        report_what_is_ready();
    }
    void take_end(std::uint32_t number, const batch::UnitEnd& end) {
        if (end.refused) refused_.emplace(number, *end.refused);
        if (end.refused)
            take(number, {UnitState::Unreadable, 0, {}, {}});
        else if (end.quarantine)
            take(number, {UnitState::Quarantined, 0, *end.quarantine, {}});
        else
            take(number, {UnitState::Done, end.exit, {}, {}});
    }
    void report_progress() const {
        const std::uint64_t ended = known_ - found_;
        const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
        std::string text = fmt::format("{} of {} units", known_, pending_ + found_);
        if (ended != 0)
            text += fmt::format(", about {:.0f} s left",
                                seconds / static_cast<double>(ended) * static_cast<double>(pending_ - ended));
        progress_.tell(text);
    }
    [[nodiscard]] UnitCounts counts() const {
        UnitCounts counts;
        for (std::uint32_t i = 0; i < units_.size(); ++i) {
            const bool is_refused = refused_.contains(firsts_[i]);
            if (!is_refused) ++counts.inputs;
            if (firsts_[i] == i || is_refused) counts.add({states_[firsts_[i]], exits_[firsts_[i]], {}, {}});
        }
        return counts;
    }
    [[nodiscard]] std::uint64_t found() const { return found_; }
    /// The first line of --json that could not be written, if there is one.
    [[nodiscard]] const Status& printed() const { return printed_; }

private:
    void report_what_is_ready() {
        for (; told_ < units_.size() && states_[firsts_[told_]] != UnitState::Missing; ++told_) tell(told_);
    }
    void tell(std::size_t number) {
        const batch::Unit& unit = units_[number];
        if (const auto refused = refused_.find(firsts_[number]); refused != refused_.end())
            return report_refused(number, refused->second);
        const auto quarantined = quarantined_.find(firsts_[number]);
        const bool is_quarantined = quarantined != quarantined_.end();
        if (!options_.json && is_quarantined && firsts_[number] == number)
            report_warning(shown_name(unit.name), "quarantined: " + explanation_of(quarantined->second));
        if (!options_.json) return;
        JsonWriter json({.one_line = true, .only_ascii = true});
        json.begin_object();
        json.members({{"unit", unit.name}, {"key", to_string(unit.key)}});
        if (is_quarantined)
            json.object("quarantined",
                        {{"reason", quarantined->second.reason}, {"location", quarantined->second.location}});
        else
            json.member("exit", exits_[firsts_[number]]);
        json.end();
        const std::string line = json.take();
        if (printed_) printed_ = write_output("-", {reinterpret_cast<const std::uint8_t*>(line.data()), line.size()});
    }

    /// Inputs with the contents that the input of a unit had do not run in its place.
    void report_refused(std::size_t number, const Fault& fault) const {
        const std::string first = shown_name(units_[firsts_[number]].name);
        const std::string text = fmt::format("has the contents of {}, which has changed: run again", first);
        const bool is_first = firsts_[number] == number;
        (void)report(is_first ? fault : Fault{FaultKind::BadInput, text, {}, 0, 0}, units_[number].name);
    }

    const Options& options_;
    const batch::Store& store_;
    std::vector<batch::Unit> units_;
    std::vector<std::uint32_t> firsts_;
    std::vector<UnitState> states_; // Missing: not known yet
    std::vector<int> exits_;
    std::map<std::uint32_t, batch::Quarantine> quarantined_;
    std::map<std::uint32_t, Fault> refused_; // units whose inputs have changed
    Progress progress_;
    Status printed_;
    std::size_t told_ = 0;
    std::uint64_t known_ = 0, found_ = 0, pending_ = 0;
    Clock::time_point began_;
};

Exit answer_counts(const Options& options, const UnitCounts& counts, std::uint64_t found) {
    Options said = options;
    said.output = "-";
    std::string text = fmt::format("{}{}\n", counts.text(), found != 0 ? fmt::format("; {} were there", found) : "");
    if (options.json) {
        JsonWriter json({.one_line = true, .only_ascii = true});
        json.begin_object();
        json.begin_object("summary");
        counts.write(json);
        json.member("found", found);
        json.end();
        json.end();
        text = json.take();
    }
    return answer(said, text);
}

void end_by_signal(int signal) {
    (void)std::fflush(nullptr);
    (void)std::signal(signal, SIG_DFL);
    (void)std::raise(signal);
}

Exit exit_of_run(const UnitCounts& counts) {
    if (counts.unreadable != 0) return Exit::BadInput;
    return counts.failed + counts.quarantined + counts.missing == 0 ? Exit::Done : Exit::No;
}

batch::PoolOptions pool_options(const Options& options) {
    const unsigned cores = std::max(std::thread::hardware_concurrency(), 1U);
    return {options.batch.jobs != 0 ? static_cast<unsigned>(options.batch.jobs) : cores,
            {options.store.cpu_seconds, kClockFactor * options.store.cpu_seconds, options.store.mebibytes << 20}};
}

} // namespace

Exit run_in_store(const Options& options, batch::Store& store, const UnitCommand& command,
                  std::vector<batch::Unit> units, std::uint64_t unreadable) {
    const std::string name = shown_name(store.folder());
    UnitRun run(options, store, std::move(units));
    const auto pending = run.find_pending();
    if (!pending) return report(pending.error(), name);
    batch::TimeLog times(store.folder());
    const auto take_end = [&](std::uint32_t number, const batch::UnitEnd& end) {
        if (!end.quarantine && !end.refused) times.add(run.units()[number].inputs, end.microseconds);
        run.take_end(number, end);
    };
    const batch::PoolEvents events{take_end, [&] { run.report_progress(), times.flush(); }};
    const auto end = batch::run_with_members(
        store, run.units(), *pending,
        [&](const batch::Unit& unit, const std::string& folder) {
            const std::string in = unit.archive.empty() ? std::string() : batch::member_folder(store, unit);
            return run_unit(command, unit, folder, in);
        },
        pool_options(options), events);
    times.flush();
    store.end_run();
    UnitCounts counts = run.counts();
    counts.unreadable += unreadable;
    const Exit written = answer_counts(options, counts, run.found());
    if (!end) return report({end.error().kind, fmt::format("the run stops: {}", end.error().text), {}, 0, 0}, name);
    if (end->signal != 0) end_by_signal(end->signal);
    if (!run.printed()) return report(run.printed().error(), "<stdout>");
    return written == Exit::Done ? exit_of_run(counts) : written;
}

} // namespace relit::cli
