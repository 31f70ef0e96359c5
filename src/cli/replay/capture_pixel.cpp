#include "cli/replay/capture_pixel.hpp"

#include "machine/r500/registers/text.hpp"

#include <fmt/format.h>

// GS dumps have events of pixels too, with the same names in cli.
namespace relit::cli::capture_pixel {
namespace {

using machine::r500::SurfaceUse;
using render::r500::BlendedPixel;
using render::r500::BlendEquation;
using render::r500::Float4;
using render::r500::name_of_compare;
using render::r500::NamedInput;
using render::r500::PixelBytes;
using render::r500::PixelChange;
using render::r500::PixelEnd;
using render::r500::PixelEvent;
using render::r500::PixelFragment;
using render::r500::PixelLocation;
using render::r500::TestedValue;

constexpr std::string_view kEndNames[] = {"stored", "scissor", "samples", "program", "alpha", "stencil", "depth"};
constexpr std::string_view kKindNames[] = {"draw", "clear", "resolve", "memory"};

std::string_view name_of(PixelEnd end) { return kEndNames[static_cast<std::size_t>(end)]; }

std::string primitive_name(machine::r500::Primitive primitive) {
    const auto found = machine::r500::register_at(machine::r500::reg::VAP_VF_CNTL);
    const auto* const row = isa::r500::field_named(machine::r500::fields_of(*found->row), "PRIM_TYPE");
    return machine::r500::field_text(*row, static_cast<std::uint32_t>(primitive));
}

/// The bytes as one number, the highest address first.
std::string word_text(const PixelBytes& bytes) {
    std::string text = "0x";
    for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte) text += fmt::format("{:02x}", *byte);
    return bytes.empty() ? "nothing" : text;
}

std::string colour_text(const Float4& colour) {
    return fmt::format("{:.6g} {:.6g} {:.6g} {:.6g}", colour[0], colour[1], colour[2], colour[3]);
}

std::string location_name(const PixelLocation& location) {
    return location.use == SurfaceUse::Depth ? "depth" : fmt::format("colour {}", location.unit);
}
std::string location_text(const PixelLocation& location) {
    return fmt::format("{} at {:#x} of buffer {}", location_name(location), location.offset, location.buffer);
}

// ---- text

std::string_view outcome(bool passes) { return passes ? "passes" : "fails"; }

std::string tests_text(const PixelFragment& fragment) {
    std::string text;
    if (fragment.end == PixelEnd::Scissor)
        text += "  scissor  fails: outside of the scissor or of the clip rectangles\n";
    if (fragment.end == PixelEnd::Program) text += "  program  kills the pixel\n";
    const bool is_tested = fragment.alpha && fragment.end != PixelEnd::Program && fragment.end != PixelEnd::Scissor;
    if (is_tested)
        text += fmt::format("  alpha    {:.6g} {} {:.6g} {}\n", fragment.alpha->alpha,
                            name_of_compare(fragment.alpha->function), fragment.alpha->reference,
                            outcome(fragment.alpha->passes));
    if (fragment.end == PixelEnd::Samples) text += "  samples  fails: SC_SCREENDOOR has no bit for it\n";
    if (!fragment.depth) return text;
    if (const auto& stencil = fragment.depth->stencil)
        text += fmt::format("  stencil  {:#04x} {} {:#04x}, mask {:#04x}, {}: {}\n", stencil->value,
                            name_of_compare(stencil->compare), stencil->stored, stencil->mask, outcome(stencil->passes),
                            render::r500::name_of_stencil_operation(fragment.depth->stencil_operation));
    if (const auto& depth = fragment.depth->depth)
        text += fmt::format("  depth    {:#x} {} {:#x} {}\n", depth->value, name_of_compare(depth->compare),
                            depth->stored, outcome(depth->passes));
    return text;
}

std::string equation_text(const BlendEquation& equation) {
    return fmt::format("{}: source * {}, destination * {}", render::r500::name_of_function(equation.function),
                       render::r500::name_of_factor(equation.source),
                       render::r500::name_of_factor(equation.destination));
}

std::string mask_text(std::uint32_t written) {
    std::string text;
    for (std::uint32_t i = 0; i < 4; ++i)
        if ((written >> i & 1) != 0) text += "rgba"[i];
    return text.empty() ? "nothing" : text;
}

std::string target_text(const PixelFragment::Target& target) {
    const BlendedPixel& pixel = target.pixel;
    std::string text;
    if (pixel.state.blends) {
        text +=
            fmt::format("  blend    colour {}: source {}   destination {}\n           {}\n", target.unit,
                        colour_text(pixel.source), colour_text(pixel.destination), equation_text(pixel.state.colour));
        if (pixel.state.alpha != pixel.state.colour)
            text += fmt::format("           alpha {}\n", equation_text(pixel.state.alpha));
        text += fmt::format("           = {}\n", colour_text(pixel.result));
    }
    if (pixel.state.written != 0xf)
        text += fmt::format("  mask     colour {}: {} is written\n", target.unit, mask_text(pixel.state.written));
    return text;
}

std::string fragment_text(const PixelFragment& fragment) {
    std::string text = fmt::format("  triangle {}, {}: z {:.6g}   1/w {:.6g}\n", fragment.triangle,
                                   fragment.is_back ? "back" : "front", fragment.position[2], fragment.position[3]);
    for (const NamedInput& input : fragment.result.inputs)
        text += fmt::format("  input    {}: {}\n", input.name, colour_text(input.value));
    for (std::size_t i = 0; i < fragment.result.colours.size(); ++i)
        if (fragment.result.colours[i])
            text += fmt::format("  program  colour {}: {}\n", i, colour_text(*fragment.result.colours[i]));
    if (fragment.result.is_of_program) text += fmt::format("  program  depth: {:.6g}\n", fragment.result.depth);
    text += tests_text(fragment);
    for (const PixelFragment::Target& target : fragment.targets) text += target_text(target);
    return text;
}

std::string change_text(const PixelChange& change, const PixelLocation& location) {
    std::string text =
        change.before == change.after
            ? fmt::format("  stored   {} stays in {}\n", word_text(change.after), location_text(location))
            : fmt::format("  stored   {} -> {} in {}\n", word_text(change.before), word_text(change.after),
                          location_text(location));
    if (change.differs())
        text += fmt::format("  the device stored {}; computed was {}\n", word_text(change.after),
                            word_text(*change.computed));
    return text;
}

std::string head_text(const PixelEvent& event) {
    switch (event.kind) {
        case PixelEvent::Kind::Draw:
            return fmt::format("draw {}, submission {}: {}\n", event.draw, event.submission,
                               primitive_name(event.primitive));
        case PixelEvent::Kind::Clear:
            return fmt::format("draw {}, submission {}: a clear\n", event.draw, event.submission);
        case PixelEvent::Kind::Resolve:
            return fmt::format("draw {}, submission {}: a resolve\n", event.draw, event.submission);
        case PixelEvent::Kind::Memory:
            return fmt::format("before draw {}, submission {}: memory is written\n", event.draw, event.submission);
    }
    return {};
}

std::string event_text(const PixelEvent& event, const std::vector<PixelLocation>& locations) {
    std::string text = head_text(event);
    if (!event.uncomputed.empty()) text += fmt::format("  not computed: {}\n", event.uncomputed);
    for (const std::string& sentence : event.approximate) text += fmt::format("  approximate: {}\n", sentence);
    if (event.uncomputed.empty())
        for (const PixelFragment& fragment : event.fragments) text += fragment_text(fragment);
    for (const PixelChange& change : event.changes) text += change_text(change, locations[change.location]);
    return text;
}

// ---- JSON

void add_members(JsonWriter& json, const PixelLocation& location) {
    json.members({{"use", location.use == SurfaceUse::Depth ? "depth" : "colour"},
                  {"unit", location.unit},
                  {"buffer", location.buffer},
                  {"offset", location.offset}});
}

void add_test(JsonWriter& json, std::string_view name, const TestedValue& test) {
    json.object(name, {{"value", test.value},
                       {"stored", test.stored},
                       {"mask", test.mask},
                       {"compare", name_of_compare(test.compare)},
                       {"passes", test.passes}});
}

void add_equation(JsonWriter& json, std::string_view name, const BlendEquation& equation) {
    json.object(name, {{"source", render::r500::name_of_factor(equation.source)},
                       {"destination", render::r500::name_of_factor(equation.destination)},
                       {"function", render::r500::name_of_function(equation.function)}});
}

void add_target(JsonWriter& json, const PixelFragment::Target& target) {
    const BlendedPixel& pixel = target.pixel;
    json.members({{"unit", target.unit},
                  {"source", pixel.source},
                  {"destination", pixel.destination},
                  {"result", pixel.result},
                  {"written", mask_text(pixel.state.written)}});
    if (!pixel.state.blends) return;
    add_equation(json, "colour", pixel.state.colour);
    add_equation(json, "alpha", pixel.state.alpha);
}

void add_fragment(JsonWriter& json, const PixelFragment& fragment) {
    json.members({{"triangle", fragment.triangle},
                  {"back", fragment.is_back},
                  {"z", fragment.position[2]},
                  {"inverse_w", fragment.position[3]},
                  {"end", name_of(fragment.end)}});
    json.objects("inputs", fragment.result.inputs,
                 [&](const NamedInput& input) { json.members({{"name", input.name}, {"value", input.value}}); });
    json.begin_array("colours");
    for (const auto& colour : fragment.result.colours) json.value(colour);
    json.end();
    if (fragment.result.is_of_program) json.member("depth_of_program", fragment.result.depth);
    if (fragment.alpha)
        json.object("alpha", {{"value", fragment.alpha->alpha},
                              {"compare", name_of_compare(fragment.alpha->function)},
                              {"reference", fragment.alpha->reference},
                              {"passes", fragment.alpha->passes}});
    if (fragment.depth && fragment.depth->stencil) {
        add_test(json, "stencil", *fragment.depth->stencil);
        json.member("stencil_operation", render::r500::name_of_stencil_operation(fragment.depth->stencil_operation));
    }
    if (fragment.depth && fragment.depth->depth) add_test(json, "depth", *fragment.depth->depth);
    json.objects("targets", fragment.targets, [&](const PixelFragment::Target& target) { add_target(json, target); });
}

void add_change(JsonWriter& json, const PixelChange& change) {
    json.members({{"location", change.location},
                  {"before", word_text(change.before)},
                  {"after", word_text(change.after)},
                  {"device_differs", change.differs()}});
    if (change.computed) json.member("computed", word_text(*change.computed));
}

void add_event(JsonWriter& json, const PixelEvent& event) {
    json.members({{"kind", kKindNames[static_cast<std::size_t>(event.kind)]},
                  {"draw", event.draw},
                  {"submission", event.submission},
                  {"primitive", primitive_name(event.primitive)}});
    if (!event.uncomputed.empty()) json.member("not_computed", event.uncomputed);
    json.member("approximate", event.approximate);
    if (event.uncomputed.empty())
        json.objects("fragments", event.fragments,
                     [&](const PixelFragment& fragment) { add_fragment(json, fragment); });
    json.objects("changes", event.changes, [&](const PixelChange& change) { add_change(json, change); });
}

} // namespace
} // namespace relit::cli::capture_pixel

