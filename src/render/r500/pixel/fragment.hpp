// The fragment program of one pixel, in the interpreter.
#pragma once

#include "machine/r500/capture/draw.hpp"
#include "render/r500/pixel/coverage.hpp"
#include "render/r500/program/programs.hpp"
#include "render/r500/target/fixed_state.hpp"
#include "render/r500/video_memory.hpp"
#include "render/vk/device.hpp"
#include "run/interpreter.hpp"

#include <optional>

namespace relit::render::r500 {

struct NamedInput {
    std::string name; // "texture 0"
    Float4 value{};
};
struct FragmentResult {
    std::vector<NamedInput> inputs;                      // that the program reads
    std::array<std::optional<Float4>, kTargets> colours; // red, green, blue, alpha, by target
    float depth = 0;                                     // of the program, or of the pixel
    bool is_of_program = false;                          // the depth
    bool is_killed = false;
};

/// A program with all that is bound to it, ready to run pixel by pixel.
class PixelProgram {
public:
    /// `approximate` gets what the interpreter does not do as the device does. Fails where the program cannot be lifted, or a
    /// texture's buffer is not known.
    [[nodiscard]] static Result<PixelProgram> make(const machine::r500::Draw& draw, const Programs::Reading& reading,
                                                   VideoMemory& memory, const vk::DeviceInfo& device,
                                                   std::vector<std::string>& approximate);
    /// Of a pixel that a triangle covers. The pixels of its quad run with it, all with the values at the same offset.
    [[nodiscard]] Result<FragmentResult> run(const Triangle& triangle, std::uint32_t x, std::uint32_t y,
                                             PixelOffset offset = {});

private:
    explicit PixelProgram(ir::Module module) : module_(std::move(module)) {}
    [[nodiscard]] Status bind(const machine::r500::Draw& draw, const Programs::Reading& reading, VideoMemory& memory,
                              const vk::DeviceInfo& device, std::vector<std::string>& approximate);
    void give(run::State& state, const Interpolated& at, bool is_back) const;
    [[nodiscard]] FragmentResult taken(const run::State& state, const Interpolated& at) const;
    [[nodiscard]] std::vector<NamedInput> inputs(const Interpolated& at) const;

    ir::Module module_;
    std::vector<ir::Bound> bound_;
};

} // namespace relit::render::r500
