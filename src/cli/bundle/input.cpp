#include "cli/bundle/input.hpp"

#include "base/json/reader.hpp"
#include "base/zip.hpp"
#include "cli/bundle/log.hpp"
#include "cli/bundle/target.hpp"
#include "cli/io/messages.hpp"
#include "cli/options/tables.hpp"
#include "cli/pm4/draw_program.hpp"
#include "guests/context_keys.hpp"
#include "guests/guests.hpp"
#include "verify/textures.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// The first of the words that is a file; none where the verb takes no programs.
std::optional<std::size_t> first_file(const Options& options) {
    if (!takes(options, "--program") || options.batch.each) return {}; // --each opens each itself
    if (options.verb->files.actions == 0) return 0;
    const std::string& action = options.files[0];
    return action == "why" || action == "make" ? std::optional<std::size_t>(1) : std::nullopt;
}

/// Returns true if the verb shows each of several programs by itself.
bool shows_each(const Options& options) { return options.verb->name == "report" || options.verb->name == "view"; }

/// Returns true if the verb takes all programs of a draw, rather than one.
bool takes_all(const Options& options) { return takes(options, "--to") || shows_each(options); }

/// The first bytes of a file that can be read again; empty where it cannot be.
Result<std::vector<std::uint8_t>> begin_of(const std::string& name) {
    constexpr std::size_t kSignature = 4;
    std::error_code error;
    const auto type = std::filesystem::status(name, error).type();
    if (type == std::filesystem::file_type::none) return fail(fmt::format("cannot open: {}", error.message()));
    if (type != std::filesystem::file_type::regular) return {};
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(name.c_str(), "rb"), std::fclose);
    if (!file) return fail(fmt::format("cannot open: {}", std::strerror(errno)));
    std::vector<std::uint8_t> begin(kSignature);
    begin.resize(std::fread(begin.data(), 1, begin.size(), file.get()));
    if (std::ferror(file.get()) != 0) return fail(fmt::format("cannot read: {}", std::strerror(errno)));
    return begin;
}

/// Returns true if standard input begins like an archive. The bytes that it reads can be read again.
bool input_may_be_archive() {
    const int first = std::getc(stdin);
    if (first != EOF) std::ungetc(first, stdin);
    return first == 'P' && keep_standard_input();
}

/// The bytes of a file that is a bundle.
Result<std::optional<bundle::FileBytes>> archive_in(const std::string& file) {
    const bool is_piped = file == "-";
    const auto begin = is_piped ? Result<std::vector<std::uint8_t>>() : begin_of(file);
    if (!begin) return std::unexpected(begin.error());
    if (is_piped ? !input_may_be_archive() : !is_zip(*begin)) return std::nullopt;
    auto bytes = read_input(file);
    if (is_piped && std::fseek(stdin, 0, SEEK_SET) != 0) return fail("cannot be read twice");
    if (!bytes) return std::unexpected(bytes.error());
    if (!bundle::is_bundle(*bytes)) return std::nullopt;
    return std::move(*bytes);
}

std::string list_of(const bundle::Bundle& bundle) {
    std::string all;
    for (std::size_t i = 0; i < bundle.programs.size(); ++i)
        all += fmt::format("{}{} ({}, {})", all.empty() ? "" : ", ", i + 1, bundle.programs[i].guest,
                           bundle.programs[i].stage);
    return all;
}

/// Puts bundles into options, one after the other.
class Unbundling {
public:
    explicit Unbundling(Options options) : options_(std::move(options)), typed_(options_.context) {}

