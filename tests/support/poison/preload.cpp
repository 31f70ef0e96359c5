// Preloaded into the program, it makes workers of a batch fail: a child process that opens an input of one of these names crashes, ends,
// waits for ever, takes memory, or takes its time. The process that the program began as opens all.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace {

const pid_t first_process = ::getpid();

bool ends_in(const char* name, const char* ending) {
    const std::size_t length = std::strlen(name), of_ending = std::strlen(ending);
    return length >= of_ending && std::strcmp(name + length - of_ending, ending) == 0;
}

[[noreturn]] void take_all_memory() {
    constexpr std::size_t kPiece = 4 << 20;
    for (;; ::usleep(1000)) std::memset(new char[kPiece], 1, kPiece);
}

void poison(const char* name) {
    if (name == nullptr || ::getpid() == first_process) return;
    if (ends_in(name, ".crash")) *static_cast<volatile char*>(nullptr) = 0;
    if (ends_in(name, ".killed")) (void)::raise(SIGKILL);
    if (ends_in(name, ".hang"))
        for (;;) ::pause();
    if (ends_in(name, ".hog")) take_all_memory();
    if (ends_in(name, ".slow")) ::usleep(300'000);
}

template <class Function>
Function next(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

using Fopen = std::FILE* (*)(const char*, const char*);
using Open = int (*)(const char*, int, mode_t);

} // namespace

// The names, the modes, and the C linkage are those of the C library.
extern "C" {

std::FILE* fopen(const char* name, const char* mode) {
    poison(name);
    static const auto original = next<Fopen>("fopen");
    return original(name, mode);
}

std::FILE* fopen64(const char* name, const char* mode) {
    poison(name);
    static const auto original = next<Fopen>("fopen64");
    return original(name, mode);
}

int open(const char* name, int flags, ...) {
    poison(name);
    std::va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    static const auto original = next<Open>("open");
    return original(name, flags, mode);
}

int open64(const char* name, int flags, ...) {
    poison(name);
    std::va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    static const auto original = next<Open>("open64");
    return original(name, flags, mode);
}
}
