// Any bytes are read as a snapshot of a machine: as they are, and as the members around a local memory, sealed. What is accepted is
// written alike, and work goes on from it.
#include "machine/gs/state/machine.hpp"
#include "render/gs/player/snapshot.hpp"
#include "render/gs/reference/renderer.hpp"

#include <algorithm>
#include <cstdlib>

using namespace relit;

namespace {

namespace player = render::gs::player;
using Octets = std::vector<std::uint8_t>;

void go_on(player::MachineSnapshot& snapshot) {
    using namespace machine::gs;
    static render::gs::reference::Renderer renderer;
    if (!player::check_samples(snapshot.renderer, renderer)) return;
    renderer.restore(snapshot.renderer);
    Octets data(64, 0x5a);
    const WorkList upload{.states = {}, .items = {TransferData{data, {}}}};
    renderer.perform(upload);
    (void)renderer.read_back(4);
    Registers registers = snapshot.machine.registers();
    registers.SCISSOR_1 = registers.SCISSOR_2 = Scissor{}.set(Scissor::x1, 15U).set(Scissor::y1, 15U);
    WorkList work;
    for (const Address address : {Address::SCISSOR_1, Address::SCISSOR_2})
        snapshot.machine.write(static_cast<std::uint32_t>(address), value_of(registers.SCISSOR_1), work);
    for (std::uint64_t i = 0; i < 4; ++i) snapshot.machine.write(0x05, i * 0x0070'0050, work);
    renderer.perform(work);
}

void check(Bytes file) {
    auto read = player::read_machine_snapshot(file);
    if (!read) {
        if (read.error().offset > file.size()) std::abort();
        return;
    }
    if (!std::ranges::equal(player::write(*read), file)) std::abort();
    go_on(*read);
}

/// The content of a blank machine.
const Octets& blank() {
    static const Octets content = [] {
        const player::MachineSnapshot snapshot{.renderer = {.memory = Octets(machine::gs::kMemoryBytes)}};
        const Octets file = player::write(snapshot);
        const Bytes inside = Bytes(file).subspan(kSnapshotHeader, file.size() - kSnapshotHeader - 16);
        return Octets(inside.begin(), inside.end());
    }();
    return content;
}

} // namespace

/// The first two bytes say how many of the others replace the end of the content, the rest replace its beginning.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    check(Bytes(data, size));
    if (size < 2) return 0;
    Octets content = blank();
    const Bytes bytes = Bytes(data, size).subspan(2).first(std::min(size - 2, content.size()));
    const std::size_t last = std::min<std::size_t>(data[0] | data[1] << 8U, bytes.size());
    std::ranges::copy(bytes.first(bytes.size() - last), content.begin());
    std::ranges::copy(bytes.last(last), content.end() - static_cast<std::ptrdiff_t>(last));
    check(sealed_snapshot(player::kMachineKind, content));
    return 0;
}
