#include "translate/translate.hpp"

#include "base/hash.hpp"
#include "base/text.hpp"
#include "translate/guests.hpp"
#include "translate/units.hpp"
#include "translate/unknown.hpp"

#include <nlohmann/json.hpp>

namespace relit::translate {
namespace {

constexpr std::string_view kVersion = "relit 0.1.0 translator 9"; // changes whenever any output may

void describe(std::string& text, const lang::Target& t) {
    add_number(text, static_cast<std::size_t>(t.dialect));
    for (const std::uint32_t number : {static_cast<std::uint32_t>(t.interface), t.version})
        add_number(text += ' ', number);
    for (const bool flag : {t.literal, t.debug_lines, t.keeps_denormals, t.keeps_signed_zero, t.flushes_denormals,
                            t.has_int64, t.has_int16, t.has_int8, t.has_float16, t.has_float64, t.has_atomic_int64,
                            t.has_demote, t.fuses, t.loops_end_at_head, t.debug_operations, t.leaves_out_unknown})
        text += flag ? " true" : " false";
    add_number(text += ' ', t.loop_limit);
    if (t.constants == lang::ConstantLayout::Packed) text += " packed";
}

} // namespace

std::string key_of(std::span<const Keyed> programs, const ir::Context& read, const lang::Target& target) {
    constexpr std::size_t kUsualValues = 512;
    std::string all;
    all.reserve(kUsualValues + (programs.empty() ? 0 : programs[0].canonical.size()));
    all.append(kVersion) += '\n';
    describe(all, target);
    ir::print(all += '\n', read);
    all += '\n';
    for (const auto& [guest, canonical] : programs) {
        add_number(all.append(guest.name) += ' ', canonical.size());
        all += '\n';
        all.append(reinterpret_cast<const char*>(canonical.data()), canonical.size());
    }
    return to_string(hash_of({reinterpret_cast<const std::uint8_t*>(all.data()), all.size()}));
}

ir::ContextReader::Wanted wanted_of(const lang::Target& target) {
    const bool text = target.dialect != lang::Dialect::SpirV;
    return {.spoken = target.literal && text,
            .named = text || target.debug_lines,
            .leaves_out_unknown = target.leaves_out_unknown};
}

Result<lang::Artifact> print(const ir::Module& module, const lang::Target& target) {
    return target.dialect == lang::Dialect::SpirV ? lang::to_spirv(module, target) : lang::to_glsl(module, target);
}

Result<ir::Module> lift(const isa::Guest& guest, Bytes file, ir::ContextReader& context) {
    return lift(Given{guest, file}, context);
}

namespace {

Result<ir::Module> as_values(const Given& given, ir::ContextReader& context) {
    auto module = given.behind ? given.guest.lift_joined(given.file, *given.behind, context)
                               : given.guest.lift(given.file, context);
    if (!module) return module;
    if (const Status known = settle_unknown(*module, context); !known) return std::unexpected(known.error());
    if (given.guest.lower == nullptr) return module;
    if (const Status done = pass::run_passes(*module, {pass::inline_calls, pass::to_ssa}); !done)
        return std::unexpected(done.error());
    return module;
}

/// Where the module is optimised next, most are combined but once: then. A module that could not be lowered is half of each:
/// nothing may be made of it.
enum class AtOnce : std::uint8_t { Untried, Done, Failed };
AtOnce lower_at_once(const Given& given, ir::Module& module, ir::ContextReader& context) {
    const isa::Guest& guest = given.guest;
    if (guest.lowers_uncombined == nullptr || !guest.lowers_uncombined(module)) return AtOnce::Untried;
    return guest.lower(given.behind.value_or(given.file), module, context) ? AtOnce::Done : AtOnce::Failed;
}

} // namespace

Result<ir::Module> lift(const Given& given, ir::ContextReader& context, bool is_optimised_next) {
    const isa::Guest& guest = given.guest;
    if (given.behind && guest.lift_joined == nullptr)
        return fail(FaultKind::Usage, std::string(guest.name) + " has no programs that run one after the other");
    auto module = as_values(given, context);
    if (!module || guest.lower == nullptr) return module;
    const AtOnce tried = is_optimised_next ? lower_at_once(given, *module, context) : AtOnce::Untried;
    if (tried == AtOnce::Done) return module;
    if (tried == AtOnce::Failed) module = as_values(given, context);
    if (!module) return module;
    if (const Status done = pass::run_passes(*module, {pass::combine}); !done) return std::unexpected(done.error());
    if (!module->texture_uses.empty()) { // what is never accessed has no place to be bound to
        if (const Status done = pass::run_passes(*module, {pass::dce}); !done) return std::unexpected(done.error());
    }
    if (const Status lowered = guest.lower(given.behind.value_or(given.file), *module, context); !lowered)
        return std::unexpected(lowered.error());
    return module;
}

Status add_keyed(const Given& given, std::vector<Keyed>& to) {
    const auto add = [&](Bytes file) -> Status {
        auto canonical = given.guest.canonical(file);
        if (!canonical) return std::unexpected(canonical.error());
        to.push_back({given.guest, std::move(*canonical)});
        return {};
    };
    const Status done = add(given.file);
    return done && given.behind ? add(*given.behind) : done;
}

Result<Translation> translate(const isa::Guest& guest, Bytes file, const ir::Context& context,
                              const lang::Target& target, const Route& route) {
    return translate(Given{guest, file}, context, target, route);
}

Result<Translation> translate(const Given& given, const ir::Context& context, const lang::Target& target,
                              const Route& route) {
    ir::ContextReader reader(context, wanted_of(target));
    Result<ir::Module> lifted = lift(given, reader, !target.literal && !route.passes);
    if (!lifted) return std::unexpected(lifted.error());
    if (target.dialect == lang::Dialect::GlslOpenGl)
        if (const Status placed = place_in_units(*lifted, kOpenGlUnits); !placed)
            return std::unexpected(placed.error());
    Result<ir::Module> module = prepare(std::move(*lifted), target, route);
    if (!module) return std::unexpected(module.error());
    Result<lang::Artifact> artifact = print(*module, target);
    if (!artifact) return std::unexpected(artifact.error());
    std::vector<Keyed> keyed;
    if (const Status done = add_keyed(given, keyed); !done) return std::unexpected(done.error());
    artifact->unfaithful.insert(artifact->unfaithful.begin(), reader.doubts().begin(), reader.doubts().end());
    artifact->assumed = reader.assumed();
    std::string key = key_of(keyed, reader.seen(), target);
    Translation done{std::move(*artifact), {}, reader.take_seen(), std::move(key)};
    if (target.interface == lang::Interface::Harness) done.layout = lang::layout_of(*module);
    return done;
}

std::string to_json(const Translation& translation) {
    nlohmann::ordered_json json;
    json["key"] = translation.key;
    json["context"] = nlohmann::ordered_json::object();
    for (const auto& [name, value] : translation.read.values) json["context"][name] = value;
    for (const auto& [location, format] : vertex_formats(translation.read))
        json["vertex_formats"][std::to_string(location)] = format;
    json["interface"] = nlohmann::ordered_json::array();
    for (const lang::Binding& b : translation.artifact.interface) {
        json["interface"].push_back({{"kind", b.kind},
                                     {"name", b.name},
                                     {"type", b.type},
                                     {"set", b.set},
                                     {"binding", b.binding},
                                     {"location", b.location},
                                     {"size", b.size}});
        if (b.index != 0) json["interface"].back()["index"] = b.index;
        for (const lang::Member& m : b.members)
            json["interface"].back()["members"].push_back(
                {{"name", m.name}, {"offset", m.offset}, {"guest_offset", m.guest_offset}, {"count", m.count}});
    }
    json["assumed"] = nlohmann::ordered_json::array();
    for (const auto& [name, value, why] : translation.artifact.assumed)
        json["assumed"].push_back({{"name", name}, {"value", value}, {"why", why}});
    json["unfaithful"] = translation.artifact.unfaithful;
    return json.dump(2) + "\n";
}

} // namespace relit::translate
