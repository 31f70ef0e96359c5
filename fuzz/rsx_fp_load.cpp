// Any file that loads as a fragment program is listed, and its listing assembles back to the same bytes.
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/file.hpp"

#include <algorithm>
#include <cstdlib>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes file(data, size);
    (void)isa::rsx::fp::recognise(file);
    (void)isa::rsx::fp::explain(file, {});
    (void)isa::rsx::fp::properties(file);
    (void)isa::canonical(isa::rsx::fp::kFrontend, file);
    if (isa::rsx::fp::is_program_text(file) || !isa::rsx::fp::load(file)) return 0;
    for (const char* addresses : {"slots", "bytes", "none"}) {
        const auto listing = isa::rsx::fp::list(file, {{"addresses", addresses}});
        if (!listing) std::abort();
        const auto again = isa::rsx::fp::assemble(codec::print(*listing), {});
        if (!again || !std::ranges::equal(*again, file)) std::abort();
    }
    return 0;
}
