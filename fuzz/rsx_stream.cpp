// A stream of any words: read as methods, listed, and assembled back to the same bytes.
#include "isa/rsx/vp/encoding/stream.hpp"
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/vp.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // In front of the input: SET_TRANSFORM_PROGRAM_LOAD 0, so that it is often taken for a stream.
    std::vector<std::uint8_t> file = {0x00, 0x04, 0x1e, 0x9c, 0, 0, 0, 0};
    file.insert(file.end(), data, data + size);
    (void)isa::rsx::vp::recognise(file);
    const auto program = isa::rsx::vp::load(file);
    if (!program) return 0;
    (void)isa::rsx::vp::check_runnable(*program, program->start);
    (void)isa::rsx::vp::properties(file);
    (void)isa::rsx::vp::explain(file, {});
    (void)isa::presets(isa::rsx::vp::kFrontend, file, {});
    (void)isa::canonical(isa::rsx::vp::kFrontend, file);
    const ir::Context context;
    ir::ContextReader reader(context);
    (void)isa::lift(isa::rsx::vp::kFrontend, file, reader);
    const auto listing = isa::rsx::vp::list(file, {});
    if (!listing) std::abort();
    const auto again = isa::rsx::vp::assemble(codec::print(*listing), {});
    if (!again || !std::ranges::equal(*again, file)) std::abort();
    return 0;
}
