// Any file that loads as an R500 vertex program is listed, and its listing assembles back to the same bytes; what lifts, lifts
// within bounds.
#include "isa/r500/vs/text/file.hpp"
#include "isa/r500/vs/vs.hpp"

#include <algorithm>
#include <cstdlib>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes file(data, size);
    (void)isa::r500::vs::recognise(file);
    (void)isa::r500::vs::explain(file, {});
    (void)isa::r500::vs::properties(file);
    (void)isa::canonical(isa::r500::vs::kFrontend, file);
    if (isa::r500::vs::kind_of(file) == isa::r500::vs::FileKind::Text || !isa::r500::vs::load(file)) return 0;
    const auto listing = isa::r500::vs::list(file, {});
    if (!listing) std::abort();
    const auto again = isa::r500::vs::assemble(codec::print(*listing), {});
    if (!again || !std::ranges::equal(*again, file)) std::abort();
    const ir::Context context;
    ir::ContextReader reader(context);
    (void)isa::lift(isa::r500::vs::kFrontend, file, reader);
    return 0;
}
