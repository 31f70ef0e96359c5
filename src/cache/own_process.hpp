// Which process made something: a child of fork() has it too, and must not use it.
#pragma once

#include <cstdint>

namespace relit::cache {

/// By memory that the system wipes for children: the first process of a pid namespace has the number of its parent's.
class OwnProcess {
public:
    OwnProcess();
    ~OwnProcess();
    OwnProcess(const OwnProcess&) = delete;
    OwnProcess& operator=(const OwnProcess&) = delete;
    /// Returns true in the process that made it, and false in its children.
    [[nodiscard]] bool is_here() const { return mark_ != nullptr && *mark_ == 1; }

private:
    std::uint8_t* mark_ = nullptr;
};

} // namespace relit::cache
