// Reading inputs, with a clear fault for everything that can go wrong; messages.
#include "cli/io/program.hpp"

#include "base/file.hpp"
#include "base/printable.hpp"
#include "cache/url.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/recognised.hpp"
#include "cli/pm4/draw_program.hpp"
#include "codec/whole_file.hpp"
#include "guests/guests.hpp"
#include "guests/isa_line.hpp"
#include "guests/kind.hpp"
#include "guests/spelled_bytes.hpp"
#include "machine/r500/capture/folder.hpp"
#include "machine/r500/capture/load.hpp"
#include "translate/assumed.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// The next bytes, until there are so many; of standard input, which others may have looked into.
Result<std::size_t> read_buffered(std::FILE& file, std::span<std::uint8_t> into) {
    const std::size_t got = std::fread(into.data(), 1, into.size(), &file);
    if (std::ferror(&file) != 0) return fail(fmt::format("cannot read: {}", std::strerror(errno)));
    return got;
}

/// Reads the bytes that are there: from a FIFO those that its writer has written so far, at least one unless it has ended.
Result<std::size_t> read_available(std::FILE& file, std::span<std::uint8_t> into) {
    for (;;) {
        const ssize_t got = ::read(::fileno(&file), into.data(), into.size());
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR) return fail(fmt::format("cannot read: {}", std::strerror(errno)));
    }
}

/// A capture in a folder is read as the archive of it.
Result<Input> open_folder(const std::string& name) {
    if (!machine::r500::is_capture_folder(name)) return fail("is a directory");
    auto archive = machine::r500::archive_of_folder(name, codec::kMaxWholeFile);
    if (!archive) return std::unexpected(archive.error());
    return Input{reader_of(std::move(*archive), [](std::span<std::uint8_t>) -> Result<std::size_t> { return 0; }),
                 true};
}

/// A declaration of C or Rust begins with one.
bool is_letter(std::uint8_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Reads as much of a file as its codec is recognised from; where that is named, as much as may name it too, or show it as numbers.
Status look_into(const ReadBytes& read, const codec::Codec* named, std::vector<std::uint8_t>& begin) {
    if (named == nullptr) return codec::read_up_to(read, codec::kLookedAt, begin);
    const Status looked = codec::read_up_to(read, 1, begin);
    const bool is_told =
        !begin.empty() && (guests::may_have_isa_line(begin.front()) ||
                           (guests::frontend_named(named->name) != nullptr && is_letter(begin.front())));
    if (!looked || !is_told) return looked;
    return codec::read_up_to(read, guests::kIsaLineWithin, begin);
}

ReadBytes nothing_more() {
    return [](std::span<std::uint8_t>) -> Result<std::size_t> { return 0; };
}

/// The file that a text of numbers shows, in place of the text. False where `begin`, which then is all of it, shows none.
Result<bool> take_numbers(const ReadBytes& read, const std::string& file, Opened& opened,
                          std::vector<std::uint8_t>& begin) {
    if (!guests::may_spell_bytes(opened.codec, begin)) return false;
    auto all = codec::read_all(read, std::move(begin));
    if (!all) return std::unexpected(all.error());
    begin = std::move(*all);
    auto spelled = guests::read_spelled(opened.codec, text_of(begin), file);
    if (!spelled) return std::unexpected(spelled.error());
    if (!*spelled) return false;
    if (!(*spelled)->assumed.empty()) report_note(shown_name(file), (*spelled)->assumed);
    opened.codec = (*spelled)->codec;
    opened.input = reader_of(std::move((*spelled)->bytes), nothing_more());
    return true;
}

/// Notes the codec of a file that begins so, and how the whole is read.
Status take_kind(const ReadBytes& read, const std::string& file, Opened& opened, std::vector<std::uint8_t>& begin) {
    const auto named = guests::take_isa_line(opened.codec, begin);
    if (!named) return std::unexpected(named.error());
    const auto looked_at = Bytes(begin).first(std::min(begin.size(), codec::kLookedAt));
    const auto codec = *named != nullptr ? named : recognised_codec(guests::kind_of_file(looked_at, file), file);
    if (!codec) return std::unexpected(codec.error());
    opened.codec = *codec;
    if (const Status readable = guests::check_readable(*opened.codec, looked_at); !readable) return readable;
    opened.input = reader_of(std::move(begin), read);
    return {};
}

/// The program that --draw and --stage name, in place of the stream.
Result<Opened> program_of_draw(const Options& options, const Opened& stream) {
    if (stream.codec->name != "r500")
        return fail(FaultKind::Usage, fmt::format("--draw: this is a {} {}, not a command stream of R500",
                                                  stream.codec->name, stream.codec->content));
    const auto bytes = codec::read_all(stream.input);
    if (!bytes) return std::unexpected(bytes.error());
    const auto loaded = machine::r500::load(*bytes);
    if (!loaded) return std::unexpected(loaded.error());
    auto program = program_of(*loaded, *bytes, options.draw,
                              options.stage == "vs" ? machine::r500::Stage::Vertex : machine::r500::Stage::Fragment);
    if (!program) return std::unexpected(program.error());
    Opened opened{program->codec, {}, program->text};
    opened.input = reader_of(std::move(program->bytes), nothing_more());
    return opened;
}

/// The kernel that --kernel and --arch name, in place of the file.
Result<Opened> selected_program(const Options& options, const Opened& file) {
    const std::string_view option = options.kernel.empty() ? "--arch" : "--kernel";
    if (file.codec->select == nullptr)
        return fail(FaultKind::Usage, fmt::format("{}: this is a {} {}, not a file of CUDA", option, file.codec->name,
                                                  file.codec->content));
    const auto bytes = codec::read_all(file.input);
    if (!bytes) return std::unexpected(bytes.error());
    auto selected = file.codec->select(*bytes, {options.kernel, options.architecture});
    if (!selected) return std::unexpected(selected.error());
    Opened opened{file.codec, {}, {}};
    opened.input = reader_of(std::move(*selected), nothing_more());
    return opened;
}

} // namespace

