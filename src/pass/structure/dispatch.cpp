#include "pass/structure/dispatch.hpp"

#include "base/scratch.hpp"
#include "ir/builder.hpp"
#include "pass/structure/selector.hpp"
#include "pass/structure/values.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace relit::pass {
namespace {

/// How arcs look to the search for cycles with several entries.
enum class ArcKind : std::uint8_t {
    Forward,
    Natural, // back to a block that dominates: the loop that it closes has one entry
    Stray,   // back to any other
};

/// Strongly connected components, numbered; `natural` tells whether natural back arcs count.
class Components {
public:
    Components(const Flow& flow, const std::vector<ArcKind>& kinds, bool natural)
        : of(flow.size(), kNowhere), flow_(flow), kinds_(kinds), natural_(natural), seen_(flow.size(), 0),
          low_(flow.size(), 0) {
        for (std::uint32_t n = 0; n < flow.size(); ++n) {
            if (seen_[n] == 0) search(n);
        }
    }
    std::vector<std::uint32_t> of; // component of a block
    std::uint32_t count = 0;

private:
    struct Visit {
        std::uint32_t n, next;
    };

    void enter(std::uint32_t n) {
        seen_[n] = low_[n] = ++clock_;
        open_.push_back(n);
        visits_.push_back({n, flow_.first_out[n]});
    }
    void search(std::uint32_t root) {
        enter(root);
        while (!visits_.empty()) {
            const std::uint32_t n = visits_.back().n;
            if (visits_.back().next == flow_.first_out[n + 1]) {
                leave(n);
                continue;
            }
            const std::uint32_t arc = visits_.back().next++;
            if (kinds_[arc] == ArcKind::Natural && !natural_) continue;
            const std::uint32_t to = flow_.arcs[arc].to;
            if (seen_[to] == 0)
                enter(to);
            else if (of[to] == kNowhere)
                low_[n] = std::min(low_[n], seen_[to]);
        }
    }
    void leave(std::uint32_t n) {
        visits_.pop_back();
        if (!visits_.empty()) low_[visits_.back().n] = std::min(low_[visits_.back().n], low_[n]);
        if (low_[n] != seen_[n]) return;
        std::uint32_t member = kNowhere;
        do {
            member = open_.back();
            open_.pop_back();
            of[member] = count;
        } while (member != n);
        ++count;
    }

    const Flow& flow_;
    const std::vector<ArcKind>& kinds_;
    bool natural_;
    std::uint32_t clock_ = 0;
    std::vector<std::uint32_t> seen_, low_, open_;
    std::vector<Visit> visits_;
};

/// Parts of a flow, which have no blocks in common.
struct Parts {
    std::vector<std::uint32_t> of; // by block
    std::vector<bool> change;      // by part: whether it gets a dispatch
};

/// One round: finds the cycles with several entries and gives each a dispatch block.
class Round {
public:
    Round(ir::Module& module, ir::FunctionId function, const Flow& flow, unsigned number, bool flatten)
        : module_(module), builder_(module), function_(function), flow_(flow), number_(number), flatten_(flatten) {}

    void run() {
        classify();
        change(find_cycles());
    }
    void change(const Parts& parts) {
        if (flatten_) keep_values(parts);
        builder_.move_to(function_, 0);
        selector_ = selector_file(module_, ir::FilePurpose::LoopEntry, "entry", number_ + 1);
        choose(parts);
        for (std::uint32_t n = 0; n < flow_.size(); ++n) redirect(n, parts);
        for (const Dispatch& dispatch : dispatches_) finish(dispatch);
    }

private:
    struct Dispatch {
        ir::BlockId block = ir::kNoBlock;
        std::vector<ir::BlockId> targets;
    };

    [[nodiscard]] Parts find_cycles() const {
        Components components(flow_, kinds_, flatten_);
        Parts parts{std::move(components.of), std::vector<bool>(components.count)};
        for (std::size_t i = 0; i < kinds_.size(); ++i)
            if (kinds_[i] == ArcKind::Stray) parts.change[parts.of[flow_.arcs[i].to]] = true;
        return parts;
    }

    void classify() {
        for (const Arc& arc : flow_.arcs) {
            const bool natural = arc.back && flow_.cfg.dominates(flow_.order[arc.to], flow_.order[arc.from]);
            kinds_.push_back(!arc.back ? ArcKind::Forward : natural ? ArcKind::Natural : ArcKind::Stray);
        }
    }

    // A flat part may be entered at any target, and not every path to one leads past what its block uses.
    void keep_values(const Parts& parts) {
        std::vector<bool> marked(module_.functions[function_].blocks.size());
        for (std::uint32_t n = 0; n < flow_.size(); ++n) marked[flow_.order[n]] = parts.change[parts.of[n]];
        keep_in_registers(module_, function_, marked);
    }

