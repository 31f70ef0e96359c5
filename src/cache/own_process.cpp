#include "cache/own_process.hpp"

#include <sys/mman.h>
#include <cstddef>

namespace relit::cache {
namespace {

constexpr std::size_t kMarkBytes = 4096; // a page

} // namespace

OwnProcess::OwnProcess() {
    void* const page = ::mmap(nullptr, kMarkBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return;
    mark_ = static_cast<std::uint8_t*>(page);
    if (::madvise(page, kMarkBytes, MADV_WIPEONFORK) == 0) *mark_ = 1;
}

OwnProcess::~OwnProcess() {
    if (mark_ != nullptr) ::munmap(mark_, kMarkBytes);
}

} // namespace relit::cache
