// A push buffer of any words: read as methods, listed, and assembled back to the same bytes.
#include "isa/nv2a/encoding/program.hpp"
#include "isa/nv2a/nv2a.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // In front of the input: SET_TRANSFORM_PROGRAM_LOAD 0, so that it is taken for a push buffer.
    std::vector<std::uint8_t> file = {0x9c, 0x1e, 0x04, 0x00, 0, 0, 0, 0};
    file.insert(file.end(), data, data + size);
    const auto program = isa::nv2a::load(file);
    if (!program) return 0;
    (void)isa::nv2a::check_runnable(*program, program->usual_launch());
    (void)isa::nv2a::properties(file);
    (void)isa::presets(isa::nv2a::kFrontend, file, {});
    (void)isa::canonical(isa::nv2a::kFrontend, file);
    const auto listing = isa::nv2a::list(file, {});
    if (!listing) std::abort();
    const auto again = isa::nv2a::assemble(codec::print(*listing), {});
    if (!again || !std::ranges::equal(*again, file)) std::abort();
    return 0;
}
