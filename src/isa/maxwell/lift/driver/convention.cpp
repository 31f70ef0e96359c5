#include "isa/maxwell/lift/driver/convention.hpp"

#include <array>

namespace relit::isa::maxwell {
namespace {

// By stage: vertex, tessellation control and evaluation, geometry, fragment, compute.
constexpr std::size_t kStageCount = 6;
constexpr std::array<std::uint32_t, kStageCount> kNvnStorage = {0x110, 0x210, 0x310, 0x410, 0x510, 0x310};
constexpr std::array<std::uint32_t, kStageCount> kDeko3dBase = {0x010, 0x1b0, 0x350, 0x4f0, 0x690, 0x0a0};
constexpr std::uint32_t kDeko3dStorage = 0x0a0; // from the stage's base
constexpr std::uint32_t kMesaStorage = 0x2a0, kMesaHandles = 0x020;
constexpr std::uint32_t kMesaSurfaces = 0x4a0;
// A pointer in the parameters of a kernel leads to a buffer of its own; handles of textures are
// parameters, too.
constexpr std::uint32_t kCudaParameters = 0x140, kCudaPointers = 64, kPointerBytes = 8;
constexpr std::uint32_t kMesaSlot = 15, kMesaComputeSlot = 7;

} // namespace

Driver driver_of_file(const Program& program) {
    return program.cuda ? Driver::Cuda : program.dksh ? Driver::Deko3d : Driver::Nvn;
}

Convention convention_of(ir::Stage of, Driver of_file, Driver driver) {
    if (driver == Driver::FromFile) driver = of_file;
    const auto stage = static_cast<std::size_t>(of);
    const bool compute = of == ir::Stage::Compute;
    switch (driver) {
        case Driver::Deko3d: return {0, kDeko3dBase[stage] + kDeko3dStorage, 16, 0, kDeko3dBase[stage], true, 0};
        case Driver::Mesa: {
            const std::uint32_t slot = compute ? kMesaComputeSlot : kMesaSlot;
            return {slot, kMesaStorage, 16, slot, kMesaHandles, true, kMesaSurfaces};
        }
        case Driver::Cuda: return {0, kCudaParameters, kCudaPointers, 0, kCudaParameters, false, 0, kPointerBytes};
        default: return {0, kNvnStorage[stage], 16, 2, 0, false, 0};
    }
}

} // namespace relit::isa::maxwell
