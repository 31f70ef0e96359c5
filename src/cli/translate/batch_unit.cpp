#include "cli/translate/batch_unit.hpp"

#include "base/zip.hpp"
#include "bundle/bundle.hpp"
#include "cli/bundle/target.hpp"
#include "cli/translate/dump.hpp"
#include "cli/translate/target.hpp"
#include "codec/codec.hpp"
#include "guests/context_keys.hpp"
#include "guests/guests.hpp"
#include "guests/isa_line.hpp"
#include "guests/kind.hpp"
#include "guests/spelled_bytes.hpp"
#include "ir/names.hpp"
#include "translate/assumed.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// The programs of one translation: one, or those of a draw.
struct Unit {
    std::vector<isa::ProgramPtr> programs;
    std::vector<translate::ProgramFiles> files;
    Options options; // with the bundle's context and target
};

Status add_program(Unit& unit, const isa::Frontend& frontend, std::vector<std::uint8_t> bytes) {
    auto program = frontend.parse(bytes);
    if (!program) return std::unexpected(program.error());
    const bool is_second = unit.programs.size() == 1 && isa::are_joined(*unit.programs[0], **program);
    if (!is_second) {
        unit.programs.push_back(std::move(*program));
        unit.files.push_back({std::string(frontend.name()), {}});
    } else {
        auto both = frontend.join(*unit.programs[0], **program);
        if (!both) return std::unexpected(both.error());
        unit.programs[0] = std::move(*both);
    }
    unit.files.back().files.push_back(std::move(bytes));
    return {};
}

Result<const isa::Frontend*> translated_guest(const codec::Codec& codec) {
    if (const isa::Frontend* frontend = guests::frontend_named(codec.name)) return frontend;
    return fail(fmt::format("this is a {} {}, not a shader", codec.name, codec.content));
}

/// The guest that the file is of; a line .isa becomes blank, and numbers become the file that they show.
Result<const isa::Frontend*> frontend_of(const Options& options, std::vector<std::uint8_t>& bytes,
                                         const std::string& file, std::vector<std::string>& notes) {
    auto spelled = guests::read_spelled(guests::codec_named(options.isa), text_of(bytes), file);
    if (!spelled) return std::unexpected(spelled.error());
    if (*spelled) {
        if (!(*spelled)->assumed.empty()) notes.push_back((*spelled)->assumed);
        bytes = std::move((*spelled)->bytes);
        return translated_guest(*(*spelled)->codec);
    }
    const auto named = guests::take_isa_line(guests::codec_named(options.isa), bytes);
    if (!named) return std::unexpected(named.error());
    const codec::Codec* codec = *named;
    if (codec == nullptr) {
        const auto one = guests::kind_of_file(Bytes(bytes).first(std::min(bytes.size(), codec::kLookedAt)), file);
        if (!one) return std::unexpected(one.error());
        codec = one->codec;
    }
    return translated_guest(*codec);
}

Status open_bundle(Unit& unit, Bytes bytes, const std::string& file) {
    const auto bundle = bundle::read(bytes);
    if (!bundle) return std::unexpected(bundle.error());
    if (const Status known = guests::check_context(bundle->context); !known) return known;
    for (const auto& [key, value] : bundle->context) unit.options.context.values.find_or_add(key, value);
    if (const bundle::TargetOptions* const target = target_for(*bundle, unit.options); target != nullptr)
        if (const Status applied = apply_target(*target, shown_name(file), unit.options); !applied) return applied;
    for (const bundle::Program& program : bundle->programs) {
        const isa::Frontend* const frontend = guests::frontend_named(program.guest);
        if (frontend == nullptr)
            return fail(FaultKind::NotSupported, fmt::format("no guest language {}", program.guest));
        if (const Status added = add_program(unit, *frontend, program.bytes); !added) return added;
    }
    return {};
}

