// The public face (include/relit/relit.hpp) over the inner types.
#include <relit/relit.hpp>

#include "ir/names.hpp"
#include "translate/context_keys.hpp"
#include "translate/guests.hpp"
#include "translate/likely.hpp"
#include "translate/linked.hpp"

#include <fmt/format.h>

namespace relit::api {
namespace {

[[nodiscard]] int code_of(FaultKind kind) {
    switch (kind) {
        case FaultKind::Usage: return 2;
        case FaultKind::BadInput: return 3;
        case FaultKind::NotSupported: return 4;
        case FaultKind::Internal: return 5;
        case FaultKind::Device: return 6;
    }
    return 5;
}

[[nodiscard]] std::unexpected<Error> error_of(const Fault& fault) {
    return std::unexpected(Error{code_of(fault.kind), fault.text, fault.offset, fault.line, fault.column});
}

[[nodiscard]] Result<const isa::Guest*> guest_of(std::string_view language) {
    if (const isa::Guest* guest = translate::guest_named(language)) return guest;
    return fail(FaultKind::Usage, fmt::format("no guest language \"{}\"", language));
}

[[nodiscard]] Status check(const Wish& wish) {
    if (wish.host > Host::GlslOpenGl)
        return fail(FaultKind::Usage, fmt::format("host {} is none of the enumeration", static_cast<int>(wish.host)));
    if (wish.debug_info > DebugInfo::Lines)
        return fail(FaultKind::Usage,
                    fmt::format("debug info {} is none of the enumeration", static_cast<int>(wish.debug_info)));
    return relit::translate::check_context(wish.context);
}

[[nodiscard]] lang::Target target_of(const Wish& wish) {
    lang::Target target;
    target.dialect = static_cast<lang::Dialect>(wish.host);
    target.version = wish.version;
    target.literal = wish.literal;
    target.leaves_out_unknown = wish.allow_unknown;
    if (wish.pack_constants) target.constants = lang::ConstantLayout::Packed;
    target.debug_lines = wish.debug_info == DebugInfo::Lines;
    return target;
}
static_assert(static_cast<int>(Host::GlslVulkan) == static_cast<int>(lang::Dialect::GlslVulkan));
static_assert(static_cast<int>(Host::GlslOpenGl) == static_cast<int>(lang::Dialect::GlslOpenGl));

} // namespace

std::vector<std::string> languages() {
    std::vector<std::string> names;
    for (const isa::Guest* guest : translate::all_guests()) names.emplace_back(guest->name);
    return names;
}

Guess guess(File file, std::string_view name) {
    Guess guess;
    const auto likely = relit::translate::likely(relit::translate::candidates_of(file), name);
    for (const auto& [language, one] : likely) {
        guess.sureness = static_cast<Sureness>(one.sureness);
        guess.candidates.push_back({std::string(language), std::string(one.why)});
    }
    if (likely.size() == 1) guess.language = guess.candidates.front().language;
    return guess;
}
static_assert(static_cast<int>(Sureness::Certain) == static_cast<int>(relit::Sureness::Certain));

Expected<std::string> disassemble(std::string_view language, File file, const Choices& choices) {
    const auto guest = guest_of(language);
    if (!guest) return error_of(guest.error());
    if (const Status known = isa::check_text_options(**guest, choices); !known) return error_of(known.error());
    const auto listing = (*guest)->list(file, choices);
    if (!listing) return error_of(listing.error());
    return isa::print(*listing);
}

Expected<std::vector<std::uint8_t>> assemble(std::string_view language, std::string_view text, const Choices& choices) {
    const auto guest = guest_of(language);
    if (!guest) return error_of(guest.error());
    auto bytes = (*guest)->assemble(text, choices);
    if (!bytes) return error_of(bytes.error());
    return std::move(*bytes);
}

Expected<Shader> translate(std::string_view language, File file, const Wish& wish) {
    const auto guest = guest_of(language);
    if (!guest) return error_of(guest.error());
    if (const Status good = check(wish); !good) return error_of(good.error());
    auto done = relit::translate::translate(**guest, file, ir::Context{wish.context}, target_of(wish));
    if (!done) return error_of(done.error());
    std::string reflection = relit::translate::to_json(*done);
    return Shader{std::move(done->artifact.words), std::move(done->artifact.text), std::move(reflection), done->key};
}

Expected<LinkedShaders> translate_linked(std::span<const Part> parts, const Wish& wish) {
    if (const Status good = check(wish); !good) return error_of(good.error());
    std::vector<relit::translate::Given> programs;
    for (const Part& part : parts) {
        const auto guest = guest_of(part.language);
        if (!guest) return error_of(guest.error());
        programs.push_back({**guest, part.file, {}});
        if (part.behind) programs.back().behind = *part.behind;
    }
    auto done = relit::translate::translate_linked(programs, ir::Context{wish.context}, target_of(wish));
    if (!done) return error_of(done.error());
    LinkedShaders all{.stages = {}, .reflection = relit::translate::to_json(*done)};
    for (relit::translate::LinkedStage& stage : done->stages) {
        lang::Artifact& artifact = stage.artifact;
        all.stages.emplace(ir::name_in(ir::kStageNames, stage.stage),
                           Shader{std::move(artifact.words), std::move(artifact.text), all.reflection, done->key});
    }
    return all;
}

Expected<ShaderPair> translate_pair(std::string_view vertex_language, File vertex, std::string_view fragment_language,
                                    File fragment, const Wish& wish) {
    const Part parts[] = {{vertex_language, vertex, {}}, {fragment_language, fragment, {}}};
    auto done = translate_linked(parts, wish);
    if (!done) return std::unexpected(done.error());
    const auto made_vertex = done->stages.find("vertex"), made_fragment = done->stages.find("fragment");
    if (made_vertex == done->stages.end() || made_fragment == done->stages.end())
        return error_of(Fault{.kind = FaultKind::Usage, .text = "a pair is a vertex and a fragment program"});
    return ShaderPair{std::move(made_vertex->second), std::move(made_fragment->second)};
}

} // namespace relit::api
