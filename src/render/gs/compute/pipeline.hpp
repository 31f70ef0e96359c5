// The device's side: local memory in a buffer that the host sees too, and a dispatch for each batch.
#pragma once

#include "render/gs/compute/batch.hpp"
#include "render/vk/compute.hpp"

#include <map>

namespace relit::render::gs::compute {

class Pipeline {
public:
    [[nodiscard]] static Result<Pipeline> make(vk::Device device);

    /// Local memory, and what textures see that are read as they were before: 4 MiB each.
    [[nodiscard]] std::span<std::uint8_t> memory() const { return buffers_[0].bytes(); }
    [[nodiscard]] std::span<std::uint8_t> before() const { return buffers_[1].bytes(); }
    /// Draws a batch and waits for it.
    [[nodiscard]] Status run(const Batch& batch, PassRecord pass);
    [[nodiscard]] vk::Device& device() { return device_; }

private:
    static constexpr std::size_t kBuffers = 11;

    explicit Pipeline(vk::Device device) : device_(std::move(device)) {}
    [[nodiscard]] Status put(std::size_t number, std::span<const std::uint8_t> bytes);
    template <class T>
    [[nodiscard]] Status put(std::size_t number, std::span<const T> records) {
        return put(number, {reinterpret_cast<const std::uint8_t*>(records.data()), records.size_bytes()});
    }
    [[nodiscard]] Status put_all(const Batch& batch);
    void record(VkCommandBuffer commands, PassRecord pass);

    vk::Device device_; // goes last
    std::vector<vk::Buffer> buffers_;
    vk::ComputePipeline pipeline_;
    std::vector<TileRecord> tiles_;
    std::vector<std::uint32_t> lists_;
};

} // namespace relit::render::gs::compute
