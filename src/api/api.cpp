// The public face (include/relit/relit.hpp) over the inner types.
#include "api/inner.hpp"

#include "base/exit_code.hpp"
#include "base/out_of_memory.hpp"
#include "guests/context_keys.hpp"
#include "guests/guests.hpp"
#include "guests/recognise.hpp"
#include "guests/spelled_bytes.hpp"
#include "ir/names.hpp"
#include "lang/features.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::api {

std::unexpected<Error> error_of(const Fault& fault) {
    return std::unexpected(Error{exit_code(fault.kind), fault.text, fault.offset, fault.line, fault.column});
}

namespace {

[[nodiscard]] Result<const isa::Frontend*> frontend_of(std::string_view language) {
    if (const isa::Frontend* frontend = guests::frontend_named(language)) return frontend;
    return fail(FaultKind::Usage, fmt::format("no guest language \"{}\"", language));
}

} // namespace

Result<isa::ProgramPtr> parse(std::string_view language, File file) {
    const auto frontend = frontend_of(language);
    if (!frontend) return std::unexpected(frontend.error());
    const auto shown = guests::read_marked(&(*frontend)->codec, text_of(file));
    if (!shown) return std::unexpected(shown.error());
    return (*frontend)->parse(*shown ? Bytes((*shown)->bytes) : file);
}

namespace {

/// The programs of a draw: two vertex programs at the front are one.
[[nodiscard]] Result<std::vector<isa::ProgramPtr>> parse_all(std::span<const Part> parts) {
    std::vector<isa::ProgramPtr> programs;
    for (const Part& part : parts) {
        auto program = parse(part.language, part.file);
        if (!program) return std::unexpected(program.error());
        programs.push_back(std::move(*program));
    }
    if (programs.size() < 2 || !isa::are_joined(*programs[0], *programs[1])) return programs;
    auto joined = programs[0]->frontend.join(*programs[0], *programs[1]);
    if (!joined) return std::unexpected(joined.error());
    programs[0] = std::move(*joined);
    programs.erase(programs.begin() + 1);
    return programs;
}

} // namespace

Status check(const TranslateOptions& options) {
    if (options.host > Host::GlslOpenGl)
        return fail(FaultKind::Usage,
                    fmt::format("host {} is none of the enumeration", static_cast<int>(options.host)));
    if (options.debug_info > DebugInfo::Lines)
        return fail(FaultKind::Usage,
                    fmt::format("debug info {} is none of the enumeration", static_cast<int>(options.debug_info)));
    for (const std::string& name : options.features)
        if (lang::feature_named(name) == nullptr)
            return fail(FaultKind::Usage,
                        fmt::format("feature \"{}\" is none of {}", name, fmt::join(api::features(), ", ")));
    return guests::check_context(options.context);
}

lang::Target target_of(const TranslateOptions& options) {
    lang::Target target;
    target.dialect = static_cast<lang::Dialect>(options.host);
    target.version = options.version;
    target.literal = options.literal;
    target.leaves_out_unknown = options.allow_unknown;
    if (options.pack_constants) target.constants = lang::ConstantLayout::Packed;
    target.debug_lines = options.debug_info == DebugInfo::Lines;
    for (const std::string& name : options.features) target.*lang::feature_named(name)->field = true; // checked
    return target;
}
static_assert(static_cast<int>(Host::GlslVulkan) == static_cast<int>(lang::Dialect::GlslVulkan));
static_assert(static_cast<int>(Host::GlslOpenGl) == static_cast<int>(lang::Dialect::GlslOpenGl));

std::vector<std::string> languages() {
    std::vector<std::string> names;
    for (const isa::Frontend* frontend : guests::frontends()) names.emplace_back(frontend->name());
    return names;
}

std::vector<std::string> features() {
    std::vector<std::string> names;
    for (const lang::Feature& feature : lang::kFeatures) names.emplace_back(feature.name);
    return names;
}

Recognition recognise(File file, std::string_view name) {
    Recognition found;
    auto all = guests::candidates_of(file.first(std::min(file.size(), codec::kLookedAt)));
    std::erase_if(all, [](const auto& one) { return guests::frontend_named(one.codec->name) == nullptr; });
    for (const auto& [codec, one] : guests::likely(std::move(all), name)) {
        found.sureness = static_cast<Sureness>(one.sureness);
        found.candidates.push_back({std::string(codec->name), std::string(one.why)});
    }
    if (found.candidates.size() == 1) found.language = found.candidates.front().language;
    return found;
}
static_assert(static_cast<int>(Sureness::Certain) == static_cast<int>(relit::Sureness::Certain));

