// Random contexts for property tests of keys and caches.
#pragma once

#include "ir/context.hpp"
#include "isa/frontend.hpp"
#include "isa/shared/random.hpp"

#include <string>

namespace relit::test {

/// Some keys of the guest with small values: most are legal, others are refused.
[[nodiscard]] inline ir::Context random_context(const isa::Frontend& frontend, isa::Random& random) {
    ir::Context context;
    for (const isa::ContextKey& key : frontend.context_keys) {
        if (!random.one_in(3)) continue;
        std::string name(key.name);
        for (std::size_t mark = name.find('#'); mark != name.npos; mark = name.find('#'))
            name.replace(mark, 1, std::to_string(random.below(2)));
        context.values[name] = random.below(3);
    }
    return context;
}

} // namespace relit::test
