#include "cli/replay/capture/draws.hpp"

#include "cli/io/product.hpp"
#include "cli/pm4/pm4.hpp"
#include "cli/surface/surface.hpp"
#include "machine/r500/capture/compare.hpp"
#include "machine/r500/surface/bound.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace r500 = machine::r500;
using render::r500::CountRow;

/// The value after a reset: that of the fields, as far as it is known, else 0.
std::uint32_t initial_value(std::uint32_t number) {
    r500::RegisterWord word;
    if (const auto found = r500::register_at(number))
        for (const r500::FieldRow& row : r500::fields_of(*found->row)) word.insert(row.field, row.reset);
    return word.raw[0];
}

bool is_register_changed(const r500::State& state, const r500::State& before, std::uint32_t number) {
    return state.has(number) != before.has(number) || state[number] != before[number];
}

/// Registers that have another value than after a reset, or than the draw before had.
void add_draw_registers(JsonWriter& json, const r500::State& state, const std::optional<r500::State>& before) {
    json.begin_array("registers");
    for (std::uint32_t number = 0; number < r500::kRegisterBytes; number += 4) {
        if (!state.has(number) || r500::is_port(number)) continue;
        const bool has_changed = before && is_register_changed(state, *before, number);
        if (!has_changed && state[number].raw[0] == initial_value(number)) continue;
        json.begin_object();
        streams::add_register(json, number, state[number].raw[0]);
        if (has_changed)
            json.member("before", before->has(number) ? std::optional((*before)[number].raw[0]) : std::nullopt);
        json.end();
    }
    json.end();
}

void add_draw_counts(JsonWriter& json, const render::r500::DrawCounts& counts) {
    json.begin_object("counts");
    for (const CountRow& row : render::r500::count_rows()) json.member(row.name, counts.*row.member);
    json.end();
}

} // namespace

std::string draw_file_name(std::uint32_t draw) { return fmt::format("draw-{:06}.json", draw); }

std::string CaptureDrawFiles::text_of(const r500::Draw& draw, const Performed& performed) {
    memory_.advance(draw.submission);
    return json_text([&](JsonWriter& json) {
        json.members({{"submission", draw.submission}, {"left_out", performed.is_left_out}});
        streams::add_members(json, draw, capture_, memory_, false);
        add_draw_registers(json, draw.state, before_);
        streams::add_arrays(json, draw.state);
        json.objects("surfaces", r500::bound_surfaces(draw.state), [&](const r500::BoundSurface& each) {
            surfaces::add_members(json, {each, draw.number, draw.number, draw.submission}, memory_);
        });
        if (performed.counts) add_draw_counts(json, *performed.counts);
        json.begin_object("images");
        for (const auto& [name, file] : performed.images) json.member(name, file);
        json.end();
    });
}

} // namespace relit::cli
