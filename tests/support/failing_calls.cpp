#include "tests/support/failing_calls.hpp"

#include <type_traits>

namespace relit::test {
namespace {

using render::vk::Functions;

FailurePlan plan;
std::vector<std::string_view> made_calls;
std::string_view first_failed;

/// What drivers give where this call fails.
VkResult failure_of(std::string_view name) {
    if (name == "vkAllocateMemory" || name == "vkCreateImage" || name == "vkCreateBuffer")
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    if (name.starts_with("vkQueue") || name.starts_with("vkWait") || name == "vkDeviceWaitIdle")
        return VK_ERROR_DEVICE_LOST;
    return VK_ERROR_OUT_OF_HOST_MEMORY;
}

/// A call that only waits does so, too, where it fails: what the device still uses must not be destroyed.
bool waits(std::string_view name) { return name.starts_with("vkWait") || name == "vkDeviceWaitIdle"; }

/// A name for frame debuggers: whether it is taken changes nothing.
bool only_names(std::string_view name) { return name == "vkSetDebugUtilsObjectNameEXT"; }

bool fails(std::string_view name) {
    if (only_names(name)) return false;
    if (plan.at == 0) return false;
    made_calls.push_back(name);
    const bool now = made_calls.size() == plan.at || (plan.goes_on && made_calls.size() > plan.at);
    if (now && first_failed.empty()) first_failed = name;
    return now;
}

/// Each function has a type of its own here, so that its counting one knows which it stands for.
template <class Name, class Function>
struct Counted {
    static void put(Function& /*function*/) {}
};
template <class Name, class... Arguments>
struct Counted<Name, VkResult(VKAPI_PTR*)(Arguments...)> {
    using Function = VkResult(VKAPI_PTR*)(Arguments...);
    static inline Function real = nullptr;

    static VKAPI_ATTR VkResult VKAPI_CALL call(Arguments... arguments) {
        if (!fails(Name::text())) return real(arguments...);
        if (waits(Name::text())) (void)real(arguments...);
        return failure_of(Name::text());
    }
    static void put(Function& function) {
        if (function == nullptr || function == &call) return;
        real = function;
        function = &call;
    }
};

} // namespace

void plan_failure(FailurePlan wanted) {
    plan = wanted;
    made_calls.clear();
    first_failed = {};
}

const std::vector<std::string_view>& calls_made() { return made_calls; }
std::string failed_call() { return std::string(first_failed); }

void count_calls(Functions& functions) {
#define FUNCTION(owner, name)                                          \
    {                                                                  \
        struct Name {                                                  \
            static constexpr std::string_view text() { return #name; } \
        };                                                             \
        Counted<Name, PFN_##name>::put(functions.name);                \
    }
#include "render/vk/functions.inc"
#undef FUNCTION
}

} // namespace relit::test
