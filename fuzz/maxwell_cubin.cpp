// Cubins, fat binaries and their hosts: any bytes are answered; a kernel that loads is listed, and the listing assembles to the
// bytes of its section.
#include "isa/maxwell/encoding/cubin.hpp"
#include "isa/maxwell/encoding/cuda.hpp"
#include "isa/maxwell/maxwell.hpp"

#include <algorithm>
#include <cstdlib>

using namespace relit;

namespace {

void check(Bytes cubin) {
    (void)isa::maxwell::explain(cubin, {});
    (void)isa::canonical(isa::maxwell::kFrontend, cubin);
    const ir::Context context;
    ir::ContextReader reader(context);
    (void)isa::lift(isa::maxwell::kFrontend, cubin, reader);
    const auto listing = isa::maxwell::list(cubin, {});
    if (!listing) return;
    const auto code = isa::maxwell::read_cubin(cubin)->kernels.at(0).code;
    const auto again = isa::maxwell::assemble(codec::print(*listing), {});
    if (!again || !std::ranges::equal(*again, cubin.subspan(code.offset, code.size))) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes file(data, size);
    (void)isa::maxwell::recognise(file);
    (void)isa::maxwell::properties(file);
    if (!isa::maxwell::is_cuda(file)) return 0;
    for (const char* name : {"", "_Z5scalePfS_f", "tail"})
        if (const auto one = isa::maxwell::select_kernel(file, {name, {}})) check(*one);
    return 0;
}
