// Streams of RSX methods for tests.
#pragma once

#include <cstdint>
#include <vector>

namespace relit::test {

/// Uploads of the vertex program's sample of `seed`, with methods of all kinds and words that steer between them.
[[nodiscard]] std::vector<std::uint8_t> random_rsx_stream(std::uint64_t seed);

} // namespace relit::test
