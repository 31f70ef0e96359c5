// Streams and dumps of the GS that are cut: what goes on from a snapshot, with another renderer, ends as what was not cut.
#pragma once

#include <relit/gs_player.hpp>

#include <cstdint>
#include <string>

namespace relit::test {

/// Machines and the renderers of players for many seeds: devices are opened once.
class GsCuts {
public:
    /// Fails where there is no device.
    [[nodiscard]] static api::Expected<GsCuts> with(unsigned samples);

    /// A random stream that is cut at two random bytes: the reference to the first, Vulkan to the second, a third machine to
    /// the end. What differs from the same stream without a cut; empty where nothing does.
    [[nodiscard]] std::string compare_stream(std::uint64_t seed);
    /// A random stream recorded as a dump, whose player is cut at a random draw, frame or packet. `uses_device`: a player on the
    /// device goes on.
    [[nodiscard]] std::string compare_dump(std::uint64_t seed, bool uses_device) const;

private:
    GsCuts(unsigned samples, api::gs::Machine vulkan);

    unsigned samples_;
    api::gs::Machine whole_, first_, vulkan_, last_;
};

} // namespace relit::test
