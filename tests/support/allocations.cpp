#include "tests/support/allocations.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t t_allocations = 0, t_allocated_bytes = 0;

} // namespace

namespace relit::test {

std::size_t allocations() { return t_allocations; }

std::size_t allocated_bytes() { return t_allocated_bytes; }

} // namespace relit::test

// Every other form of operator new and delete ends up in these.
void* operator new(std::size_t size) {
    ++t_allocations;
    t_allocated_bytes += size;
    if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
