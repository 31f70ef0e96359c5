#include "ir/parse.hpp"

#include "base/text.hpp"
#include "ir/builder.hpp"
#include "ir/names.hpp"
#include "ir/parse_shape.hpp"
#include "ir/reader.hpp"

#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace relit::ir {
namespace {

struct Spot {
    Id id = kNone;
    std::uint32_t line = 0, column = 0; // of the first mention
};

class Parser {
public:
    explicit Parser(std::string_view text) : lines_(split_lines(text)) {}

    Result<Module> run() {
        find_functions();
        for (std::uint32_t i = 0; i < lines_.size(); ++i) {
            in_.at = Scanner(lines_[i], i + 1);
            if (in_.ends()) continue;
            if (!line() || !(in_.ends() || in_.wrong("unexpected text"))) return std::unexpected(in_.fault);
        }
        if (!started_) return fail_line(1, 1, "expected: module STAGE \"SOURCE\"");
        if (in_tree_) return fail_line(static_cast<std::uint32_t>(lines_.size()), 1, "the tree is not complete");
        if (!finish_function() || !resolve()) return std::unexpected(in_.fault);
        return std::move(module_);
    }

private:
    void find_functions();
    bool line();
    bool module_line();
    bool workgroup_line();
    bool feedback_line();
    bool file_line();
    bool place_line();
    bool resource_line();
    bool use_line();
    bool table_line();
    bool origin_line();
    bool function_line();
    bool finish_function();

    bool block_line();
    bool body_line(std::string_view word);
    bool inst_line(std::string_view word, std::uint32_t number);
    bool imm(Inst& inst);
    bool words(Inst& inst, std::uint32_t count);
    bool access(Inst& inst);
    bool operands(Inst& inst, bool first);
    bool lanes(Inst& inst);
    bool suffixes(Inst& inst);
    bool origin(std::uint32_t& out);
    bool value(Id& out);
    bool define(std::uint32_t number, Id id);
    bool edge(Edge& out);
    bool target(BlockId& out);
    bool terminator_line(TerminatorKind kind);
    bool switch_edges(std::vector<Edge>& edges, std::vector<std::uint32_t>& cases);

    bool tree_line();
    bool node_line(std::string_view word);
    bool body_head(NodeId id);
    bool resolve();
    void resolve(Id& id) { id = id == kNone ? kNone : values_.at(id).id; }

    Function& here() { return module_.functions.back(); }

