#include "ir/verify/verify.hpp"

#include "base/text.hpp"
#include "ir/analysis/cfg.hpp"
#include "ir/names.hpp"
#include "ir/text/print.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace relit::ir {
namespace {

using At = Violation::At;

struct Location {
    At at = At::Module;
    FunctionId function = 0;
    std::uint32_t index = 0;
};

struct Definition {
    FunctionId function = 0;
    BlockId block = kNoBlock;
    std::uint32_t position = 0; // in the block; 0: a parameter; 1: the first instruction
};

class Verifier {
public:
    explicit Verifier(const Module& module) : module_(module), definitions_(module.insts.size()) {}

    std::optional<Violation> run() {
        const bool fine = declarations() && each([&](FunctionId id) { return definitions(id); }) &&
                          each([&](FunctionId id) { return insts(id) && endings(id) && dominance(id) && tree(id); }) &&
                          calls();
        if (fine) return {};
        return Violation{location_.at, location_.function, location_.index, std::move(text_)};
    }

private:
    bool report(Location location, std::string text) {
        location_ = location;
        text_ = std::move(text);
        return false;
    }
    template <class Check>
    bool each(Check check) {
        for (FunctionId id = 0; id < module_.functions.size(); ++id) {
            if (!check(id)) return false;
        }
        return true;
    }
    bool declarations();
    bool functions_declared();
    bool definitions(FunctionId id);
    bool define(FunctionId id, BlockId block, Id inst, std::uint32_t position);
    bool insts(FunctionId id);
    bool known(Location location, Id value);
    bool endings(FunctionId id);
    bool ending(FunctionId id, BlockId block);
    bool terminator_value(Location location, TerminatorKind kind, Id value);
    bool edge(Location location, const Edge& edge);
    bool dominance(FunctionId id);
    bool tree(FunctionId id);
    bool node(Location location, const Node& node, std::vector<bool>& blocks);
    bool calls();

