// A page for browsers of this machine: its address has a secret, and requests for other hosts are refused.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace relit::http {

class PageServer {
public:
    /// Gives a text, or a fault, which is answered with status 503. Threads of the server call it, several at once.
    using Read = std::function<Result<std::string>()>;

    /// Serves until it ends, in threads of its own, at a free port of 127.0.0.1: /TOKEN/ is the page, as HTML, /TOKEN/stamp a text that
    /// differs when the page does. Only GET and HEAD with the server's own name as host are answered. Fails with NotSupported
    /// without libmicrohttpd, and if it cannot listen.
    [[nodiscard]] static Result<std::unique_ptr<PageServer>> start(Read page, Read stamp);
    PageServer(const PageServer&) = delete;
    PageServer& operator=(const PageServer&) = delete;
    ~PageServer();

    /// "http://127.0.0.1:PORT/TOKEN/"; the token has 128 random bits.
    [[nodiscard]] std::string url() const;
    [[nodiscard]] std::uint16_t port() const;

private:
    struct State;
    explicit PageServer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace relit::http