Result<Input> open_input(const std::string& name) {
    const std::shared_ptr<std::FILE> file =
        name == "-" ? std::shared_ptr<std::FILE>(stdin, [](std::FILE*) {}) : File(std::fopen(name.c_str(), "rb"));
    if (!file) return fail(fmt::format("cannot open: {}", std::strerror(errno)));
    struct stat status{};
    const bool known = ::fstat(::fileno(file.get()), &status) == 0;
    if (known && S_ISDIR(status.st_mode)) return open_folder(name);
    if (name == "-") return Input{[file](std::span<std::uint8_t> into) { return read_buffered(*file, into); }, false};
    return Input{[file](std::span<std::uint8_t> into) { return read_available(*file, into); },
                 known && S_ISREG(status.st_mode)};
}

Result<std::vector<std::uint8_t>> read_input(const std::string& name) {
    const auto input = open_input(name);
    return input ? codec::read_all(input->read) : std::unexpected(input.error());
}

Result<Input> open_input(const Options& options, const std::string& name) {
    const auto member = options.members ? options.members->find(name) : Members::const_iterator{};
    if (!options.members || member == options.members->end()) return open_input(name);
    // The bytes live as long as the reader of them.
    return Input{[members = options.members, read = reader_of(Bytes(member->second))](std::span<std::uint8_t> into) {
                     return read(into);
                 },
                 true};
}

Result<std::vector<std::uint8_t>> read_input(const Options& options, const std::string& name) {
    const auto input = open_input(options, name);
    return input ? codec::read_all(input->read) : std::unexpected(input.error());
}

std::string shown_name(std::string_view name) {
    return name == "-" ? "<stdin>" : printable(cache::without_passwords(name));
}

Exit report(const Fault& fault, const std::string& file) {
    report_error(fault, shown_name(file));
    return exit_of(fault.kind);
}

void note_assumed(std::span<const ir::Assumption> assumed, std::string_view file) {
    for (const std::string& text : translate::messages_of(assumed)) report_note(file, text);
}

void note_approximations(const ir::ContextReader& context, const std::string& file) {
    for (const std::string& text : translate::messages_of(context)) report_note(shown_name(file), text);
}

std::string_view isa_of(std::string_view names, std::size_t number) {
    for (; number > 0 && names.find(',') != names.npos; --number) names.remove_prefix(names.find(',') + 1);
    return names.substr(0, names.find(','));
}

