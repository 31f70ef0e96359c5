#include "tests/support/ir/check.hpp"

#include "base/text.hpp"
#include "ir/arithmetic.hpp"
#include "ir/evaluate.hpp"
#include "ir/names.hpp"
#include "ir/text/print.hpp"
#include "ir/verify/verify.hpp"
#include "isa/ir/ir.hpp"
#include "run/interpreter.hpp"
#include "tests/support/ir/meaning.hpp"
#include "tests/support/ir/random_module.hpp"
#include "translate/translate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

namespace relit::test {
namespace {

constexpr std::size_t kMostText = std::size_t{1} << 14;
constexpr std::uint64_t kMostLanes = 1U << 12, kMostBytes = 1U << 16, kMostInvocations = 16;
constexpr run::Limits kLimits{.loop_limit = 32, .steps = 1U << 16};

constexpr lang::Target kTargets[] = {
    {.dialect = lang::Dialect::SpirV},
    {.dialect = lang::Dialect::SpirV,
     .interface = lang::Interface::Harness,
     .has_int64 = true,
     .has_int16 = true,
     .has_int8 = true,
     .has_float16 = true,
     .has_float64 = true},
    {.dialect = lang::Dialect::GlslVulkan},
    {.dialect = lang::Dialect::GlslVulkan, .literal = true},
};

std::uint64_t invocations_of(const ir::Module& module) {
    if (module.stage == ir::Stage::TessControl) return module.tessellation.made;
    const auto [x, y, z] = module.workgroup;
    return module.stage == ir::Stage::Compute ? std::uint64_t{x} * y * z : 1;
}

bool is_small(const ir::Module& module) {
    std::uint64_t lanes = 0, bytes = 0;
    for (const ir::RegisterFile& file : module.files) lanes += file.lane_count();
    for (const ir::Resource& resource : module.resources) bytes += resource.size;
    return lanes <= kMostLanes && bytes <= kMostBytes && invocations_of(module) <= kMostInvocations;
}

bool is_same(ir::Kind kind, std::uint64_t a, std::uint64_t b) {
    return a == b || (ir::is_float(kind) && ir::is_nan(kind, a) && ir::is_nan(kind, b));
}

/// The first invocation, on inputs that are not zero; nothing where a limit ended the run.
std::optional<run::State> run_once(const ir::Module& module, const ir::Module& declared) {
    constexpr std::uint64_t kStep = 0x3f80, kPositive = (1U << 15) - 1;
    run::State state = run::blank_state(module);
    for (std::size_t file = 0; file < declared.files.size(); ++file) {
        if (declared.files[file].role != ir::Role::Input) continue;
        for (std::size_t lane = 0; lane < state.files[file].size(); ++lane)
            state.files[file][lane] = kStep * (lane + 1) & kPositive;
    }
    std::vector<run::State> states(invocations_of(module), state);
    if (!run::run(module, states, kLimits) || states[0].hit_loop_limit || states[0].undefined_lookup) return {};
    return std::move(states[0]);
}

std::string difference_between(const ir::Module& before, const ir::Module& after) {
    const auto wanted = run_once(before, before), got = run_once(after, before);
    if (!wanted || !got) return {};
    if (wanted->discarded != got->discarded) return "one of two runs is discarded";
    if (wanted->discarded) return {};
    for (std::size_t file = 0; file < before.files.size(); ++file) {
        if (before.files[file].role != ir::Role::Output) continue;
        for (std::size_t lane = 0; lane < wanted->files[file].size(); ++lane) {
            const std::uint64_t a = wanted->files[file][lane], b = got->files[file][lane];
            if (!is_same(before.files[file].kind, a, b))
                return fmt::format("output file {}, lane {}: {:#x}, then {:#x}", file, lane, a, b);
        }
    }
    return {};
}

std::string fault_for(const isa::Program& program, const lang::Target& target) {
    const ir::Context context;
    ir::ContextReader reader(context);
    const auto lifted = translate::lift(program, reader);
    if (!lifted) return {};
    std::string broken;
    translate::PipelineOptions pipeline;
    pipeline.watcher = [&](const pass::Step& step, const ir::Module& now) {
        const Status legal = broken.empty() ? ir::verify(now) : Status{};
        if (!legal) broken = fmt::format("after {}: {}", step.name, legal.error().text);
    };
    const auto ready = translate::prepare(lifted->clone(), target, pipeline);
    if (!broken.empty()) return broken;
    if (!ready) return ready.error().kind == FaultKind::Internal ? ready.error().text : "";
    const auto printed = translate::print(*ready, target);
    if (!printed && printed.error().kind == FaultKind::Internal) return printed.error().text;
    return difference_between(*lifted, *ready);
}

// ---- damage

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    for (const std::string_view line : split_lines(text)) lines.emplace_back(line);
    return lines;
}

bool is_letter(char c) { return ir::is_plain_name(std::string(1, c)) || (c >= '0' && c <= '9') || c == '%'; }

/// The words of a text, where they stand in their lines.
struct WordPosition {
    std::size_t line = 0, at = 0, size = 0;
};
std::vector<WordPosition> words_of(const std::vector<std::string>& lines) {
    std::vector<WordPosition> words;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (std::size_t at = 0; at < lines[i].size();) {
            std::size_t end = at;
            while (end < lines[i].size() && is_letter(lines[i][end])) ++end;
            if (end > at) words.push_back({i, at, end - at});
            at = std::max(end, at + 1);
        }
    }
    return words;
}

