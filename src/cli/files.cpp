// Reading inputs and writing outputs, with a clear fault for everything that can go wrong.
#include "cli/program.hpp"

#include "cli/machine.hpp"
#include "translate/guests.hpp"

#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

namespace relit::cli {
namespace {

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

/// Appends what `read` gives until there are `most` bytes, or all.
Status read_up_to(const ReadBytes& read, std::size_t most, std::vector<std::uint8_t>& into) {
    constexpr std::size_t kStep = std::size_t{1} << 20;
    while (into.size() < most) {
        const std::size_t before = into.size();
        into.resize(std::min(most, before + kStep));
        const auto got = read(std::span(into).subspan(before));
        into.resize(before + (got ? *got : 0));
        if (!got) return std::unexpected(got.error());
        if (*got == 0) break;
    }
    return {};
}

/// The rest of an input whose beginning is `bytes`.
Result<std::vector<std::uint8_t>> read_all(const ReadBytes& read, std::vector<std::uint8_t> bytes = {}) {
    if (const Status done = read_up_to(read, kMaxInput + 1, bytes); !done) return std::unexpected(done.error());
    if (bytes.size() > kMaxInput) return fail_at(kMaxInput, "larger than 256 MiB, the most that is read");
    return bytes;
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

Result<Input> open_input(const std::string& name) {
    const std::shared_ptr<std::FILE> file =
        name == "-" ? std::shared_ptr<std::FILE>(stdin, [](std::FILE*) {}) : File(std::fopen(name.c_str(), "rb"));
    if (!file) return fail(fmt::format("cannot open: {}", std::strerror(errno)));
    struct stat status{};
    const bool known = ::fstat(::fileno(file.get()), &status) == 0;
    if (known && S_ISDIR(status.st_mode)) return fail("is a directory");
    const auto read = [file](std::span<std::uint8_t> into) -> Result<std::size_t> {
        const std::size_t got = std::fread(into.data(), 1, into.size(), file.get());
        if (std::ferror(file.get()) != 0) return fail(fmt::format("cannot read: {}", std::strerror(errno)));
        return got;
    };
    return Input{read, known && S_ISREG(status.st_mode) && name != "-"};
}

Result<std::vector<std::uint8_t>> read_input(const std::string& name) {
    const auto input = open_input(name);
    return input ? read_all(input->read) : std::unexpected(input.error());
}

void Output::Close::operator()(std::FILE* file) const {
    if (file != stdout) std::fclose(file);
}

Result<Output> Output::open(const std::string& name, const std::string& input) {
    if (name == "-") return Output(stdout);
    std::error_code ignored;
    if (input != "-" && std::filesystem::equivalent(name, input, ignored))
        return fail(FaultKind::Usage, "is the input, which is still read: name another output");
    std::FILE* file = std::fopen(name.c_str(), "wb");
    if (file == nullptr) return fail(fmt::format("cannot write: {}", std::strerror(errno)));
    return Output(file);
}

void Output::write(std::string_view text) {
    if (status_ && std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size())
        status_ = fail(fmt::format("cannot write: {}", std::strerror(errno)));
}

Status Output::close() {
    std::FILE* file = file_.release();
    const bool done = file == stdout ? std::fflush(file) == 0 : std::fclose(file) == 0;
    if (status_ && !done) status_ = fail(fmt::format("cannot write: {}", std::strerror(errno)));
    return status_;
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
    // No program is larger: what a larger file is, its beginning tells.
    constexpr std::size_t kLookedAt = std::size_t{16} << 20;
    const auto input = open_input(file);
    if (!input) return std::unexpected(input.error());
    const std::string_view isa = isa_of(options.isa, number);
    Program program{{}, {}, translate::guest_named(isa), machine_named(isa)};
    std::vector<std::uint8_t> begin;
    const Status looked = read_up_to(input->read, program.machine != nullptr ? 1 : kLookedAt, begin);
    if (!looked) return std::unexpected(looked.error());
    if (begin.empty()) return fail_at(0, "the file is empty");
    if (program.guest == nullptr && program.machine == nullptr) program.machine = machine_of(begin);
    if (program.machine != nullptr) {
        program.dump = reader_of(std::move(begin), input->read);
        return program;
    }
    auto bytes = read_all(input->read, std::move(begin));
    if (!bytes) return std::unexpected(bytes.error());
    program.bytes = std::move(*bytes);
    if (program.guest == nullptr) program.guest = translate::likeliest_guest(program.bytes);
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
