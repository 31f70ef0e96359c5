#include "cli/cache/server/server.hpp"

#include "base/text.hpp"
#include "base/thread.hpp"
#include "http/library.hpp"
#include "translate/cached.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kShared = translate::EntryKind::Shared;
constexpr std::size_t kHeaderMemory = std::size_t{32} << 10; // of a connection
constexpr unsigned kThreads = 4;

/// Bytes that are reserved for what is being received, in all and of each client.
class Room {
public:
    Room(std::size_t together, std::size_t of_client) : together_(together), of_client_(of_client) {}

    /// False where there is none.
    bool take(std::uint32_t client, std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        const auto known = clients_.find(client);
        const std::size_t has = known == clients_.end() ? 0 : known->second;
        if (bytes > together_ - taken_ || bytes > of_client_ - has) return false;
        taken_ += bytes;
        if (bytes != 0) clients_[client] = has + bytes;
        return true;
    }
    void release(std::uint32_t client, std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        const auto known = clients_.find(client);
        if (known == clients_.end()) return;
        taken_ -= bytes;
        known->second -= bytes;
        if (known->second == 0) clients_.erase(known);
    }

private:
    const std::size_t together_, of_client_;
    std::mutex mutex_;
    std::size_t taken_ = 0;
    std::map<std::uint32_t, std::size_t> clients_; // by their IPv4 addresses
};

/// A value on its way here.
struct Upload {
    cache::Address address;
    std::uint32_t client = 0;
    std::vector<std::uint8_t> body;
    std::size_t reserved = 0;
    bool is_too_large = false;
};

/// Closes connections whose request takes too long, whatever comes in the meantime.
class Deadlines {
public:
    explicit Deadlines(std::chrono::milliseconds longest)
        : longest_(longest), thread_([this](const std::stop_token& stop) { watch(stop); }) {}

    void begin(int socket) {
        const std::lock_guard lock(mutex_);
        try {
            begun_[socket] = Clock::now();
        } catch (const std::bad_alloc&) {
            ::shutdown(socket, SHUT_RDWR); // it would have no deadline
        }
    }
    void end(int socket) {
        const std::lock_guard lock(mutex_);
        begun_.erase(socket);
    }

private:
    void watch(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested()) {
            (void)wake_.wait_for(lock, stop, longest_ / 4, [] { return false; });
            for (auto& [socket, begun] : begun_)
                if (Clock::now() - begun > longest_) ::shutdown(socket, SHUT_RDWR);
        }
    }

    const std::chrono::milliseconds longest_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::map<int, Clock::time_point> begun_;
    Thread thread_; // the last
};

} // namespace

struct CacheServer::State {
    State(cache::Cache& values, const ServerSettings& wanted, const http::Functions& functions)
        : cache(values), settings(wanted), mhd(functions), deadlines(wanted.longest_request),
          room(wanted.most_bytes_together, wanted.most_bytes_of_address) {}

    MHD_Result answer(MHD_Connection* connection, unsigned status, Bytes body = {}) const {
        MHD_Response* const response =
            mhd.create_response_from_buffer(body.size(), const_cast<std::uint8_t*>(body.data()), MHD_RESPMEM_MUST_COPY);
        if (response == nullptr) return MHD_NO;
        const MHD_Result queued = mhd.queue_response(connection, status, response);
        mhd.destroy_response(response);
        return queued;
    }
    MHD_Result refuse(MHD_Connection* connection, unsigned status) {
        ++refused;
        return answer(connection, status);
    }
    MHD_Result give(MHD_Connection* connection, const cache::Address& address);
    [[nodiscard]] std::uint32_t client_of(MHD_Connection* connection) const;
    MHD_Result begin_upload(MHD_Connection* connection, const cache::Address& address, void** context);
    MHD_Result end_upload(MHD_Connection* connection, Upload& upload);
    MHD_Result handle(MHD_Connection* connection, std::string_view url, std::string_view method, Bytes part,
                      std::size_t* part_size, void** context);

    cache::Cache& cache;
    const ServerSettings settings;
    const http::Functions mhd;
    Deadlines deadlines;
    Room room;
    std::atomic<std::uint64_t> given = 0, absent = 0, taken = 0, refused = 0;
    MHD_Daemon* daemon = nullptr;
};

MHD_Result CacheServer::State::give(MHD_Connection* connection, const cache::Address& address) {
    const cache::Value body = cache.find(cache::key_of(address), translate::kind_of(kShared));
    const bool is_there = body != nullptr && cache::is_body_of(address, cache::content_of(body));
    ++(is_there ? given : absent);
    return is_there ? answer(connection, MHD_HTTP_OK, cache::content_of(body)) : answer(connection, MHD_HTTP_NOT_FOUND);
}

std::uint32_t CacheServer::State::client_of(MHD_Connection* connection) const {
    const sockaddr* const address =
        mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
    sockaddr_in client{};
    if (address != nullptr && address->sa_family == AF_INET) std::memcpy(&client, address, sizeof client);
    return client.sin_addr.s_addr;
}

/// Room for all of it is reserved before anything is taken.
MHD_Result CacheServer::State::begin_upload(MHD_Connection* connection, const cache::Address& address, void** context) {
    const char* const said = mhd.lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    const auto length = parse_integer(said == nullptr ? "" : said);
    if (!length || *length < 0) return refuse(connection, MHD_HTTP_LENGTH_REQUIRED);
    const auto size = static_cast<std::size_t>(*length);
    if (size > cache::most_body_bytes(settings.most_value_bytes)) return refuse(connection, MHD_HTTP_CONTENT_TOO_LARGE);
    const std::uint32_t client = client_of(connection);
    if (!room.take(client, size)) return refuse(connection, MHD_HTTP_SERVICE_UNAVAILABLE);
    *context =
        new Upload{.address = address, .client = client, .body = {}, .reserved = size}; // until the request is over
    return MHD_YES;
}

