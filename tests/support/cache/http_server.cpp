#include "tests/support/cache/http_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

namespace relit::test {
namespace {

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/// Adds what comes; false at the end.
bool receive(int socket, std::string& into) {
    char bytes[4096];
    const ssize_t count = ::recv(socket, bytes, sizeof bytes, 0);
    if (count > 0) into.append(bytes, static_cast<std::size_t>(count));
    return count > 0;
}

std::size_t length_in(std::string_view head) {
    constexpr std::string_view kLengthHeader = "Content-Length: ";
    const std::size_t at = head.find(kLengthHeader);
    std::size_t length = 0;
    if (at != head.npos) std::from_chars(head.data() + at + kLengthHeader.size(), head.data() + head.size(), length);
    return length;
}

} // namespace

bool HttpExchange::send(std::string_view bytes) const {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

void HttpExchange::answer(int status, std::string_view body) const {
    send(fmt::format("HTTP/1.1 {} Something\r\nContent-Length: {}\r\n\r\n{}", status, body.size(), body));
}

void HttpExchange::stall() const {
    std::string ignored;
    while (receive(socket_, ignored)) {}
}

HttpServer::HttpServer(Handler handler) : handler_(std::move(handler)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (::bind(listener_, any, size) != 0 || ::listen(listener_, 64) != 0 || ::getsockname(listener_, any, &size) != 0)
        throw std::system_error(errno, std::generic_category(), "a test's server");
    port_ = ntohs(address.sin_port);
    accepting_ = std::jthread([this] {
        for (;;) {
            const int socket = ::accept(listener_, nullptr, nullptr);
            if (ends_ || socket < 0) {
                if (socket >= 0) ::close(socket);
                return;
            }
            const std::lock_guard lock(mutex_);
            sockets_.push_back(socket);
            connections_.emplace_back([this, socket] { serve(socket); });
        }
    });
}

HttpServer::~HttpServer() {
    ends_ = true;
    ::close(connected_to(port_)); // wakes it
    accepting_.join();
    ::close(listener_);
    for (const int socket : sockets_) ::shutdown(socket, SHUT_RDWR);
    connections_.clear();
    for (const int socket : sockets_) ::close(socket);
}

std::string HttpServer::url() const { return fmt::format("http://127.0.0.1:{}/cache", port_); }

void HttpServer::serve(int socket) {
    const int now = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
    std::string input;
    while (!ends_) {
        std::size_t head = input.find("\r\n\r\n");
        while (head == input.npos) {
            if (!receive(socket, input)) return;
            head = input.find("\r\n\r\n");
        }
        const std::string_view first = std::string_view(input).substr(0, head);
        const std::size_t space = first.find(' '), second = first.find(' ', space + 1);
        HttpRequestSeen seen{.method = std::string(first.substr(0, space)),
                             .path = std::string(first.substr(space + 1, second - space - 1)),
                             .body = {}};
        const std::size_t whole = head + 4 + length_in(first);
        while (input.size() < whole)
            if (!receive(socket, input)) return;
        seen.body = input.substr(head + 4, whole - head - 4);
        input.erase(0, whole);
        ++requests_;
        handler_(seen, HttpExchange(socket));
    }
}

void HttpFiles::handle(const HttpRequestSeen& request, const HttpExchange& exchange) {
    const std::lock_guard lock(mutex_);
    if (request.method == "PUT") {
        files_[request.path] = request.body;
        return exchange.answer(201);
    }
    const auto file = files_.find(request.path);
    if (file == files_.end()) return exchange.answer(404);
    if (request.method == "HEAD") {
        exchange.send(fmt::format("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", file->second.size()));
        return;
    }
    exchange.answer(200, file->second);
}

std::map<std::string, std::string> HttpFiles::all() {
    const std::lock_guard lock(mutex_);
    return files_;
}

void HttpFiles::set(std::map<std::string, std::string> files) {
    const std::lock_guard lock(mutex_);
    files_ = std::move(files);
}

int connected_to(std::uint16_t port, std::uint8_t client) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(port);
    sockaddr_in own = loopback(0);
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + client);
    (void)::bind(socket, reinterpret_cast<const sockaddr*>(&own), sizeof own);
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return socket;
    ::close(socket);
    return -1;
}

std::string talk(std::uint16_t port, std::string_view bytes, int milliseconds) {
    const int socket = connected_to(port);
    if (socket < 0) return "no connection";
    (void)HttpExchange(socket).send(bytes);
    std::string answer;
    pollfd ready{.fd = socket, .events = POLLIN, .revents = 0};
    while (::poll(&ready, 1, milliseconds) > 0 && receive(socket, answer)) {}
    ::close(socket);
    return answer;
}

} // namespace relit::test
