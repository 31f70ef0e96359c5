// Any file that loads as a vertex program is listed, and its listing assembles back to the same bytes.
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/vp.hpp"

#include <algorithm>
#include <cstdlib>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes file(data, size);
    (void)isa::rsx::vp::recognise(file);
    (void)isa::rsx::vp::explain(file, {});
    (void)isa::rsx::vp::properties(file);
    (void)isa::canonical(isa::rsx::vp::kFrontend, file);
    if (isa::rsx::vp::kind_of(file) == isa::rsx::vp::FileKind::Text || !isa::rsx::vp::load(file)) return 0;
    for (const char* addresses : {"slots", "bytes", "none"}) {
        const auto listing = isa::rsx::vp::list(file, {{"addresses", addresses}});
        if (!listing) std::abort();
        const auto again = isa::rsx::vp::assemble(codec::print(*listing), {});
        if (!again || !std::ranges::equal(*again, file)) std::abort();
    }
    return 0;
}
