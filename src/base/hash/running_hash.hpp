// The content hash (XXH3-128) of bytes that come in pieces: equal to hash_of() of all of them.
#pragma once

#include "base/hash/hash.hpp"

#include <memory>

namespace relit {

class RunningHash {
public:
    RunningHash();
    void add(Bytes bytes);
    [[nodiscard]] Hash128 value() const;

private:
    struct Free {
        void operator()(void* state) const;
    };
    std::unique_ptr<void, Free> state_; // of the library, whose header its users do without
};

} // namespace relit
