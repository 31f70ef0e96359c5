#include "cli/translate/batch.hpp"

#include "base/thread.hpp"
#include "bundle/bundle.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/io/progress.hpp"
#include "cli/translate/batch_unit.hpp"
#include "ir/names.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <thread>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace fs = std::filesystem;

/// While it lives, the signals that end the program are waited for by a thread and end nothing. Those that are ignored still are.
class Stopping {
public:
    Stopping() {
        ::sigemptyset(&ends_);
        for (const int signal : {SIGHUP, SIGINT, SIGTERM})
            if (!is_ignored(signal)) ::sigaddset(&ends_, signal);
        ::sigaddset(&ends_, kOver);
        ::pthread_sigmask(SIG_BLOCK, &ends_, &before_);
        thread_ = Thread([this] {
            int signal = 0;
            (void)::sigwait(&ends_, &signal);
            if (signal != kOver) signal_ = signal;
        });
    }
    ~Stopping() {
        ::pthread_kill(thread_.native_handle(), kOver); // waiting still, or it has ended and this does nothing
        thread_.join();
        const std::timespec now{};
        while (signal_ != 0 && ::sigtimedwait(&ends_, nullptr, &now) > 0) {} // more of the same
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    Stopping(const Stopping&) = delete;
    Stopping& operator=(const Stopping&) = delete;
    [[nodiscard]] int signal() const { return signal_; }

private:
    static constexpr int kOver = SIGURG; // which does nothing elsewhere

    static bool is_ignored(int signal) {
        struct sigaction now{};
        return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
    }

    sigset_t ends_{}, before_{};
    std::atomic<int> signal_ = 0;
    Thread thread_;
};

/// Takes what comes of items in any order, and says it in theirs: one thread says what is ready, and the others go on.
class Outcomes {
public:
    Outcomes(const Options& options, std::span<const BatchItem> items) : items_(items), progress_(options) {}

    void take(std::size_t number, UnitOutcome outcome) {
        constexpr std::size_t kMostWaiting = 4096; // where messages are read slowly
        std::unique_lock lock(mutex_);
        room_.wait(lock, [&] { return waiting_.size() < kMostWaiting || !is_saying_; });
        waiting_.emplace(number, std::move(outcome));
        if (is_saying_) return;
        is_saying_ = true;
        const Saying saying(*this, lock);
        for (auto next = waiting_.extract(said_); !next.empty(); next = waiting_.extract(++said_)) {
            lock.unlock();
            report_outcome(items_[said_].file, next.mapped());
            report_progress();
            lock.lock();
        }
    }
    /// When all is taken.
    [[nodiscard]] BatchCounts counts() const { return counts_; }

private:
    /// At its end, for lack of memory too, another thread may say what is ready.
    class Saying {
    public:
        Saying(Outcomes& outcomes, std::unique_lock<std::mutex>& lock) : outcomes_(outcomes), lock_(lock) {}
        ~Saying() {
            if (!lock_.owns_lock()) lock_.lock();
            outcomes_.is_saying_ = false;
            outcomes_.room_.notify_all();
        }
        Saying(const Saying&) = delete;
        Saying& operator=(const Saying&) = delete;

    private:
        Outcomes& outcomes_;
        std::unique_lock<std::mutex>& lock_;
    };

    void report_progress() {
        constexpr std::size_t kEvery = 64;
        if (said_ % kEvery == 0) progress_.tell(fmt::format("{} of {} programs", said_, items_.size()));
    }
    void report_outcome(const std::string& file, const UnitOutcome& outcome) {
        for (const std::string& note : outcome.notes) report_note(shown_name(file), note);
        counts_.written += outcome.written;
        if (outcome.is_skipped) {
            ++counts_.skipped;
            return;
        }
        if (!outcome.fault) {
            ++(outcome.cache_result == translate::CacheResult::Hit ? counts_.found : counts_.made);
            return;
        }
        ++counts_.failed;
        const Exit exit = report(*outcome.fault, file);
        if (counts_.worst == Exit::Done) counts_.worst = exit;
    }

