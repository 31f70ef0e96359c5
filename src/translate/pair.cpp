#include "translate/pair.hpp"

#include "translate/guests.hpp"
#include "translate/link.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace relit::translate {
namespace {

using Json = nlohmann::ordered_json;

Json entry_of(const lang::Binding& b, const char* stage) {
    return {{"stage", stage}, {"kind", b.kind},       {"name", b.name},         {"type", b.type},
            {"set", b.set},   {"binding", b.binding}, {"location", b.location}, {"size", b.size}};
}

Json code_of(const lang::Artifact& artifact) {
    return artifact.words.empty() ? Json{{"text", artifact.text}} : Json{{"words", artifact.words}};
}

Json interface_of(const PairTranslation& pair) {
    Json all = Json::array();
    const auto is_read = [](const lang::Binding& b) { return b.kind == "input"; };
    for (const lang::Binding& b : pair.vertex.interface) {
        all.push_back(entry_of(b, "vertex"));
        if (b.kind != "output") continue;
        const auto reader = std::ranges::find_if(pair.fragment.interface, [&](const lang::Binding& other) {
            return is_read(other) && other.location == b.location;
        });
        all.back()["stage"] = "both";
        all.back()["kind"] = "varying";
        all.back()["read_as"] = reader == pair.fragment.interface.end() ? "" : reader->name;
    }
    for (const lang::Binding& b : pair.fragment.interface)
        if (!is_read(b)) all.push_back(entry_of(b, "fragment"));
    return all;
}

} // namespace

ir::Context context_of_pair(const isa::Guest& vertex, const ir::Context& context) {
    ir::Context facts = context;
    facts.facts.insert_or_assign(std::string(vertex.name) + ".all_outputs", 1);
    return facts;
}

Result<PairOfModules> prepare_pair(ir::Module vertex, ir::Module fragment, const lang::Target& target,
                                   const Route& route) {
    if (vertex.stage != ir::Stage::Vertex || fragment.stage != ir::Stage::Fragment)
        return fail(FaultKind::Usage, "a pair is a vertex and a fragment program");
    const Text text = target.literal ? Text::Kept : Text::Free;
    if (const Status fits = check_border(vertex, fragment); !fits) return std::unexpected(fits.error());
    if (const Status done = optimise(vertex, target, route); !done) return std::unexpected(done.error());
    settle_inputs(vertex, fragment, text);
    if (const Status done = optimise(fragment, target, route); !done) return std::unexpected(done.error());
    drop_unread(vertex, fragment, text);
    if (text == Text::Free) {
        if (const Status done = pass::run_passes(vertex, "dead", route.watcher); !done)
            return std::unexpected(done.error());
    }
    for (ir::Module* module : {&vertex, &fragment}) {
        if (const Status done = finish(*module, target, route); !done) return std::unexpected(done.error());
    }
    return PairOfModules{std::move(vertex), std::move(fragment)};
}

Result<PairTranslation> translate_pair(const isa::Guest& vertex, Bytes vertex_file, const isa::Guest& fragment,
                                       Bytes fragment_file, const ir::Context& context, const lang::Target& target,
                                       const Route& route) {
    const ir::Context facts = context_of_pair(vertex, context);
    ir::ContextReader reader(facts, wanted_of(target));
    auto first = lift(vertex, vertex_file, reader);
    if (!first) return std::unexpected(first.error());
    auto second = lift(fragment, fragment_file, reader);
    if (!second) return std::unexpected(second.error());
    const auto modules = prepare_pair(std::move(*first), std::move(*second), target, route);
    if (!modules) return std::unexpected(modules.error());
    auto vertex_code = print(modules->vertex, target), fragment_code = print(modules->fragment, target);
    if (!vertex_code) return std::unexpected(vertex_code.error());
    if (!fragment_code) return std::unexpected(fragment_code.error());
    auto vertex_bytes = vertex.canonical(vertex_file), fragment_bytes = fragment.canonical(fragment_file);
    if (!vertex_bytes) return std::unexpected(vertex_bytes.error());
    if (!fragment_bytes) return std::unexpected(fragment_bytes.error());
    const Keyed keyed[] = {{vertex, std::move(*vertex_bytes)}, {fragment, std::move(*fragment_bytes)}};
    auto& notes = vertex_code->unfaithful;
    notes.insert(notes.begin(), reader.doubts().begin(), reader.doubts().end());
    return PairTranslation{std::move(*vertex_code), std::move(*fragment_code), reader.seen(),
                           key_of(keyed, reader.seen(), target)};
}

std::string to_json(const PairTranslation& pair) {
    Json json;
    json["key"] = pair.key;
    json["facts"] = Json::object();
    for (const auto& [name, value] : pair.read.facts) json["facts"][name] = value;
    for (const auto& [location, format] : vertex_formats(pair.read))
        json["vertex_formats"][std::to_string(location)] = format;
    json["interface"] = interface_of(pair);
    json["unfaithful"] = pair.vertex.unfaithful;
    for (const std::string& note : pair.fragment.unfaithful) json["unfaithful"].push_back(note);
    json["vertex"] = code_of(pair.vertex);
    json["fragment"] = code_of(pair.fragment);
    return json.dump(2) + "\n";
}

} // namespace relit::translate