    Reader in_;
    std::vector<std::string_view> lines_;
    Module module_;
    Builder ir_{module_};
    Reader::Names files_, resources_, functions_;
    std::size_t function_count_ = 0;
    std::unordered_map<std::uint32_t, Spot> values_; // by their number in the text; looked up only
    std::vector<std::uint32_t> mentioned_;           // the numbers in order of first mention
    bool started_ = false, in_block_ = false, in_tree_ = false, had_block_ = false;
    std::vector<NodeId> open_; // nodes of the tree whose body is being read
    BlockId furthest_ = 0;     // the highest block that this function goes to
    Spot furthest_spot_;
};

// Functions may be called before they stand there.
void Parser::find_functions() {
    for (std::uint32_t i = 0; i < lines_.size(); ++i) {
        in_.at = Scanner(lines_[i], i + 1);
        if (in_.at.word() != "function") continue;
        std::uint32_t index = 0;
        std::string called;
        if (in_.number(index) && in_.name(called)) in_.remember(functions_, called, function_count_++);
    }
}

bool Parser::line() {
    if (in_.at.peek() == '}') return in_tree_ ? tree_line() : in_.wrong("there is nothing to close here");
    if (in_.at.accept('%')) {
        std::uint32_t defined = 0;
        if (!in_.number(defined)) return false;
        if (defined == 0) return in_.wrong("values are numbered from 1");
        if (!in_.expect("=")) return false;
        return inst_line(in_.token(), defined);
    }
    const Scanner start = in_.at;
    const std::string_view word = in_.token();
    if (!started_) return word == "module" ? module_line() : in_.wrong("expected: module STAGE \"SOURCE\"");
    if (in_tree_) return node_line(word);
    if (word == "function") return function_line();
    if (module_.functions.empty()) {
        if (word == "workgroup") return workgroup_line();
        if (word == "geometry") return read_geometry(in_, module_.geometry);
        if (word == "patch") return read_patch(in_, module_.stage, module_.tessellation);
        if (word == "tests_early") return module_.tests_early = true;
        if (word == "feedback") return feedback_line();
        if (word == "file") return file_line();
        if (word == "place") return place_line();
        if (word == "resource") return resource_line();
        if (word == "called") return read_register_label(in_, files_, module_);
        if (word == "label") return read_label(in_, resources_, module_);
        if (word == "packed") return read_packed(in_, resources_, module_);
        if (word == "use") return use_line();
        if (word == "table") return table_line();
        if (word == "origin") return origin_line();
        return in_.wrong("expected a declaration or a function");
    }
    if (word == "tree") {
        if (!here().tree.nodes.empty()) return in_.wrong("the function has a tree already");
        in_tree_ = true;
        in_block_ = false;
        return in_.expect("{");
    }
    if (word.size() > 1 && word[0] == 'b' && word[1] >= '0' && word[1] <= '9') {
        in_.at = start;
        return block_line();
    }
    return body_line(word);
}

bool Parser::module_line() {
    started_ = true;
    std::string source;
    if (!in_.one_of(kStageNames, module_.stage, "stage") || !in_.text(source, kLongestName)) return false;
    module_.source = source;
    return true;
}

bool Parser::workgroup_line() {
    for (std::uint32_t& size : module_.workgroup)
        if (!in_.number(size)) return false;
    module_.workgroup_is_open = !in_.ends();
    return !module_.workgroup_is_open || in_.expect("open");
}

bool Parser::feedback_line() {
    if (module_.feedback.size() >= kMostDeclarations) return in_.beyond(kMostDeclarations, "declarations");
    return read_feedback(in_, files_, module_.files.size(), module_.feedback.emplace_back());
}

bool Parser::file_line() {
    std::string called;
    Type kind;
    std::uint32_t count = 0;
    Role role{};
    if (!in_.next_index(module_.files.size()) || !in_.name(called) || !in_.type(kind)) return false;
    if (kind.kind == Kind::Void || kind.kind == Kind::Bool) return in_.wrong("a register holds integers or floats");
    if (!in_.expect("[") || !in_.number(count) || !in_.expect("]") || !in_.one_of(kRoleNames, role, "role"))
        return false;
    const bool is_signed = in_.at.accept("signed"), is_patch = !in_.ends();
    if (is_patch && !in_.expect("patch")) return false;
    in_.remember(files_, called, module_.files.size());
    RegisterFile& made = module_.files[ir_.file(called, kind.kind, kind.lanes, count, role)];
    made.is_signed = is_signed;
    made.is_patch = is_patch;
    return true;
}

bool Parser::place_line() {
    std::uint32_t file = 0;
    IoSlot made;
    if (!in_.reference(files_, module_.files.size(), "file", file) || !in_.expect("[") || !in_.number(made.reg) ||
        !in_.expect("]"))
        return false;
    if (in_.at.accept('+') && !in_.number(made.lane)) return false;
    if (!in_.one_of(kSemanticNames, made.semantic, "semantic")) return false;
    if (has_number(made.semantic) && !in_.number(made.number)) return false;
    made.is_second = in_.at.accept(kSecond);
    if (!in_.ends() && !in_.one_of(kInterpolationNames, made.interpolation, "kind of interpolation")) return false;
    if (module_.files[file].io_slots.size() >= kMostDeclarations) return in_.beyond(kMostDeclarations, "declarations");
    ir_.place(file, made);
    return true;
}

bool Parser::resource_line() {
    std::string called;
    Resource made;
    if (!in_.next_index(module_.resources.size()) || !in_.name(called)) return false;
    if (!in_.one_of(kResourceNames, made.kind, "kind of resource")) return false;
    if (!in_.expect("binding") || !in_.number(made.binding) || !in_.expect("size") || !in_.number(made.size))
        return false;
    while (!in_.ends()) {
        const std::string_view word = in_.token();
        bool* flag = word == "signed"         ? &made.sampled_signed
                     : word == "arrayed"      ? &made.arrayed
                     : word == "multisampled" ? &made.multisampled
                     : word == "shadow"       ? &made.shadow
                                              : nullptr;
        if (flag != nullptr) {
            *flag = true;
        } else if (word == "format") {
            if (!in_.one_of(kFormatNames, made.format, "format")) return false;
        } else if (word == "dim") {
            if (!in_.one_of(kDimNames, made.dim, "dimension")) return false;
        } else if (word != "of") {
            return in_.wrong("unexpected text");
        } else if (!in_.one_of(kKindNames, made.sampled, "kind")) {
            return false;
        }
    }
    in_.remember(resources_, called, module_.resources.size());
    made.name = called;
    ir_.resource(made);
    return true;
}

bool Parser::use_line() {
    TextureUse use;
    if (!in_.next_index(module_.texture_uses.size())) return false;
    if (!in_.reference(resources_, module_.resources.size(), "resource", use.resource)) return false;
    if (!in_.expect("coordinates") || !in_.number(use.coordinates)) return false;
    while (!in_.ends()) {
        const std::string_view word = in_.token();
        bool* flag = word == "handle"      ? &use.handle
                     : word == "reference" ? &use.reference
                     : word == "lod"       ? &use.lod
                     : word == "bias"      ? &use.bias
                     : word == "gradients" ? &use.gradients
                     : word == "offsets"   ? &use.offsets
                     : word == "sample"    ? &use.sample
                                           : nullptr;
        if (flag != nullptr) {
            *flag = true;
        } else if (word == "atomic") {
            const Op* op = op_named(in_.token());
            if (op == nullptr) return in_.wrong("that is not an operation");
            use.atomic = *op;
        } else if (word != "component" || !in_.number(use.component)) {
            return in_.wrong("unexpected text");
        }
    }
    module_.texture_uses.push_back(use);
    return true;
}

bool Parser::table_line() {
    if (!in_.next_index(module_.tables.size())) return false;
    std::vector<std::uint32_t> entries;
    while (!in_.ends()) {
        if (!in_.number(entries.emplace_back())) return false;
    }
    ir_.table(entries);
    return true;
}

bool Parser::origin_line() {
    std::size_t index = 0;
    std::string said;
    if (!in_.number(index) || !in_.text(said, kLongestOrigin)) return false;
    if (index != module_.origins.size() + 1)
        return in_.wrong(fmt::format("expected number {}", module_.origins.size() + 1));
    if (index > kMostInsts) return in_.beyond(kMostInsts, "origins");
    module_.origins.emplace_back(said);
    return true;
}

bool Parser::function_line() {
    if (!finish_function()) return false;
    std::string called;
    if (!in_.next_index(module_.functions.size()) || !in_.name(called) || !in_.expect("(")) return false;
    const FunctionId id = ir_.function(called);
    Function& function = module_.functions[id];
    for (bool first = true; !in_.at.accept(')'); first = false) {
        if (!first && !in_.expect(",")) return false;
        if (function.params.size() >= kMostOperands) return in_.beyond(kMostOperands, "parameters");
        if (!in_.type(function.params.emplace_back())) return false;
    }
    in_block_ = had_block_ = false;
    furthest_ = 0;
    return in_.expect("->") && in_.type(function.result);
}

// Only now is it known how many blocks there are.
bool Parser::finish_function() {
    if (module_.functions.empty() || furthest_ < here().blocks.size()) return true;
    in_.fault = {FaultKind::BadInput,
                 fmt::format("there is no block b{}", furthest_),
                 {},
                 furthest_spot_.line,
                 furthest_spot_.column};
    return false;
}

bool Parser::block_line() {
    BlockId index = 0;
    if (!in_.expect("b") || !in_.number(index)) return false;
    const auto next = static_cast<BlockId>(had_block_ ? here().blocks.size() : 0);
    if (index != next) return in_.wrong(fmt::format("expected b{}", next));
    if (index >= kMostBlocks) return in_.beyond(kMostBlocks, "blocks");
    if (had_block_) (void)ir_.block();
    ir_.move_to(index);
    in_block_ = had_block_ = true;
    if (in_.at.accept('(')) {
        do {
            std::uint32_t number_in_text = 0, origin_of = 0;
            Type kind;
            if (!in_.expect("%") || !in_.number(number_in_text) || !in_.expect(":") || !in_.type(kind) ||
                !origin(origin_of))
                return false;
            if (kind == kVoid) return in_.wrong("a parameter has a value");
            const Id id = ir_.block_param(index, kind);
            module_[id].origin = origin_of;
            if (!define(number_in_text, id)) return false;
        } while (in_.at.accept(','));
        if (!in_.expect(")")) return false;
    }
    return in_.expect(":");
}

bool Parser::body_line(std::string_view word) {
    constexpr std::array<std::string_view, 6> kTerminatorNames = {"",       "jump",   "branch",
                                                                  "switch", "return", "unreachable"};
    const std::size_t ending = place_in(kTerminatorNames, word);
    if (ending == 0 || ending >= kTerminatorNames.size()) return inst_line(word, 0);
    if (!in_block_) return in_.wrong("there is no block to end");
    in_block_ = false;
    return terminator_line(static_cast<TerminatorKind>(ending));
}

bool Parser::inst_line(std::string_view word, std::uint32_t number_in_text) {
    if (!in_block_) return in_.wrong("there is no block to put this in");
    const Op* op = op_named(word);
    if (op == nullptr || *op == Op::BlockParam) return in_.wrong(fmt::format("there is no operation '{}'", word));
    Inst inst;
    inst.op = *op;
    if (number_in_text != 0) {
        if (!in_.type(inst.type)) return false;
        if (inst.type == kVoid) return in_.wrong("a value is not void");
    }
    const Imm kind = info(inst.op).imm;
    const bool last = kind == Imm::Lanes || kind == Imm::Mask, none = kind == Imm::Nothing;
    if (!none && !last && !imm(inst)) return false;
    if (!operands(inst, none || last) || (last && !lanes(inst)) || !suffixes(inst)) return false;
    if (module_.insts.size() >= kMostInsts) return in_.beyond(kMostInsts, "instructions");
    const Id id = ir_.add(inst.op, inst.type, {});
    module_[id] = inst;
    return number_in_text == 0 || define(number_in_text, id);
}

bool Parser::imm(Inst& inst) {
    switch (info(inst.op).imm) {
        case Imm::Literal: return words(inst, inst.type.lanes);
        case Imm::Words: return words(inst, kOpaqueWords);
        case Imm::Access: return access(inst);
        case Imm::Resource: return in_.reference(resources_, module_.resources.size(), "resource", inst.imm);
        case Imm::Function: return in_.reference(functions_, function_count_, "function", inst.imm);
        case Imm::Scope: return in_.one_of(kScopeNames, inst.imm, "scope");
        case Imm::Builtin: return in_.one_of(kBuiltinNames, inst.imm, "builtin");
        default: return in_.number(inst.imm);
    }
}

bool Parser::words(Inst& inst, std::uint32_t count) {
    inst.imm = static_cast<std::uint32_t>(module_.literals.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!in_.number(module_.literals.emplace_back())) return false;
    }
    return true;
}

