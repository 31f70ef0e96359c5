#include "cli/replay/capture/fragments.hpp"

#include "machine/r500/registers/text.hpp"

#include <fmt/format.h>

namespace relit::cli::capture_fragments {
namespace {

using render::r500::BlendedPixel;
using render::r500::BlendEquation;
using render::r500::Float4;
using render::r500::name_of_compare;
using render::r500::NamedInput;
using render::r500::PixelEnd;
using render::r500::PixelFragment;
using render::r500::TestedValue;

constexpr std::string_view kEndNames[] = {"stored", "scissor", "samples", "program", "alpha", "stencil", "depth"};

std::string_view name_of(PixelEnd end) { return kEndNames[static_cast<std::size_t>(end)]; }

std::string colour_text(const Float4& colour) {
    return fmt::format("{:.6g} {:.6g} {:.6g} {:.6g}", colour[0], colour[1], colour[2], colour[3]);
}

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

} // namespace

std::string primitive_name(machine::r500::Primitive primitive) {
    const auto found = machine::r500::register_at(machine::r500::reg::VAP_VF_CNTL);
    const auto* const row = isa::r500::field_named(machine::r500::fields_of(*found->row), "PRIM_TYPE");
    return machine::r500::field_text(*row, static_cast<std::uint32_t>(primitive));
}

std::string word_text(const render::r500::PixelBytes& bytes) {
    std::string text = "0x";
    for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte) text += fmt::format("{:02x}", *byte);
    return bytes.empty() ? "nothing" : text;
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

} // namespace relit::cli::capture_fragments
