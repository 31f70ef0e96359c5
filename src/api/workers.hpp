// Threads that do what is put into a bounded queue, in its order.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace relit::api {

class Workers {
public:
    Workers(unsigned threads, std::size_t most_queued) : threads_(threads), most_queued_(most_queued) {}
    /// Waits for what has begun; the rest is dropped.
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// False where the queue is full. Threads begin with the first work.
    [[nodiscard]] bool put(std::function<void()> work);

private:
    void run(const std::stop_token& stop);

    const unsigned threads_;
    const std::size_t most_queued_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::deque<std::function<void()>> queue_;
    std::vector<std::jthread> running_; // the last
};

} // namespace relit::api
