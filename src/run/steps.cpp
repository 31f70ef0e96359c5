#include "run/steps.hpp"

#include "base/half.hpp"
#include "base/text.hpp"
#include "ir/names.hpp"
#include "run/lane_names.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace relit::run {
namespace {

constexpr std::size_t kIndent = 22, kColumns = 110; // of values below an instruction

std::string hex_text(std::uint64_t bits, ir::Kind kind) {
    return fmt::format("{:0{}x}", bits, std::max(1U, ir::bits_of(kind) / 4));
}

std::string value_text(std::uint64_t bits, ir::Kind kind, Spelling spelling) {
    constexpr std::uint64_t kShort = 1 << 16; // numbers from here on are read as words
    if (spelling == Spelling::Hex) return hex_text(bits, kind);
    if (kind == ir::Kind::Bool) return bits != 0 ? "true" : "false";
    if (kind == ir::Kind::F32) return shortest_decimal(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (kind == ir::Kind::F64) return shortest_decimal(std::bit_cast<double>(bits));
    if (kind == ir::Kind::F16) return shortest_decimal(float_from_half(static_cast<std::uint16_t>(bits)));
    return bits < kShort ? fmt::format("{}", bits) : "0x" + hex_text(bits, kind);
}

/// Of an input: a texture, a register, a row or a byte of a buffer.
std::string name_in_file(const StepFormat& format, std::string_view input, std::uint64_t byte) {
    return format.name_in_file ? format.name_in_file(input, byte) : std::string();
}

std::string name_in_file(const StepFormat& format, const TracedLane& lane) {
    if (lane.storage == Storage::Builtin) return {};
    const bool is_bytes = lane.storage == Storage::Memory && !format.module.resources[lane.index].holds_registers;
    if (!is_bytes) return name_in_file(format, lane_register(format.module, lane), 0);
    return name_in_file(format, format.module.resources[lane.index].full_name(), lane.at);
}

std::string in_brackets(const std::string& name) { return name.empty() ? name : " (" + name + ")"; }

std::string resource_name(const StepFormat& format, const TracedLookup& lookup) {
    return format.module.resources[format.module.texture_uses[lookup.use].resource].full_name();
}

std::string lookup_text(const StepFormat& format, const TracedLookup& lookup) {
    const std::string texture = resource_name(format, lookup);
    std::string text = texture + in_brackets(name_in_file(format, texture, 0)) + " at";
    for (const std::uint64_t operand : lookup.operands)
        text += " " + value_text(operand, ir::Kind::F32, format.spelling);
    text += lookup.result.empty() ? "" : " =";
    for (const std::uint64_t result : lookup.result) text += " " + value_text(result, lookup.kind, format.spelling);
    return text;
}

} // namespace

std::string_view instruction_text(const ir::Module& module, std::uint32_t origin) {
    return origin == 0 ? "(before the first instruction)" : std::string_view(module.origins[origin - 1]);
}

std::string lanes_text(const StepFormat& format, const std::vector<TracedLane>& lanes, bool are_writes) {
    const auto& [module, spelling, names] = format;
    std::string text;
    for (std::size_t i = 0; i < lanes.size();) {
        const std::string name = lane_register(module, lanes[i]), named = name_in_file(format, lanes[i]);
        std::string which, values, halves;
        for (const std::size_t first = i;
             i < lanes.size() && lanes[i].kind == lanes[first].kind && lanes[i].storage == lanes[first].storage &&
             lane_register(module, lanes[i]) == name;
             ++i) {
            which += lane_components(module, lanes[i]);
            values += " " + value_text(lanes[i].bits, lanes[i].kind, spelling);
            if (are_writes && lanes[i].bits != lanes[i].before) values += "*";
            if (!has_halves(module, lanes[i])) continue;
            halves += " " + value_text(lanes[i].bits & 0xffff, ir::Kind::F16, spelling);
            halves += " " + value_text(lanes[i].bits >> 16, ir::Kind::F16, spelling);
        }
        if (!halves.empty()) values += fmt::format(" [halves{}]", halves);
        const std::string one =
            fmt::format("{}{}{}{} ={}", name, which.empty() ? "" : ".", which, in_brackets(named), values);
        const bool fits = text.size() - (text.rfind('\n') + 1) + one.size() < kColumns;
        text += text.empty() ? "" : fits ? ", " : fmt::format(",\n{:{}}", "", kIndent);
        text += one;
    }
    return text;
}

std::string step_text(const StepFormat& format, const TracedStep& step) {
    const std::string number = step.origin == 0 ? "" : fmt::format("@{}", step.origin - 1);
    std::string text =
        fmt::format("{:>6}  {:<6}{}{}\n", step.number, number, instruction_text(format.module, step.origin),
                    step.iteration > 1 ? fmt::format("  #{}", step.iteration) : "");
    const auto line = [&](std::string_view what, std::string_view of) {
        if (!of.empty()) text += fmt::format("{:{}}{:<8}{}\n", "", kIndent - 8, what, of);
    };
    line("reads", lanes_text(format, step.reads, false));
    for (const TracedLookup& lookup : step.lookups) line("lookup", lookup_text(format, lookup));
    line("writes", lanes_text(format, step.writes, true));
    if (step.discards) line("ends", "the invocation is discarded");
    if (step.goes_to) line("goes to", *step.goes_to == 0 ? "the end" : fmt::format("@{}", *step.goes_to - 1));
    return text;
}

void write_traced_lane(JsonWriter& json, const StepFormat& format, const TracedLane& lane, bool is_write,
                       std::uint64_t first) {
    json.begin_object();
    json.member("name", lane_name(format.module, lane));
    if (const std::string named = name_in_file(format, lane); !named.empty()) json.member("name_in_file", named);
    json.member("kind", ir::kKindNames[static_cast<std::size_t>(lane.kind)]);
    json.member("bits", hex_text(lane.bits, lane.kind));
    if (is_write) json.member("before", hex_text(lane.before, lane.kind));
    if (lane.writer.step != 0) {
        json.begin_object("from");
        json.member("invocation", lane.writer.invocation + first);
        json.member("step", lane.writer.step);
        json.end();
    }
    json.end();
}

void write_step(JsonWriter& json, const StepFormat& format, const TracedStep& step, std::uint64_t first) {
    json.begin_object();
    json.member("step", step.number);
    json.member("invocation", step.invocation + first);
    if (step.origin != 0)
        json.members({{"instruction", step.origin - 1}, {"text", instruction_text(format.module, step.origin)}});
    json.member("iteration", step.iteration);
    if (step.under != 0) json.member("under", step.under);
    for (const bool is_write : {false, true}) {
        json.begin_array(is_write ? "writes" : "reads");
        for (const TracedLane& lane : is_write ? step.writes : step.reads)
            write_traced_lane(json, format, lane, is_write, first);
        json.end();
    }
    json.objects("lookups", step.lookups, [&](const TracedLookup& lookup) {
        const auto words = [](const std::vector<std::uint64_t>& all, ir::Kind kind) {
            std::vector<std::string> texts;
            for (const std::uint64_t one : all) texts.push_back(hex_text(one, kind));
            return texts;
        };
        const std::string texture = resource_name(format, lookup), named = name_in_file(format, texture, 0);
        json.member("resource", texture);
        if (!named.empty()) json.member("name_in_file", named);
        json.member("operands", words(lookup.operands, ir::Kind::I32));
        json.member("result", words(lookup.result, lookup.kind));
    });
    if (step.discards) json.member("discards", true);
    if (step.goes_to && *step.goes_to != 0) json.member("goes_to", *step.goes_to - 1);
    if (step.goes_to && *step.goes_to == 0) json.member("goes_to", nullptr);
    json.end();
}

} // namespace relit::run
