// The assembler of Maxwell programs takes any text; what it makes of it is listed and assembles to the same again.
#include "isa/maxwell/maxwell.hpp"
#include "isa/text.hpp"

#include <cstdlib>
#include <string_view>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto bytes = isa::maxwell::assemble(text, {});
    if (!bytes || isa::is_text(*bytes)) return 0;
    const auto listing = isa::maxwell::list(*bytes, {});
    if (!listing) return 0; // headers that lie, or a schedule alone
    const auto again = isa::maxwell::assemble(codec::print(*listing), {});
    if (!again || *again != *bytes) std::abort();
    return 0;
}