Result<const codec::Codec*> recognised_codec(const Result<guests::Candidate>& kind, const std::string& file) {
    if (!kind) return std::unexpected(kind.error());
    if (kind->recognition.sureness != Sureness::Certain)
        report_note(shown_name(file), fmt::format("guessed {}, --isa to choose", kind->codec->name));
    return kind->codec;
}

std::string_view recognised_name(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return {};
    const auto input = open_input(file);
    std::vector<std::uint8_t> begin;
    if (!input || !codec::read_up_to(input->read, codec::kLookedAt, begin)) return {};
    const auto one = guests::only_one(guests::likely(guests::candidates_of(begin), file));
    return one ? one->codec->name : std::string_view();
}

Result<Opened> open_any(const Options& options, const std::string& file, std::size_t number) {
    const auto input = open_input(options, file);
    return input ? open_any(options, file, input->read, number) : std::unexpected(input.error());
}

Result<Opened> open_any(const Options& options, const std::string& file, const ReadBytes& read, std::size_t number) {
    Opened opened{guests::codec_named(isa_of(options.isa, number)), {}, {}};
    std::vector<std::uint8_t> begin;
    if (const Status looked = look_into(read, opened.codec, begin); !looked) return std::unexpected(looked.error());
    if (begin.empty()) return fail_at(0, "the file is empty");
    const auto has_numbers = take_numbers(read, file, opened, begin);
    if (!has_numbers) return std::unexpected(has_numbers.error());
    if (!*has_numbers)
        if (const Status read_on = take_kind(read, file, opened, begin); !read_on)
            return std::unexpected(read_on.error());
    if (options.draw != 0) return program_of_draw(options, opened);
    if (!options.kernel.empty() || !options.architecture.empty()) return selected_program(options, opened);
    return opened;
}

Status check_context_keys(const Options& options, std::span<const isa::Frontend* const> guests) {
    for (const std::string& key : options.context_keys) {
        const bool has_guest = std::ranges::any_of(guests, [&](const isa::Frontend* guest) {
            return key.starts_with(guest->name()) && key.substr(guest->name().size()).starts_with('.');
        });
        if (has_guest) continue;
        std::vector<std::string_view> names;
        for (const isa::Frontend* guest : guests)
            if (std::ranges::find(names, guest->name()) == names.end()) names.push_back(guest->name());
        return fail(FaultKind::Usage,
                    fmt::format("--context {} has no effect on a program of {}", key, fmt::join(names, " and ")));
    }
    return {};
}

Result<Program> open_program(const Options& options, const std::string& file, std::size_t number) {
    const auto input = open_input(options, file);
    return input ? open_program(options, file, input->read, number) : std::unexpected(input.error());
}

Result<Program> open_program(const Options& options, const std::string& file, const ReadBytes& read,
                             std::size_t number) {
    const auto opened = open_any(options, file, read, number);
    if (!opened) return std::unexpected(opened.error());
    const codec::Codec& codec = *opened->codec;
    const isa::Frontend* frontend = guests::frontend_named(codec.name);
    if (frontend == nullptr)
        return fail(fmt::format("this is a {} {}, not a shader: use disasm, explain, info or {}", codec.name,
                                codec.content, codec.name == "atom" ? "run --table" : "replay"));
    if (options.translation.names_arithmetic) {
        const std::string key = std::string(codec.name) + ".arithmetic";
        if (std::ranges::find(frontend->context_keys, key, &isa::ContextKey::name) == frontend->context_keys.end())
            return fail(FaultKind::Usage, fmt::format("--arithmetic: {} has only one kind of arithmetic", codec.name));
    }
    if (options.files.size() == 1 && options.stage != kBothStages)
        if (const Status used = check_context_keys(options, std::span(&frontend, 1)); !used)
            return std::unexpected(used.error());
    auto bytes = codec::read_all(opened->input);
    if (!bytes) return std::unexpected(bytes.error());
    auto parsed = frontend->parse(*bytes);
    if (!parsed) return std::unexpected(parsed.error());
    return Program{std::move(*bytes), std::move(*parsed)};
}

} // namespace relit::cli
