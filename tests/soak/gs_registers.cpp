// Random writes of GS registers, transfers and vertices: whatever they say, drawing ends, and twice gives the same. Built with
// sanitizers (preset asan) it shows that nothing reads or writes outside local memory.
#include "isa/shared/random.hpp"
#include "machine/gs/state/machine.hpp"
#include "render/gs/display/feedback.hpp"
#include "render/gs/display/scanout.hpp"
#include "render/gs/reference/renderer.hpp"
#include "tests/soak/soak.hpp"

#include <fmt/format.h>

namespace relit::soak {
namespace {

namespace gs = machine::gs;

constexpr unsigned kWrites = 100; // for each seed

/// Values that reach every path but draw no more than a few thousand pixels at a time.
std::uint64_t bounded(const gs::RegisterInfo& info, std::uint64_t value) {
    using gs::Address;
    switch (static_cast<Address>(info.address)) {
        case Address::SCISSOR_1:
        case Address::SCISSOR_2: {
            auto scissor = gs::word_of<gs::Scissor>(value);
            scissor.set(gs::Scissor::x1, (scissor[gs::Scissor::x0] + scissor[gs::Scissor::x1] % 64) & 0x7ff);
            scissor.set(gs::Scissor::y1, (scissor[gs::Scissor::y0] + scissor[gs::Scissor::y1] % 32) & 0x7ff);
            return gs::value_of(scissor);
        }
        case Address::TRXREG: {
            auto size = gs::word_of<gs::TrxReg>(value);
            return gs::value_of(size.set(gs::TrxReg::width, size[gs::TrxReg::width] % 100)
                                    .set(gs::TrxReg::height, size[gs::TrxReg::height] % 40));
        }
        default: return value;
    }
}

/// Half of all writes are vertices, so that much is drawn.
void write_one(isa::Random& random, gs::Machine& machine, gs::WorkList& work) {
    const auto all = gs::general_registers();
    const bool vertex = random.below(2) == 0;
    const gs::RegisterInfo& info = vertex ? *gs::general_register(random.below(2) == 0 ? 0x05U : 0x04U)
                                          : all[random.below(static_cast<std::uint32_t>(all.size()))];
    machine.write(info.address, bounded(info, random.next()), work);
}

/// What a seed's writes leave in memory.
render::gs::Memory drawn(std::uint64_t seed) {
    isa::Random random(seed);
    gs::Machine machine;
    gs::WorkList work;
    render::gs::reference::Renderer renderer;
    for (std::uint8_t& byte : renderer.memory().bytes().first(1 << 16)) byte = static_cast<std::uint8_t>(random.next());
    for (unsigned i = 0; i < kWrites; ++i) {
        write_one(random, machine, work);
        if (random.below(16) == 0) machine.read_back(random.below(64), work);
        renderer.perform(work);
        work.clear();
    }
    return renderer.memory();
}

gs::Privileged random_display(std::uint64_t seed) {
    isa::Random random(~seed);
    std::array<std::uint8_t, gs::kPrivilegedBytes> page{};
    for (const gs::RegisterInfo& info : gs::privileged_registers())
        for (unsigned i = 0; i < 8; ++i) page[info.address + i] = static_cast<std::uint8_t>(random.next());
    return gs::privileged_of(page);
}

} // namespace

std::string gs_registers(std::uint64_t first, std::uint64_t end) {
    constexpr std::uint64_t kShown = 16; // every so many seeds: images can be large
    for (std::uint64_t seed = first; seed < end; ++seed) {
        render::gs::Memory memory = drawn(seed);
        if (memory != drawn(seed)) return fmt::format("seed {}: drawing it twice leaves different memory", seed);
        if (seed % kShown != 0) continue;
        const gs::Privileged display = random_display(seed);
        const auto field = static_cast<unsigned>(seed / kShown & 1);
        render::gs::Fields fields;
        const Image shown = render::gs::scanout(memory, display, field, {}, fields);
        if (shown.rgba.size() != std::size_t{4} * shown.width * shown.height)
            return fmt::format("seed {}: an image without all of its pixels", seed);
        render::gs::feed_back(memory, display, field, {});
    }
    return {};
}

} // namespace relit::soak