    /// A file that is no bundle, and one that is; `number` counts files as they were typed.
    void add_file(const std::string& file, std::size_t number) {
        files_.push_back(file);
        guests_.emplace_back(isa_of(options_.isa, number));
    }
    Status add_bundle(const std::string& file, std::size_t number, bundle::Bundle bundle) {
        name_ = shown_name(file);
        if (const Status known = guests::check_context(ir::ContextValues(bundle.context)); !known)
            return fail(known.error().text);
        if (Status added = add_programs(number, bundle); !added) return added;
        if (Status merged = merge_context(bundle); !merged) return merged;
        if (const bundle::TargetOptions* const target = target_for(bundle, options_); target != nullptr)
            if (Status applied = apply_target(*target, name_, options_); !applied) return applied;
        has_bundle_ = true;
        return add_inputs(bundle);
    }
    /// One of the programs of a log, or for a verb that shows each of them the first ones.
    Status add_log(const std::string& file, const ProgramLog& log) {
        name_ = shown_name(file);
        if (options_.bundle.program == 0 && shows_each(options_) && log.programs.size() > 1) {
            if (log.programs.size() > kMostShown)
                report_warning(name_, fmt::format("the first {} of {} programs are shown: --program takes another",
                                                  kMostShown, log.programs.size()));
            for (std::size_t i = 0; i < std::min(log.programs.size(), kMostShown); ++i) add_program_of(log, i);
            return {};
        }
        const auto at = program_of_log(options_.bundle.program, log);
        if (!at) return std::unexpected(at.error());
        add_program_of(log, *at);
        return {};
    }
    Options finish() {
        if (!has_bundle_) return std::move(options_);
        const std::size_t actions = first_file(options_).value_or(0);
        options_.files.resize(actions);
        options_.files.insert(options_.files.end(), files_.begin(), files_.end());
        options_.isa.clear();
        for (const std::string& guest : guests_) options_.isa.append(&guest == guests_.data() ? "" : ",").append(guest);
        options_.members = std::make_shared<const Members>(std::move(members_));
        return std::move(options_);
    }
    [[nodiscard]] bool has_bundle() const { return has_bundle_; }
    [[nodiscard]] const Options& options() const { return options_; }

private:
    Status add_programs(std::size_t number, bundle::Bundle& bundle) {
        const std::uint64_t wanted = options_.bundle.program;
        if (wanted > bundle.programs.size())
            return fail(FaultKind::Usage, fmt::format("--program {}: the bundle has {}", wanted, list_of(bundle)));
        if (wanted == 0 && bundle.programs.size() > 1 && !takes_all(options_))
            return fail(FaultKind::Usage,
                        fmt::format("the bundle has several programs: --program of {}", list_of(bundle)));
        const std::vector<bundle::Member> members = bundle::members_of(bundle);
        const std::string_view isa = isa_of(options_.isa, number);
        for (std::size_t i = 0; i < bundle.programs.size(); ++i) {
            if (wanted != 0 && wanted != i + 1) continue;
            const bundle::Program& program = bundle.programs[i];
            if (guests::frontend_named(program.guest) == nullptr)
                return fail(FaultKind::NotSupported, fmt::format("no guest language {}", program.guest));
            if (!isa.empty() && isa != program.guest)
                report_note(name_,
                            fmt::format("--isa is {} by the command line; the bundle says {}", isa, program.guest));
            const bool is_known = !program.name.empty() && !members_.contains(name_of(program.name));
            files_.push_back(keep(is_known ? program.name : members[i].path, program.bytes));
            note_typed(i);
            guests_.emplace_back(isa.empty() ? program.guest : isa);
        }
        return {};
    }

    void add_program_of(const ProgramLog& log, std::size_t at) {
        const LogProgram& program = log.programs[at];
        report_gaps(log, program, name_);
        files_.push_back(keep(fmt::format("{}{}", at + 1, program.ending), program.bytes));
        note_typed(at);
        guests_.emplace_back(program.guest);
        has_bundle_ = true;
    }
    /// The file that was added last is a program of one that the user typed.
    void note_typed(std::size_t at) { options_.typed.insert_or_assign(files_.back(), ProgramOfFile{name_, at + 1}); }

    Status merge_context(const bundle::Bundle& bundle) {
        for (const auto& [key, value] : bundle.context) {
            const auto [mine, is_new] = options_.context.values.find_or_add(key, value);
            if (is_new || mine == value) continue;
            if (!typed_.values.contains(key))
                return fail(FaultKind::Usage, fmt::format("{} is {}, and {} in another bundle: name one with --context",
                                                          key, value, mine));
            report_note(name_, fmt::format("{} is {} by the command line; the bundle says {}", key, mine, value));
        }
        return {};
    }

