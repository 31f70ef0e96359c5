#include "batch/pool.hpp"

#include "base/child_process.hpp"
#include "batch/stop_signals.hpp"
#include "batch/synchroniser.hpp"
#include "batch/worker.hpp"
#include "batch/worker_process.hpp"

#include <poll.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <vector>

#include <fmt/format.h>

namespace relit::batch {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kTick{50};

class Supervisor {
public:
    Supervisor(const Store& store, std::span<const Unit> units, std::span<const std::uint32_t> pending,
               const RunUnit& run, const PoolOptions& options, const PoolEvents& events)
        : store_(store), units_(units), pending_(pending), run_(run), options_(options), events_(events),
          synchroniser_(store.folder()) {}

    Result<PoolEnd> run() {
        const std::size_t count = std::min<std::size_t>(options_.workers, pending_.size());
        workers_.resize(count);
        for (WorkerProcess& worker : workers_)
            if (const Status begun = begin(worker); !begun) return std::unexpected(begun.error());
        while (!is_over() && !failure_) {
            give_units();
            wait();
            if (stop_.signal() != 0) break;
            if (Clock::now() >= next_tick_) tick();
        }
        for (WorkerProcess& worker : workers_) (void)worker.end(worker.unit().has_value());
        if (failure_) return std::unexpected(*failure_);
        return PoolEnd{stop_.signal()};
    }

private:
    [[nodiscard]] bool is_over() const {
        return next_ == pending_.size() &&
               std::ranges::none_of(workers_, [](const WorkerProcess& worker) { return worker.unit().has_value(); });
    }

    Status begin(WorkerProcess& worker) {
        const std::string name = std::to_string(&worker - workers_.data());
        return worker.begin([&](const WorkerFiles& files) {
            stop_.release();
            be_worker(store_, units_, run_, files, name);
        });
    }

    void give_units() {
        for (WorkerProcess& worker : workers_)
            if (!worker.unit() && next_ != pending_.size()) give(worker, pending_[next_++], 1);
    }
    void give(WorkerProcess& worker, std::uint32_t unit, unsigned attempt) {
        if (!worker.give(unit, attempt)) handle_end(worker, {}); // it has ended while it had nothing to do
    }

    /// Waits for an answer, a signal or the next tick.
    void wait() {
        polled_.clear();
        for (const WorkerProcess& worker : workers_) polled_.push_back({worker.socket(), POLLIN, 0});
        polled_.push_back({stop_.descriptor(), POLLIN, 0});
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(next_tick_ - Clock::now());
        (void)::poll(polled_.data(), polled_.size(), static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
        if (polled_.back().revents != 0) stop_.take();
        for (std::size_t i = 0; i < workers_.size() && stop_.signal() == 0; ++i)
            if (polled_[i].revents != 0) take_reply(workers_[i]);
    }

    void take_reply(WorkerProcess& worker) {
        const auto reply = worker.take_reply();
        if (!reply) return handle_end(worker, {});
        switch (reply->kind) {
            case WorkerReply::Kind::Done: return finish(worker, {.exit = reply->exit});
            case WorkerReply::Kind::OutOfMemory: return handle_end(worker, "memory is exhausted");
            case WorkerReply::Kind::Refused:
                return finish(worker, {.refused = Fault{FaultKind::BadInput, reply->text, {}, 0, 0}});
            case WorkerReply::Kind::CannotStore: failure_ = Fault{FaultKind::BadInput, reply->text, {}, 0, 0}; return;
        }
    }

    void finish(WorkerProcess& worker, UnitEnd end) {
        const std::uint32_t unit = *worker.unit();
        end.microseconds = worker.microseconds();
        worker.forget_unit();
        synchroniser_.note_change();
        events_.finished(unit, end);
    }

    /// The worker has ended, or is ended for `reason`. Its unit is tried once more, first of all in the new worker.
    void handle_end(WorkerProcess& worker, std::string reason) {
        const ChildEnd end = worker.end(!reason.empty());
        if (reason.empty()) reason = end.text(0);
        const auto unit = worker.unit();
        const unsigned attempt = worker.attempt();
        if (unit && attempt >= kAttempts) quarantine(worker, {reason, worker.last_message()});
        if (failure_) return;
        worker.forget_unit();
        if (const Status begun = begin(worker); !begun) {
            failure_ = begun.error();
        } else if (unit && attempt < kAttempts) {
            give(worker, *unit, attempt + 1);
        }
    }

    void quarantine(WorkerProcess& worker, Quarantine why) {
        if (const Status same = check_inputs(units_[*worker.unit()]); !same)
            return finish(worker, {.refused = same.error()});
        const Status put = store_.put_quarantined(units_[*worker.unit()].key, why);
        if (!put)
            failure_ = put.error();
        else
            finish(worker, {.quarantine = std::move(why)});
    }

    void tick() {
        next_tick_ = Clock::now() + kTick;
        for (WorkerProcess& worker : workers_) {
            if (!worker.unit()) continue;
            if (std::string excess = worker.excess_of(options_.limits); !excess.empty())
                handle_end(worker, std::move(excess));
        }
        synchroniser_.synchronise_at_times();
        events_.tick();
    }

    static constexpr unsigned kAttempts = 2;

    const Store& store_;
    std::span<const Unit> units_;
    std::span<const std::uint32_t> pending_;
    const RunUnit& run_;
    const PoolOptions& options_;
    const PoolEvents& events_;
    StopSignals stop_;
    Synchroniser synchroniser_;
    std::vector<WorkerProcess> workers_;
    std::vector<pollfd> polled_;
    std::size_t next_ = 0;
    Clock::time_point next_tick_ = Clock::now();
    std::optional<Fault> failure_;
};

} // namespace

Result<PoolEnd> run_pool(const Store& store, std::span<const Unit> units, std::span<const std::uint32_t> pending,
                         const RunUnit& run, const PoolOptions& options, const PoolEvents& events) {
    if (pending.empty()) return PoolEnd{};
    return Supervisor(store, units, pending, run, options, events).run();
}

} // namespace relit::batch
