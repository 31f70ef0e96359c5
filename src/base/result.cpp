#include "base/result.hpp"

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

namespace relit {

std::string describe(const Fault& fault, std::string_view name) {
    if (fault.offset) return fmt::format("{}:0x{:x}: error: {}", name, *fault.offset, fault.text);
    if (fault.line != 0) return fmt::format("{}:{}:{}: error: {}", name, fault.line, fault.column, fault.text);
    return fmt::format("{}: error: {}", name, fault.text);
}

void unreachable(std::string_view where) {
    std::fprintf(stderr, "relit: internal error: unreachable code in %.*s\n", static_cast<int>(where.size()),
                 where.data());
    std::abort();
}

} // namespace relit
