// An operator new that fails: from the n-th call on, of any thread, until it is told to work again.
#pragma once

#include <cstdint>

namespace relit::test {

/// While it lives, allocation `first` and the `count` - 1 after it fail; 0: none, but they are counted.
class FailingNew {
public:
    explicit FailingNew(std::uint64_t first, std::uint64_t count = 1);
    ~FailingNew();
    FailingNew(const FailingNew&) = delete;
    FailingNew& operator=(const FailingNew&) = delete;
    /// So far.
    [[nodiscard]] static std::uint64_t calls();
};

} // namespace relit::test