    std::span<const BatchItem> items_;
    Progress progress_;
    std::mutex mutex_;
    std::condition_variable room_;
    std::map<std::size_t, UnitOutcome> waiting_;
    bool is_saying_ = false;
    // Of the thread that says.
    std::size_t said_ = 0;
    BatchCounts counts_;
};

constexpr std::array<std::string_view, 2> kEndings = {"glsl", "spv"}; // of outputs; a bundle's target chooses too

std::string full_name(const std::string& file) { return fs::absolute(file).lexically_normal().string(); }

/// The bundle of which one program's output is called as the output of `name`, a program without a stage in its name; null if
/// there is none. Bundles are recognised by their content.
const BatchItem* bundle_with_output(const std::map<std::string_view, const BatchItem*>& named, std::string_view name) {
    for (const std::string_view stage : ir::kStageNames) {
        const std::string ending = fmt::format(".{}", stage);
        if (!name.ends_with(ending)) continue;
        const auto found = named.find(name.substr(0, name.size() - ending.size()));
        if (found == named.end()) return nullptr;
        return bundle::is_bundle_file(found->second->file) ? found->second : nullptr;
    }
    return nullptr;
}

std::size_t jobs_of(const Options& options) {
    return options.batch.jobs != 0 ? options.batch.jobs : std::max(std::thread::hardware_concurrency(), 1U);
}

/// Returns false if there was no memory for one more.
bool begin_thread(std::vector<Thread>& threads, const std::function<void()>& work) {
    try {
        threads.emplace_back(work);
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

/// Runs `work` in so many threads, this one among them, and throws what one of them failed with when all have ended.
void for_all_jobs(std::size_t jobs, const std::function<void()>& work) {
    std::vector<Thread> others;
    while (others.size() + 1 < jobs && begin_thread(others, work)) {} // fewer do all of it, too
    work();
    for (Thread& thread : others) thread.join();
}

} // namespace

Result<std::vector<BatchItem>> batch_items(std::span<const std::string> words) {
    std::vector<BatchItem> items;
    for (const std::string& word : words) {
        std::error_code error;
        if (!fs::is_directory(word, error)) {
            items.push_back({word, fs::path(word).filename().string(), false});
            continue;
        }
        const auto first = static_cast<std::ptrdiff_t>(items.size());
        fs::recursive_directory_iterator at(word, error);
        for (; !error && at != fs::recursive_directory_iterator(); at.increment(error))
            if (std::error_code ignored; at->is_regular_file(ignored))
                items.push_back({at->path().string(), at->path().lexically_relative(word).string(), true});
        if (error) return fail(fmt::format("{}: cannot be read: {}", word, error.message()));
        std::ranges::sort(items.begin() + first, items.end(), {}, &BatchItem::file);
    }
    return items;
}

Status check_outputs(std::span<const BatchItem> items, const std::string& folder) {
    std::map<std::string_view, const BatchItem*> named;
    std::set<std::string> inputs;
    for (const BatchItem& item : items) {
        inputs.insert(full_name(item.file));
        if (!named.emplace(item.name, &item).second)
            return fail(FaultKind::Usage,
                        fmt::format("two files are called {}: their outputs would be one", item.name));
    }
    for (const BatchItem& item : items) {
        if (const BatchItem* const other = bundle_with_output(named, item.name))
            return fail(FaultKind::Usage, fmt::format("{} and {}: two outputs would be one", shown_name(other->file),
                                                      shown_name(item.file)));
        for (const std::string_view ending : kEndings)
            if (inputs.contains(full_name(fmt::format("{}/{}.{}", folder, item.name, ending))))
                return fail(FaultKind::Usage, fmt::format("{}: its output would replace an input, {}.{}",
                                                          shown_name(item.file), item.name, ending));
    }
    return {};
}

BatchCounts run_batch(const Options& options, std::span<const BatchItem> items, const std::string& folder,
                      cache::Cache* cache) {
    Outcomes outcomes(options, items);
    BatchCounts counts;
    {
        const Stopping stopping;
        std::atomic<std::size_t> next = 0;
        for_all_jobs(std::min(jobs_of(options), items.size()), [&] {
            try {
                for (std::size_t i = next++; i < items.size() && stopping.signal() == 0; i = next++)
                    outcomes.take(i, translate_unit(options, items[i], folder, cache));
            } catch (...) {
                next = items.size(); // what the others have begun ends
                throw;
            }
        });
        counts = outcomes.counts();
        counts.signal = stopping.signal();
    }
    counts.left = items.size() - counts.made - counts.found - counts.failed - counts.skipped;
    return counts;
}

void end_as_stopped(const BatchCounts& counts) {
    if (counts.signal == 0) return;
    (void)std::fflush(nullptr);
    std::signal(counts.signal, SIG_DFL);
    std::raise(counts.signal);
}

std::string BatchCounts::text(bool as_json) const {
    if (!as_json)
        return fmt::format("{} translated, {} found, {} failed{}{}\n", made, found, failed,
                           skipped != 0 ? fmt::format(", {} of no kind", skipped) : "",
                           left != 0 ? fmt::format(", {} not begun", left) : "");
    JsonWriter json = json_answer();
    json.begin_object();
    json.member("translated", made);
    json.member("found", found);
    json.member("failed", failed);
    json.member("skipped", skipped);
    json.member("not_begun", left);
    json.member("written", written);
    json.end();
    return json.take();
}

} // namespace relit::cli
