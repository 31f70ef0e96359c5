// Streams of 100 MB in every form that has no smaller limit: what lists and compares them takes little memory beyond the file, and time
// that grows as the file does. A seed is a form with a command.
#include "tests/soak/soak.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>

namespace relit::soak {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLarge = 100'000'000, kSmall = kLarge / 8;
constexpr std::uint64_t kMostMemory = std::uint64_t{64} << 20; // beyond the files
constexpr double kMostGrowth = 8 * 1.5;                        // of the processor's time, for eight times the bytes
constexpr double kUnmeasured = 0.5;                            // seconds: less is the start of the program, and chance

std::string bytes_of(std::span<const std::uint64_t> numbers, std::size_t size) {
    std::string bytes;
    for (const std::uint64_t number : numbers)
        for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(number >> 8 * i);
    return bytes;
}

// ---- R500

constexpr std::uint32_t kCctl = 0x4e00, kBlend = 0x4e10; // RB3D_CCTL, RB3D_BLENDCNTL

std::array<std::uint32_t, 2> register_write(std::uint32_t i) { return {kBlend / 4, i}; }

std::string r500_dwords(std::uint32_t i) {
    const auto [head, value] = register_write(i);
    return bytes_of(std::array<std::uint64_t, 2>{head, value}, 4);
}
std::string r500_array(std::uint32_t i) {
    const auto [head, value] = register_write(i);
    return fmt::format("{:#010x}, {:#010x},\n", head, value);
}
std::string r500_hex_dump(std::uint32_t i) {
    const auto [head, value] = register_write(i);
    return fmt::format("{:08x} {:08x}\n", head, value);
}
std::string r500_register_list(std::uint32_t i) { return fmt::format("{:#06x} {:#010x}\n", kCctl, i); }
std::string r500_register_names(std::uint32_t i) { return fmt::format("RB3D_BLENDCNTL {:#010x}\n", i); }
std::string r500_kernel_log(std::uint32_t i) {
    const auto [head, value] = register_write(i);
    return fmt::format("[   12.{:06}] ib[{}]=0x{:08X}\n[   12.{:06}] ib[{}]=0x{:08X}\n", i % 1000000, 2 * i, head,
                       i % 1000000, 2 * i + 1, value);
}
std::string r500_packet_text(std::uint32_t i) { return fmt::format("RB3D_BLENDCNTL = {:#010x}\n", i); }

// ---- GS: a tag, a colour and a vertex

constexpr std::uint64_t kAddress = 0xe, kRgbaq = 0x01, kXyz2 = 0x05;

std::array<std::uint64_t, 6> gs_packet(std::uint32_t i) {
    return {2 | 1 << 15 | std::uint64_t{1} << 60, kAddress, i | std::uint64_t{0x3f800000} << 32, kRgbaq, i, kXyz2};
}
std::string gs_packets(std::uint32_t i) { return bytes_of(gs_packet(i), 8); }
std::string gs_array(std::uint32_t i) {
    std::string text;
    for (const std::uint64_t number : gs_packet(i)) text += fmt::format("{:#018x},", number);
    return text + "\n";
}
std::string gs_dump(std::uint32_t i) {
    const std::string packet = gs_packets(i);
    return std::string("\0\3", 2) + bytes_of(std::array<std::uint64_t, 1>{packet.size()}, 4) + packet;
}

// ---- NV2A

std::string nv2a_log(std::uint32_t i) {
    return fmt::format("nv2a_pgraph_method 0: 0x97 -> {:#06x} NV097_SET_TRANSFORM_CONSTANT[{}] {:#x}\n",
                       0xb80 + 4 * (i % 4), 4 * (i % 4), i);
}
constexpr std::string_view kNv2aBegin =
    "nv2a_pgraph_method 0: 0x97 -> 0x1e9c NV097_SET_TRANSFORM_PROGRAM_LOAD 0x0\n"
    "nv2a_pgraph_method 0: 0x97 -> 0x0b00 NV097_SET_TRANSFORM_PROGRAM[0] 0x0\n"
    "nv2a_pgraph_method 0: 0x97 -> 0x0b04 NV097_SET_TRANSFORM_PROGRAM[4] 0x20001b\n"
    "nv2a_pgraph_method 0: 0x97 -> 0x0b08 NV097_SET_TRANSFORM_PROGRAM[8] 0x836106c\n"
    "nv2a_pgraph_method 0: 0x97 -> 0x0b0c NV097_SET_TRANSFORM_PROGRAM[12] 0x2070f801\n";

struct Form {
    std::string_view name, begin, end;
    std::string (*part)(std::uint32_t i);
    bool is_stream; // of R500: `pm4` reads it
};
constexpr Form kForms[] = {
    {"R500, dwords", "", "", r500_dwords, true},
    {"R500, array of C", "const uint32_t stream[] = {\n", "};\n", r500_array, true},
    {"R500, hex digits", "", "", r500_hex_dump, true},
    {"R500, addresses and values", "", "", r500_register_list, true},
    {"R500, names and values", "", "", r500_register_names, true},
    {"R500, log of the kernel", "", "", r500_kernel_log, true},
    {"R500, text of packets", ".r500\n", "", r500_packet_text, true},
    {"GS, raw packets", "", "", gs_packets, false},
    {"GS, array of C", "u64 packets[] = {\n", "};\n", gs_array, false},
    {"GS, dump", "", "", gs_dump, false},
    {"NV2A, log of methods", kNv2aBegin, "", nv2a_log, false},
};

struct StreamCommand {
    std::vector<std::string> words; // "FILE" stands for the file
    bool is_of_streams = false;
};
const std::vector<StreamCommand>& commands() {
    static const std::vector<StreamCommand> all{
        {{"disasm", "FILE"}},       {{"disasm", "--json", "FILE"}},
        {{"explain", "FILE"}},      {{"explain", "--json", "FILE"}},
        {{"diff", "FILE", "FILE"}}, {{"diff", "--json", "FILE", "FILE"}},
        {{"pm4", "FILE"}, true},    {{"pm4", "--json", "FILE"}, true},
    };
    return all;
}

void write_stream(const fs::path& path, const Form& form, std::uint64_t size) {
    std::ofstream out(path, std::ios::binary);
    out << form.begin;
    std::uint64_t written = 0;
    for (std::uint32_t i = 0; written < size; ++i) {
        const std::string part = form.part(i);
        out << part;
        written += part.size();
    }
    out << form.end;
}

struct Use {
    int exit = -1;
    std::uint64_t memory = 0; // bytes that were resident at most
    double seconds = 0;       // of the processor
};

Use run_on_stream(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const pid_t process = ::fork();
    if (process == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, file);
        ::execv(arguments[0], arguments.data());
        ::_exit(127);
    }
    int status = 0;
    struct rusage usage{};
    Use use;
    if (process < 0 || ::wait4(process, &status, 0, &usage) != process) return use;
    if (WIFEXITED(status)) use.exit = WEXITSTATUS(status);
    use.memory = static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
    use.seconds = static_cast<double>(usage.ru_utime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec) / 1e6;
    return use;
}

