#include "cli/diff/line_stream.hpp"

namespace relit::cli {
namespace {

constexpr std::size_t kMostReady = 1024;

} // namespace

LineStream::LineStream(std::unique_ptr<codec::Document> document)
    : document_(std::move(document)), thread_([this] { list(); }) {}

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
    status_ = document_->list([&](const codec::Line& line) {
        if (!line.label.empty() && !add(line.label + ":")) return false;
        return add(line.text);
    });
}

bool LineStream::add(std::string line) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_stopped_ || ready_.size() < kMostReady; });
    if (is_stopped_) return false;
    ready_.push_back(std::move(line));
    if (ready_.size() == 1 || ready_.size() == kMostReady) changed_.notify_all();
    return true;
}

std::optional<std::string> LineStream::next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_done_ || !ready_.empty(); });
    if (ready_.empty()) {
        lock.unlock();
        if (thread_.joinable()) thread_.join(); // throws what the listing threw
        return std::nullopt;
    }
    std::string line = std::move(ready_.front());
    ready_.pop_front();
    if (ready_.size() < kMostReady / 2) changed_.notify_all();
    return line;
}

} // namespace relit::cli
