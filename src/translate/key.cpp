#include "translate/key.hpp"

#include "base/hash.hpp"
#include "base/text.hpp"

namespace relit::translate {
namespace {

constexpr std::string_view kVersion = "relit 0.1.0 translator 11"; // changes whenever any output may

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
    if (!t.has_subgroups) text += " alone";
}

/// Each of these lists may be of any length: its size is before it.
void append_sized(std::string& text, std::string_view bytes) {
    add_number(text, bytes.size());
    text.append("\n").append(bytes);
}

std::string hash_of_text(std::string_view text) {
    return to_string(hash_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
}

} // namespace

std::string_view translator_version() { return kVersion; }

std::string target_text(const lang::Target& target) {
    std::string text;
    describe(text, target);
    return text;
}

std::string program_key(Programs programs, const lang::Target& target, const Route& route) {
    constexpr std::size_t kUsualSize = 4096;
    std::string all;
    all.reserve(kUsualSize);
    all.append(kVersion) += '\n';
    describe(all, target);
    all += route.observe ? " observed\n" : "\n";
    append_sized(all, route.passes ? *route.passes : "usual");
    all += route.passes ? "!" : "";
    for (const isa::Program* program : programs) {
        const std::vector<std::uint8_t> canonical = program->frontend.canonical(*program);
        all.append(program->frontend.name()) += ' ';
        append_sized(all, text_of(canonical));
    }
    return hash_of_text(all);
}

std::string full_key(std::string_view first, const ir::Context& read, const ir::Context& context) {
    std::string all(first);
    for (const auto& [name, value] : read.values) {
        const std::uint64_t* const said = context.values.find(name);
        all.append("\n").append(name) += '=';
        if (said != nullptr) add_number(all, *said);
    }
    return hash_of_text(all);
}

} // namespace relit::translate
