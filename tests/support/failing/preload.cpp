// Preloaded into a program, fails one of its allocations or system calls, or all from one on, and counts them. x86-64, glibc.
#include "tests/support/failing/counts.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>

// Those of glibc itself, to which ours come first.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

using relit::test::FailingCounts;

struct Plan {
    std::uint64_t allocation = 0, call = 0; // 0: none
    bool own = false, goes_on = false;
};

Plan plan;
FailingCounts own_counts{};
FailingCounts* counts = &own_counts;
std::atomic<bool> is_counting = false;
std::uintptr_t program_begin = 0, program_end = 0;

bool is_time(std::uint64_t number, std::uint64_t at) {
    if (at == 0 || (plan.goes_on ? number < at : number != at)) return false;
    ++counts->failed;
    return true;
}

bool fails_allocation(const void* caller) {
    if (!is_counting) return false;
    const auto address = reinterpret_cast<std::uintptr_t>(caller);
    const bool is_own = address >= program_begin && address < program_end;
    const std::uint64_t all = ++counts->allocations, own = is_own ? ++counts->own_allocations : 0;
    if (plan.own && !is_own) return false;
    return is_time(plan.own ? own : all, plan.allocation);
}

void* without_memory() {
    errno = ENOMEM;
    return nullptr;
}

// ---- system calls

/// What is watched, and what it gives where it fails.
struct Call {
    std::uint32_t number;
    int error;
};
constexpr Call kCalls[] = {
    {SYS_open, EIO},      {SYS_openat, EIO},     {SYS_read, EIO},         {SYS_pread64, EIO},  {SYS_readv, EIO},
    {SYS_write, ENOSPC},  {SYS_pwrite64, EIO},   {SYS_writev, EIO},       {SYS_close, EIO},    {SYS_fsync, EIO},
    {SYS_fdatasync, EIO}, {SYS_msync, EIO},      {SYS_rename, EIO},       {SYS_renameat, EIO}, {SYS_renameat2, EIO},
    {SYS_mmap, ENOMEM},   {SYS_ftruncate, EIO},  {SYS_fallocate, ENOSPC}, {SYS_stat, EIO},     {SYS_fstat, EIO},
    {SYS_lstat, EIO},     {SYS_newfstatat, EIO}, {SYS_statx, EIO},        {SYS_lseek, EIO},    {SYS_getdents64, EIO},
    {SYS_mkdir, ENOSPC},  {SYS_mkdirat, ENOSPC}, {SYS_link, EIO},         {SYS_linkat, EIO},   {SYS_access, EIO},
    {SYS_faccessat, EIO}, {SYS_fchmod, EIO},     {SYS_flock, EIO},
};

/// The call as it was made. The filter lets through what comes from here.
extern "C" long relit_pass_on(long number, long a, long b, long c, long d, long e, long f);
extern "C" const char relit_passed_on[];
asm(R"(
    .text
    .globl relit_pass_on, relit_passed_on
    .hidden relit_pass_on, relit_passed_on
    .type relit_pass_on, @function
relit_pass_on:
    mov %rdi, %rax
    mov %rsi, %rdi
    mov %rdx, %rsi
    mov %rcx, %rdx
    mov %r8, %r10
    mov %r9, %r8
    mov 8(%rsp), %r9
    syscall
relit_passed_on:
    ret
    .size relit_pass_on, . - relit_pass_on
)");

int error_of(std::uint32_t number) {
    for (const Call& call : kCalls)
        if (call.number == number) return call.error;
    return EIO;
}

bool fails_call(std::uint32_t number, std::uint64_t argument) {
    if (!is_counting || !is_time(++counts->calls, plan.call)) return false;
    if (counts->failed == 1) counts->call = number, counts->argument = argument;
    return true;
}

/// In place of a watched call.
void answer(int /*signal*/, siginfo_t* info, void* context) {
    auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    const auto number = static_cast<std::uint32_t>(info->si_syscall);
    const bool fails = fails_call(number, static_cast<std::uint64_t>(registers[REG_RDI]));
    const bool is_made = !fails || number == SYS_close; // which frees its number whatever it says
    long result = 0;
    if (is_made)
        result = relit_pass_on(static_cast<long>(number), registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
                               registers[REG_R10], registers[REG_R8], registers[REG_R9]);
    registers[REG_RAX] = fails ? -error_of(number) : result;
}

constexpr unsigned kMostFilter = 2 * std::size(kCalls) + 16;

