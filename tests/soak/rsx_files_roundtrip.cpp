#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/rsx/cg_container.hpp"
#include "tests/support/rsx/stream.hpp"

#include <fmt/format.h>

namespace relit::soak {
namespace {

std::string fault_of(const isa::Frontend& guest, const std::vector<std::uint8_t>& file, std::uint64_t seed) {
    const auto listing = codec::list(guest.codec, file, {});
    if (!listing) return fmt::format("{} seed {}: {}", guest.name(), seed, listing.error().text);
    const std::string text = codec::print(*listing);
    const auto again = codec::assemble(guest.codec, text, {});
    if (!again) return fmt::format("{} seed {}: {}\n{}", guest.name(), seed, again.error().text, text);
    return *again == file ? "" : fmt::format("{} seed {}: other bytes\n{}", guest.name(), seed, text);
}

} // namespace

std::string rsx_files_roundtrip(std::uint64_t first, std::uint64_t end) {
    constexpr std::uint32_t kVertex = 0x1b5b, kFragment = 0x1b5c;
    const isa::Frontend &vp = isa::rsx::vp::kFrontend, &fp = isa::rsx::fp::kFrontend;
    for (std::uint64_t seed = first; seed < end; ++seed) {
        std::string fault = fault_of(vp, test::random_cg_container(kVertex, vp.codec.sample(seed), seed), seed);
        if (fault.empty())
            fault = fault_of(fp, test::random_cg_container(kFragment, fp.codec.sample(seed), seed), seed);
        if (fault.empty()) fault = fault_of(vp, test::random_rsx_stream(seed), seed);
        if (!fault.empty()) return fault;
    }
    return {};
}

} // namespace relit::soak
