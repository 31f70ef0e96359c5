#include "cache/remote.hpp"

#include <cstring>
#include <new>
#include <utility>

#include <fmt/format.h>

namespace relit::cache {
namespace {

constexpr unsigned kFailuresInARow = 3;
constexpr std::chrono::milliseconds kAtOnce{5}; // a hit within it costs nothing of what lookups may wait
constexpr std::size_t kMostAbsent = 65536, kMostWarnings = 16;
constexpr std::size_t kMostQueued = 4096, kMostQueuedBytes = std::size_t{32} << 20;
constexpr std::size_t kAskedFirst = std::size_t{64} << 10; // a body of that size is not sent where it is there
constexpr long kOk = 200, kMostOk = 299, kNotFound = 404, kGone = 410;
constexpr long kUnauthorized = 401, kForbidden = 403, kNoMethod = 405, kTooLarge = 413;

Status check_url(std::string_view url) {
    for (const std::string_view scheme : {"http://", "https://"})
        if (url.starts_with(scheme) && url.size() > scheme.size() && url.find_first_of("?# \t") == url.npos) return {};
    return relit::fail(FaultKind::Usage, "expected http://HOST[:PORT][/FOLDER]");
}

} // namespace

std::size_t Remote::HashOfDigest::operator()(const Sha256& digest) const {
    std::size_t hash = 0;
    std::memcpy(&hash, digest.data(), sizeof hash);
    return hash;
}

Result<std::unique_ptr<Remote>> Remote::open(const RemoteSettings& settings) {
    if (const Status good = check_url(settings.url); !good) return std::unexpected(good.error());
    auto client = HttpClient::open();
    if (!client) return std::unexpected(client.error());
    return std::unique_ptr<Remote>(new Remote(settings, std::move(*client)));
}

Remote::Remote(const RemoteSettings& settings, std::unique_ptr<HttpClient> client)
    : settings_(settings), client_(std::move(client)),
      breaker_(kFailuresInARow, settings.first_pause, settings.longest_pause), takes_values_(!settings.read_only) {}

Remote::~Remote() {
    if (!process_.is_here()) { // a child has no such thread
        if (uploader_.joinable()) uploader_.detach();
        return;
    }
    try {
        if (takes_values_) flush();
    } catch (const std::bad_alloc&) {
        ++dropped_; // and what was to be said of it
    }
    uploader_.request_stop();
    wake_.notify_all();
}

std::string Remote::url_of(const Address& address) const {
    return fmt::format("{}{}{}", settings_.url, settings_.url.ends_with('/') ? "" : "/", path_of(address));
}

// ---- what goes wrong

void Remote::warn(const std::string& text) {
    const std::lock_guard lock(warnings_mutex_);
    if (warnings_.size() < kMostWarnings || warnings_.contains(text)) ++warnings_[text];
}

void Remote::fail(const std::string& why) {
    ++failed_;
    warn(why);
    if (breaker_.fail(Clock::now()))
        warn("the shared cache is left alone for a while: it failed several times in a row");
}

std::vector<std::string> Remote::take_warnings() {
    std::map<std::string, std::uint64_t> all;
    {
        const std::lock_guard lock(warnings_mutex_);
        all.swap(warnings_);
    }
    std::vector<std::string> texts;
    for (const auto& [text, count] : all)
        texts.push_back(count == 1 ? text : fmt::format("{} ({} times)", text, count));
    return texts;
}

// ---- finding

bool Remote::is_skipped(const Sha256& inputs, Clock::time_point now) {
    if (Clock::duration(spent_) > settings_.longest_together) {
        warn("the shared cache is not asked any more: waiting for it took too long in all");
        return true;
    }
    {
        const std::lock_guard lock(absent_mutex_);
        const auto known = absent_.find(inputs);
        if (known != absent_.end() && now < known->second) return true;
    }
    return !breaker_.allows(now);
}

void Remote::note_absent(const Sha256& inputs, Clock::time_point now) {
    const std::lock_guard lock(absent_mutex_);
    if (absent_.size() >= kMostAbsent) absent_.clear();
    absent_[inputs] = now + settings_.absent_for;
}

void Remote::forget_absent(const Sha256& inputs) {
    const std::lock_guard lock(absent_mutex_);
    absent_.erase(inputs);
}

/// Of an answer without a value.
void Remote::take_status(long status, const Sha256& inputs) {
    if (status != kNotFound && status != kGone)
        return fail(fmt::format("the shared cache answers with status {}", status));
    breaker_.succeed();
    note_absent(inputs, Clock::now());
}

void Remote::charge(Clock::duration waited, bool is_hit) {
    if (!is_hit || waited > kAtOnce) spent_ += waited.count();
}

/// Asks the server. What it answers is checked; nothing of it is believed before.
std::optional<std::vector<std::uint8_t>> Remote::fetch(const Label& label, const Sha256& inputs,
                                                       std::chrono::milliseconds longest) {
    const Address address{label.kind, inputs};
    const auto answer = client_->perform({.method = HttpMethod::Get,
                                          .url = url_of(address),
                                          .body = {},
                                          .longest = longest,
                                          .most_bytes = most_body_bytes(settings_.most_value_bytes)});
    if (!answer) {
        fail(answer.error().text);
        return {};
    }
    if (answer->status != kOk) {
        take_status(answer->status, inputs);
        return {};
    }
    auto delivery = open_body(address, answer->body);
    const bool is_ours = delivery && delivery->label == label;
    if (!is_ours || delivery->value.size() > settings_.most_value_bytes) {
        ++refused_;
        fail(fmt::format("the shared cache gives a value that is not right: {}",
                         !delivery ? delivery.error()
                         : is_ours ? "it is too large"
                                   : "it is of another key or translator"));
        return {};
    }
    breaker_.succeed();
    return std::move(delivery->value);
}

std::optional<std::vector<std::uint8_t>> Remote::find(const Label& label, const Sha256& inputs) {
    const auto begin = Clock::now();
    if (!process_.is_here() || is_skipped(inputs, begin)) {
        ++skipped_;
        return {};
    }
    auto value = fetch(label, inputs, settings_.longest_request);
    ++(value ? hits_ : misses_);
    charge(Clock::now() - begin, value.has_value());
    return value;
}

// ---- putting

void Remote::put(const Label& label, const Sha256& inputs, std::vector<std::uint8_t> value, Join join) {
    if (!takes_values_ || !process_.is_here()) return;
    ++puts_;
    {
        const std::lock_guard lock(queue_mutex_);
        const bool fits = queue_.size() < kMostQueued && queued_bytes_ + value.size() <= kMostQueuedBytes;
        if (!fits || value.size() > settings_.most_value_bytes) {
            ++dropped_;
            return;
        }
        queued_bytes_ += value.size();
        queue_.push_back({label, inputs, std::move(value), join});
        if (!uploader_.joinable())
            uploader_ = Thread([this](const std::stop_token& stop) { upload_in_background(stop); });
    }
    wake_.notify_one();
}

void Remote::upload_in_background(const std::stop_token& stop) {
    for (;;) {
        Upload one;
        {
            std::unique_lock lock(queue_mutex_);
            is_uploading_ = false;
            if (queue_.empty()) is_idle_.notify_all();
            if (!wake_.wait(lock, stop, [&] { return !queue_.empty(); })) return;
            if (stop.stop_requested()) return;
            one = std::move(queue_.front());
            queue_.pop_front();
            queued_bytes_ -= one.value.size();
            is_uploading_ = true;
        }
        try {
            upload(std::move(one));
        } catch (const std::bad_alloc&) {
            ++dropped_;
        }
    }
}

void Remote::upload(Upload one) {
    if (!takes_values_ || !breaker_.allows(Clock::now())) {
        ++dropped_;
        return;
    }
    if (one.join != nullptr) {
        if (const auto old = fetch(one.label, one.inputs, settings_.longest_upload)) {
            auto joined = one.join(*old, one.value);
            if (joined == *old) return;
            one.value = std::move(joined);
        }
    }
    send(one);
}

void Remote::send(const Upload& one) {
    const Address address{one.label.kind, one.inputs};
    const std::vector<std::uint8_t> body = body_of(address, one.label, one.value);
    HttpRequest request{.method = HttpMethod::Head,
                        .url = url_of(address),
                        .body = {},
                        .longest = settings_.longest_upload,
                        .most_bytes = kAskedFirst};
    if (one.join == nullptr && body.size() > kAskedFirst) {
        const auto there = client_->perform(request);
        if (there && there->status == kOk) return;
    }
    request.method = HttpMethod::Put;
    request.body = body;
    const auto answer = client_->perform(request);
    const long status = answer ? answer->status : 0;
    if (answer && status >= kOk && status <= kMostOk) {
        breaker_.succeed();
        forget_absent(one.inputs);
        return;
    }
    ++dropped_;
    if (!answer) {
        fail(answer.error().text);
    } else if (status == kUnauthorized || status == kForbidden || status == kNotFound || status == kNoMethod) {
        takes_values_ = false;
        warn(fmt::format("the shared cache takes no values: status {}", status));
    } else if (status == kTooLarge) {
        warn("a value is larger than the shared cache takes");
    } else {
        fail(fmt::format("the shared cache answers with status {}", status));
    }
}

void Remote::flush() {
    std::unique_lock lock(queue_mutex_);
    const auto is_done = [&] { return queue_.empty() && !is_uploading_; };
    if (is_idle_.wait_for(lock, settings_.longest_flush, is_done)) return;
    takes_values_ = false;
    dropped_ += queue_.size();
    warn(fmt::format("{} values were not uploaded in time", queue_.size() + (is_uploading_ ? 1U : 0U)));
    queue_.clear();
    queued_bytes_ = 0;
}

RemoteCounts Remote::counts() const {
    return {.hits = hits_,
            .misses = misses_,
            .refused = refused_,
            .failed = failed_,
            .skipped = skipped_,
            .puts = puts_,
            .dropped = dropped_};
}

} // namespace relit::cache