/// Traps watched calls, but those that we pass on, and memory that is not of a file.
void watch_calls() {
    struct sigaction action{};
    action.sa_sigaction = answer;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
    ::sigaction(SIGSYS, &action, nullptr);
    sock_filter filter[kMostFilter]{};
    unsigned short size = 0;
    const auto add = [&](sock_filter one) { filter[size++] = one; };
    const auto passed_on = reinterpret_cast<std::uintptr_t>(relit_passed_on);
    constexpr unsigned kLoad = BPF_LD | BPF_W | BPF_ABS, kIfEqual = BPF_JMP | BPF_JEQ | BPF_K,
                       kReturn = BPF_RET | BPF_K;
    constexpr unsigned kAddress = offsetof(seccomp_data, instruction_pointer), kFlags = offsetof(seccomp_data, args[3]);
    add(BPF_STMT(kLoad, kAddress));
    add(BPF_JUMP(kIfEqual, static_cast<std::uint32_t>(passed_on), 0, 3));
    add(BPF_STMT(kLoad, kAddress + 4));
    add(BPF_JUMP(kIfEqual, static_cast<std::uint32_t>(passed_on >> 32), 0, 1));
    add(BPF_STMT(kReturn, SECCOMP_RET_ALLOW));
    add(BPF_STMT(kLoad, offsetof(seccomp_data, nr)));
    add(BPF_JUMP(kIfEqual, SYS_mmap, 0, 4));
    add(BPF_STMT(kLoad, kFlags));
    add(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 1));
    add(BPF_STMT(kReturn, SECCOMP_RET_ALLOW));
    add(BPF_STMT(kLoad, offsetof(seccomp_data, nr)));
    for (const Call& call : kCalls) {
        add(BPF_JUMP(kIfEqual, call.number, 0, 1));
        add(BPF_STMT(kReturn, SECCOMP_RET_TRAP));
    }
    add(BPF_STMT(kReturn, SECCOMP_RET_ALLOW));
    const sock_fprog program{size, filter};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        std::abort();
}

// ---- the begin

void read_plan(const char* text) {
    constexpr char kAllocations[] = "allocations ", kCallsWord[] = "calls ";
    char* end = nullptr;
    if (std::strncmp(text, kAllocations, std::strlen(kAllocations)) == 0)
        plan.allocation = std::strtoull(text + std::strlen(kAllocations), &end, 10);
    else if (std::strncmp(text, kCallsWord, std::strlen(kCallsWord)) == 0)
        plan.call = std::strtoull(text + std::strlen(kCallsWord), &end, 10);
    else
        std::abort();
    plan.own = std::strstr(end, " own") != nullptr;
    plan.goes_on = std::strstr(end, " on") != nullptr;
}

void map_counts(const char* file) {
    const int opened = ::open(file, O_RDWR | O_CLOEXEC);
    void* const at = ::mmap(nullptr, sizeof(FailingCounts), PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0);
    ::close(opened);
    if (at == MAP_FAILED) std::abort();
    counts = static_cast<FailingCounts*>(at);
}

/// The program is what stands first.
void find_program() {
    ::dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void*) {
            for (int i = 0; i < info->dlpi_phnum; ++i) {
                const auto& part = info->dlpi_phdr[i];
                if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
                program_begin = info->dlpi_addr + part.p_vaddr;
                program_end = program_begin + part.p_memsz;
            }
            return 1;
        },
        nullptr);
}

using Main = int (*)(int, char**, char**);
Main real_main = nullptr;

int begin(int count, char** arguments, char** names) {
    find_program();
    if (const char* const file = std::getenv(relit::test::kFailingCounts)) map_counts(file);
    if (const char* const text = std::getenv(relit::test::kFailingPlan)) read_plan(text);
    watch_calls();
    is_counting = true;
    return real_main(count, arguments, names);
}

} // namespace

extern "C" {

int __libc_start_main(Main wanted, int count, char** arguments, void (*initialise)(), void (*finish)(),
                      void (*finish_loader)(), void* stack_end) {
    using Start = decltype(&__libc_start_main);
    real_main = wanted;
    const auto start = reinterpret_cast<Start>(::dlsym(RTLD_NEXT, "__libc_start_main"));
    return start(begin, count, arguments, initialise, finish, finish_loader, stack_end);
}

void* malloc(std::size_t size) {
    return fails_allocation(__builtin_return_address(0)) ? without_memory() : __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
    return fails_allocation(__builtin_return_address(0)) ? without_memory() : __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
    return fails_allocation(__builtin_return_address(0)) ? without_memory() : __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
    return fails_allocation(__builtin_return_address(0)) ? without_memory() : __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
    return fails_allocation(__builtin_return_address(0)) ? without_memory() : __libc_memalign(alignment, size);
}
int posix_memalign(void** into, std::size_t alignment, std::size_t size) {
    void* const at = fails_allocation(__builtin_return_address(0)) ? nullptr : __libc_memalign(alignment, size);
    if (at == nullptr) return ENOMEM;
    *into = at;
    return 0;
}

} // extern "C"

// The others of the standard library end in these: the caller is the one that asks for an object.
void* operator new(std::size_t size) {
    void* const at = fails_allocation(__builtin_return_address(0)) ? nullptr : __libc_malloc(size == 0 ? 1 : size);
    if (at == nullptr) throw std::bad_alloc();
    return at;
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    void* const at = fails_allocation(__builtin_return_address(0))
                         ? nullptr
                         : __libc_memalign(static_cast<std::size_t>(alignment), size == 0 ? 1 : size);
    if (at == nullptr) throw std::bad_alloc();
    return at;
}
