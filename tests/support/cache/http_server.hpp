// A server on the loopback interface that answers as a test wants it: honestly, wrongly, slowly, or not at all.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace relit::test {

struct HttpRequestSeen {
    std::string method, path, body;
};

/// One connection while it is served.
class HttpExchange {
public:
    explicit HttpExchange(int socket) : socket_(socket) {}
    /// Any bytes at all; false where the other side is gone.
    bool send(std::string_view bytes) const;
    /// A whole answer.
    void answer(int status, std::string_view body = {}) const;
    /// Does nothing until the other side closes.
    void stall() const;

private:
    int socket_;
};

class HttpServer {
public:
    using Handler = std::function<void(const HttpRequestSeen&, const HttpExchange&)>;
    /// Serves on a port of its own until it ends.
    explicit HttpServer(Handler handler);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    [[nodiscard]] std::string url() const;
    [[nodiscard]] std::uint64_t requests() const { return requests_; }

private:
    void serve(int socket);

    Handler handler_;
    int listener_ = -1;
    std::uint16_t port_ = 0;
    std::atomic<bool> ends_ = false;
    std::atomic<std::uint64_t> requests_ = 0;
    std::mutex mutex_;
    std::vector<int> sockets_;
    std::vector<std::jthread> connections_;
    std::jthread accepting_; // the last
};

/// What an honest server keeps, by path.
class HttpFiles {
public:
    void handle(const HttpRequestSeen& request, const HttpExchange& exchange);
    [[nodiscard]] std::map<std::string, std::string> all();
    void set(std::map<std::string, std::string> files);

private:
    std::mutex mutex_;
    std::map<std::string, std::string> files_;
};

/// A socket that is connected to this port of the loopback interface, as the client 127.0.0.CLIENT.
[[nodiscard]] int connected_to(std::uint16_t port, std::uint8_t client = 1);
/// Sends, and reads until the other side closes or nothing comes for so long.
[[nodiscard]] std::string talk(std::uint16_t port, std::string_view bytes, int milliseconds = 2000);

} // namespace relit::test
