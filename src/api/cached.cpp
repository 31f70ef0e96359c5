// The public face of the cache (include/relit/cache.hpp).
#include <relit/cache.hpp>

#include "api/inner.hpp"
#include "api/workers.hpp"
#include "base/out_of_memory.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace relit::api {

// ---- what a worker makes

struct Pending::State {
    enum class Stands { Queued, Begun, Ready };

    /// False where it was cancelled.
    bool begin() {
        const std::lock_guard lock(mutex);
        if (stands != Stands::Queued) return false;
        stands = Stands::Begun;
        return true;
    }
    /// After begin().
    void finish(Expected<Shader> with) { (void)put(with, Stands::Begun); }
    /// False where a worker has begun it, or it is over.
    bool cancel() { return put(if_cancelled, Stands::Queued); }

    /// Whoever comes first.
    bool put(Expected<Shader>& with, Stands from) {
        {
            const std::lock_guard lock(mutex);
            if (stands != from) return false;
            result = std::move(with);
            stands = Stands::Ready;
        }
        ready.notify_all();
        return true;
    }

    mutable std::mutex mutex;
    mutable std::condition_variable ready;
    Stands stands = Stands::Queued;
    std::optional<Expected<Shader>> result;
    Expected<Shader> if_cancelled =
        std::unexpected(Error{.code = 1, .text = "the request was cancelled"}); // as it may be without memory
};

Pending::Pending(std::shared_ptr<State> state) : state_(std::move(state)) {}

bool Pending::is_ready() const {
    const std::lock_guard lock(state_->mutex);
    return state_->stands == State::Stands::Ready;
}

const Expected<Shader>& Pending::get() const {
    std::unique_lock lock(state_->mutex);
    state_->ready.wait(lock, [&] { return state_->stands == State::Stands::Ready; });
    return *state_->result; // it does not change any more
}

bool Pending::cancel() { return state_->cancel(); }

namespace {

unsigned workers_of(const CacheSettings& settings) {
    return settings.workers != 0 ? settings.workers : std::max(std::thread::hardware_concurrency(), 2U) - 1;
}

/// Counts down, and tells who waits.
class Countdown {
public:
    Countdown(std::size_t all, const WarmProgress& progress) : all_(all), progress_(progress) {}
    void one_is_done() {
        const std::lock_guard lock(mutex_);
        ++done_;
        if (progress_) progress_(done_, all_);
        if (done_ == all_) is_over_.notify_all();
    }
    void wait() {
        std::unique_lock lock(mutex_);
        is_over_.wait(lock, [&] { return done_ == all_; });
    }

private:
    const std::size_t all_;
    const WarmProgress& progress_;
    std::mutex mutex_;
    std::condition_variable is_over_;
    std::size_t done_ = 0;
};

} // namespace

// ---- the cache

struct TranslationCache::State {
    State(std::unique_ptr<cache::Cache> opened, const CacheSettings& settings)
        : cache(std::move(opened)), workers(workers_of(settings), settings.most_queued) {}

    std::unique_ptr<cache::Cache> cache;
    Workers workers; // the last: they use the cache
};

TranslationCache::TranslationCache(std::unique_ptr<State> state) : state_(std::move(state)) {}
TranslationCache::TranslationCache(TranslationCache&&) noexcept = default;
TranslationCache& TranslationCache::operator=(TranslationCache&&) noexcept = default;
TranslationCache::~TranslationCache() = default;

Expected<TranslationCache> TranslationCache::open(const CacheSettings& settings) {
    return or_out_of_memory([&]() -> Expected<TranslationCache> {
        cache::Settings wanted{.folder = settings.folder,
                               .build = relit::translate::build_number(),
                               .most_bytes = settings.most_bytes,
                               .most_bytes_in_memory = settings.most_bytes_in_memory,
                               .read_only = settings.read_only,
                               .durable = settings.durable};
        wanted.remote.url = settings.server;
        wanted.remote.read_only = !settings.uploads;
        auto cache = cache::Cache::open(wanted);
        if (!cache) return error_of(cache.error());
        return TranslationCache(std::make_unique<State>(std::move(*cache), settings));
    });
}

Expected<Shader> TranslationCache::translate(std::string_view language, File file, const TranslateOptions& options) {
    return translate_with(state_->cache.get(), language, file, options);
}

Expected<LinkedShaders> TranslationCache::translate_linked(std::span<const Part> parts,
                                                           const TranslateOptions& options) {
    return translate_linked_with(state_->cache.get(), parts, options);
}

Expected<std::optional<Shader>> TranslationCache::look_up(std::string_view language, File file,
                                                          const TranslateOptions& options) {
    return or_out_of_memory([&]() -> Expected<std::optional<Shader>> {
        if (const Status good = check(options); !good) return error_of(good.error());
        const auto program = parse(language, file);
        if (!program) return error_of(program.error());
        const auto found = relit::translate::find_translation(*state_->cache, **program, ir::Context{options.context},
                                                              target_of(options));
        return found != nullptr ? std::optional(shader_of(*found)) : std::nullopt;
    });
}

Expected<Pending> TranslationCache::request(Request request, std::function<void(const Expected<Shader>&)> done) {
    return or_out_of_memory([&]() -> Expected<Pending> {
        // Work that goes without being run cancels: who waits for it comes to an end.
        const std::shared_ptr<Pending::State> state(new Pending::State);
        const std::shared_ptr<void> cancelling(nullptr, [state](void*) { state->cancel(); });
        const auto work = [cache = state_->cache.get(), state, cancelling, request = std::move(request),
                           done = std::move(done)] {
            if (!state->begin()) return;
            state->finish(translate_with(cache, request.language, request.file, request.options));
            if (done) done(*state->result);
        };
        if (!state_->workers.put(work))
            return std::unexpected(Error{.code = 1, .text = "as many requests wait as may"});
        return Pending(state);
    });
}

std::size_t TranslationCache::warm(std::span<const Request> all, const WarmProgress& progress) {
    Countdown countdown(all.size(), progress);
    std::atomic<std::size_t> good = 0;
    for (const Request& one : all) {
        const auto work = [&, cache = state_->cache.get()] {
            good += translate_with(cache, one.language, one.file, one.options) ? 1U : 0U;
            countdown.one_is_done();
        };
        if (!state_->workers.try_put(work)) work(); // the queue is full: this thread helps
    }
    countdown.wait();
    return good;
}

std::vector<std::string> TranslationCache::take_warnings() {
    return state_->cache->remote() == nullptr ? std::vector<std::string>{} : state_->cache->remote()->take_warnings();
}

Expected<void> TranslationCache::flush() {
    return or_out_of_memory([&]() -> Expected<void> {
        if (const Status written = state_->cache->flush(); !written) return error_of(written.error());
        return {};
    });
}

CacheCounts TranslationCache::counts() const {
    const cache::Counts all = state_->cache->counts();
    return {.memory_hits = all.memory_hits,
            .disk_hits = all.disk_hits,
            .server_hits = all.remote_hits,
            .misses = all.misses,
            .written = all.written,
            .damaged = all.damaged,
            .dropped = all.dropped};
}

} // namespace relit::api
