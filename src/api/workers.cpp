#include "api/workers.hpp"

namespace relit::api {

Workers::~Workers() {
    for (Thread& thread : running_) thread.request_stop();
    running_.clear();
}

bool Workers::put(std::function<void()> work) {
    {
        const std::lock_guard lock(mutex_);
        if (queue_.size() >= most_queued_) return false;
        begin_threads();
        queue_.push_back(std::move(work));
    }
    wake_.notify_one();
    return true;
}

/// Fewer threads do it, too, but none does not.
void Workers::begin_threads() {
    try {
        while (running_.size() < threads_) running_.emplace_back([this](const std::stop_token& stop) { run(stop); });
    } catch (const std::bad_alloc&) {
        if (running_.empty()) throw;
    }
}

void Workers::run(const std::stop_token& stop) {
    for (;;) {
        std::function<void()> work;
        {
            std::unique_lock lock(mutex_);
            if (!wake_.wait(lock, stop, [&] { return !queue_.empty(); }) || stop.stop_requested()) return;
            work = std::move(queue_.front());
            queue_.pop_front();
        }
        work();
    }
}

} // namespace relit::api
