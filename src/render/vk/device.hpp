// A Vulkan device without a window: the one thing of Vulkan that the rest of the program holds. No Vulkan header here.
#pragma once

#include "base/result.hpp"
#include "lang/target.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace relit::render::vk {

struct Handles;
struct Functions;

struct DeviceOptions {
    std::string device;      // part of its name, or its index; empty: a CPU device if there is one, else the first
    bool validation = false; // with the Khronos validation layer, which must then be installed
    /// Called with the functions of the instance, and again when those of the device are there: tests put others in their place.
    std::function<void(Functions&)> replace;
};

/// What the device says about itself.
struct DeviceInfo {
    std::string name, driver;
    bool is_cpu = false;
    bool draws = false;           // besides computing
    bool clips_as_opengl = false; // can be told that z goes from -w to w
    bool captures = false;        // vertices into buffers (transform feedback)
    bool provokes_last = false;   // can be told that the last vertex of a primitive is that of flat inputs
    bool rounds_lines = false;    // can draw Bresenham's lines
    bool draw_parameters = false; // tells shaders what a draw begins at
    bool counts_samples = false;  // occlusion queries are exact
    bool blends_apart = false;    // targets of a draw can be blended and masked in different ways
    bool has_logic = false;       // targets can be combined by logic operations
    float anisotropy = 1;         // most that samplers can be given
    std::uint32_t api_version = 0, subgroup_size = 0;
    std::uint32_t max_groups = 0;         // workgroups of a dispatch, first dimension
    std::uint64_t max_storage_bytes = 0;  // of one storage buffer
    std::uint32_t max_texel_elements = 0; // of one texel buffer
    std::uint32_t timestamp_bits = 0;     // of a counter of the queue; 0: it has none
    float timestamp_period = 0;           // nanoseconds that it counts
    bool int64 = false, int16 = false, int8 = false, float16 = false, float64 = false;
    bool atomic_int64 = false;   // on storage buffers
    bool borders = false;        // samplers can have any border colour
    bool mirrors_once = false;   // samplers can (ir::Wrap::MirrorOnce)
    bool keeps_to_faces = false; // cube maps can be filtered within a face
    bool shuffles = false;       // values can move within a subgroup of at least four
    bool fuses = true;           // a fused multiply-add rounds once (docs/devices.md)
    bool mixes_loops = false; // values of a loop that are used after it are right from its head only (docs/devices.md)
    bool preserves_denormals = false, flushes_denormals = false; // can be told to, for 32 bits
    bool preserves_nan = false;                                  // signed zeros, Inf and NaN can be kept, for 32 bits
};

class Device {
public:
    [[nodiscard]] static Result<Device> open(const DeviceOptions& options);
    Device(Device&&) noexcept;
    Device& operator=(Device&&) noexcept;
    ~Device();

    [[nodiscard]] const DeviceInfo& info() const;
    /// The target with what this device has filled in.
    [[nodiscard]] lang::Target target(lang::Target wanted) const;
    /// What the validation layer said since the last call: errors and warnings.
    [[nodiscard]] std::vector<Fault> take_messages();
    [[nodiscard]] Handles& handles() { return *handles_; }

private:
    explicit Device(std::unique_ptr<Handles> handles);
    std::unique_ptr<Handles> handles_;
};

} // namespace relit::render::vk
