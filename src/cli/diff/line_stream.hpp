// The lines of a listing as they are asked for: a thread lists, and waits while enough lines are ready.
#pragma once

#include "base/thread.hpp"
#include "codec/codec.hpp"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace relit::cli {

/// A line, and where it stands in a dump; a program has no packets.
struct ListedLine {
    std::string text;
    std::uint64_t offset = 0;
    std::uint64_t packet = 0; // from 1; 0: in front of them
    std::uint64_t draws = 0;  // that began up to this line
};
/// Gives line after line until it returns false.
using ListedSink = std::function<bool(ListedLine&&)>;
/// Lists everything, or up to a fault.
using ListLines = std::function<Status(const ListedSink&)>;
/// Labels are lines of their own.
[[nodiscard]] ListLines lines_of(std::unique_ptr<codec::Document> document);

class LineStream {
public:
    explicit LineStream(ListLines list);
    LineStream(const LineStream&) = delete;
    LineStream& operator=(const LineStream&) = delete;
    ~LineStream();

    /// Returns the next line; std::nullopt at the end. Throws what the listing threw.
    [[nodiscard]] std::optional<ListedLine> next();
    /// Returns the fault that ended the listing, if there was one; next() has returned std::nullopt before.
    [[nodiscard]] const Status& status() const { return status_; }

private:
    void list();
    bool add(ListedLine&& line);

    ListLines list_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<ListedLine> ready_;
    bool is_done_ = false, is_stopped_ = false;
    Status status_;
    Thread thread_; // last: it uses the others
};

} // namespace relit::cli