bool Parser::access(Inst& inst) {
    std::uint32_t file = 0, lane = 0, more = 0, mask = 0;
    if (!in_.reference(files_, module_.files.size(), "file", file) || !in_.expect("[") || !in_.number(lane) ||
        !in_.expect("]"))
        return false;
    if (in_.at.accept('+') && !in_.number(more)) return false;
    if (in_.at.accept('.')) {
        for (const char c : in_.at.while_of(kLaneNames)) mask |= 1U << kLaneNames.find(c);
    }
    const std::uint64_t all = std::uint64_t{lane} * module_.files[file].lanes + more;
    if (all >> Access::lane.width() != 0 || file >> Access::file.width() != 0)
        return in_.wrong("no access reaches that far");
    lane = static_cast<std::uint32_t>(all);
    inst.imm = Access{}.set(Access::file, file).set(Access::lane, lane).set(Access::mask, mask).raw[0];
    return true;
}

bool Parser::operands(Inst& inst, bool first) {
    std::vector<Id> read;
    while (first ? in_.at.peek() == '%' : in_.at.accept(',')) {
        first = false;
        if (read.size() >= kMostOperands) return in_.beyond(kMostOperands, "operands");
        if (!value(read.emplace_back())) return false;
    }
    inst.operands = module_.copy(read);
    return true;
}

