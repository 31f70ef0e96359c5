// Reading inputs, with a clear fault for everything that can go wrong; messages.
#include "cli/program.hpp"

#include "base/printable.hpp"
#include "cli/machine.hpp"
#include "cli/messages.hpp"
#include "translate/guests.hpp"

#include <sys/stat.h>
#include <algorithm>
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

} // namespace

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

std::string shown_name(std::string_view name) { return name == "-" ? "<stdin>" : printable(name); }

Exit report(const Fault& fault, const std::string& file) {
    say_error(fault, shown_name(file));
    return exit_of(fault.kind);
}

void note_assumed(std::span<const ir::Assumption> assumed, std::string_view file) {
    for (const auto& [name, value, why] : assumed) say_note(file, fmt::format("assumes {}={}: {}", name, value, why));
}

void note_doubts(const ir::ContextReader& context, const std::string& file) {
    note_assumed(context.assumed(), shown_name(file));
    for (const std::string& doubt : context.doubts()) say_note(shown_name(file), doubt);
}

Status check_workgroup(const ir::Module& module, const ir::ContextReader& context) {
    if (!module.workgroup_is_open) return {};
    std::string keys;
    for (const ir::Assumption& open : context.assumed())
        if (open.name.find("workgroup") != std::string::npos) keys += (keys.empty() ? "" : ", ") + open.name;
    return fail(FaultKind::Usage, fmt::format("the size of a workgroup must be said: --context {}", keys));
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
    if (program.guest == nullptr && program.machine == nullptr) {
        const auto kind = recognise(begin, file);
        if (!kind) return std::unexpected(kind.error());
        program.guest = kind->guest, program.machine = kind->machine;
    }
    if (program.machine != nullptr) {
        program.dump = reader_of(std::move(begin), input->read);
        return program;
    }
    auto bytes = read_all(input->read, std::move(begin));
    if (!bytes) return std::unexpected(bytes.error());
    program.bytes = std::move(*bytes);
    return program;
}

Result<Program> open_program(const Options& options, const std::string& file, std::size_t number) {
    auto program = open_any(options, file, number);
    if (program && program->guest != nullptr && options.names_arithmetic) {
        const std::string key = std::string(program->guest->name) + ".arithmetic";
        if (std::ranges::find(program->guest->context_keys, key, &isa::ContextKey::name) ==
            program->guest->context_keys.end())
            return fail(FaultKind::Usage, fmt::format("--arithmetic: {} has one arithmetic", program->guest->name));
    }
    if (!program || program->machine == nullptr) return program;
    return fail(
        FaultKind::NotSupported,
        fmt::format("this is a {} dump, not a shader: use disasm, explain, info or replay", program->machine->name));
}

} // namespace relit::cli