    const Module& module_;
    std::vector<Definition> definitions_; // by Id
    Location location_;
    std::string text_;
};

/// Words, or rows of four.
bool may_be_element(Type type) { return type == kI32 || type == kI32.with_lanes(4) || type == kF32.with_lanes(4); }

bool Verifier::declarations() {
    const auto at = [](At what, std::size_t index) { return Location{what, 0, static_cast<std::uint32_t>(index)}; };
    if (module_.files.size() > (1U << Access::file.width()))
        return report({}, "there are more files than accesses can name");
    for (std::size_t i = 0; i < module_.files.size(); ++i) {
        const RegisterFile& file = module_.files[i];
        const bool has_kind = is_float(file.kind) || is_integer(file.kind) || file.kind == Kind::Bool;
        if (!has_kind || file.lanes < 1 || file.lanes > kMaxLanes) {
            return report(at(At::File, i),
                          fmt::format("file {}: a register cannot be {}", i, type_name({file.kind, file.lanes})));
        }
        if (file.kind == Kind::Bool && file.role != Role::Register)
            return report(at(At::File, i), fmt::format("file {}: inputs and outputs hold no bools", i));
        if (file.count > (1U << Access::lane.width()) / file.lanes) {
            return report(at(At::File, i), fmt::format("file {}: there are more lanes than accesses can name", i));
        }
    }
    if (std::string text = wrong_io_slots(module_); !text.empty()) return report({}, std::move(text));
    for (std::size_t i = 0; i < module_.texture_uses.size(); ++i) {
        const std::uint32_t resource = module_.texture_uses[i].resource;
        const bool known = resource < module_.resources.size();
        const auto kind = known ? module_.resources[resource].kind : ResourceKind::ConstantBuffer;
        if (kind != ResourceKind::Texture && kind != ResourceKind::Image) {
            return report(at(At::Use, i),
                          fmt::format("use {}: resource {} is neither a texture nor an image", i, resource));
        }
    }
    for (std::size_t i = 0; i < module_.resources.size(); ++i) {
        const Resource& texture = module_.resources[i];
        const bool is_texture = texture.kind == ResourceKind::Texture || texture.kind == ResourceKind::Image;
        if (const Type element = texture.element; element != kVoid && (is_texture || !may_be_element(element)))
            return report(at(At::Resource, i),
                          fmt::format("resource {}: it has no elements of {}", i, type_name(element)));
        if (!is_texture) continue;
        if (std::string text = check_texture(texture); !text.empty()) {
            return report(at(At::Resource, i), fmt::format("resource {}: {}", i, text));
        }
    }
    return functions_declared();
}

bool Verifier::functions_declared() {
    if (module_.functions.empty()) return report({}, "there is no function");
    const auto is_value = [](Type type) {
        return type.kind != Kind::Void && type.lanes >= 1 && type.lanes <= kMaxLanes;
    };
    for (FunctionId id = 0; id < module_.functions.size(); ++id) {
        const Function& function = module_.functions[id];
        const Location location{At::Function, id, 0};
        if (function.blocks.empty()) return report(location, "there is no block");
        if (!function.blocks[0].params.empty()) return report({At::Block, id, 0}, "the entry has parameters");
        if (function.result != kVoid && !is_value(function.result))
            return report(location, "the result has no legal type");
        if (!std::ranges::all_of(function.params, is_value)) return report(location, "a parameter has no legal type");
        if (id == 0 && (!function.params.empty() || function.result != kVoid)) {
            return report(location, "the function where the program starts has parameters or a result");
        }
    }
    return true;
}

bool Verifier::definitions(FunctionId id) {
    const auto& blocks = module_.functions[id].blocks;
    for (BlockId block = 0; block < blocks.size(); ++block) {
        for (std::uint32_t i = 0; i < blocks[block].params.size(); ++i) {
            const Id param = blocks[block].params[i];
            if (!define(id, block, param, 0)) return false;
            const Inst& inst = module_[param];
            if (inst.op != Op::BlockParam)
                return report({At::Block, id, block}, "a parameter is not a block parameter");
            if (inst.imm != i)
                return report({At::Block, id, block},
                              fmt::format("parameter {} says that it is number {}", i, inst.imm));
        }
        for (std::uint32_t i = 0; i < blocks[block].insts.size(); ++i) {
            if (!define(id, block, blocks[block].insts[i], i + 1)) return false;
        }
    }
    return true;
}

bool Verifier::define(FunctionId id, BlockId block, Id inst, std::uint32_t position) {
    if (inst == kNone || inst >= module_.insts.size()) {
        return report({At::Block, id, block}, fmt::format("there is no instruction {}", inst));
    }
    if (definitions_[inst].block != kNoBlock) return report({At::Inst, id, inst}, "it is in two places");
    definitions_[inst] = {id, block, position};
    return true;
}

// A value of the location's function, as far as that can be said without dominators.
bool Verifier::known(Location location, Id value) {
    if (value == kNone || value >= definitions_.size() || definitions_[value].block == kNoBlock) {
        return report(location, "it uses a value outside of every block");
    }
    if (definitions_[value].function != location.function)
        return report(location, "it uses a value of another function");
    return true;
}

bool Verifier::insts(FunctionId id) {
    const Function& function = module_.functions[id];
    for (const Block& block : function.blocks) {
        for (const auto& list : {std::span(block.params), std::span(block.insts)}) {
            for (const Id at : list) {
                const Inst& inst = module_[at];
                const Location location{At::Inst, id, at};
                const bool is_param = definitions_[at].position == 0;
                if ((inst.op == Op::BlockParam) != is_param)
                    return report(location, "it is not among its block's parameters");
                for (const Id operand : inst.operands) {
                    if (!known(location, operand)) return false;
                }
                if (std::string text = wrong_in(module_, function, inst); !text.empty())
                    return report(location, std::move(text));
            }
        }
    }
    return true;
}

bool Verifier::endings(FunctionId id) {
    for (BlockId block = 0; block < module_.functions[id].blocks.size(); ++block) {
        if (!ending(id, block)) return false;
    }
    return true;
}

bool Verifier::ending(FunctionId id, BlockId block) {
    const Terminator& end = module_.functions[id].blocks[block].end;
    const Location location{At::Terminator, id, block};
    if (end.kind == TerminatorKind::None) return report({At::Block, id, block}, "the block has no end");
    if (!terminator_value(location, end.kind, end.value)) return false;
    constexpr std::size_t kEdges[] = {0, 1, 2, 0, 0, 0};
    const bool is_switch = end.kind == TerminatorKind::Switch;
    const std::size_t edges = is_switch ? end.cases.size() + 1 : kEdges[static_cast<unsigned>(end.kind)];
    if (end.edges.size() != edges)
        return report(location, fmt::format("{} successors instead of {}", end.edges.size(), edges));
    if (!is_switch && !end.cases.empty()) return report(location, "only a switch has cases");
    std::vector<std::uint32_t> cases(end.cases.begin(), end.cases.end());
    std::ranges::sort(cases);
    if (const auto twice = std::ranges::adjacent_find(cases); twice != cases.end()) {
        return report(location, fmt::format("case {:#x} occurs twice", *twice));
    }
    const std::size_t blocks = module_.functions[location.function].blocks.size();
    for (const BlockId named : {end.merge, end.again})
        if (named != kNoBlock && named >= blocks) return report(location, fmt::format("there is no block b{}", named));
    if (end.origin > module_.origins.size()) return report(location, fmt::format("there is no origin {}", end.origin));
    return std::ranges::all_of(end.edges, [&](const Edge& to) { return edge(location, to); });
}

bool Verifier::terminator_value(Location location, TerminatorKind kind, Id value) {
    const Type result = module_.functions[location.function].result;
    Type wanted = kVoid;
    if (kind == TerminatorKind::Branch) wanted = kBool;
    if (kind == TerminatorKind::Switch) wanted = kI32;
    if (kind == TerminatorKind::Return) wanted = result;
    if (wanted == kVoid) return value == kNone || report(location, "it takes no value");
    if (value == kNone) return report(location, fmt::format("it has no value; it takes {}", type_name(wanted)));
    if (!known(location, value)) return false;
    const Type is = module_[value].type;
    return is == wanted || report(location, fmt::format("its value is {}, not {}", type_name(is), type_name(wanted)));
}

bool Verifier::edge(Location location, const Edge& edge) {
    const auto& blocks = module_.functions[location.function].blocks;
    if (edge.to >= blocks.size()) return report(location, fmt::format("there is no block b{}", edge.to));
    if (edge.to == 0) return report(location, "nothing may go to the entry");
    const auto& params = blocks[edge.to].params;
    if (edge.args.size() != params.size()) {
        return report(location, fmt::format("b{} takes {} values, not {}", edge.to, params.size(), edge.args.size()));
    }
    for (std::size_t i = 0; i < params.size(); ++i) {
        if (!known(location, edge.args[i])) return false;
        const Type is = module_[edge.args[i]].type, wanted = module_[params[i]].type;
        if (is == wanted) continue;
        return report(location, fmt::format("value {} for b{} is {}, the parameter {}", i + 1, edge.to, type_name(is),
                                            type_name(wanted)));
    }
    return true;
}

bool Verifier::dominance(FunctionId id) {
    const Function& function = module_.functions[id];
    const Cfg cfg(function);
    for (const BlockId at : cfg.order()) {
        const Block& block = function.blocks[at];
        const auto reaches = [&](Id value, std::uint32_t position) {
            const Definition& from = definitions_[value];
            return from.block == at ? from.position < position : cfg.dominates(from.block, at);
        };
        for (std::uint32_t i = 0; i < block.insts.size(); ++i) {
            const auto operands = module_[block.insts[i]].operands;
            for (std::size_t k = 0; k < operands.size(); ++k) {
                if (reaches(operands[k], i + 1)) continue;
                return report({At::Inst, id, block.insts[i]},
                              fmt::format("operand {} is not computed on every path to here", k + 1));
            }
        }
        const auto end = static_cast<std::uint32_t>(block.insts.size() + 1);
        bool fine = block.end.value == kNone || reaches(block.end.value, end);
        for (const Edge& edge : block.end.edges) {
            fine = fine && std::ranges::all_of(edge.args, [&](Id value) { return reaches(value, end); });
        }
        if (!fine) return report({At::Terminator, id, at}, "a value is not computed on every path to here");
    }
    return true;
}

// Walks the tree without recursion; `loops` counts the loops around.
bool Verifier::tree(FunctionId id) {
    const Tree& tree = module_.functions[id].tree;
    std::vector<bool> nodes(tree.nodes.size()), blocks(module_.functions[id].blocks.size());
    struct Open {
        NodeId node;
        bool in_loop;
    };
    std::vector<Open> open;
    const auto enter = [&](std::span<const NodeId> sequence, bool in_loop) {
        for (const NodeId next : sequence) {
            if (next >= nodes.size())
                return report({At::Function, id, 0}, fmt::format("the tree has no node {}", next));
            if (nodes[next]) return report({At::Node, id, next}, "the node is in two places");
            nodes[next] = true;
            open.push_back({next, in_loop});
        }
        return true;
    };
    if (!enter(tree.root, false)) return false;
    while (!open.empty()) {
        const auto [at, in_loop] = open.back();
        open.pop_back();
        const Node& inner = tree.nodes[at];
        const bool leaves = inner.kind == NodeKind::Break || inner.kind == NodeKind::Continue;
        if (leaves && !in_loop) return report({At::Node, id, at}, "there is no loop around it");
        if (!node({At::Node, id, at}, inner, blocks)) return false;
        for (const auto& body : inner.bodies) {
            if (!enter(body, in_loop || inner.kind == NodeKind::Loop)) return false;
        }
    }
    return true;
}

bool Verifier::node(Location location, const Node& node, std::vector<bool>& blocks) {
    const bool is_switch = node.kind == NodeKind::Switch, is_if = node.kind == NodeKind::If;
    if (node.kind == NodeKind::Block) {
        if (node.block >= blocks.size()) return report(location, "there is no such block");
        if (blocks[node.block]) return report(location, "the block is in two places");
        blocks[node.block] = true;
    }
    std::size_t least = 0, most = 0;
    if (is_if) least = 1, most = 2;
    if (is_switch) least = most = node.cases.size() + 1;
    if (node.kind == NodeKind::Loop) least = most = 1;
    if (node.bodies.size() < least || node.bodies.size() > most) {
        return report(location, fmt::format("{} bodies instead of {}", node.bodies.size(), most));
    }
    std::vector<std::uint32_t> cases(node.cases.begin(), node.cases.end());
    std::ranges::sort(cases);
    if (std::ranges::adjacent_find(cases) != cases.end()) return report(location, "a case occurs twice");
    TerminatorKind as = TerminatorKind::Jump;
    if (is_if) as = TerminatorKind::Branch;
    if (is_switch) as = TerminatorKind::Switch;
    if (node.kind == NodeKind::Return) as = TerminatorKind::Return;
    return terminator_value(location, as, node.value);
}

// Depth-first over who calls whom; a call of a function that is still open closes a cycle.
bool Verifier::calls() {
    const std::size_t count = module_.functions.size();
    std::vector<std::vector<Id>> calls(count);
    for (FunctionId id = 0; id < count; ++id) {
        for (const Block& block : module_.functions[id].blocks) {
            std::ranges::copy_if(block.insts, std::back_inserter(calls[id]),
                                 [&](Id at) { return module_[at].op == Op::Call; });
        }
    }
    enum class Seen : std::uint8_t { Not, Open, Done };
    std::vector<Seen> seen(count, Seen::Not);
    std::vector<std::pair<FunctionId, std::size_t>> open;
    for (FunctionId root = 0; root < count; ++root) {
        if (seen[root] != Seen::Not) continue;
        seen[root] = Seen::Open;
        open.emplace_back(root, 0);
        while (!open.empty()) {
            auto& [function, next] = open.back();
            if (next == calls[function].size()) {
                seen[function] = Seen::Done;
                open.pop_back();
                continue;
            }
            const Id call = calls[function][next++];
            const FunctionId to = module_[call].imm;
            if (seen[to] == Seen::Open)
                return report({At::Inst, function, call}, "the function calls itself, at once or through others");
            if (seen[to] == Seen::Not) seen[to] = Seen::Open, open.emplace_back(to, 0);
        }
    }
    return true;
}

} // namespace

