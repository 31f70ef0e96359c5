// Records what a machine is told as a dump that tells another machine the same.
#pragma once

#include "machine/gs/dump/builder.hpp"
#include "machine/gs/packets/gif.hpp"

namespace relit::machine::gs {

/// The first thing that a dump cannot say is kept and comes out of finish().
class Recorder {
public:
    /// A dump begins with a state, but without the palette buffer: replays load it again as TEX0 says.
    explicit Recorder(SavedState state, const Privileged& registers);

    /// A register that is written outside packets. `gif` is as it was before.
    void write(std::uint8_t address, std::uint64_t value, const Gif& gif);
    /// Data of a transfer from the host, outside packets.
    void image(Bytes data, const Gif& gif);
    void transfer(Path path, Bytes data);
    void vsync(std::uint8_t field, const Privileged& registers);
    void read_back(std::uint32_t qwords) { builder_.read_back(qwords); }
    void cannot(std::string_view what);

    [[nodiscard]] Result<Dump> finish();

private:
    [[nodiscard]] bool is_between_packets(const Gif& gif);

    SavedState state_;
    std::vector<std::uint8_t> page_ = std::vector<std::uint8_t>(kPrivilegedBytes);
    Builder builder_;
    std::optional<Fault> fault_;
};

} // namespace relit::machine::gs
