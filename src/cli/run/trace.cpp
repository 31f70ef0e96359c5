#include "cli/run/trace.hpp"

#include "base/half.hpp"
#include "base/text.hpp"
#include "cli/io/messages.hpp"
#include "cli/run/sets.hpp"
#include "ir/names.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using run::Storage;
using run::TracedLane;
using run::TracedStep;

constexpr std::string_view kComponents = "xyzw";
constexpr std::uint32_t kBytesOfRegister = 16, kBytesOfWord = 4;
constexpr std::size_t kIndent = 22, kColumns = 110; // of values below an instruction

/// The register of a file, or the row of a buffer of registers, that a lane lies in.
std::string register_name(const ir::Module& module, const TracedLane& lane) {
    if (lane.storage == Storage::Builtin) return std::string(ir::kBuiltinNames[lane.index]);
    if (lane.storage == Storage::Memory) {
        const ir::Resource& resource = module.resources[lane.index];
        if (!resource.holds_registers) return fmt::format("{}[{:#x}]", resource.full_name(), lane.at);
        return fmt::format("{}{}", std::string_view(resource.name), lane.at / kBytesOfRegister);
    }
    const ir::RegisterFile& file = module.files[lane.index];
    const bool is_alone = file.count == 1 && file.lanes == 1;
    return is_alone ? std::string(file.name) : fmt::format("{}{}", std::string_view(file.name), lane.at / file.lanes);
}

/// "x"; "xy" where the value takes two lanes of the register; empty where it has one.
std::string components(const ir::Module& module, const TracedLane& lane) {
    if (lane.storage == Storage::Builtin)
        return ir::type_of(static_cast<ir::Builtin>(lane.index)).lanes == 1
                   ? std::string()
                   : std::string(kComponents.substr(lane.at, 1));
    if (lane.storage == Storage::Memory) {
        if (!module.resources[lane.index].holds_registers) return {};
        return std::string(kComponents.substr(lane.at % kBytesOfRegister / kBytesOfWord, 1));
    }
    const ir::RegisterFile& file = module.files[lane.index];
    const unsigned taken = std::max(1U, ir::bits_of(lane.kind) / ir::bits_of(file.kind));
    return file.lanes == 1 ? std::string() : std::string(kComponents.substr(lane.at % file.lanes, taken));
}

std::string hex_text(std::uint64_t bits, ir::Kind kind) {
    return fmt::format("{:0{}x}", bits, std::max(1U, ir::bits_of(kind) / 4));
}

} // namespace

std::string name_of(const ir::Module& module, const TracedLane& lane) {
    const std::string name = register_name(module, lane), which = components(module, lane);
    return which.empty() ? name : name + "." + which;
}

TraceWriter::TraceWriter(const Options& options, const ir::Module& module, Output& out)
    : options_(options), module_(module), out_(out), json_(json_answer(out)) {
    if (!options_.json) return;
    json_.begin_object();
    json_.begin_array("runs");
}

void TraceWriter::begin_run(std::uint64_t set, bool is_grid) {
    set_ = set;
    is_grid_ = is_grid;
    shown_.reset();
    results_ = 0;
    std::optional<std::size_t> only;
    if (options_.run.trace.invocation) only = *options_.run.trace.invocation - (is_grid ? 0 : set);
    tracer_.emplace(module_, [this](const TracedStep& step) { add(step); }, only);
    if (!options_.json) return;
    json_.begin_object();
    json_.member("set", set);
    json_.begin_array("steps");
}

bool TraceWriter::is_asked(const TracedStep& step) const {
    const TraceOptions& wanted = options_.run.trace;
    const std::uint64_t instruction = step.origin == 0 ? 0 : step.origin - 1;
    if (instruction < wanted.first || instruction > wanted.last) return false;
    if (wanted.only.empty()) return true;
    const auto is_named = [&](const TracedLane& lane) {
        return equal_ignoring_case(wanted.only, register_name(module_, lane)) ||
               equal_ignoring_case(wanted.only, name_of(module_, lane));
    };
    return std::ranges::any_of(step.reads, is_named) || std::ranges::any_of(step.writes, is_named);
}

void TraceWriter::add(const TracedStep& step) {
    if (!out_.status() || !is_asked(step)) return;
    is_empty_ = false;
    options_.json ? add_json(step) : add_text(step);
}

std::string_view TraceWriter::text_of(std::uint32_t origin) const {
    return origin == 0 ? "(before the first instruction)" : std::string_view(module_.origins[origin - 1]);
}