bool Parser::lanes(Inst& inst) {
    if (!in_.expect(".")) return false;
    const std::string_view letters = in_.token();
    if (info(inst.op).imm == Imm::Mask && letters == "none") return true;
    if (letters.empty() || letters.size() > kMaxLanes || letters.find_first_not_of(kLaneNames) != letters.npos) {
        return in_.wrong("expected lanes");
    }
    if (info(inst.op).imm == Imm::Mask) {
        for (const char c : letters) inst.imm |= 1U << kLaneNames.find(c);
        return true;
    }
    if (letters.size() != inst.type.lanes) return in_.wrong(fmt::format("expected {} lanes", inst.type.lanes));
    for (std::size_t i = 0; i < letters.size(); ++i)
        inst.imm |= static_cast<std::uint32_t>(kLaneNames.find(letters[i])) << (8 * i);
    return true;
}

bool Parser::suffixes(Inst& inst) {
    while (in_.at.accept('!')) {
        const std::string_view word = in_.token();
        const std::size_t rounding = place_in(kRoundingNames, word);
        if (word == "flush_inputs") {
            inst.mode.set(FloatMode::flush_inputs, true);
        } else if (word == "flush_result") {
            inst.mode.set(FloatMode::flush_result, true);
        } else if (rounding < kRoundingNames.size()) {
            inst.mode.set(FloatMode::rounding, static_cast<std::uint32_t>(rounding));
        } else {
            return in_.wrong("expected a float mode");
        }
    }
    return origin(inst.origin);
}