    // A block is a target of its part's dispatch where a redirected arc leads to it.
    void choose(const Parts& parts) {
        dispatch_of_.assign(parts.change.size(), kNowhere);
        target_number_.assign(flow_.size(), kNowhere);
        for (std::size_t i = 0; i < flow_.arcs.size(); ++i) {
            const Arc& arc = flow_.arcs[i];
            const std::uint32_t inside = parts.of[arc.to];
            if (parts.change[inside] && makes_target(i, parts)) add_target(inside, arc.to);
        }
    }
    [[nodiscard]] bool makes_target(std::size_t i, const Parts& parts) const {
        const Arc& arc = flow_.arcs[i];
        const bool entry = parts.of[arc.from] != parts.of[arc.to];
        return flatten_ ? entry || arc.back : entry && kinds_[i] != ArcKind::Natural;
    }
    void add_target(std::uint32_t part, std::uint32_t n) {
        if (target_number_[n] != kNowhere) return;
        if (dispatch_of_[part] == kNowhere) {
            dispatch_of_[part] = static_cast<std::uint32_t>(dispatches_.size());
            dispatches_.push_back({builder_.block(), {}});
        }
        auto& targets = dispatches_[dispatch_of_[part]].targets;
        target_number_[n] = static_cast<std::uint32_t>(targets.size());
        targets.push_back(flow_.order[n]);
    }

    // When made flat, forward arcs inside the part stay; otherwise every arc to a target goes through the
    // dispatch, except those of the target's own natural loop.
    [[nodiscard]] bool goes_through(std::size_t i, const Parts& parts) const {
        if (target_number_[flow_.arcs[i].to] == kNowhere) return false;
        return flatten_ ? makes_target(i, parts) : kinds_[i] != ArcKind::Natural;
    }

    void redirect(std::uint32_t n, const Parts& parts) {
        for (std::uint32_t i = flow_.first_out[n]; i < flow_.first_out[n + 1]; ++i) {
            if (goes_through(i, parts)) redirect_arc(flow_.arcs[i], parts);
        }
    }
    void redirect_arc(const Arc& arc, const Parts& parts) {
        const ir::BlockId from = flow_.order[arc.from], to = flow_.order[arc.to];
        const ir::BlockId dispatch = dispatches_[dispatch_of_[parts.of[arc.to]]].block;
        auto& blocks = module_.functions[function_].blocks;
        const bool only = blocks[from].end.edges.size() == 1;
        const ir::BlockId middle = only ? from : builder_.block();
        builder_.move_to(middle);
        builder_.store(selector_, number_, builder_.i32(target_number_[arc.to]));
        if (!only) builder_.jump(dispatch);
        for (ir::Edge& edge : blocks[from].end.edges) {
            if (edge.to == to) edge.to = only ? dispatch : middle;
        }
    }

    void finish(const Dispatch& dispatch) {
        builder_.move_to(dispatch.block);
        std::vector<std::uint32_t> cases(dispatch.targets.size() - 1);
        std::iota(cases.begin(), cases.end(), 0U);
        if (cases.empty())
            builder_.jump(dispatch.targets[0]);
        else
            builder_.switch_on(builder_.load(selector_, number_, ir::kI32), cases, dispatch.targets);
    }

    ir::Module& module_;
    ir::Builder builder_;
    ir::FunctionId function_;
    const Flow& flow_;
    unsigned number_; // a path may go through a dispatch of each iteration: each has a selector of its own
    bool flatten_;
    std::uint32_t selector_ = 0;
    std::vector<ArcKind> kinds_;               // by arc
    std::vector<std::uint32_t> dispatch_of_;   // by part
    std::vector<std::uint32_t> target_number_; // by block
    std::vector<Dispatch> dispatches_;
};

} // namespace

void make_reducible(ir::Module& module, ir::FunctionId function, std::uint32_t iterations,
                    std::optional<ir::Cfg>& cfg) {
    for (unsigned round = 0;; ++round) {
        cfg.emplace(module.functions[function]);
        if (cfg->is_reducible()) return;
        Scratch memory;
        const Flow flow(*cfg, &memory);
        Round(module, function, flow, round, round >= iterations).run();
    }
}

void flatten_loops(ir::Module& module, ir::FunctionId function, const Flow& flow, const LoopNest& nest,
                   const std::pmr::vector<bool>& which) {
    std::vector<std::uint32_t> part_of(nest.loops.size(), 0); // by loop
    std::uint32_t parts = 1;
    for (std::size_t loop = 1; loop < nest.loops.size(); ++loop) {
        const std::uint32_t around = part_of[nest.loops[loop].parent];
        part_of[loop] = around == 0 && which[loop] ? parts++ : around;
    }
    Parts flat{std::vector<std::uint32_t>(flow.size()), std::vector<bool>(parts, true)};
    flat.change[0] = false; // what is in none of these loops
    for (std::uint32_t n = 0; n < flow.size(); ++n) flat.of[n] = part_of[nest.loop_of[n]];
    const std::uint32_t selector = selector_file(module, ir::FilePurpose::LoopEntry, "entry", 0);
    Round(module, function, flow, module.files[selector].count, true).change(flat);
}

} // namespace relit::pass