Expected<std::string> disassemble(std::string_view language, File file, const Choices& choices) {
    return or_out_of_memory([&]() -> Expected<std::string> {
        const auto frontend = frontend_of(language);
        if (!frontend) return error_of(frontend.error());
        const codec::Codec& codec = (*frontend)->codec;
        if (const Status known = codec::check_text_options(codec, choices); !known) return error_of(known.error());
        const auto shown = guests::read_marked(&codec, text_of(file));
        if (!shown) return error_of(shown.error());
        const auto listing = codec::list(codec, *shown ? Bytes((*shown)->bytes) : file, choices);
        if (!listing) return error_of(listing.error());
        return codec::print(*listing);
    });
}

Expected<std::vector<std::uint8_t>> assemble(std::string_view language, std::string_view text, const Choices& choices) {
    return or_out_of_memory([&]() -> Expected<std::vector<std::uint8_t>> {
        const auto frontend = frontend_of(language);
        if (!frontend) return error_of(frontend.error());
        auto shown = guests::read_marked(&(*frontend)->codec, text);
        if (!shown) return error_of(shown.error());
        if (*shown) return std::move((*shown)->bytes);
        auto bytes = codec::assemble((*frontend)->codec, text, choices);
        if (!bytes) return error_of(bytes.error());
        return std::move(*bytes);
    });
}

namespace {

/// Returns what a cache keeps of the programs: two vertex programs at the front are one.
[[nodiscard]] std::vector<relit::translate::ProgramFiles> files_of(std::span<const Part> parts, std::size_t programs) {
    std::vector<relit::translate::ProgramFiles> files;
    for (const Part& part : parts) {
        const bool is_joined = files.size() == 1 && parts.size() > programs && files[0].files.size() == 1;
        if (!is_joined) files.push_back({std::string(part.language), {}});
        files.back().files.emplace_back(part.file.begin(), part.file.end());
    }
    return files;
}

} // namespace

Shader shader_of(const relit::translate::Translation& done) {
    return Shader{done.artifact.words, done.artifact.text, relit::translate::to_json(done), done.key};
}

Expected<Shader> translate_with(cache::Cache* cache, std::string_view language, File file,
                                const TranslateOptions& options) {
    return or_out_of_memory([&]() -> Expected<Shader> {
        if (const Status good = check(options); !good) return error_of(good.error());
        const auto program = parse(language, file);
        if (!program) return error_of(program.error());
        const ir::Context context{options.context};
        const Part part{language, file};
        const auto done =
            relit::translate::translate(cache, **program, context, target_of(options), {}, files_of({&part, 1}, 1));
        if (!done) return error_of(done.error());
        return shader_of(**done);
    });
}

Expected<LinkedShaders> translate_linked_with(cache::Cache* cache, std::span<const Part> parts,
                                              const TranslateOptions& options) {
    return or_out_of_memory([&]() -> Expected<LinkedShaders> {
        if (const Status good = check(options); !good) return error_of(good.error());
        const auto programs = parse_all(parts);
        if (!programs) return error_of(programs.error());
        std::vector<const isa::Program*> row;
        for (const isa::ProgramPtr& program : *programs) row.push_back(program.get());
        const ir::Context context{options.context};
        const auto done = relit::translate::translate_linked(cache, row, context, target_of(options), {},
                                                             files_of(parts, row.size()));
        if (!done) return error_of(done.error());
        const relit::translate::Linked& linked = **done;
        LinkedShaders all{.stages = {}, .reflection = relit::translate::to_json(linked)};
        for (const auto& [stage, artifact] : linked.stages)
            all.stages.emplace(ir::name_in(ir::kStageNames, stage),
                               Shader{artifact.words, artifact.text, all.reflection, linked.key});
        return all;
    });
}

Expected<Shader> translate(std::string_view language, File file, const TranslateOptions& options) {
    return translate_with(nullptr, language, file, options);
}

Expected<LinkedShaders> translate_linked(std::span<const Part> parts, const TranslateOptions& options) {
    return translate_linked_with(nullptr, parts, options);
}

Expected<ShaderPair> translate_pair(std::string_view vertex_language, File vertex, std::string_view fragment_language,
                                    File fragment, const TranslateOptions& options) {
    const Part parts[] = {{vertex_language, vertex}, {fragment_language, fragment}};
    auto done = translate_linked(parts, options);
    if (!done) return std::unexpected(std::move(done.error()));
    const auto made_vertex = done->stages.find("vertex"), made_fragment = done->stages.find("fragment");
    if (made_vertex == done->stages.end() || made_fragment == done->stages.end())
        return or_out_of_memory([&]() -> Expected<ShaderPair> {
            return error_of(Fault{.kind = FaultKind::Usage, .text = "a pair is a vertex and a fragment program"});
        });
    return ShaderPair{std::move(made_vertex->second), std::move(made_fragment->second)};
}

} // namespace relit::api