namespace relit::cli {

CapturePixel::CapturePixel(render::r500::Player& player, std::uint32_t x, std::uint32_t y, std::uint32_t row)
    : x_(x), y_(y), row_(row),
      history_(player, x, row, [this](const render::r500::PixelEvent& event) { events_.push_back(event); }) {}

Status CapturePixel::check() const {
    if (!history_.locations().empty()) return {};
    return fail(FaultKind::Usage, fmt::format("--pixel {},{}: outside of every target that is drawn to", x_, y_));
}

Status CapturePixel::finish() {
    for (const auto& location : history_.locations()) {
        auto bytes = history_.bytes_of(location);
        if (!bytes) return std::unexpected(bytes.error());
        last_.push_back(std::move(*bytes));
    }
    return {};
}

std::string CapturePixel::text() const {
    std::string text;
    for (const auto& event : events_) text += capture_pixel::event_text(event, history_.locations());
    text += "at the end\n";
    for (std::size_t i = 0; i < last_.size(); ++i)
        text += fmt::format("  {} in {}\n", capture_pixel::word_text(last_[i]),
                            capture_pixel::location_text(history_.locations()[i]));
    return text;
}

void CapturePixel::add_members(JsonWriter& json) const {
    json.begin_object("pixel");
    json.members({{"x", x_}, {"y", y_}, {"row", row_}});
    json.objects("events", events_, [&](const auto& event) { capture_pixel::add_event(json, event); });
    json.begin_array("locations");
    for (std::size_t i = 0; i < last_.size(); ++i) {
        json.begin_object();
        capture_pixel::add_members(json, history_.locations()[i]);
        json.member("value", capture_pixel::word_text(last_[i]));
        json.end();
    }
    json.end();
    json.end();
}

} // namespace relit::cli
