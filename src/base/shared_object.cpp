#include "base/shared_object.hpp"

#include <dlfcn.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit {

Result<SharedObject> SharedObject::open(std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (void* handle = ::dlopen(name, RTLD_NOW | RTLD_LOCAL); handle != nullptr) return SharedObject(handle, name);
    return fail(FaultKind::NotSupported, fmt::format("this machine has no {}", fmt::join(names, " or ")));
}

void* SharedObject::address_of(const char* symbol) {
    void* address = ::dlsym(handle_, symbol);
    if (address == nullptr && !fault_)
        fault_ = Fault{FaultKind::NotSupported, fmt::format("{} has no {}", name_, symbol), {}, 0, 0};
    return address;
}

} // namespace relit
