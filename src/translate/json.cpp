// What is beside the code of a translation, as JSON.
#include "base/json/writer.hpp"
#include "ir/names.hpp"
#include "lang/features.hpp"
#include "translate/linked.hpp"
#include "translate/translate.hpp"

#include <algorithm>

namespace relit::translate {
namespace {

std::string_view name_of(const LinkedStage& stage) { return ir::name_in(ir::kStageNames, stage.stage); }

/// Key, context keys that were read, and vertex formats: the first of either result.
template <class T>
void add_head(JsonWriter& json, const T& result) {
    json.member("key", result.key);
    json.begin_object("context");
    for (const auto& [name, value] : result.read.values) json.member(name, value);
    json.end();
    if (result.vertex_formats.empty()) return;
    json.begin_object("vertex_formats");
    for (const auto& [location, format] : result.vertex_formats) json.member(std::to_string(location), format);
    json.end();
}

/// `kind`: its own, but for what goes from one stage to the next.
void add_binding(JsonWriter& json, const lang::Binding& binding, std::string_view kind) {
    json.member("kind", kind);
    json.member("name", binding.name);
    json.member("type", binding.type);
    json.member("set", binding.set);
    json.member("binding", binding.binding);
    json.member("location", binding.location);
    json.member("size", binding.size);
}

void add_members(JsonWriter& json, const std::vector<lang::Member>& members) {
    if (members.empty()) return;
    json.objects("members", members, [&](const lang::Member& member) {
        json.member("name", member.name);
        json.member("offset", member.offset);
        json.member("guest_offset", member.guest_offset);
        json.member("count", member.count);
    });
}

void add_interface(JsonWriter& json, const lang::Artifact& artifact) {
    for (const lang::Binding& binding : artifact.interface) {
        json.begin_object();
        add_binding(json, binding, binding.kind);
        if (binding.index != 0) json.member("index", binding.index);
        add_members(json, binding.members);
        json.end();
    }
}

/// What the stage has that is not listed where another one writes it.
void add_interface(JsonWriter& json, const Linked& linked, std::size_t at) {
    const LinkedStage& stage = linked.stages[at];
    const LinkedStage* const next = at + 1 < linked.stages.size() ? &linked.stages[at + 1] : nullptr;
    const bool is_pair = linked.stages.size() == 2;
    for (const lang::Binding& binding : stage.artifact.interface) {
        if (at != 0 && binding.kind == "input") continue;
        const bool may_be_read = binding.kind == "output" && next != nullptr;
        const auto* reader = static_cast<const lang::Binding*>(nullptr);
        for (std::size_t i = 0; may_be_read && reader == nullptr && i < next->artifact.interface.size(); ++i)
            if (const auto& other = next->artifact.interface[i];
                other.kind == "input" && other.location == binding.location)
                reader = &other;
        const bool goes_on = may_be_read && (is_pair || reader != nullptr); // else it is captured only
        json.begin_object();
        json.member("stage", goes_on && is_pair ? "both" : name_of(stage));
        add_binding(json, binding, goes_on ? "varying" : binding.kind);
        if (goes_on && !is_pair) json.member("read_in", name_of(*next));
        if (goes_on) json.member("read_as", reader == nullptr ? std::string_view() : std::string_view(reader->name));
        json.end();
    }
}

/// `stage`: its name, where there are several.
void add_assumed(JsonWriter& json, const lang::Artifact& artifact, std::string_view stage = {}) {
    for (const auto& [name, value, why] : artifact.assumed) {
        json.begin_object();
        if (!stage.empty()) json.member("stage", stage);
        json.member("name", name);
        json.member("value", value);
        json.member("why", why);
        json.end();
    }
}

void add_features(JsonWriter& json, lang::FeatureSet used) {
    for (std::size_t i = 0; i < std::size(lang::kFeatures); ++i)
        if ((used >> i & 1) != 0) json.value(lang::kFeatures[i].name);
}

template <class Items>
void add_list(JsonWriter& json, std::string_view name, const Items& items) {
    json.begin_array(name);
    items();
    json.end();
}

} // namespace

void add_members(JsonWriter& json, const Translation& translation) {
    const lang::Artifact& artifact = translation.artifact;
    add_head(json, translation);
    add_list(json, "interface", [&] { add_interface(json, artifact); });
    add_list(json, "assumed", [&] { add_assumed(json, artifact); });
    json.member("approximate", artifact.approximate);
    add_list(json, "features", [&] { add_features(json, artifact.features); });
}

void add_members(JsonWriter& json, const Linked& linked) {
    add_head(json, linked);
    add_list(json, "interface", [&] {
        for (std::size_t i = 0; i < linked.stages.size(); ++i) add_interface(json, linked, i);
    });
    add_list(json, "assumed", [&] {
        for (const LinkedStage& stage : linked.stages) add_assumed(json, stage.artifact, name_of(stage));
    });
    add_list(json, "approximate", [&] {
        for (const LinkedStage& stage : linked.stages)
            for (const std::string& note : stage.artifact.approximate) json.value(note);
    });
    lang::FeatureSet used = 0;
    for (const LinkedStage& stage : linked.stages) used |= stage.artifact.features;
    add_list(json, "features", [&] { add_features(json, used); });
}

void add_code(JsonWriter& json, const lang::Artifact& artifact) {
    if (artifact.words.empty())
        json.member("text", artifact.text);
    else
        json.member("words", artifact.words);
    add_line_instructions(json, artifact);
}

void add_line_instructions(JsonWriter& json, const lang::Artifact& artifact) {
    if (artifact.line_instructions.empty()) return;
    json.begin_array("instructions");
    for (const std::vector<std::uint32_t>& line : artifact.line_instructions) {
        json.begin_array();
        for (const std::uint32_t number : line) json.value(number);
        json.end();
    }
    json.end();
}

std::string to_json(const Translation& translation) {
    JsonWriter json;
    json.begin_object();
    add_members(json, translation);
    json.end();
    return json.take();
}

std::string to_json(const Linked& linked) {
    JsonWriter json;
    json.begin_object();
    add_members(json, linked);
    for (const LinkedStage& stage : linked.stages) {
        json.begin_object(name_of(stage));
        add_code(json, stage.artifact);
        json.end();
    }
    json.end();
    return json.take();
}

} // namespace relit::translate
