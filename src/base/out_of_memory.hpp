// Where memory is exhausted: functions for other programs give an error, as for any other fault.
#pragma once

#include <expected>
#include <new>
#include <utility>

namespace relit {

/// Of so few characters that it takes no memory to keep them.
inline constexpr const char* kOutOfMemory = "out of memory";

/// Returns what `make` returns, or an error with code 5 if `make` runs out of memory.
template <class Make>
[[nodiscard]] auto or_out_of_memory(const Make& make) -> decltype(make()) {
    try {
        return make();
    } catch (const std::bad_alloc&) {
        typename decltype(make())::error_type error;
        error.code = 5;
        error.text = kOutOfMemory;
        return std::unexpected(std::move(error));
    }
}

} // namespace relit
