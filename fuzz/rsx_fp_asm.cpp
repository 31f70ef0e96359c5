// The assembler of fragment programs takes any text; what it makes of it is listed and assembles to the same again.
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/file.hpp"

#include <cstdlib>
#include <string_view>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto words = isa::rsx::fp::assemble(text, {});
    if (!words || isa::rsx::fp::is_program_text(*words)) return 0;
    const auto listing = isa::rsx::fp::list(*words, {});
    if (!listing) return 0; // no END, or addresses that lead nowhere
    const auto again = isa::rsx::fp::assemble(codec::print(*listing), {});
    if (!again || *again != *words) std::abort();
    return 0;
}
