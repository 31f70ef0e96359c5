// Any bytes are a stream in any form: it walks to its end, and its text reads back to the same dwords.
#include "codec/codec.hpp"
#include "machine/r500/capture/load.hpp"
#include "machine/r500/capture/walk.hpp"
#include "machine/r500/codec.hpp"
#include "machine/r500/stream/packet_text.hpp"

#include <cstdlib>

using namespace relit;
using namespace relit::machine::r500;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes file(data, size);
    (void)recognise_stream(file);
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto dwords = parse_packets(text); dwords && dwords->size() > kMostTextDwords) std::abort();
    const auto loaded = load(file);
    if (!loaded || loaded->capture.has_manifest) return 0;
    const auto listing = codec::list(kCodec, file);
    if (!listing) std::abort();
    const auto again = parse_packets(codec::print(*listing));
    std::vector<std::uint32_t> dwords;
    for (const Submission& part : loaded->capture.submissions)
        dwords.insert(dwords.end(), part.dwords.begin(), part.dwords.end());
    if (!again || *again != dwords) std::abort();
    std::size_t seen = 0;
    for (Walker walker(loaded->capture); walker.next();) seen += walker.packet().size();
    if (seen != again->size()) std::abort();
    return 0;
}
