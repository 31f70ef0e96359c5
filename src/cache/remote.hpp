// The tier that others share: values on a server, by HTTP. A server that is away, slow or wrong costs a bounded time and never a
// value: what does not check is not there.
#pragma once

#include "base/thread.hpp"
#include "cache/breaker.hpp"
#include "cache/delivery.hpp"
#include "cache/http.hpp"
#include "cache/own_process.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace relit::cache {

struct RemoteSettings {
    std::string url; // "http://host:port/folder"; empty: there is none
    bool read_only = false;
    std::chrono::milliseconds longest_request{250};    // that a lookup waits for an answer
    std::chrono::milliseconds longest_upload{1000};    // the same of the thread that uploads
    std::chrono::milliseconds longest_together{10000}; // that lookups wait in all; hits that come at once are free
    std::chrono::milliseconds longest_flush{1000};     // that the end waits for uploads
    std::chrono::milliseconds first_pause{1000}, longest_pause{60000}; // after failures in a row
    std::chrono::milliseconds absent_for{60000};                       // what was not there is not asked for again
    std::size_t most_value_bytes = std::size_t{16} << 20;
};

struct RemoteCounts {
    std::uint64_t hits = 0, misses = 0;
    std::uint64_t refused = 0; // answers that do not check
    std::uint64_t failed = 0;  // requests without an answer in time, and statuses that are none of a cache
    std::uint64_t skipped = 0; // lookups that were not sent: budget, pause, known to be absent
    std::uint64_t puts = 0, dropped = 0;
};

/// Threads may share it. A child process of fork() finds nothing there and uploads nothing.
class Remote {
public:
    /// Fails where the URL is none, or this machine has no libcurl. Sends nothing.
    [[nodiscard]] static Result<std::unique_ptr<Remote>> open(const RemoteSettings& settings);
    Remote(const Remote&) = delete;
    Remote& operator=(const Remote&) = delete;
    ~Remote();

    /// Nothing where there is none, or none that is right, or no answer in time.
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> find(const Label& label, const Sha256& inputs);
    /// Uploads in the background. Where `join` is given, what the server has is joined with it first.
    void put(const Label& label, const Sha256& inputs, std::vector<std::uint8_t> value, Join join = nullptr);
    /// Waits for uploads, at most longest_flush. What is left then is dropped, and nothing is uploaded any more.
    void flush();

    [[nodiscard]] RemoteCounts counts() const;
    /// What went wrong since the last call, each once: "http://host: ..".
    [[nodiscard]] std::vector<std::string> take_warnings();
    [[nodiscard]] const RemoteSettings& settings() const { return settings_; }

private:
    struct Upload {
        Label label;
        Sha256 inputs{};
        std::vector<std::uint8_t> value;
        Join join = nullptr;
    };
    struct HashOfDigest {
        std::size_t operator()(const Sha256& digest) const;
    };

    Remote(const RemoteSettings& settings, std::unique_ptr<HttpClient> client);
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> fetch(const Label& label, const Sha256& inputs,
                                                                 std::chrono::milliseconds longest);
    [[nodiscard]] bool is_skipped(const Sha256& inputs, Clock::time_point now);
    void note_absent(const Sha256& inputs, Clock::time_point now);
    void forget_absent(const Sha256& inputs);
    void take_status(long status, const Sha256& inputs);
    void charge(Clock::duration waited, bool is_hit);
    void fail(const std::string& why);
    void warn(const std::string& text);
    void upload_in_background(const std::stop_token& stop);
    void upload(Upload one);
    void send(const Upload& one);
    [[nodiscard]] std::string url_of(const Address& address) const;

    const RemoteSettings settings_;
    const OwnProcess process_;
    std::unique_ptr<HttpClient> client_;
    Breaker breaker_;
    std::atomic<Clock::rep> spent_ = 0;
    std::atomic<bool> takes_values_;
    std::atomic<std::uint64_t> hits_ = 0, misses_ = 0, refused_ = 0, failed_ = 0, skipped_ = 0, puts_ = 0, dropped_ = 0;

    std::mutex absent_mutex_;
    std::unordered_map<Sha256, Clock::time_point, HashOfDigest> absent_;
    std::mutex warnings_mutex_;
    std::map<std::string, std::uint64_t> warnings_; // and how many of each

    std::mutex queue_mutex_;
    std::condition_variable_any wake_, is_idle_;
    std::deque<Upload> queue_;
    std::size_t queued_bytes_ = 0;
    bool is_uploading_ = false;
    Thread uploader_; // the last: it ends before what it uses
};

} // namespace relit::cache