bool Parser::origin(std::uint32_t& out) { return !in_.at.accept('@') || in_.number(out); }

// Until resolve() an Id holds the number in the text.
bool Parser::value(Id& out) {
    if (!in_.expect("%") || !in_.number(out)) return false;
    if (out == kNone) return in_.wrong("values are numbered from 1");
    if (values_.try_emplace(out, Spot{kNone, in_.at.line(), in_.at.column()}).second) mentioned_.push_back(out);
    return true;
}

bool Parser::define(std::uint32_t number_in_text, Id id) {
    if (number_in_text == 0) return in_.wrong("values are numbered from 1");
    if (id >= kMostInsts) return in_.beyond(kMostInsts, "instructions");
    const auto [at, is_new] = values_.try_emplace(number_in_text, Spot{id, in_.at.line(), in_.at.column()});
    if (is_new) mentioned_.push_back(number_in_text);
    if (!is_new && at->second.id != kNone) return in_.wrong(fmt::format("%{} is there already", number_in_text));
    at->second.id = id;
    return true;
}

bool Parser::target(BlockId& out) {
    if (!in_.expect("b") || !in_.number(out)) return false;
    if (out >= furthest_) furthest_ = out, furthest_spot_ = {kNone, in_.at.line(), in_.at.column()};
    return true;
}

bool Parser::edge(Edge& out) {
    if (!target(out.to)) return false;
    if (!in_.at.accept('(')) return true;
    std::vector<Id> args;
    do {
        if (args.size() >= kMostBlocks) return in_.beyond(kMostBlocks, "values");
        if (!value(args.emplace_back())) return false;
    } while (in_.at.accept(','));
    out.args = module_.copy(args);
    return in_.expect(")");
}

bool Parser::switch_edges(std::vector<Edge>& edges, std::vector<std::uint32_t>& cases) {
    while (in_.expect(",")) {
        const bool last = in_.at.accept("else");
        if (!last && !in_.number(cases.emplace_back())) return false;
        if (!in_.expect(":") || !edge(edges.emplace_back())) return false;
        if (last) return true;
        if (cases.size() >= kMostBlocks) return in_.beyond(kMostBlocks, "cases");
    }
    return false;
}