std::optional<Violation> find_violation(const Module& module) { return Verifier(module).run(); }

std::uint32_t line_of(const Violation& violation, const Lines& lines) {
    const auto in = [&](const std::vector<std::uint32_t>& list) {
        return violation.index < list.size() ? list[violation.index] : 0;
    };
    const auto in_function = [&](const std::vector<std::vector<std::uint32_t>>& lists) {
        return violation.function < lists.size() ? in(lists[violation.function]) : 0;
    };
    switch (violation.at) {
        case At::Module: return 0;
        case At::File: return in(lines.files);
        case At::Resource: return in(lines.resources);
        case At::Use: return in(lines.uses);
        case At::Function: return lines.functions.empty() ? 0 : lines.functions[violation.function];
        case At::Block: return in_function(lines.blocks);
        case At::Terminator: return in_function(lines.endings);
        case At::Inst: return in(lines.insts);
        case At::Node: return in_function(lines.nodes);
    }
    return 0;
}

Status verify(const Module& module) {
    const auto violation = find_violation(module);
    if (!violation) return {};
    Lines lines;
    const std::string text = print(module, &lines);
    const std::uint32_t line = violation->at < At::Function ? 0 : line_of(*violation, lines);
    const std::vector<std::string_view> all = split_lines(text);
    if (line == 0 || line > all.size()) return fail(violation->text);
    std::string_view said = trim(all[line - 1]);
    said = trim(said.substr(0, violation->at == At::Inst ? said.find(" ;") : said.npos));
    if (said.ends_with(':')) said.remove_suffix(1);
    return fail(fmt::format("line {}: {}: {}", line, said, violation->text));
}

} // namespace relit::ir
