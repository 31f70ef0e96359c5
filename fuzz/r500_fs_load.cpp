// Any file that loads as an R500 fragment program is listed, and its listing assembles back to the same bytes; what lifts, lifts
// within bounds.
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/fs/text/file.hpp"

#include <algorithm>
#include <cstdlib>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes file(data, size);
    (void)isa::r500::fs::recognise(file);
    (void)isa::r500::fs::explain(file, {});
    (void)isa::r500::fs::properties(file);
    (void)isa::canonical(isa::r500::fs::kFrontend, file);
    if (isa::r500::fs::is_program_text(file) || !isa::r500::fs::load(file)) return 0;
    const auto listing = isa::r500::fs::list(file, {});
    if (!listing) std::abort();
    const auto again = isa::r500::fs::assemble(codec::print(*listing), {});
    if (!again || !std::ranges::equal(*again, file)) std::abort();
    const ir::Context context;
    ir::ContextReader reader(context);
    (void)isa::lift(isa::r500::fs::kFrontend, file, reader);
    return 0;
}
