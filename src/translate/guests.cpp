#include "translate/guests.hpp"

#include "isa/maxwell/maxwell.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/lift/attributes.hpp"
#include "isa/rsx/vp/vp.hpp"

namespace relit::translate {

std::span<const isa::Guest* const> all_guests() {
    static constexpr const isa::Guest* kGuests[] = {&isa::nv2a::kGuest, &isa::rsx::vp::kGuest, &isa::rsx::fp::kGuest,
                                                    &isa::maxwell::kGuest};
    return kGuests;
}

const isa::Guest* guest_named(std::string_view name) {
    for (const isa::Guest* guest : all_guests()) {
        if (guest->name == name) return guest;
    }
    return nullptr;
}

std::map<std::uint32_t, std::string> vertex_formats(const ir::Context& read) {
    std::map<std::uint32_t, std::string> formats;
    for (std::uint32_t i = 0; i < isa::rsx::vp::kInputs; ++i) {
        const std::uint64_t* key = read.values.find("rsx.vp.input" + std::to_string(i) + ".format");
        if (key == nullptr) continue;
        if (std::string name = isa::rsx::vp::host_format(*key); !name.empty()) formats[i] = std::move(name);
    }
    return formats;
}

} // namespace relit::translate
