// Any file that loads as a Maxwell program is listed, and its listing assembles back to the same bytes.
#include "isa/maxwell/encoding/program.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <cstdlib>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes file(data, size);
    (void)isa::maxwell::recognise(file);
    (void)isa::maxwell::explain(file, {});
    (void)isa::maxwell::properties(file);
    (void)isa::canonical(isa::maxwell::kFrontend, file);
    if (isa::is_text(file)) return 0;
    for (const char* addresses : {"bytes", "none"}) {
        const auto listing = isa::maxwell::list(file, {{"addresses", addresses}});
        if (!listing) return 0;
        const auto again = isa::maxwell::assemble(codec::print(*listing), {});
        if (!again || !std::ranges::equal(*again, file)) std::abort();
    }
    return 0;
}
