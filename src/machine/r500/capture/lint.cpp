#include "machine/r500/capture/lint.hpp"

#include "isa/r500/fs/text/lint.hpp"
#include "isa/r500/vs/text/lint.hpp"
#include "machine/r500/capture/load.hpp"
#include "machine/r500/capture/walk.hpp"
#include "machine/r500/stream/program.hpp"

#include <array>
#include <map>

namespace relit::machine::r500 {
namespace {

enum class DrawRule : std::uint8_t {
#define DRAW_LINT(rule, name, source, reason) rule,
#include "machine/r500/capture/lint.inc"
#undef DRAW_LINT
};
constexpr codec::LintRule kDrawRules[] = {
#define DRAW_LINT(rule, name, source, reason) {name, false, source, reason},
#include "machine/r500/capture/lint.inc"
#undef DRAW_LINT
};

Result<std::vector<codec::Finding>> lint_vertex(Bytes stream) {
    const auto program = isa::r500::vs::load_binary(stream);
    if (!program) return std::unexpected(program.error());
    return isa::r500::vs::lint(*program);
}
Result<std::vector<codec::Finding>> lint_fragment(Bytes stream) {
    const auto program = isa::r500::fs::load_binary(stream);
    if (!program) return std::unexpected(program.error());
    return isa::r500::fs::lint(*program, isa::r500::fs::Convention::Highest);
}

/// A stage with what checks its programs, but for constants: memory is shared by programs, and what one does not read others may.
struct CheckedStage {
    Stage stage{};
    std::string_view program, of_constants;
    Result<std::vector<codec::Finding>> (*lint)(Bytes stream);
};
constexpr CheckedStage kStages[] = {{Stage::Vertex, "r500.vs", "unused", lint_vertex},
                                    {Stage::Fragment, "r500.fs", "unused-constant", lint_fragment}};

/// Checks draws one after the other.
class DrawLinter {
public:
    Status draw(const Draw& draw) {
        if (draw.count == 0)
            add({.offset = offset_of(draw)}, kDrawRules[static_cast<std::size_t>(DrawRule::Empty)], draw);
        for (std::size_t i = 0; i < std::size(kStages); ++i)
            if (const Status checked = program(kStages[i], known_[i], draw); !checked) return checked;
        return {};
    }
    std::vector<codec::Finding> take() { return std::move(findings_); }

private:
    /// Where the findings of a program are.
    struct Range {
        std::size_t first = 0, count = 0;
    };
    using Known = std::map<std::vector<std::uint8_t>, Range>;

    static std::uint64_t offset_of(const Draw& draw) { return std::uint64_t{4} * draw.dword; }

    void add(codec::Finding finding, const codec::LintRule& rule, const Draw& draw) {
        finding.rule = rule.name;
        finding.reason = rule.reason;
        finding.source = rule.source;
        finding.draws = {draw.number};
        findings_.push_back(std::move(finding));
    }

    Status program(const CheckedStage& stage, Known& known, const Draw& draw) {
        const std::vector<std::uint8_t> stream = program_stream(draw.state, stage.stage);
        if (stream.empty()) return {};
        const auto [entry, is_new] = known.try_emplace(stream, Range{findings_.size(), 0});
        if (!is_new) {
            for (std::size_t i = 0; i < entry->second.count; ++i)
                findings_[entry->second.first + i].draws.push_back(draw.number);
            return {};
        }
        auto found = stage.lint(stream);
        if (!found) return std::unexpected(found.error());
        std::erase_if(*found, [&](const codec::Finding& finding) { return finding.rule == stage.of_constants; });
        entry->second.count = found->size();
        for (codec::Finding& finding : *found) {
            finding.offset = offset_of(draw);
            finding.program = stage.program;
            finding.draws = {draw.number};
            finding.fixable = false; // a stream is not repaired
            findings_.push_back(std::move(finding));
        }
        return {};
    }

    std::vector<codec::Finding> findings_;
    std::array<Known, std::size(kStages)> known_;
};

} // namespace

std::span<const codec::LintRule> draw_rules() { return kDrawRules; }

Result<std::vector<codec::Finding>> lint(Bytes file, const codec::AssembleOptions& /*none*/) {
    const auto loaded = load(file);
    if (!loaded) return std::unexpected(loaded.error());
    DrawLinter linter;
    for (Walker walker(loaded->capture); walker.next();)
        if (walker.draw() != nullptr)
            if (const Status checked = linter.draw(*walker.draw()); !checked) return std::unexpected(checked.error());
    return linter.take();
}

} // namespace relit::machine::r500