MHD_Result CacheServer::State::end_upload(MHD_Connection* connection, Upload& upload) {
    if (upload.is_too_large) return refuse(connection, MHD_HTTP_BAD_REQUEST);
    const auto delivery = cache::open_body(upload.address, upload.body);
    const bool is_right = delivery && delivery->value.size() <= settings.most_value_bytes &&
                          translate::check_delivery(*delivery).has_value();
    if (!is_right) return refuse(connection, MHD_HTTP_BAD_REQUEST);
    ++taken;
    cache.put(cache::key_of(upload.address), translate::kind_of(kShared), cache::blob(std::move(upload.body)));
    return answer(connection, MHD_HTTP_CREATED);
}

MHD_Result CacheServer::State::handle(MHD_Connection* connection, std::string_view url, std::string_view method,
                                      Bytes part, std::size_t* part_size, void** context) {
    if (*context != nullptr) {
        Upload& upload = *static_cast<Upload*>(*context);
        if (part.empty()) return end_upload(connection, upload);
        upload.is_too_large = upload.is_too_large || upload.body.size() + part.size() > upload.reserved;
        if (!upload.is_too_large) upload.body.insert(upload.body.end(), part.begin(), part.end());
        *part_size = 0;
        return MHD_YES;
    }
    const auto address = url.starts_with('/') ? cache::address_of(url.substr(1)) : std::nullopt;
    if (method == MHD_HTTP_METHOD_PUT && address) return begin_upload(connection, *address, context);
    if (method == MHD_HTTP_METHOD_GET || method == MHD_HTTP_METHOD_HEAD)
        return address ? give(connection, *address) : refuse(connection, MHD_HTTP_NOT_FOUND);
    return refuse(connection, address ? MHD_HTTP_METHOD_NOT_ALLOWED : MHD_HTTP_NOT_FOUND);
}

CacheServer::CacheServer(std::unique_ptr<State> state) : state_(std::move(state)) {}

Result<std::unique_ptr<CacheServer>> CacheServer::start(cache::Cache& cache, const ServerSettings& settings) {
    const auto functions = http::open_library();
    if (!functions) return std::unexpected(functions.error());
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(settings.port);
    if (::inet_pton(AF_INET, settings.address.c_str(), &address.sin_addr) != 1)
        return fail(FaultKind::Usage, fmt::format("{} is no IPv4 address", settings.address));
    auto state = std::make_unique<State>(cache, settings, *functions);
    // The library is C: what is thrown would end the process. MHD_NO ends the connection.
    const MHD_AccessHandlerCallback handle = [](void* self, MHD_Connection* connection, const char* url,
                                                const char* method, const char*, const char* part, std::size_t* size,
                                                void** context) {
        try {
            return static_cast<State*>(self)->handle(
                connection, url, method, {reinterpret_cast<const std::uint8_t*>(part), *size}, size, context);
        } catch (const std::bad_alloc&) {
            return MHD_NO;
        }
    };
    const MHD_RequestCompletedCallback complete = [](void* self, MHD_Connection* connection, void** context,
                                                     MHD_RequestTerminationCode) {
        State& served = *static_cast<State*>(self);
        const std::unique_ptr<Upload> upload(static_cast<Upload*>(std::exchange(*context, nullptr)));
        if (upload != nullptr) served.room.release(upload->client, upload->reserved);
        served.deadlines.begin(
            served.mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd);
    };
    const MHD_NotifyConnectionCallback notify = [](void* self, MHD_Connection* connection, void**,
                                                   MHD_ConnectionNotificationCode code) {
        State& served = *static_cast<State*>(self);
        const int socket = served.mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        code == MHD_CONNECTION_NOTIFY_STARTED ? served.deadlines.begin(socket) : served.deadlines.end(socket);
    };
    State* const self = state.get();
    state->daemon = functions->start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD, settings.port, nullptr, nullptr, handle, self, MHD_OPTION_SOCK_ADDR, &address,
        MHD_OPTION_THREAD_POOL_SIZE, kThreads, MHD_OPTION_CONNECTION_LIMIT, settings.most_connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, settings.most_connections_of_address, MHD_OPTION_CONNECTION_TIMEOUT,
        static_cast<unsigned>(settings.longest_idle.count()), MHD_OPTION_CONNECTION_MEMORY_LIMIT, kHeaderMemory,
        MHD_OPTION_NOTIFY_COMPLETED, complete, self, MHD_OPTION_NOTIFY_CONNECTION, notify, self, MHD_OPTION_END);
    if (state->daemon == nullptr)
        return fail(fmt::format("cannot listen at {}:{}: {}", settings.address, settings.port, std::strerror(errno)));
    return std::unique_ptr<CacheServer>(new CacheServer(std::move(state)));
}

CacheServer::~CacheServer() {
    if (state_->daemon != nullptr) state_->mhd.stop_daemon(state_->daemon);
}

std::uint16_t CacheServer::port() const {
    const MHD_DaemonInfo* const info = state_->mhd.get_daemon_info(state_->daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info == nullptr ? state_->settings.port : info->port;
}

std::string CacheServer::url() const { return fmt::format("http://{}:{}", state_->settings.address, port()); }

ServerCounts CacheServer::counts() const {
    return {.given = state_->given, .absent = state_->absent, .taken = state_->taken, .refused = state_->refused};
}

} // namespace relit::cli
