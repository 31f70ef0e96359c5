// Compute programs over a grid of workgroups: what is bound to them, and running them here and on a Vulkan device.
#pragma once

#include "base/result.hpp"
#include "ir/bound.hpp"
#include "ir/module.hpp"
#include "isa/frontend.hpp"
#include "render/vk/dispatch.hpp"
#include "run/dispatch.hpp"
#include "verify/device_run.hpp"
#include "verify/samples.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace relit::verify {

/// Bytes that a storage buffer needs for what the program reads and writes at constant addresses; at least `otherwise`
/// where it computes one. A buffer whose size the program fixes has that. A multiple of 16.
[[nodiscard]] std::uint32_t storage_bytes(const ir::Module& module, std::uint32_t resource, std::uint32_t otherwise);

/// Gives every buffer of the program its size, zeroed, and every texture one texel; one entry a resource.
[[nodiscard]] std::vector<ir::Bound> blank_bound(const ir::Module& module, std::uint32_t otherwise);

/// Writes into constant buffers what the guest's driver keeps there: sizes of storage buffers and of the grid.
void apply_driver(const isa::Program& program, const ir::Module& module, const ir::Context& context,
                  std::array<std::uint32_t, 3> groups, std::vector<ir::Bound>& bound);

/// Random memory, textures and images for a program, with what its driver keeps where that lies; the same for the same
/// seed.
[[nodiscard]] std::vector<ir::Bound> sample_bound(const isa::Program& program, const ir::Module& module,
                                                  const ir::Context& context, std::array<std::uint32_t, 3> groups,
                                                  std::uint64_t seed, Values values = Values::Awkward);

/// How a module is made into a shader. Of loops that end at the limit the device does not tell.
struct BuildOptions {
    std::uint32_t loop_limit = 0;
    lang::ConstantLayout constants = lang::ConstantLayout::Whole;
    /// A storage buffer of the module that begins as invocation records do: operands are hidden from the driver by its zero.
    std::optional<std::uint32_t> hidden_by{};
    ChangeModule change{};
};

/// A module on its way to a device's pipeline: as the last pass left it, and in SPIR-V.
struct NativeShader {
    ir::Module module;
    std::vector<std::uint32_t> words;
};
[[nodiscard]] Result<NativeShader> build_shader(const ir::Module& lifted, BackEnd back_end,
                                                const render::vk::Device& device, const BuildOptions& how);
/// Returns what is bound to such a shader: `bound` has whole constant buffers, of which the shader may have packed some.
[[nodiscard]] std::vector<ir::Bound> laid_out(const NativeShader& shader, std::vector<ir::Bound> bound);

/// A program on a device, ready to run many times.
struct NativeRun {
    NativeShader shader;
    render::vk::NativeProgram program;

    /// As NativeProgram::run; constant buffers come and go whole.
    [[nodiscard]] Status run(render::vk::Device& device, std::vector<ir::Bound>& bound,
                             std::array<std::uint32_t, 3> groups) const;
};
/// `bound` is something that can be bound to the program.
[[nodiscard]] Result<NativeRun> build_native(const ir::Module& lifted, BackEnd back_end, render::vk::Device& device,
                                             const BuildOptions& how, const std::vector<ir::Bound>& bound);

/// Storage buffers and images as the memory of one state, which compare() and lies_between() take; all else empty.
[[nodiscard]] run::State memory_of(const ir::Module& module, const std::vector<ir::Bound>& bound);

} // namespace relit::verify
