// Any file that loads is listed, and its listing assembles back to the same bytes, in both dialects.
#include "isa/nv2a/encoding/program.hpp"
#include "isa/nv2a/nv2a.hpp"

#include <algorithm>
#include <cstdlib>

using namespace relit;

namespace {

void check(Bytes file, const codec::TextOptions& options) {
    const auto listing = isa::nv2a::list(file, options);
    if (!listing) std::abort();
    const auto again = isa::nv2a::assemble(codec::print(*listing), {});
    if (!again || !std::ranges::equal(*again, file)) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes file(data, size);
    (void)isa::nv2a::recognise(file);
    (void)isa::nv2a::explain(file, {});
    (void)isa::nv2a::properties(file);
    (void)isa::canonical(isa::nv2a::kFrontend, file);
    if (isa::nv2a::kind_of(file) == isa::nv2a::FileKind::Text || !isa::nv2a::load(file)) return 0;
    check(file, {});
    check(file, {{"dialect", "gl"}, {"constants", "gl"}});
    check(file, {{"constants", "d3d"}});
    return 0;
}
