// Any bytes are refused with a reason or listed as an image of AtomBIOS, whose text makes the same bytes again; any text is
// refused with an offset or makes bytes.
#include "machine/r500/atom/codec.hpp"
#include "machine/r500/atom/text/text.hpp"

#include <algorithm>
#include <cstdlib>

using namespace relit;
using namespace relit::machine::r500;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes file(data, size);
    const auto made = atom::assemble_image({reinterpret_cast<const char*>(data), size}, {});
    if (!made && made.error().line == 0) std::abort();
    const auto listing = codec::list(atom::kCodec, file);
    if (listing.has_value() != codec::explain(atom::kCodec, file).has_value()) std::abort();
    if (listing.has_value() != codec::properties(atom::kCodec, file).has_value()) std::abort();
    if (!listing) return 0;
    const auto again = codec::assemble(atom::kCodec, codec::print(*listing));
    if (!again || !std::ranges::equal(*again, file)) std::abort();
    return 0;
}
