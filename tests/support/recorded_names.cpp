#include "tests/support/recorded_names.hpp"

#include <string_view>

namespace relit::test {
namespace {

RecordedNames record;

template <class Handle>
std::uint64_t number_of(Handle handle) {
    return reinterpret_cast<std::uint64_t>(handle);
}

template <class Handle>
void note(std::string_view call, VkResult result, std::uint32_t count, const Handle* handles) {
    for (std::uint32_t i = 0; result == VK_SUCCESS && i < count; ++i)
        record.made[number_of(handles[i])] = std::string(call);
}

/// Each function has a type of its own here. Those that make objects of a device have one of these forms.
template <class Name, class Function>
struct Recorded {
    static void put(Function& /*function*/) {}
};
template <class Name, class Info, class Handle>
struct Recorded<Name, VkResult(VKAPI_PTR*)(VkDevice, const Info*, const VkAllocationCallbacks*, Handle*)> {
    using Function = VkResult(VKAPI_PTR*)(VkDevice, const Info*, const VkAllocationCallbacks*, Handle*);
    static inline Function real = nullptr;

    static VKAPI_ATTR VkResult VKAPI_CALL call(VkDevice device, const Info* info,
                                               const VkAllocationCallbacks* callbacks, Handle* handle) {
        const VkResult result = real(device, info, callbacks, handle);
        note(Name::text(), result, 1, handle);
        return result;
    }
    static void put(Function& function) {
        if (function == nullptr || function == &call) return;
        real = function;
        function = &call;
    }
};

render::vk::Functions real;

VKAPI_ATTR VkResult VKAPI_CALL make_pipelines(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                                              const VkComputePipelineCreateInfo* infos,
                                              const VkAllocationCallbacks* callbacks, VkPipeline* pipelines) {
    const VkResult result = real.vkCreateComputePipelines(device, cache, count, infos, callbacks, pipelines);
    note("vkCreateComputePipelines", result, count, pipelines);
    return result;
}
VKAPI_ATTR VkResult VKAPI_CALL allocate_sets(VkDevice device, const VkDescriptorSetAllocateInfo* info,
                                             VkDescriptorSet* sets) {
    const VkResult result = real.vkAllocateDescriptorSets(device, info, sets);
    note("vkAllocateDescriptorSets", result, info->descriptorSetCount, sets);
    return result;
}
VKAPI_ATTR VkResult VKAPI_CALL allocate_commands(VkDevice device, const VkCommandBufferAllocateInfo* info,
                                                 VkCommandBuffer* commands) {
    const VkResult result = real.vkAllocateCommandBuffers(device, info, commands);
    note("vkAllocateCommandBuffers", result, info->commandBufferCount, commands);
    return result;
}
VKAPI_ATTR VkResult VKAPI_CALL set_name(VkDevice device, const VkDebugUtilsObjectNameInfoEXT* info) {
    record.names[info->objectHandle] = info->pObjectName;
    return real.vkSetDebugUtilsObjectNameEXT(device, info);
}
VKAPI_ATTR void VKAPI_CALL begin_label(VkCommandBuffer commands, const VkDebugUtilsLabelEXT* label) {
    record.labels.emplace_back(label->pLabelName);
    ++record.open;
    real.vkCmdBeginDebugUtilsLabelEXT(commands, label);
}
VKAPI_ATTR void VKAPI_CALL end_label(VkCommandBuffer commands) {
    --record.open;
    real.vkCmdEndDebugUtilsLabelEXT(commands);
}
VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer commands, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    ++record.dispatches;
    if (record.open == 0) ++record.outside;
    real.vkCmdDispatch(commands, x, y, z);
}

} // namespace

void begin_recording() { record = {}; }
const RecordedNames& recorded() { return record; }

void record_names(render::vk::Functions& functions) {
    if (functions.vkCmdDispatch == nullptr) return; // those of the device are not there yet
    real = functions;
#define FUNCTION(owner, name)                                          \
    {                                                                  \
        struct Name {                                                  \
            static constexpr std::string_view text() { return #name; } \
        };                                                             \
        Recorded<Name, PFN_##name>::put(functions.name);               \
    }
#include "render/vk/functions.inc"
#undef FUNCTION
    functions.vkCreateComputePipelines = make_pipelines;
    functions.vkAllocateDescriptorSets = allocate_sets;
    functions.vkAllocateCommandBuffers = allocate_commands;
    if (functions.vkSetDebugUtilsObjectNameEXT == nullptr) return;
    functions.vkSetDebugUtilsObjectNameEXT = set_name;
    functions.vkCmdBeginDebugUtilsLabelEXT = begin_label;
    functions.vkCmdEndDebugUtilsLabelEXT = end_label;
    functions.vkCmdDispatch = dispatch;
}

void take_debug_utils_away(render::vk::Functions& functions) {
    functions.vkSetDebugUtilsObjectNameEXT = nullptr;
    functions.vkCmdBeginDebugUtilsLabelEXT = nullptr;
    functions.vkCmdEndDebugUtilsLabelEXT = nullptr;
}

} // namespace relit::test
