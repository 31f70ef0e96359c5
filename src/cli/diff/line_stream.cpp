#include "cli/diff/line_stream.hpp"

namespace relit::cli {
namespace {

constexpr std::size_t kMostReady = 1024;

} // namespace

ListLines lines_of(std::unique_ptr<codec::Document> document) {
    const std::shared_ptr<codec::Document> shared = std::move(document);
    return [shared](const ListedSink& sink) {
        return shared->list([&](const codec::Line& line) {
            if (!line.label.empty() && !sink({line.label + ":", line.offset})) return false;
            return sink({line.text, line.offset});
        });
    };
}

LineStream::LineStream(ListLines list) : list_(std::move(list)), thread_([this] { this->list(); }) {}

LineStream::~LineStream() {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    changed_.notify_all();
}

void LineStream::list() {
    /// Also if the listing throws.
    struct Done {
        LineStream& stream;
        ~Done() {
            const std::lock_guard lock(stream.mutex_);
            stream.is_done_ = true;
            stream.changed_.notify_all();
        }
    };
    const Done done{*this};
    status_ = list_([this](ListedLine&& line) { return add(std::move(line)); });
}

bool LineStream::add(ListedLine&& line) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_stopped_ || ready_.size() < kMostReady; });
    if (is_stopped_) return false;
    ready_.push_back(std::move(line));
    if (ready_.size() == 1 || ready_.size() == kMostReady) changed_.notify_all();
    return true;
}

std::optional<ListedLine> LineStream::next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_done_ || !ready_.empty(); });
    if (ready_.empty()) {
        lock.unlock();
        if (thread_.joinable()) thread_.join(); // throws what the listing threw
        return std::nullopt;
    }
    ListedLine line = std::move(ready_.front());
    ready_.pop_front();
    if (ready_.size() < kMostReady / 2) changed_.notify_all();
    return line;
}

} // namespace relit::cli
