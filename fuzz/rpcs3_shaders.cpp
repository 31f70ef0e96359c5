// Any bytes are a record of RPCS3's shader cache, or a fault; what lies behind it are the programs.
#include "emulators/rpcs3/shaders.hpp"

#include <algorithm>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes file(data, size);
    const auto pipeline = emulators::rpcs3::read_pipeline(file);
    if (!pipeline) return 0;
    const Bytes rest = file.subspan(std::min(size, emulators::rpcs3::kRecordBytes));
    const Bytes vertex = rest.first(rest.size() / 2 / 16 * 16), fragment = rest.subspan(vertex.size());
    const auto found =
        emulators::rpcs3::bundle_of(*pipeline, {vertex.begin(), vertex.end()}, {fragment.begin(), fragment.end()});
    if (found) (void)bundle::write(found->bundle);
    return 0;
}
