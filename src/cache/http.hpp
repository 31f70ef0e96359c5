// Requests over HTTP with limits of time and size. libcurl is opened when the first client is: nothing of it is linked.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace relit::cache {

enum class HttpMethod : std::uint8_t { Get, Head, Put };

struct HttpRequest {
    HttpMethod method = HttpMethod::Get;
    std::string url;
    Bytes body; // of Put
    std::chrono::milliseconds longest{250};
    std::size_t most_bytes = 0; // of the answer
};
struct HttpAnswer {
    long status = 0;
    std::vector<std::uint8_t> body;
};

/// Threads may share it; each request has a connection of its own, which is used again.
class HttpClient {
public:
    /// Fails where this machine has no libcurl.
    [[nodiscard]] static Result<std::unique_ptr<HttpClient>> open();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;
    ~HttpClient();

    /// The answer, whatever its status. Fails where there is none in time or it is larger than it may be. Redirections are not
    /// followed, nothing is unpacked, and no proxy is asked.
    [[nodiscard]] Result<HttpAnswer> perform(const HttpRequest& request);

private:
    struct Functions;
    explicit HttpClient(std::unique_ptr<const Functions> functions);
    void set_up(void* handle, const HttpRequest& request) const;
    [[nodiscard]] void* take_handle();
    void release_handle(void* handle);

    std::unique_ptr<const Functions> curl_;
    std::mutex mutex_;
    std::vector<void*> handles_; // with the connections that they keep
};

} // namespace relit::cache
