// A server of shared values for --cache URL: GET, HEAD and PUT over a cache's folder. What is put is checked before it is kept;
// paths are never those of files.
#pragma once

#include "cache/cache.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace relit::cli {

struct ServerSettings {
    std::string address = "127.0.0.1"; // IPv4, as numbers
    std::uint16_t port = 0;            // 0: any that is free
    std::size_t most_value_bytes = std::size_t{16} << 20;
    std::size_t most_bytes_together = std::size_t{256} << 20; // of all that is being received
    unsigned most_connections = 256;
    // One client cannot keep others out: of each address there may be a quarter of both.
    std::size_t most_bytes_of_address = most_bytes_together / 4;
    unsigned most_connections_of_address = most_connections / 4;
    std::chrono::seconds longest_idle{10};            // of a connection
    std::chrono::milliseconds longest_request{30000}; // however slowly it comes
};

struct ServerCounts {
    std::uint64_t given = 0, absent = 0, taken = 0, refused = 0;
};

class CacheServer {
public:
    /// Serves until it ends, in threads of its own. Fails where the address is not to be had, or without libmicrohttpd.
    [[nodiscard]] static Result<std::unique_ptr<CacheServer>> start(cache::Cache& cache,
                                                                    const ServerSettings& settings);
    CacheServer(const CacheServer&) = delete;
    CacheServer& operator=(const CacheServer&) = delete;
    /// Requests that are being answered come to their end.
    ~CacheServer();

    [[nodiscard]] std::uint16_t port() const;
    [[nodiscard]] std::string url() const;
    [[nodiscard]] ServerCounts counts() const;

private:
    struct State;
    explicit CacheServer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace relit::cli