    Status add_inputs(const bundle::Bundle& bundle) {
        if (takes(options_, "--samples") && bundle.verify) {
            if (!is_given(options_, "--seed")) options_.verify.seed = bundle.verify->seed;
            if (!is_given(options_, "--samples") && bundle.verify->samples != 0)
                options_.verify.samples = bundle.verify->samples;
        }
        if (!takes(options_, "--inputs") || !options_.run.table.name.empty()) return {};
        const bool has_samples = takes(options_, "--samples"); // verify: in place of the inputs of a bundle
        if (bundle.inputs && options_.run.inputs.empty() && !has_samples) {
            if (const Status alone = check_inputs(*bundle.inputs); !alone) return alone;
            options_.run.inputs = keep("inputs.json", *bundle.inputs);
        }
        if (bundle.constants && options_.run.constants_from.empty())
            options_.run.constants_from = keep("constants.bin", *bundle.constants);
        return {};
    }

    /// The name that opens a member.
    [[nodiscard]] std::string name_of(const std::string& member) const { return fmt::format("{}/{}", name_, member); }
    std::string keep(const std::string& member, const bundle::FileBytes& bytes) {
        std::string name = name_of(member);
        members_.insert_or_assign(name, bytes);
        return name;
    }

    Options options_;
    const ir::Context typed_;
    std::string name_; // of the bundle
    std::vector<std::string> files_, guests_;
    Members members_;
    bool has_bundle_ = false;
};

/// `info` without --program lists the programs of a log.
Status add_file_or_log(Unbundling& unbundling, const std::string& file, std::size_t number) {
    const Options& options = unbundling.options();
    if (options.verb->name == "info" && options.bundle.program == 0) return unbundling.add_file(file, number), Status();
    const auto log = log_in(isa_of(options.isa, number), file, options.bundle.program);
    if (!log) return std::unexpected(log.error());
    if (!*log) return unbundling.add_file(file, number), Status();
    return unbundling.add_log(file, **log);
}

} // namespace

std::expected<Options, Exit> with_bundles(Options options) {
    const auto first = first_file(options);
    if (!first) return options;
    const std::vector<std::string> files = options.files;
    Unbundling unbundling(std::move(options));
    for (std::size_t i = *first; i < files.size(); ++i) {
        auto archive = archive_in(files[i]);
        if (!archive) return std::unexpected(report(archive.error(), files[i]));
        if (!*archive) {
            if (const Status added = add_file_or_log(unbundling, files[i], i - *first); !added)
                return std::unexpected(report(added.error(), files[i]));
            continue;
        }
        auto bundle = bundle::read(**archive);
        if (!bundle) return std::unexpected(report(bundle.error(), files[i]));
        if (const Status added = unbundling.add_bundle(files[i], i - *first, std::move(*bundle)); !added)
            return std::unexpected(report(added.error(), files[i]));
    }
    const bool has_bundle = unbundling.has_bundle();
    Options done = unbundling.finish();
    if (!has_bundle && done.bundle.program != 0)
        return std::unexpected(report({FaultKind::Usage, "--program: it is no bundle and no log", {}, 0, 0},
                                      files.empty() ? "" : files.back()));
    return done;
}

Status check_inputs(const bundle::FileBytes& inputs) {
    const auto read = read_json(reader_of(Bytes(inputs)), {}, [](const nlohmann::ordered_json& set, bool) -> Status {
        if (!set.is_object() || !set.contains(verify::kTexturesKey)) return {};
        for (const auto& [name, texture] : set[std::string(verify::kTexturesKey)].items())
            if (texture.is_object() && texture.contains("file"))
                return fail(fmt::format("texture {} is in a file of its own: give it as \"hex\"", name));
        return {};
    });
    return read ? Status() : std::unexpected(read.error());
}

Result<bundle::Bundle> read_bundle(const std::string& file) {
    const auto bytes = read_input(file);
    if (!bytes) return std::unexpected(bytes.error());
    if (!is_zip(*bytes)) return fail("this is no bundle: it is no zip archive");
    return bundle::read(*bytes);
}

} // namespace relit::cli
