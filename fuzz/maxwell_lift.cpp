// Any file that loads as a Maxwell program is translated or refused by name, whatever its driver.
#include "isa/maxwell/maxwell.hpp"
#include "translate/translate.hpp"

#include <cstdlib>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kMost = std::size_t{1} << 14; // bytes: more takes time and shows nothing new
    if (size > kMost) return 0;
    for (const std::uint64_t driver : {0U, 3U}) {
        const ir::Context context{{{"maxwell.convention", driver},
                                   {"maxwell.shared_bytes", 256},
                                   {"maxwell.local_bytes", 256},
                                   {"maxwell.warp_is_subgroup", 1}}};
        const auto made = translate::translate(isa::maxwell::kFrontend, {data, size}, context, {});
        const bool broken = !made && made.error().kind == FaultKind::Internal;
        if (broken) std::abort();
    }
    return 0;
}
