// Any bytes are a log of methods; the programs of one are push buffers that load, list and assemble back.
#include "emulators/xemu/log.hpp"
#include "isa/nv2a/nv2a.hpp"

#include <cstdlib>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    (void)emulators::xemu::is_log(Bytes(data, size));
    const auto log = emulators::xemu::read_log(reader_of(Bytes(data, size)));
    if (!log) std::abort();
    for (const emulators::xemu::LoggedProgram& program : log->programs) {
        const auto listing = isa::nv2a::list(program.bytes, {});
        if (!listing) std::abort();
        const auto again = isa::nv2a::assemble(codec::print(*listing), {});
        if (!again || *again != program.bytes) std::abort();
    }
    return 0;
}