std::string TraceWriter::value_text(std::uint64_t bits, ir::Kind kind) const {
    constexpr std::uint64_t kShort = 1 << 16; // numbers from here on are read as words
    if (options_.run.trace.hex) return hex_text(bits, kind);
    if (kind == ir::Kind::Bool) return bits != 0 ? "true" : "false";
    if (kind == ir::Kind::F32) return shortest_decimal(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (kind == ir::Kind::F64) return shortest_decimal(std::bit_cast<double>(bits));
    if (kind == ir::Kind::F16) return shortest_decimal(float_from_half(static_cast<std::uint16_t>(bits)));
    return bits < kShort ? fmt::format("{}", bits) : "0x" + hex_text(bits, kind);
}

/// "v9.xy = 1.0 2.0, c3.x = 4.0": lanes of a register that follow one another are together. A '*' is behind what a write changes.
std::string TraceWriter::lanes_text(const std::vector<TracedLane>& lanes, bool are_writes) const {
    std::string text;
    for (std::size_t i = 0; i < lanes.size();) {
        const std::string name = register_name(module_, lanes[i]);
        std::string which, values;
        for (const std::size_t first = i;
             i < lanes.size() && lanes[i].kind == lanes[first].kind && lanes[i].storage == lanes[first].storage &&
             register_name(module_, lanes[i]) == name;
             ++i) {
            which += components(module_, lanes[i]);
            values += " " + value_text(lanes[i].bits, lanes[i].kind);
            if (are_writes && lanes[i].bits != lanes[i].before) values += "*";
        }
        const std::string one = fmt::format("{}{}{} ={}", name, which.empty() ? "" : ".", which, values);
        const bool fits = text.size() - (text.rfind('\n') + 1) + one.size() < kColumns;
        text += text.empty() ? "" : fits ? ", " : fmt::format(",\n{:{}}", "", kIndent);
        text += one;
    }
    return text;
}

void TraceWriter::add_text(const TracedStep& step) {
    const std::uint64_t invocation = step.invocation + (is_grid_ ? 0 : set_);
    if (shown_ != invocation) out_.write(fmt::format("{} {}\n", is_grid_ ? "invocation" : "set", invocation));
    shown_ = invocation;
    const std::string number = step.origin == 0 ? "" : fmt::format("@{}", step.origin - 1);
    out_.write(fmt::format("{:>6}  {:<6}{}{}\n", step.number, number, text_of(step.origin),
                           step.iteration > 1 ? fmt::format("  #{}", step.iteration) : ""));
    const auto line = [&](std::string_view what, std::string_view text) {
        if (!text.empty()) out_.write(fmt::format("{:{}}{:<8}{}\n", "", kIndent - 8, what, text));
    };
    line("reads", lanes_text(step.reads, false));
    for (const run::TracedLookup& lookup : step.lookups) {
        std::string text =
            fmt::format("{} at", module_.resources[module_.texture_uses[lookup.use].resource].full_name());
        for (const std::uint64_t operand : lookup.operands) text += " " + value_text(operand, ir::Kind::F32);
        text += lookup.result.empty() ? "" : " =";
        for (const std::uint64_t result : lookup.result) text += " " + value_text(result, lookup.kind);
        line("lookup", text);
    }
    line("writes", lanes_text(step.writes, true));
    if (step.discards) line("ends", "the invocation is discarded");
    if (step.goes_to) line("goes to", *step.goes_to == 0 ? "the end" : fmt::format("@{}", *step.goes_to - 1));
}

void TraceWriter::add_lane(const TracedLane& lane, bool is_write) {
    json_.begin_object();
    json_.member("name", name_of(module_, lane));
    json_.member("kind", ir::kKindNames[static_cast<std::size_t>(lane.kind)]);
    json_.member("bits", hex_text(lane.bits, lane.kind));
    if (is_write) json_.member("before", hex_text(lane.before, lane.kind));
    if (lane.writer.step != 0) {
        json_.begin_object("from");
        json_.member("invocation", lane.writer.invocation + (is_grid_ ? 0 : set_));
        json_.member("step", lane.writer.step);
        json_.end();
    }
    json_.end();
}

void TraceWriter::add_json(const TracedStep& step) {
    json_.begin_object();
    json_.member("step", step.number);
    json_.member("invocation", step.invocation + (is_grid_ ? 0 : set_));
    if (step.origin != 0) json_.members({{"instruction", step.origin - 1}, {"text", text_of(step.origin)}});
    json_.member("iteration", step.iteration);
    for (const bool is_write : {false, true}) {
        json_.begin_array(is_write ? "writes" : "reads");
        for (const TracedLane& lane : is_write ? step.writes : step.reads) add_lane(lane, is_write);
        json_.end();
    }
    json_.objects("lookups", step.lookups, [&](const run::TracedLookup& lookup) {
        const auto words = [](const std::vector<std::uint64_t>& all, ir::Kind kind) {
            std::vector<std::string> texts;
            for (const std::uint64_t one : all) texts.push_back(hex_text(one, kind));
            return texts;
        };
        json_.member("resource", module_.resources[module_.texture_uses[lookup.use].resource].full_name());
        json_.member("operands", words(lookup.operands, ir::Kind::I32));
        json_.member("result", words(lookup.result, lookup.kind));
    });
    if (step.discards) json_.member("discards", true);
    if (step.goes_to && *step.goes_to != 0) json_.member("goes_to", *step.goes_to - 1);
    if (step.goes_to && *step.goes_to == 0) json_.member("goes_to", nullptr);
    json_.end();
}

void TraceWriter::begin_results() {
    if (!options_.json) return;
    json_.end();
    json_.begin_array("results");
}

void TraceWriter::result(const std::function<void(JsonWriter& json)>& write) {
    if (options_.json) return write(json_);
    out_.write(fmt::format("results of set {}\n{}\n", set_ + results_++, one_register_a_line(write)));
}

void TraceWriter::end_run() {
    if (!options_.json) return;
    json_.end();
    json_.end();
}

void TraceWriter::finish() {
    if (is_empty_)
        report_note(shown_name(options_.files[0]),
                    "the trace is empty: no instruction that ran is one that the options select");
    if (!options_.json) return;
    json_.end();
    json_.end();
    json_.take();
}

} // namespace relit::cli
