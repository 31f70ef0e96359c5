// Any text is a manifest, with any bytes as the files that it names; any bytes are an archive. Reading ends, and so does the walk.
#include "machine/r500/capture/load.hpp"
#include "machine/r500/capture/memory.hpp"
#include "machine/r500/capture/vertices.hpp"
#include "machine/r500/capture/walk.hpp"

using namespace relit;
using namespace relit::machine::r500;

namespace {

void walk(Capture& capture) {
    check_blobs(capture);
    Memory memory(capture);
    for (Walker walker(capture); walker.next();) {
        if (walker.draw() == nullptr) continue;
        memory.advance(walker.submission());
        VertexReader reader(*walker.draw(), memory);
        if (const auto number = reader.vertex_number(0)) (void)reader.vertex(*number);
    }
}

} // namespace

/// What stands after the first zero byte are the dwords of every stream, and the bytes of every blob.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes file(data, size);
    if (auto loaded = load(file)) walk(loaded->capture);
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(text.find('\0'), size);
    const Bytes rest = file.subspan(std::min(end + 1, size));
    auto capture = read_manifest(
        text.substr(0, end), [rest](std::string_view, std::uint64_t most) -> Result<std::vector<std::uint8_t>> {
            return std::vector<std::uint8_t>(
                rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(most, rest.size())));
        });
    if (capture) walk(*capture);
    return 0;
}