/// An operation of the same shape.
std::string similar_operation(ir::Op op, Dice& dice) {
    const ir::OpInfo& row = ir::info(op);
    std::vector<ir::Op> similar;
    for (std::size_t i = 0; i < ir::kOpCount; ++i) {
        const ir::OpInfo& other = ir::info(static_cast<ir::Op>(i));
        if (other.operands == row.operands && other.result == row.result && other.imm == row.imm)
            similar.push_back(static_cast<ir::Op>(i));
    }
    return std::string(ir::info(similar[dice.below(static_cast<std::uint32_t>(similar.size()))]).mnemonic);
}

/// A value of the same type that is defined in an earlier line; the value itself where there is none.
std::string similar_value(const std::vector<std::string>& lines, std::string_view value, std::size_t line, Dice& dice) {
    const auto definition = [](std::string_view text) { // "%1: f32"
        const std::string_view begin = trim(text);
        const std::size_t end = begin.find(" = ");
        return begin.starts_with('%') && end != begin.npos ? begin.substr(0, end) : std::string_view();
    };
    const auto type_in = [](std::string_view defined) {
        return defined.substr(std::min(defined.find(':'), defined.size()));
    };
    std::string_view type;
    for (const std::string& one : lines)
        if (const auto defined = definition(one); defined.starts_with(std::string(value) + ":"))
            type = type_in(defined);
    std::vector<std::string_view> similar;
    for (std::size_t i = 0; i < line; ++i)
        if (const auto defined = definition(lines[i]); !defined.empty() && type_in(defined) == type)
            similar.push_back(defined.substr(0, defined.find(':')));
    if (similar.empty()) return std::string(value);
    return std::string(similar[dice.below(static_cast<std::uint32_t>(similar.size()))]);
}

/// A word for the same position: mostly one that may stand there.
std::string other_word(const std::vector<std::string>& lines, const WordPosition& position, std::string_view word,
                       Dice& dice) {
    constexpr std::array<std::string_view, 8> kNumbers = {"0",  "1",          "7",          "31",
                                                          "32", "0x7fffffff", "0xffffffff", "4294967296"};
    constexpr std::array<std::string_view, 8> kTypes = {"f32", "f32x4", "i32", "i32x2", "bool", "i64", "f16x2", "i8"};
    if (dice.one_in(16)) return std::string(kTypes[dice.below(kTypes.size())]);
    if (word[0] == '%') return similar_value(lines, word, position.line, dice);
    if (const ir::Op* op = ir::op_named(word)) return similar_operation(*op, dice);
    if (word[0] >= '0' && word[0] <= '9') return std::string(kNumbers[dice.below(kNumbers.size())]);
    return std::string(word);
}

void damage(std::vector<std::string>& lines, Dice& dice) {
    const auto any_line = [&] { return dice.below(static_cast<std::uint32_t>(lines.size())); };
    if (lines.empty()) return;
    if (dice.one_in(8))
        lines.erase(lines.begin() + any_line());
    else if (dice.one_in(8))
        lines.insert(lines.begin() + any_line(), lines[any_line()]);
    else if (dice.one_in(8))
        std::swap(lines[any_line()], lines[any_line()]);
    else if (const auto words = words_of(lines); !words.empty()) {
        const WordPosition position = words[dice.below(static_cast<std::uint32_t>(words.size()))];
        std::string& line = lines[position.line];
        line.replace(position.at, position.size,
                     other_word(lines, position, line.substr(position.at, position.size), dice));
    }
}

std::string whole_ir_text(std::uint64_t seed, Dice& dice) {
    namespace fs = std::filesystem;
    if (dice.one_in(2)) return ir::print(random_program(seed % 997));
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(fs::path(RELIT_SOURCE) / "fuzz/corpus/ir_translate"))
        paths.push_back(entry.path());
    if (paths.empty()) return {};
    std::ranges::sort(paths);
    std::ifstream in(paths[dice.below(static_cast<std::uint32_t>(paths.size()))], std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

} // namespace

std::string fault_of_ir_text(std::string_view text) {
    const Bytes file(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    const auto program = isa::ir_text::kFrontend.parse(file);
    if (!program || text.size() > kMostText || !is_small(isa::ir_text::module_of(**program))) return {};
    for (const lang::Target& target : kTargets) {
        if (std::string fault = fault_for(**program, target); !fault.empty()) return fmt::format("{}\n{}", fault, text);
    }
    return {};
}

std::string damaged_ir_text(std::uint64_t seed) {
    Dice dice(seed);
    std::vector<std::string> lines = lines_of(whole_ir_text(seed, dice));
    for (std::uint32_t changes = 1 + dice.below(4); changes-- > 0;) damage(lines, dice);
    std::string text;
    for (const std::string& line : lines) text.append(line) += '\n';
    return text;
}

} // namespace relit::test