bool Parser::terminator_line(TerminatorKind kind) {
    Terminator end;
    end.kind = kind;
    std::vector<Edge> edges;
    std::vector<std::uint32_t> cases;
    const bool chooses = kind == TerminatorKind::Branch || kind == TerminatorKind::Switch;
    if ((chooses || (kind == TerminatorKind::Return && in_.at.peek() == '%')) && !value(end.value)) return false;
    if (kind == TerminatorKind::Jump && !edge(edges.emplace_back())) return false;
    for (int i = 0; i < 2 && kind == TerminatorKind::Branch; ++i) {
        if (!in_.expect(",") || !edge(edges.emplace_back())) return false;
    }
    if (kind == TerminatorKind::Switch && !switch_edges(edges, cases)) return false;
    if (!origin(end.origin)) return false;
    end.edges = make_edges(module_, edges);
    end.cases = module_.copy(cases);
    here().blocks[ir_.here()].end = end;
    return true;
}

// "}", "} else {" or "} case 3 {"
bool Parser::tree_line() {
    if (!in_.expect("}")) return false;
    if (open_.empty()) {
        in_tree_ = false;
        return true;
    }
    if (!in_.ends()) return body_head(open_.back());
    open_.pop_back();
    return true;
}

bool Parser::node_line(std::string_view word) {
    constexpr std::array<std::string_view, 8> kNodes = {"block", "if",       "switch", "loop",
                                                        "break", "continue", "return", "unreachable"};
    const std::size_t kind = place_in(kNodes, word);
    if (kind >= kNodes.size()) return in_.wrong("expected a node of the tree");
    Tree& tree = here().tree;
    if (tree.nodes.size() >= kMostNodes) return in_.beyond(kMostNodes, "nodes");
    const auto id = static_cast<NodeId>(tree.nodes.size());
    std::pmr::memory_resource* arena = module_.arena();
    Node node{static_cast<NodeKind>(kind), kNoBlock, kNone, std::pmr::vector<std::pmr::vector<NodeId>>(arena),
              std::pmr::vector<std::uint32_t>(arena)};
    if (node.kind == NodeKind::Block && !target(node.block)) return false;
    if (in_.at.peek() == '%' && !value(node.value)) return false;
    (open_.empty() ? tree.root : tree.nodes[open_.back()].bodies.back()).push_back(id);
    tree.nodes.push_back(std::move(node));
    if (in_.ends()) return true;
    open_.push_back(id);
    return body_head(id);
}

bool Parser::body_head(NodeId id) {
    Node& node = here().tree.nodes[id];
    if (node.kind == NodeKind::Switch && in_.at.accept("case")) {
        if (node.cases.size() != node.bodies.size()) return in_.wrong("the last body has no case");
        if (!in_.number(node.cases.emplace_back())) return false;
    } else if (node.kind == NodeKind::Switch || !node.bodies.empty()) {
        if (!in_.expect("else")) return false;
    }
    node.bodies.emplace_back();
    return in_.expect("{");
}

bool Parser::resolve() {
    for (const std::uint32_t number_in_text : mentioned_) {
        const Spot& spot = values_.at(number_in_text);
        if (spot.id != kNone) continue;
        in_.fault = {FaultKind::BadInput, fmt::format("there is no %{}", number_in_text), {}, spot.line, spot.column};
        return false;
    }
    for (Inst& inst : module_.insts) {
        for (Id& id : inst.operands) resolve(id);
    }
    for (Function& function : module_.functions) {
        for (Block& block : function.blocks) {
            resolve(block.end.value);
            for (const Edge& edge : block.end.edges) {
                for (Id& id : edge.args) resolve(id);
            }
        }
        for (Node& node : function.tree.nodes) resolve(node.value);
    }
    return true;
}

} // namespace

Result<Module> parse(std::string_view text) { return Parser(text).run(); }

} // namespace relit::ir
