#include "render/gs/renderer.hpp"

namespace relit::render::gs {

void Counts::add(const StartTransfer& transfer) {
    using machine::gs::Direction, machine::gs::TrxReg;
    ++transfers;
    if (transfer.direction == Direction::LocalToLocal) ++copies;
    if (transfer.direction != Direction::HostToLocal && transfer.direction != Direction::Off)
        moved_pixels += std::uint64_t{transfer.trxreg[TrxReg::width]} * transfer.trxreg[TrxReg::height];
}

} // namespace relit::render::gs
