// How bad input is reported: a value, or a fault with its offset or line. Nothing here throws.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace relit {

/// What kind of failure a fault is; the program's exit code follows from it (docs/exit-codes.md).
enum class FaultKind : std::uint8_t {
    BadInput,     // the file is damaged, truncated, of the wrong kind
    Usage,        // the caller asked for something that does not exist
    NotSupported, // well-formed, but nothing here can do it; the text says why
    Internal,     // an invariant of ours broke
    Device,       // the Vulkan device or its driver failed
};

/// Where and what went wrong. `text` is lower case, without a full stop: "word 12: MAC 14 is not an operation".
struct Fault {
    FaultKind kind = FaultKind::BadInput;
    std::string text;
    std::optional<std::uint64_t> offset; // byte offset (binary input), or nothing
    std::uint32_t line = 0;              // 1-based line and column (text input), 0 = not known
    std::uint32_t column = 0;
};

template <class T>
using Result = std::expected<T, Fault>;
using Status = std::expected<void, Fault>;

[[nodiscard]] inline std::unexpected<Fault> fail(std::string text) {
    return std::unexpected(Fault{FaultKind::BadInput, std::move(text), {}, 0, 0});
}
[[nodiscard]] inline std::unexpected<Fault> fail(FaultKind kind, std::string text) {
    return std::unexpected(Fault{kind, std::move(text), {}, 0, 0});
}
[[nodiscard]] inline std::unexpected<Fault> fail_at(std::uint64_t offset, std::string text) {
    return std::unexpected(Fault{FaultKind::BadInput, std::move(text), offset, 0, 0});
}
[[nodiscard]] inline std::unexpected<Fault> fail_line(std::uint32_t line, std::uint32_t column, std::string text) {
    return std::unexpected(Fault{FaultKind::BadInput, std::move(text), {}, line, column});
}

/// "name:offset: error: text", "name:line:column: error: text" or "name: error: text"
[[nodiscard]] std::string describe(const Fault& fault, std::string_view name);

/// Ends the program with a message: a broken invariant of ours, never bad input.
[[noreturn]] void unreachable(std::string_view where);

} // namespace relit
