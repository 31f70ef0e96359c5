// Containers of RSX programs: any bytes are answered, and one that loads is listed and assembled back to the same bytes.
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace relit;

namespace {

void check(const isa::Frontend& guest, Bytes file) {
    (void)guest.codec.recognise(file);
    (void)codec::properties(guest.codec, file);
    (void)codec::explain(guest.codec, file, {});
    (void)isa::presets(guest, file, {});
    (void)isa::canonical(guest, file);
    const ir::Context context;
    ir::ContextReader reader(context);
    (void)isa::lift(guest, file, reader);
    const auto listing = codec::list(guest.codec, file, {});
    if (!listing) return;
    const auto again = codec::assemble(guest.codec, codec::print(*listing), {});
    if (!again || !std::ranges::equal(*again, file)) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // In front of the input: by the first byte's bit 0 a vertex or a fragment program, by its bits 2:1 whose container.
    if (size == 0) return 0;
    const bool vertex = (data[0] & 1) == 0;
    const auto kind = static_cast<std::uint8_t>(vertex ? 'V' : 'F'), stage = static_cast<std::uint8_t>(vertex ? 0 : 1);
    std::vector<std::uint8_t> file;
    switch (data[0] >> 1 & 3) {
        case 1: file = {kind, 'P', 0, 0}; break;
        case 2: file = {'C', 'G', 'B', 0, 0, 0, 0, 0, 0, 32, stage}; break;
        default: file = {0, 0, 0x1b, static_cast<std::uint8_t>(vertex ? 0x5b : 0x5c), 0, 0, 0, 6}; break;
    }
    file.insert(file.end(), data + 1, data + size);
    check(vertex ? isa::rsx::vp::kFrontend : isa::rsx::fp::kFrontend, file);
    return 0;
}
