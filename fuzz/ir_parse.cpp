// Any text through the parser of modules: what it takes can be printed, reads back the same, and verifies or not.
#include "ir/text/parse.hpp"
#include "ir/text/print.hpp"
#include "ir/verify/text.hpp"
#include "ir/verify/verify.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace relit;
    const auto module = ir::parse(std::string_view(reinterpret_cast<const char*>(data), size));
    if (!module) return 0;
    const std::string text = ir::print(*module);
    const bool legal = ir::verify(*module).has_value();
    const auto again = ir::parse(text);
    if (!again || ir::print(*again) != text) std::abort();
    if (legal != ir::verify(*again).has_value()) std::abort();
    if (legal != ir::parse_and_verify(text).has_value()) std::abort();
    return 0;
}
