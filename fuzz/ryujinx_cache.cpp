// Any bytes are the four files of Ryujinx's shader cache: in front their sizes, two bytes each of the first three.
#include "emulators/ryujinx/cache.hpp"

#include <algorithm>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Cursor cursor(Bytes(data, size));
    std::size_t sizes[3] = {};
    for (std::size_t& each : sizes) each = cursor.u16le();
    const auto part = [&](std::size_t most) { return cursor.take(std::min(most, cursor.left())); };
    const Bytes guest_toc = part(sizes[0]), guest_data = part(sizes[1]), shared_toc = part(sizes[2]);
    const Bytes shared_data = part(size);
    const auto guest = emulators::ryujinx::GuestCache::open(guest_toc, guest_data);
    if (!guest) return 0;
    const auto take = [](const Result<emulators::Found>& found) {
        if (found) (void)bundle::write(found->bundle);
    };
    (void)emulators::ryujinx::read_programs(*guest, take);
    (void)emulators::ryujinx::read_cache(*guest, shared_toc, shared_data, take);
    return 0;
}
