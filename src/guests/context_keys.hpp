// The context keys beside a program as people name them: which guest has a key, which values it takes.
#pragma once

#include "base/result.hpp"
#include "ir/context.hpp"
#include "isa/frontend.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace relit::guests {

/// A key with its guest before it ("maxwell.image0.format") and the row that knows it.
struct FoundKey {
    std::string name;
    const isa::ContextKey* row = nullptr;
};
/// Without its guest ("image0.format") a key is that of `likely`, the guests that are known to be meant, or of all guests
/// where none is; one of them alone must have it. Fails with Usage; the text names the nearest keys, or all of the guest.
[[nodiscard]] Result<FoundKey> find_context_key(std::string_view typed,
                                                std::span<const isa::Frontend* const> likely = {});

/// A name of the row's list or a number. Fails with Usage; the text says what the row takes.
[[nodiscard]] Result<std::uint64_t> parse_context_value(const isa::ContextKey& row, std::string_view typed);

/// Fails with Usage at the first context key that no guest knows by its full name, or that cannot have this value.
[[nodiscard]] Status check_context(const ir::ContextValues& context);

} // namespace relit::guests
