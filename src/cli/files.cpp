// Reading inputs and writing outputs, with a clear fault for everything that can go wrong.
#include "cli/program.hpp"

#include "cli/machine.hpp"
#include "translate/guests.hpp"

#include <sys/stat.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

namespace relit::cli {
namespace {

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

Result<std::vector<std::uint8_t>> read_all(std::FILE* file) {
    struct stat status{};
    if (::fstat(::fileno(file), &status) == 0 && S_ISDIR(status.st_mode)) return fail("is a directory");
    std::vector<std::uint8_t> bytes;
    constexpr std::size_t kStep = std::size_t{1} << 20;
    for (;;) {
        const std::size_t before = bytes.size();
        bytes.resize(before + kStep);
        const std::size_t got = std::fread(bytes.data() + before, 1, kStep, file);
        bytes.resize(before + got);
        if (std::ferror(file) != 0) return fail(fmt::format("cannot read: {}", std::strerror(errno)));
        if (bytes.size() > kMaxInput) return fail_at(kMaxInput, "larger than 256 MiB, the most that is read");
        if (got < kStep) return bytes;
    }
}

Status write_all(std::FILE* file, const void* data, std::size_t size) {
    if (std::fwrite(data, 1, size, file) == size && std::fflush(file) == 0) return {};
    return fail(fmt::format("cannot write: {}", std::strerror(errno)));
}

Status write_named(const std::string& name, const void* data, std::size_t size) {
    if (name == "-") return write_all(stdout, data, size);
    File file(std::fopen(name.c_str(), "wb"));
    if (!file) return fail(fmt::format("cannot write: {}", std::strerror(errno)));
    if (Status done = write_all(file.get(), data, size); !done) return done;
    if (std::fclose(file.release()) != 0) return fail(fmt::format("cannot write: {}", std::strerror(errno)));
    return {};
}

} // namespace

Status write_output(const std::string& name, Bytes bytes) { return write_named(name, bytes.data(), bytes.size()); }

Result<std::vector<std::uint8_t>> read_input(const std::string& name) {
    if (name == "-") return read_all(stdin);
    const File file(std::fopen(name.c_str(), "rb"));
    if (!file) return fail(fmt::format("cannot open: {}", std::strerror(errno)));
    return read_all(file.get());
}

Exit answer(const Options& options, std::string_view text) {
    const Status written = write_named(options.output, text.data(), text.size());
    return written ? Exit::Done : report(written.error(), options.output == "-" ? "<stdout>" : options.output);
}
Exit answer(const Options& options, Bytes bytes) {
    return answer(options, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string_view shown_name(const std::string& name) { return name == "-" ? std::string_view("<stdin>") : name; }

Exit report(const Fault& fault, const std::string& file) {
    fmt::print(stderr, "{}\n", describe(fault, shown_name(file)));
    switch (fault.kind) {
        case FaultKind::BadInput: return Exit::BadInput;
        case FaultKind::Usage: return Exit::Usage;
        case FaultKind::NotSupported: return Exit::NotSupported;
        case FaultKind::Internal: return Exit::Internal;
        case FaultKind::Device: return Exit::Device;
    }
    return Exit::Internal;
}

void note_doubts(const ir::ContextReader& context, const std::string& file) {
    for (const std::string& doubt : context.doubts()) fmt::print(stderr, "{}: note: {}\n", shown_name(file), doubt);
}

std::string_view isa_of(std::string_view names, std::size_t number) {
    for (; number > 0 && names.find(',') != names.npos; --number) names.remove_prefix(names.find(',') + 1);
    return names.substr(0, names.find(','));
}

Result<Program> open_any(const Options& options, const std::string& file, std::size_t number) {
    auto bytes = read_input(file);
    if (!bytes) return std::unexpected(bytes.error());
    if (bytes->empty()) return fail_at(0, "the file is empty");
    const std::string_view isa = isa_of(options.isa, number);
    Program program{std::move(*bytes), translate::guest_named(isa), machine_named(isa)};
    if (program.guest != nullptr || program.machine != nullptr) return program;
    program.machine = machine_of(program.bytes);
    if (program.machine != nullptr) return program;
    program.guest = translate::likeliest_guest(program.bytes);
    if (program.guest == nullptr) return fail_at(0, "no known kind of program; name one with --isa");
    return program;
}

Result<Program> open_program(const Options& options, const std::string& file, std::size_t number) {
    auto program = open_any(options, file, number);
    if (!program || program->machine == nullptr) return program;
    return fail(FaultKind::NotSupported,
                fmt::format("a dump of {}, no program: disasm, explain and info show it", program->machine->name));
}

} // namespace relit::cli