std::string check_stream(std::uint64_t seed) {
    const Form& form = kForms[seed / commands().size() % std::size(kForms)];
    const StreamCommand& command = commands()[seed % commands().size()];
    const bool is_listing = form.begin.starts_with('.'); // which pm4 reads, and asm
    if (command.is_of_streams ? !form.is_stream : is_listing) return {};
    const fs::path file = fs::temp_directory_path() / fmt::format("relit-large-{}", getpid());
    std::vector<std::string> words{RELIT_PROGRAM};
    std::size_t files = 0;
    for (const std::string& word : command.words) {
        files += word == "FILE" ? 1 : 0;
        words.push_back(word == "FILE" ? file.string() : word);
    }
    write_stream(file, form, kSmall);
    const Use small = run_on_stream(words);
    write_stream(file, form, kLarge);
    const Use large = run_on_stream(words);
    const std::uint64_t most = files * fs::file_size(file) + kMostMemory;
    fs::remove(file);
    constexpr int kNo = 1; // diff of streams without a draw compares nothing
    const bool is_done = large.exit == 0 || (command.words[0] == "diff" && large.exit == kNo);
    const std::string told = fmt::format("{}, {}: exit {}, {} MiB of {}, {:.2f} s, {:.2f} s for an eighth", form.name,
                                         fmt::join(command.words, " "), large.exit, large.memory >> 20, most >> 20,
                                         large.seconds, small.seconds);
    const bool is_linear = large.seconds <= kMostGrowth * small.seconds + kUnmeasured;
    return is_done && large.memory <= most && is_linear ? "" : told;
}

} // namespace

std::string large_streams(std::uint64_t first, std::uint64_t end) { return each_seed(first, end, check_stream); }

} // namespace relit::soak
