#include "cli/replay/capture/explain.hpp"

#include "machine/r500/registers/text.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace explain = render::r500::explain;
using explain::ExplainedDraw;
using explain::Suspect;
using explain::Symptom;
using machine::r500::FieldRow;

constexpr std::string_view kSymptoms[] = {"nothing_written", "no_colour", "misfed"};

std::string value_of(const Suspect& suspect, std::uint32_t value) {
    return suspect.is_port ? fmt::format("0x{:08x}", value) : machine::r500::value_text(suspect.number, value);
}

/// The first field that the other value changes; nothing where the register has no fields.
const FieldRow* changed_field(const Suspect& suspect) {
    const auto found = machine::r500::register_at(suspect.number);
    if (!found || suspect.is_port) return nullptr;
    for (const FieldRow& row : machine::r500::fields_of(*found->row))
        if (machine::r500::word_of(suspect.before)[row.field] != machine::r500::word_of(suspect.passing)[row.field])
            return &row;
    return nullptr;
}

std::string field_of(const Suspect& suspect) {
    const FieldRow* const row = changed_field(suspect);
    return row == nullptr ? "" : std::string(row->field.name);
}

/// "3 sent, 3 culled": what is not 0.
std::string text_of(const render::r500::DrawCounts& counts) {
    std::string text;
    for (const render::r500::CountRow& row : render::r500::count_rows())
        if (counts.*row.member != 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counts.*row.member, row.head);
    return text;
}

std::string head_of(const ExplainedDraw& draw) {
    if (draw.symptom == Symptom::Misfed) return fmt::format("draw {} is fed wrong: {}\n", draw.number, draw.reason);
    if (!draw.stopped) return fmt::format("draw {} writes nothing: it is left out: {}\n", draw.number, draw.reason);
    std::string text =
        draw.symptom == Symptom::NoColour
            ? fmt::format("draw {} writes no colour, and no other draw does", draw.number)
            : fmt::format("draw {} writes nothing, stopped by {}", draw.number, explain::name_of(*draw.stopped));
    text += fmt::format(" ({})\n", text_of(draw.counts));
    if (!draw.reason.empty()) text += fmt::format("  {}\n", draw.reason);
    return text;
}

std::string text_of(const Suspect& suspect, Symptom symptom) {
    std::string text = "  " + machine::r500::register_name(suspect.number);
    if (!suspect.is_port) text += " = " + value_of(suspect, suspect.before);
    text += fmt::format(", {}", explain::name_of(suspect.test));
    if (suspect.submission != 0 || suspect.dword != 0)
        text += fmt::format(", written at dword {} of submission {}", suspect.dword, suspect.submission);
    text += fmt::format("\n    {} ", suspect.is_port ? "with an instruction of" : "with");
    text += value_of(suspect, suspect.passing);
    text += symptom == Symptom::Misfed
                ? " all that is read is written\n"
                : fmt::format(" {} fragment{} written\n", suspect.written, suspect.written == 1 ? " is" : "s are");
    return text;
}

void add_suspect(JsonWriter& json, const Suspect& suspect) {
    json.members({{"register", machine::r500::register_name(suspect.number)},
                  {"number", suspect.number},
                  {"field", field_of(suspect)},
                  {"value", suspect.before},
                  {"test", explain::name_of(suspect.test)},
                  {"passing", suspect.passing},
                  {"through_port", suspect.is_port},
                  {"written", suspect.written},
                  {"submission", suspect.submission},
                  {"dword", suspect.dword}});
}

} // namespace

CaptureExplanation::CaptureExplanation(explain::Explainer& explainer)
    : draws_(explainer.take()), all_(explainer.draws()), silent_(explainer.silent()) {}

std::string CaptureExplanation::text() const {
    std::string text;
    for (const ExplainedDraw& draw : draws_) {
        text += head_of(draw);
        for (const Suspect& suspect : draw.suspects) text += text_of(suspect, draw.symptom);
    }
    return text + fmt::format("{} draw{}: {} write{} nothing, {} explained\n", all_, all_ == 1 ? "" : "s", silent_,
                              silent_ == 1 ? "s" : "", draws_.size());
}

void CaptureExplanation::add_members(JsonWriter& json) const {
    json.objects("explained", draws_, [&](const ExplainedDraw& draw) {
        json.members({{"draw", draw.number}, {"symptom", kSymptoms[static_cast<std::size_t>(draw.symptom)]}});
        if (draw.stopped) json.member("stopped_by", explain::name_of(*draw.stopped));
        json.member("reason", draw.reason);
        json.begin_object("counts");
        for (const render::r500::CountRow& row : render::r500::count_rows())
            json.member(row.name, draw.counts.*row.member);
        json.end();
        json.objects("suspects", draw.suspects, [&](const Suspect& suspect) { add_suspect(json, suspect); });
    });
}

} // namespace relit::cli
