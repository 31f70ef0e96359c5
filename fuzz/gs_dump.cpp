// Any file is read as a dump, packed or not, within limits; what is read without a fault is written alike.
#include "machine/gs/dump/dump.hpp"

#include <algorithm>
#include <cstdlib>

using namespace relit;

namespace {

constexpr machine::gs::Limits kLimits{.unpacked = std::uint64_t{8} << 20, .events = 100'000};

/// Gives whether something could be read.
bool check(Bytes file, std::optional<machine::gs::Container> container) {
    const machine::gs::Reading reading = machine::gs::read_dump(file, kLimits, container);
    if (reading.unpacked > kLimits.unpacked || reading.dump.events.size() > kLimits.events) std::abort();
    for (const machine::gs::Event& event : reading.dump.events) (void)reading.dump.bytes_of(event);
    (void)reading.dump.header.serial();
    (void)reading.dump.header.screenshot();
    // A damaged dump is written some times only: with its 4 MiB of memory that takes longer than all the rest.
    constexpr std::size_t kSome = 8;
    if (!reading.fault || file.size() % kSome == 0) {
        const std::vector<std::uint8_t> written = machine::gs::write_dump(reading.dump);
        if (!reading.fault && !std::ranges::equal(written, reading.dump.data)) std::abort();
    }
    return reading.dump.state || !reading.dump.events.empty();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes file(data, size);
    (void)machine::gs::recognise_dump(file);
    if (!check(file, {})) (void)check(file, machine::gs::Container::Stream);
    return 0;
}
