// Any IR text that loads is translated or refused by name, every pass leaves a legal module, and what is printed does what was read.
#include "tests/support/ir/check.hpp"

#include <cstddef>
#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string fault = relit::test::fault_of_ir_text({reinterpret_cast<const char*>(data), size});
    if (fault.empty()) return 0;
    std::fprintf(stderr, "%s\n", fault.c_str());
    std::abort();
}
