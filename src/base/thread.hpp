// The threads of the program and the library. An exception that nothing in a thread catches would end the process: it is kept, and
// thrown where the thread is joined. scripts/retired_words knows of no other threads.
#pragma once

#include <concepts>
#include <exception>
#include <memory>
#include <new>
#include <stop_token>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

namespace relit {

class Thread {
public:
    Thread() = default;
    /// Runs `work`, which may take a stop token.
    template <class Work>
        requires(!std::same_as<std::remove_cvref_t<Work>, Thread>)
    explicit Thread(Work work) : failure_(std::make_shared<std::exception_ptr>()) {
        auto run = [failure = failure_, work = std::move(work)](const std::stop_token& stop) mutable {
            try {
                if constexpr (std::invocable<Work&, const std::stop_token&>)
                    work(stop);
                else
                    work();
            } catch (...) {
                *failure = std::current_exception();
            }
        };
        try {
            thread_ = std::jthread(std::move(run));
        } catch (const std::system_error&) {
            throw std::bad_alloc(); // it has no room for a stack, or for one more thread
        }
    }
    Thread(Thread&&) = default;
    Thread& operator=(Thread&&) = default;
    /// Asks it to stop and waits for its end; what it failed with is lost.
    ~Thread() = default;

    [[nodiscard]] bool joinable() const { return thread_.joinable(); }
    void request_stop() { thread_.request_stop(); }
    void detach() { thread_.detach(); }
    [[nodiscard]] auto native_handle() { return thread_.native_handle(); }
    /// Waits for its end, and throws what it failed with.
    void join() {
        thread_.join();
        if (*failure_) std::rethrow_exception(*failure_);
    }

private:
    std::shared_ptr<std::exception_ptr> failure_;
    std::jthread thread_;
};

} // namespace relit
