// What a file says of the machine's state, as plain data: a lifter turns it into its context.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace relit::isa {

/// Values by the names of context keys ("rsx.vp.branch_bits").
using StateValues = std::map<std::string, std::uint64_t, std::less<>>;

/// The key of one of several registers: "r500.fs.rs_ip#" and 3 is "r500.fs.rs_ip3".
[[nodiscard]] inline std::string numbered_key(std::string_view key, std::uint32_t number) {
    std::string name(key);
    if (const std::size_t mark = name.find('#'); mark != std::string::npos)
        name.replace(mark, 1, std::to_string(number));
    return name;
}

} // namespace relit::isa
