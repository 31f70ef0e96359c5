#include "verify/json.hpp"

#include "base/json/writer.hpp"
#include "run/steps.hpp"

#include <fmt/format.h>

namespace relit::verify {

std::string_view name_of(ComparisonMode mode) {
    constexpr std::string_view kNames[] = {"alone", "grid", "pipeline"};
    return kNames[static_cast<std::size_t>(mode)];
}

namespace {

void add_outputs(JsonWriter& json, const ComparisonResult& v) {
    json.objects("outputs", v.outputs, [&](const OutputCount& each) {
        json.member("name", each.name);
        json.member("compared", each.compared);
        json.member("not_compared", each.left_out());
        if (each.left_out() != 0) json.member("reason", each.reasons());
    });
}

void add_slice(JsonWriter& json, const Beginning& began) {
    if (!began.slice) return json.member("no_slice", began.no_slice);
    const BackwardSlice& slice = *began.slice;
    json.begin_object("slice");
    json.member("invocation", slice.invocation);
    json.begin_array("steps");
    for (const run::TracedStep& step : slice.steps) run::write_step(json, {slice.module}, step, 0);
    json.end();
    json.member("left_out", slice.left_out);
    json.member("elsewhere", slice.elsewhere);
    json.end();
}

void add_beginning(JsonWriter& json, const Beginning& began) {
    json.member("began", began.instruction);
    const std::optional<Difference>& there = began.difference;
    if (!there) return json.member("began_with", nullptr);
    json.begin_object("began_with");
    json.member("where", there->where);
    json.member("wanted", fmt::format("{:08x}", there->wanted));
    json.member("got", fmt::format("{:08x}", there->got));
    json.end();
    if (began.registers_hide) json.member("registers_hide", true);
    add_slice(json, began);
}

} // namespace

std::string as_json(const Verified& verified, std::string_view device) {
    JsonWriter json;
    json.begin_object();
    json.member("device", device);
    json.objects("verdicts", verified.results, [&](const ComparisonResult& v) {
        json.member("language", v.language);
        json.member("ran", name_of(v.mode));
        json.member("samples", v.samples);
        json.member("not_compared", v.not_compared);
        json.member("operands_hidden", v.operands_hidden);
        json.member("words_by_chance", v.by_chance);
        json.member("agrees", v.agrees());
        add_outputs(json, v);
        if (v.refused) json.member("refused", v.refused->text);
        if (!v.finding) return;
        json.member("sample", v.finding->sample);
        json.member("where", v.finding->difference.where);
        json.member("wanted", fmt::format("{:08x}", v.finding->difference.wanted));
        json.member("got", fmt::format("{:08x}", v.finding->difference.got));
        add_beginning(json, v.finding->began);
    });
    if (!verified.not_drawn.empty()) json.member("not_drawn", verified.not_drawn);
    json.member("agrees", verified.agrees());
    json.end();
    return json.take();
}

} // namespace relit::verify
