// A worker process of a pool: takes the numbers of units from a socket, runs them, and writes their results.
#pragma once

#include "batch/pool.hpp"

#include <cstdint>

namespace relit::batch {

/// The answer of a worker for a unit, as one message.
struct WorkerReply {
    enum class Kind : std::uint8_t { Done, OutOfMemory, CannotStore, Refused };
    std::uint32_t unit = 0;
    std::int32_t exit = 0;
    Kind kind = Kind::Done;
    char text[255]{}; // of CannotStore and Refused: why
};

/// The worker's end of the socket and the files for its streams.
struct WorkerFiles {
    int socket = -1; // of messages: numbers of units as std::uint32_t come, and a WorkerReply goes for each
    int output = -1, messages = -1; // files in memory, shared with the supervisor
};

/// Runs units until the socket is closed. `name` tells its files in the store from those of other workers.
[[noreturn]] void be_worker(const Store& store, std::span<const Unit> units, const RunUnit& run,
                            const WorkerFiles& files, const std::string& name);

} // namespace relit::batch
