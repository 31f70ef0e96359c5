// The lines of a document's listing as they are asked for: a thread lists, and waits while enough lines are ready.
#pragma once

#include "base/thread.hpp"
#include "codec/codec.hpp"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace relit::cli {

class LineStream {
public:
    explicit LineStream(std::unique_ptr<codec::Document> document);
    LineStream(const LineStream&) = delete;
    LineStream& operator=(const LineStream&) = delete;
    ~LineStream();

    /// Returns the next line, labels as lines of their own; std::nullopt at the end. Throws what the listing threw.
    [[nodiscard]] std::optional<std::string> next();
    /// Returns the fault that ended the listing, if there was one; next() has returned std::nullopt before.
    [[nodiscard]] const Status& status() const { return status_; }

private:
    void list();
    bool add(std::string line);

    std::unique_ptr<codec::Document> document_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::string> ready_;
    bool is_done_ = false, is_stopped_ = false;
    Status status_;
    Thread thread_; // last: it uses the others
};

} // namespace relit::cli
