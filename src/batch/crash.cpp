#include "batch/crash.hpp"

#include <dlfcn.h>
#include <ucontext.h>
#include <unistd.h>
#include <array>
#include <bit>
#include <csignal>
#include <cstdint>
#include <cstring>

namespace relit::batch {
namespace {

constexpr int kCrashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

const void* program_counter_of([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
    return std::bit_cast<const void*>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return std::bit_cast<const void*>(static_cast<const ucontext_t*>(context)->uc_mcontext.pc);
#else
    return nullptr;
#endif
}

/// Text of a signal handler: takes no memory.
class Line {
public:
    void add(const char* text) {
        for (; *text != '\0' && used_ + 1 < text_.size(); ++text) text_[used_++] = *text;
    }
    void add_hex(std::uintptr_t number) {
        int shift = 4 * (2 * sizeof number - 1);
        while (shift > 0 && (number >> shift & 15) == 0) shift -= 4;
        for (; shift >= 0; shift -= 4) {
            const char digit[2] = {"0123456789abcdef"[number >> shift & 15], '\0'};
            add(digit);
        }
    }
    void print() {
        text_[used_++] = '\n';
        (void)!::write(STDERR_FILENO, text_.data(), used_);
    }

private:
    std::array<char, 512> text_{};
    std::size_t used_ = 0;
};

void tell(int signal, siginfo_t* /*information*/, void* context) {
    const void* const counter = program_counter_of(context);
    Dl_info object{};
    Line line;
    line.add("crash at ");
    if (counter != nullptr && ::dladdr(counter, &object) != 0 && object.dli_fname != nullptr) {
        const char* const slash = std::strrchr(object.dli_fname, '/');
        line.add(slash == nullptr ? object.dli_fname : slash + 1);
        line.add("+0x");
        line.add_hex(reinterpret_cast<std::uintptr_t>(counter) - reinterpret_cast<std::uintptr_t>(object.dli_fbase));
    } else {
        line.add("an unknown location");
    }
    line.print();
    (void)std::signal(signal, SIG_DFL);
    (void)std::raise(signal);
}

} // namespace

void tell_location_of_crashes() {
    static std::array<char, 1 << 16> stack; // of the handler, where the thread's own is full
    stack_t other{};
    other.ss_sp = stack.data();
    other.ss_size = stack.size();
    (void)::sigaltstack(&other, nullptr);
    struct sigaction action{};
    action.sa_sigaction = tell;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
    for (const int signal : kCrashes) (void)::sigaction(signal, &action, nullptr);
}

} // namespace relit::batch
