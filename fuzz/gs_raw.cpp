// Any file is read as raw packets or refused; what is read is a dump, whose text makes the same packets.
#include "machine/gs/raw/raw.hpp"
#include "machine/gs/text/text.hpp"

#include <algorithm>
#include <cstdlib>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace machine::gs;
    const Bytes file(data, size);
    const auto packets = read_raw(file);
    if (!packets) {
        if (recognise_raw(file).sureness != Sureness::No) std::abort();
        return 0;
    }
    const Reading reading = read_dump(file, {}, Container::Packets);
    if (reading.fault || !std::ranges::equal(write_dump(reading.dump), packets->bytes())) std::abort();
    const auto again = parse_text(print_text(reading.dump));
    if (!again || !std::ranges::equal(write_dump(*again), packets->bytes())) std::abort();
    return 0;
}