Status open_unit(Unit& unit, const std::string& file, std::vector<std::string>& notes) {
    auto bytes = read_input(file);
    if (!bytes) return std::unexpected(bytes.error());
    if (bytes->empty()) return guests::empty_file();
    if (is_zip(*bytes) && bundle::is_bundle(*bytes)) return open_bundle(unit, *bytes, file);
    const auto frontend = frontend_of(unit.options, *bytes, file, notes);
    if (!frontend) return std::unexpected(frontend.error());
    return add_program(unit, **frontend, std::move(*bytes));
}

/// Files that are as they should be are left alone: a batch that was stopped goes on where it was.
bool has_content(const std::string& name, Bytes bytes) {
    std::error_code error;
    if (std::filesystem::file_size(name, error) != bytes.size() || error) return false;
    const auto there = read_input(name);
    return there && std::ranges::equal(*there, bytes);
}

/// Makes the folder of a file where it is not there.
Status write_file(const std::string& name, Bytes bytes, UnitOutcome& outcome) {
    if (has_content(name, bytes)) return {};
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(name).parent_path(), error);
    if (const Status written = write_output(name, bytes); !written)
        return fail(fmt::format("{}: {}", name, written.error().text));
    ++outcome.written;
    return {};
}

Status write_artifact(const Unit& unit, const lang::Artifact& artifact, ir::Stage stage, const std::string& name,
                      UnitOutcome& outcome) {
    if (const Status valid = validate_if_asked(unit.options, artifact, stage); !valid) return valid;
    const std::vector<std::string> assumed = translate::messages_of(artifact.assumed);
    outcome.notes.insert(outcome.notes.end(), assumed.begin(), assumed.end());
    outcome.notes.insert(outcome.notes.end(), artifact.approximate.begin(), artifact.approximate.end());
    if (name.empty()) return {};
    return write_file(fmt::format("{}.{}", name, ending_of(unit.options)), output_of(unit.options, artifact), outcome);
}

/// `name`: of its outputs, without their endings; empty where they are not written.
Status translate_opened(const Unit& unit, const std::string& name, cache::Cache* cache, UnitOutcome& outcome) {
    const lang::Target target = target_of(unit.options);
    translate::PipelineOptions pipeline;
    if (unit.options.translation.has_passes) pipeline.passes = unit.options.translation.passes;
    const ir::Context& context = unit.options.context;
    if (unit.programs.size() == 1) {
        const isa::Program& program = *unit.programs[0];
        const auto made =
            translate::translate(cache, program, context, target, pipeline, unit.files, &outcome.cache_result);
        if (!made) return std::unexpected(made.error());
        return write_artifact(unit, (*made)->artifact, program.frontend.stage(program), name, outcome);
    }
    std::vector<const isa::Program*> row;
    for (const isa::ProgramPtr& program : unit.programs) row.push_back(program.get());
    const auto made =
        translate::translate_linked(cache, row, context, target, pipeline, unit.files, &outcome.cache_result);
    if (!made) return std::unexpected(made.error());
    for (const translate::LinkedStage& stage : (*made)->stages) {
        const std::string one =
            name.empty() ? name : fmt::format("{}.{}", name, ir::name_in(ir::kStageNames, stage.stage));
        if (const Status written = write_artifact(unit, stage.artifact, stage.stage, one, outcome); !written)
            return written;
    }
    return {};
}

} // namespace

UnitOutcome translate_unit(const Options& options, const BatchItem& item, const std::string& folder,
                           cache::Cache* cache) {
    UnitOutcome outcome;
    Unit unit{.programs = {}, .files = {}, .options = options};
    Status done = open_unit(unit, item.file, outcome.notes);
    if (done) done = translate_opened(unit, folder.empty() ? "" : folder + "/" + item.name, cache, outcome);
    outcome.is_skipped = !done && item.is_found && guests::is_no_kind(done.error());
    if (!done && !outcome.is_skipped) outcome.fault = done.error();
    return outcome;
}

} // namespace relit::cli
