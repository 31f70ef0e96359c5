// Threads that do what is put into a bounded queue, in its order.
#pragma once

#include "base/thread.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <new>
#include <stop_token>
#include <utility>
#include <vector>

namespace relit::api {

class Workers {
public:
    Workers(unsigned threads, std::size_t most_queued) : threads_(threads), most_queued_(most_queued) {}
    /// Waits for what has begun; the rest is dropped.
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// False where the queue is full. Threads begin with the first work, which throws nothing.
    [[nodiscard]] bool put(std::function<void()> work);
    /// False also where there is no memory for more.
    template <class Work>
    [[nodiscard]] bool try_put(const Work& work) {
        try {
            return put(work);
        } catch (const std::bad_alloc&) {
            return false;
        }
    }

private:
    void begin_threads();
    void run(const std::stop_token& stop);

    const unsigned threads_;
    const std::size_t most_queued_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::deque<std::function<void()>> queue_;
    std::vector<Thread> running_; // the last
};

} // namespace relit::api
