#include "http/page_server.hpp"

#include "http/library.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/random.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace relit::http {
namespace {

constexpr std::string_view kHtml = "text/html; charset=utf-8", kText = "text/plain; charset=utf-8";
constexpr unsigned kIdleSeconds = 30, kConnections = 32;

Result<std::string> random_token() {
    std::array<std::uint8_t, 16> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return fail(FaultKind::Internal, "the system gives no random bytes");
    std::string token;
    for (const std::uint8_t byte : bytes) token += fmt::format("{:02x}", byte);
    return token;
}

} // namespace

struct PageServer::State {
    State(const Functions& functions, std::string secret, Read read_page, Read read_stamp)
        : mhd(functions), token(std::move(secret)), page(std::move(read_page)), stamp(std::move(read_stamp)) {}

    MHD_Result answer(MHD_Connection* connection, unsigned status, std::string_view type, std::string_view body) const {
        MHD_Response* const response =
            mhd.create_response_from_buffer(body.size(), const_cast<char*>(body.data()), MHD_RESPMEM_MUST_COPY);
        if (response == nullptr) return MHD_NO;
        for (const auto& [name, value] : {std::pair(MHD_HTTP_HEADER_CONTENT_TYPE, std::string(type)),
                                          {MHD_HTTP_HEADER_CACHE_CONTROL, "no-store"},
                                          {"X-Content-Type-Options", "nosniff"},
                                          {"Referrer-Policy", "no-referrer"},
                                          {"Cross-Origin-Resource-Policy", "same-origin"}})
            (void)mhd.add_response_header(response, name, value.c_str());
        const MHD_Result queued = mhd.queue_response(connection, status, response);
        mhd.destroy_response(response);
        return queued;
    }
    MHD_Result answer(MHD_Connection* connection, std::string_view type, const Read& read) const {
        const auto text = read();
        return text ? answer(connection, MHD_HTTP_OK, type, *text)
                    : answer(connection, MHD_HTTP_SERVICE_UNAVAILABLE, kText, text.error().text);
    }
    /// A page of another site cannot know the name under which a browser asks here.
    [[nodiscard]] bool is_own_host(MHD_Connection* connection) const {
        const char* const host = mhd.lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
        return host != nullptr &&
               (host == fmt::format("127.0.0.1:{}", port()) || host == fmt::format("localhost:{}", port()));
    }
    MHD_Result handle(MHD_Connection* connection, std::string_view url, std::string_view method) const {
        if (!is_own_host(connection)) return answer(connection, MHD_HTTP_FORBIDDEN, kText, "another host\n");
        if (method != MHD_HTTP_METHOD_GET && method != MHD_HTTP_METHOD_HEAD)
            return answer(connection, MHD_HTTP_METHOD_NOT_ALLOWED, kText, "only GET and HEAD\n");
        if (url == fmt::format("/{}/", token)) return answer(connection, kHtml, page);
        if (url == fmt::format("/{}/stamp", token)) return answer(connection, kText, stamp);
        return answer(connection, MHD_HTTP_NOT_FOUND, kText, "nothing is here\n");
    }
    [[nodiscard]] std::uint16_t port() const {
        const MHD_DaemonInfo* const info = mhd.get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
        return info == nullptr ? std::uint16_t{0} : info->port;
    }

    const Functions mhd;
    const std::string token;
    const Read page, stamp;
    MHD_Daemon* daemon = nullptr;
};

PageServer::PageServer(std::unique_ptr<State> state) : state_(std::move(state)) {}

Result<std::unique_ptr<PageServer>> PageServer::start(Read page, Read stamp) {
    const auto functions = open_library();
    if (!functions) return std::unexpected(functions.error());
    auto token = random_token();
    if (!token) return std::unexpected(token.error());
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto state = std::make_unique<State>(*functions, std::move(*token), std::move(page), std::move(stamp));
    // The library is C: what is thrown would end the process. MHD_NO ends the connection.
    const MHD_AccessHandlerCallback handle = [](void* self, MHD_Connection* connection, const char* url,
                                                const char* method, const char*, const char*, std::size_t* size,
                                                void**) {
        try {
            *size = 0;
            return static_cast<const State*>(self)->handle(connection, url, method);
        } catch (const std::bad_alloc&) {
            return MHD_NO;
        }
    };
    state->daemon = functions->start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, nullptr, nullptr, handle, state.get(),
                                            MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_LIMIT, kConnections,
                                            MHD_OPTION_CONNECTION_TIMEOUT, kIdleSeconds, MHD_OPTION_END);
    if (state->daemon == nullptr) return fail(fmt::format("cannot listen at 127.0.0.1: {}", std::strerror(errno)));
    return std::unique_ptr<PageServer>(new PageServer(std::move(state)));
}

PageServer::~PageServer() { state_->mhd.stop_daemon(state_->daemon); }

std::string PageServer::url() const { return fmt::format("http://127.0.0.1:{}/{}/", port(), state_->token); }
std::uint16_t PageServer::port() const { return state_->port(); }

} // namespace relit::http
