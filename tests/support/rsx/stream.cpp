#include "tests/support/rsx/stream.hpp"

#include "isa/rsx/encoding/methods.hpp"
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "isa/shared/random.hpp"
#include "tests/support/rsx/cg_container.hpp"

#include <algorithm>

namespace relit::test {
namespace {

// count << 18 | method
constexpr std::uint32_t head(std::uint32_t method, std::uint32_t count) { return count << 18 | method; }

} // namespace

std::vector<std::uint8_t> random_rsx_stream(std::uint64_t seed) {
    isa::Random random(seed);
    const auto any = [&] { return static_cast<std::uint32_t>(random.next()); };
    const isa::rsx::vp::Program program = *isa::rsx::vp::load(isa::rsx::vp::sample(seed));
    std::vector<std::uint32_t> words = {head(0x1e9c, 1), random.below(40)};
    for (std::size_t at = 0; at < program.slots.size();) {
        const std::size_t count = std::min<std::size_t>(1 + random.below(8), program.slots.size() - at);
        words.push_back(head(0x0b80, static_cast<std::uint32_t>(4 * count)));
        for (const std::size_t end = at + count; at < end; ++at)
            words.insert(words.end(), program.slots[at].raw.begin(), program.slots[at].raw.end());
        for (std::uint32_t i = random.below(3); i != 0; --i) {
            const std::uint32_t arguments = random.below(12);
            const std::uint32_t flags = random.one_in(4) ? 0x40000000 : random.below(8) << 13;
            const isa::PushMethod& row = isa::rsx::kMethods[random.below(isa::rsx::kMethods.size())];
            const std::uint32_t address = random.one_in(3) ? any() & 0x1ffc : row.address;
            // What is loaded next stays what it is.
            if (isa::rsx::method_of(address) == isa::rsx::Method::Other || row.holds == isa::PushMethod::Holds::Slots)
                continue;
            words.push_back(head(address, arguments) | flags);
            for (std::uint32_t k = 0; k < arguments; ++k) words.push_back(random.one_in(2) ? 0 : any());
        }
        if (random.one_in(8)) words.push_back(random.one_in(2) ? 0x00020000 : 0x20001000);
    }
    return big_endian_bytes(words);
}

} // namespace relit::test
