// Any bytes are decoded as GIF packets on any path; where transfers are cut changes nothing.
#include "machine/gs/packets/gif.hpp"

#include <cstdlib>

using namespace relit;

namespace {

/// A sum of all writes, with their order.
struct Sum {
    std::uint64_t sum = 0, image = 0;
    void write(std::uint8_t address, std::uint64_t value) { sum = (sum + value) * 0x9e3779b97f4a7c15 + address; }
    void take_data(Bytes bytes) {
        for (const std::uint8_t byte : bytes) image = image * 31 + byte;
    }
    bool operator==(const Sum&) const = default;
};

} // namespace

/// The first byte says how data is cut.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace machine::gs;
    if (size == 0) return 0;
    const std::size_t step = (data[0] % 8 + 1U) * kQword;
    const Bytes bytes(data + 1, (size - 1) / kQword * kQword);
    Gif window;
    Sum ignored;
    if (transfer(window, 0, bytes, ignored) > bytes.size() || !window.paths[0].wants_tag()) std::abort();
    Gif whole, parts;
    Sum wanted, found;
    if (transfer(whole, 2, bytes, wanted) != bytes.size()) std::abort();
    for (std::size_t at = 0; at < bytes.size(); at += step)
        transfer(parts, 2, bytes.subspan(at, std::min(step, bytes.size() - at)), found);
    if (!(wanted == found) || !(whole.paths[2] == parts.paths[2]) || whole.q != parts.q) std::abort();
    return 0;
}
