// The assembler of vertex programs takes any text; what it makes of it is listed and assembles to the same again.
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/vp.hpp"

#include <cstdlib>
#include <string_view>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto words = isa::rsx::vp::assemble(text, {});
    if (!words || isa::rsx::vp::kind_of(*words) == isa::rsx::vp::FileKind::Text) return 0;
    const auto listing = isa::rsx::vp::list(*words, {});
    if (!listing) return 0; // no END, or words that make sense only in another order of bytes
    const auto again = isa::rsx::vp::assemble(codec::print(*listing), {});
    if (!again || *again != *words) std::abort();
    return 0;
}
