#include "tests/failures/failing_new.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<bool> g_is_counting = false;
std::atomic<std::uint64_t> g_calls = 0, g_first = 0, g_end = 0;

bool fails() {
    if (!g_is_counting) return false;
    const std::uint64_t call = ++g_calls;
    return call >= g_first && call < g_end;
}

} // namespace

namespace relit::test {

FailingNew::FailingNew(std::uint64_t first, std::uint64_t count) {
    g_calls = 0, g_first = first, g_end = first == 0 ? 0 : first + count;
    g_is_counting = true;
}
FailingNew::~FailingNew() { g_is_counting = false; }

std::uint64_t FailingNew::calls() { return g_calls; }

} // namespace relit::test

// Every other form of operator new and delete ends up in these.
void* operator new(std::size_t size) {
    if (!fails())
        if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
