#include "translate/key.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>

namespace relit::translate {
namespace {

void describe(std::string& text, const lang::Target& target) {
    // Every field by name: one that is added does not compile until it is part of the key.
    const auto& [dialect, interface, version, literal, debug_lines, leaves_out_unknown, debug_operations,
                 line_instructions, keeps_denormals, keeps_signed_zero, flushes_denormals, has_int64, has_int16,
                 has_int8, has_float16, has_float64, has_atomic_int64, has_subgroups, has_demote, fuses,
                 loops_end_at_head, constants, loop_limit] = target;
    // The flags as one number.
    std::uint64_t flags = 0;
    for (const bool flag : {literal, debug_lines, leaves_out_unknown, debug_operations, line_instructions,
                            keeps_denormals, keeps_signed_zero, flushes_denormals, has_int64, has_int16, has_int8,
                            has_float16, has_float64, has_atomic_int64, has_subgroups, has_demote, fuses,
                            loops_end_at_head, constants == lang::ConstantLayout::Packed})
        flags = flags << 1 | (flag ? 1 : 0);
    add_number(text, static_cast<std::size_t>(dialect));
    for (const std::uint64_t number :
         {static_cast<std::uint64_t>(interface), std::uint64_t{version}, flags, std::uint64_t{loop_limit}})
        add_number(text += ' ', number);
}

/// Each of these lists may be of any length: its size is before it.
void append_sized(std::string& text, std::string_view bytes) {
    add_number(text, bytes.size());
    text.append("\n").append(bytes);
}

} // namespace

Hash128 hash_of_text(std::string_view text) {
    return hash_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

std::string words_of(const lang::Target& target) {
    struct Flag {
        bool lang::Target::* field;
        std::string_view name;
    };
    using T = lang::Target;
    static constexpr Flag kFlags[] = {{&T::literal, "literal"},
                                      {&T::debug_lines, "debug lines"},
                                      {&T::debug_operations, "debug operations"},
                                      {&T::line_instructions, "instructions of lines"},
                                      {&T::leaves_out_unknown, "leaves out unknown words"},
                                      {&T::keeps_denormals, "denormals"},
                                      {&T::keeps_signed_zero, "signed zero"},
                                      {&T::flushes_denormals, "flushes denormals"},
                                      {&T::has_int64, "int64"},
                                      {&T::has_int16, "int16"},
                                      {&T::has_int8, "int8"},
                                      {&T::has_float16, "float16"},
                                      {&T::has_float64, "float64"},
                                      {&T::has_atomic_int64, "atomic int64"},
                                      {&T::has_subgroups, "subgroups"},
                                      {&T::has_demote, "demote"},
                                      {&T::fuses, "fused multiply-add"},
                                      {&T::loops_end_at_head, "loops end at their head"}};
    const bool is_spirv = target.dialect == lang::Dialect::SpirV;
    std::string text = is_spirv ? "SPIR-V" : "GLSL";
    if (target.version != 0)
        text += is_spirv ? fmt::format(" {}.{}", target.version >> 16, target.version >> 8 & 0xff)
                         : fmt::format(" {}", target.version);
    if (!is_spirv) text += target.dialect == lang::Dialect::GlslVulkan ? " for Vulkan" : " for OpenGL";
    if (target.interface == lang::Interface::Harness) text += ", harness";
    if (target.constants == lang::ConstantLayout::Packed) text += ", packed constants";
    for (const auto& [field, name] : kFlags)
        if (target.*field != T{}.*field) text += fmt::format(", {}{}", target.*field ? "" : "no ", name);
    if (target.loop_limit != 0) text += fmt::format(", at most {} rounds of a loop", target.loop_limit);
    return text;
}

std::string program_text(Programs programs, const lang::Target& target, const PipelineOptions& pipeline) {
    constexpr std::size_t kUsualSize = 4096;
    std::string all;
    all.reserve(kUsualSize);
    all.append(translator_version()) += '\n';
    describe(all, target);
    all += pipeline.observe ? " observed\n" : "\n";
    append_sized(all, pipeline.passes ? *pipeline.passes : "usual");
    all += pipeline.passes ? "!" : "";
    for (const isa::Program* program : programs) {
        const std::vector<std::uint8_t> canonical = program->frontend.canonical(*program);
        all.append(program->frontend.name()) += ' ';
        append_sized(all, text_of(canonical));
    }
    return all;
}

std::string program_key(Programs programs, const lang::Target& target, const PipelineOptions& pipeline) {
    return to_string(hash_of_text(program_text(programs, target, pipeline)));
}

void add_context(std::string& text, const ir::Context& read, const ir::Context& context) {
    constexpr std::size_t kMostOfLine = 2 + std::numeric_limits<std::uint64_t>::digits10 + 1; // beside the name
    const std::size_t before = text.size();
    std::size_t most = before;
    for (const auto& [name, value] : read.values) most += kMostOfLine + name.size();
    text.resize_and_overwrite(most, [&](char* all, std::size_t size) {
        char* at = all + before;
        for (const auto& [name, value] : read.values) {
            const std::uint64_t* const said = context.values.find(name);
            *at++ = '\n';
            at = std::ranges::copy(name, at).out;
            *at++ = '=';
            if (said != nullptr) at = std::to_chars(at, all + size, *said).ptr;
        }
        return static_cast<std::size_t>(at - all);
    });
}

std::string full_key(std::string_view first, const ir::Context& read, const ir::Context& context) {
    std::string all(first);
    add_context(all, read, context);
    return to_string(hash_of_text(all));
}

} // namespace relit::translate
