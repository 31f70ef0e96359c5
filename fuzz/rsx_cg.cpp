// Containers of RSX programs: any bytes are answered, and one that loads is listed and assembled back to the same bytes.
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace relit;

namespace {

void check(const isa::Guest& guest, Bytes file) {
    (void)guest.guess(file);
    (void)guest.properties(file);
    (void)guest.explain(file, {});
    (void)guest.presets(file, {});
    (void)guest.canonical(file);
    const ir::Context context;
    ir::ContextReader reader(context);
    (void)guest.lift(file, reader);
    const auto listing = guest.list(file, {});
    if (!listing) return;
    const auto again = guest.assemble(isa::print(*listing), {});
    if (!again || !std::ranges::equal(*again, file)) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // In front of the input: the profile, vertex or fragment by its first bit, and the revision.
    if (size == 0) return 0;
    const bool vertex = (data[0] & 1) == 0;
    std::vector<std::uint8_t> file = {0, 0, 0x1b, static_cast<std::uint8_t>(vertex ? 0x5b : 0x5c), 0, 0, 0, 6};
    file.insert(file.end(), data + 1, data + size);
    check(vertex ? isa::rsx::vp::kGuest : isa::rsx::fp::kGuest, file);
    return 0;
}
