// Both assemblers take any text; what they make of it is listed and assembles to the same again.
#include "isa/nv2a/encoding/program.hpp"
#include "isa/nv2a/nv2a.hpp"

#include <cstdlib>
#include <string_view>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const char* dialect : {"vsh", "gl"}) {
        const auto words = isa::nv2a::assemble(text, {{"dialect", dialect}, {"two-inputs", "last"}});
        if (!words || isa::nv2a::kind_of(*words) == isa::nv2a::FileKind::Text) continue;
        const auto listing = isa::nv2a::list(*words, {{"dialect", dialect}});
        if (!listing) continue; // a push buffer that loads nothing, or words without FINAL
        const auto again = isa::nv2a::assemble(codec::print(*listing), {});
        if (!again || *again != *words) std::abort();
    }
    return 0;
}
