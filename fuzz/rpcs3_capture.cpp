// Any bytes are a frame capture of RPCS3, packed or not, or a fault; its draws and pairs of programs are read. To bytes that begin as a
// capture does the registers are added, 74240 zeros, so that seeds stay small.
#include "emulators/rpcs3/pairs.hpp"

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    namespace rpcs3 = emulators::rpcs3;
    std::vector<std::uint8_t> file(data, data + size);
    if (rpcs3::is_gzip(file)) {
        auto unpacked = rpcs3::gunzip_capture(file);
        if (!unpacked) return 0;
        file = std::move(*unpacked);
    } else if (rpcs3::is_capture(file)) {
        file.resize(file.size() + 74240);
    }
    const auto capture = rpcs3::read_capture(file);
    if (!capture) return 0;
    (void)rpcs3::draws_of(*capture);
    rpcs3::read_pairs(*capture, [](const Result<emulators::Found>& found) {
        if (found) (void)bundle::write(found->bundle);
    });
    return 0;
}
