// A translated program on a Vulkan device, states in and states out, just as run::run takes and gives them.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"
#include "lang/target.hpp"
#include "render/vk/device.hpp"
#include "run/interpreter.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace relit::verify {

/// Which language carries the program to the device.
enum class BackEnd : std::uint8_t { SpirV, Glsl };

/// A lifted module, ready to run on a device many times.
struct DeviceProgram {
    std::vector<std::uint32_t> words;
    lang::Layout layout;
};
/// Changes a module before it is optimised and printed.
using ChangeModule = std::function<void(ir::Module& module)>;
/// Hidden: the driver knows none of the operands of float arithmetic; the module has the file that add_unknown_zero()
/// adds. They are hidden after all passes that could use known operands themselves.
enum class Operands : std::uint8_t { Shown, Hidden };
[[nodiscard]] Result<DeviceProgram> build(const ir::Module& lifted, BackEnd back_end, const render::vk::Device& device,
                                          std::uint32_t loop_limit, Operands operands = Operands::Shown,
                                          const ChangeModule& change = {});
/// `module` is the one that the program was built from; `bound` has its textures, one entry a
/// resource, if it has any.
[[nodiscard]] Status run_on(const ir::Module& module, render::vk::Device& device, const DeviceProgram& program,
                            std::vector<run::State>& states, std::vector<ir::Bound>* bound = nullptr);

/// Returns true for Mesa's software driver, by its name: docs/devices.md lists what it does otherwise than other devices.
[[nodiscard]] bool is_lavapipe(const render::vk::Device& device);

} // namespace relit::verify
