// Any bytes are a pipeline cache of yuzu, or a fault.
#include "emulators/yuzu/pipelines.hpp"

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    (void)emulators::yuzu::read_cache(Bytes(data, size), [](const Result<emulators::Found>& found) {
        if (found) (void)bundle::write(found->bundle);
    });
    return 0;
}
