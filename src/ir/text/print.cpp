#include "ir/text/print.hpp"

#include "base/text.hpp"
#include "ir/names.hpp"
#include "ir/text/value_names.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <ranges>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace relit::ir {
namespace {

// Deeper nests are not indented further: the text of a nest of n loops would have a size of n * n.
constexpr std::size_t kDeepest = 24;

std::string name_of(const Resource& resource) { return resource.full_name(); }
std::string name_of(const auto& thing) { return std::string(thing.name); }

// Items print by name if the name is plain and unique, by "#index" otherwise.
template <class Things>
std::vector<std::string> call_names(const Things& things) {
    std::vector<std::string> names;
    std::map<std::string, unsigned> uses;
    for (const auto& thing : things) ++uses[names.emplace_back(name_of(thing))];
    for (std::size_t i = 0; i < things.size(); ++i)
        if (!is_plain_name(names[i]) || uses[names[i]] != 1) names[i] = fmt::format("#{}", i);
    return names;
}

std::string name_at(const std::vector<std::string>& names, std::size_t index) {
    return index < names.size() ? names[index] : fmt::format("#{}", index);
}

std::string declared(std::string_view name) { return is_plain_name(name) ? std::string(name) : quoted(name); }

std::string lanes_of_mask(std::uint32_t mask) {
    std::string lanes;
    for (unsigned i = 0; i < kMaxLanes; ++i) {
        if ((mask >> i & 1) != 0) lanes += kLaneNames[i];
    }
    return lanes;
}

class Printer {
public:
    Printer(const Module& module, Lines* lines);
    std::string whole();
    std::string single(Id id);
    std::vector<std::string> each();

private:
    template <class... Args>
    void put(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    }
    void newline() { text_ += '\n', ++line_; }
    void note_line(std::vector<std::uint32_t> Lines::* of) {
        if (lines_ != nullptr) (lines_->*of).push_back(line_);
    }
    void indent(std::size_t depth) { text_.append(2 * std::min(depth, kDeepest), ' '); }

    void number(const Function& function);
    void declarations();
    void file(std::size_t index);
    void resource(std::size_t index);
    void texture_use(std::size_t index);
    void patch();
    void io_slots(std::size_t file);
    void function(FunctionId id);
    void block(FunctionId id, BlockId at, std::size_t depth);
    void block_head(FunctionId id, BlockId block, std::size_t depth);
    void inst(Id id);
    void operands(const Inst& inst);
    void imm(const Inst& inst);
    void access(Access access);
    void literal(const Inst& inst);
    void words(std::uint32_t first, std::uint32_t count);
    void value(Id id);
    void origin(std::uint32_t origin);
    void mode(FloatMode mode);
    void edge(const Edge& edge);
    void ending(const Terminator& end);
    void tree(FunctionId id, std::vector<bool>& printed);
    void node(const Node& node);
    void body_head(const Node& node, std::size_t body);

    const Module& module_;
    Lines* lines_;
    std::string text_;
    std::uint32_t line_ = 1;
    std::vector<std::string> files_, resources_, functions_;
    ValueNames values_;
};

Printer::Printer(const Module& module, Lines* lines)
    : module_(module), lines_(lines), files_(call_names(module.files)), resources_(call_names(module.resources)),
      functions_(call_names(module.functions)), values_(module, files_) {}

/// The blocks in the order in which they are printed, and how many of them stand outside of the tree, before it.
std::pair<std::vector<BlockId>, std::size_t> blocks_in_order(const Function& function) {
    std::vector<bool> nodes(function.tree.nodes.size()), blocks(function.blocks.size());
    std::vector<BlockId> in_tree, all;
    std::vector<NodeId> open(function.tree.root.rbegin(), function.tree.root.rend());
    while (!open.empty()) {
        const NodeId id = open.back();
        open.pop_back();
        if (id >= nodes.size() || nodes[id]) continue;
        nodes[id] = true;
        const Node& node = function.tree.nodes[id];
        if (node.kind == NodeKind::Block && node.block < blocks.size() && !blocks[node.block]) {
            blocks[node.block] = true;
            in_tree.push_back(node.block);
        }
        for (const auto& body : std::views::reverse(node.bodies)) open.insert(open.end(), body.rbegin(), body.rend());
    }
    for (BlockId block = 0; block < blocks.size(); ++block)
        if (!blocks[block]) all.push_back(block);
    const std::size_t outside = all.size();
    all.insert(all.end(), in_tree.begin(), in_tree.end());
    return {std::move(all), outside};
}

void Printer::number(const Function& function) {
    for (const BlockId at : blocks_in_order(function).first) {
        for (const Id id : function.blocks[at].params) values_.name(id);
        for (const Id id : function.blocks[at].insts) values_.name(id);
    }
}

std::string Printer::whole() {
    if (lines_ != nullptr) {
        *lines_ = {};
        lines_->insts.resize(module_.insts.size());
        for (const Function& function : module_.functions) {
            lines_->functions.emplace_back();
            lines_->blocks.emplace_back(function.blocks.size());
            lines_->endings.emplace_back(function.blocks.size());
            lines_->nodes.emplace_back(function.tree.nodes.size());
        }
    }
    for (const Function& each : module_.functions) number(each);
    declarations();
    for (FunctionId id = 0; id < module_.functions.size(); ++id) function(id);
    return std::move(text_);
}

std::string Printer::single(Id id) {
    values_.name_by_id();
    inst(id);
    return std::move(text_);
}

std::vector<std::string> Printer::each() {
    std::vector<std::string> texts(module_.insts.size());
    for (const Function& function : module_.functions) number(function);
    for (const Function& function : module_.functions) {
        for (const Block& block : function.blocks) {
            for (const Id id : block.insts) {
                inst(id);
                texts[id] = std::exchange(text_, {});
            }
        }
    }
    return texts;
}

void Printer::declarations() {
    put("module {} {}", name_in(kStageNames, module_.stage), quoted(module_.source));
    newline();
    const std::uint32_t* size = module_.workgroup;
    if (size[0] != 1 || size[1] != 1 || size[2] != 1 || module_.workgroup_is_open) {
        put("workgroup {} {} {}{}", size[0], size[1], size[2], module_.workgroup_is_open ? " open" : "");
        newline();
    }
    if (const Geometry& shape = module_.geometry; module_.stage == Stage::Geometry) {
        put("geometry {} {} vertices {} invocations {}", name_in(kPrimitiveNames, shape.in),
            name_in(kPrimitiveNames, shape.out), shape.vertices, shape.invocations);
        newline();
    }
    patch();
    if (module_.tests_early) {
        put("tests_early");
        newline();
    }
    for (std::size_t i = 0; i < module_.files.size(); ++i) file(i);
    for (const Feedback& one : module_.feedback) {
        put("feedback {}[{}] buffer {} offset {} stride {}", name_at(files_, one.file), one.reg, one.buffer, one.offset,
            one.stride);
        newline();
    }
    for (std::size_t i = 0; i < module_.resources.size(); ++i) resource(i);
    for (std::size_t i = 0; i < module_.texture_uses.size(); ++i) texture_use(i);
    for (std::size_t i = 0; i < module_.tables.size(); ++i) {
        put("table {}", i);
        for (const std::uint32_t entry : module_.tables[i]) put(" {:#x}", entry);
        newline();
    }
    for (std::size_t i = 0; i < module_.origins.size(); ++i) {
        if (module_.origins[i].empty() && i + 1 != module_.origins.size()) continue;
        put("origin {} {}", i + 1, quoted(module_.origins[i]));
        newline();
    }
}

void Printer::file(std::size_t index) {
    const RegisterFile& file = module_.files[index];
    note_line(&Lines::files);
    put("file {} {} {}[{}] {}{}", index, declared(file.name), type_name({file.kind, file.lanes}), file.count,
        name_in(kRoleNames, file.role), file.is_signed ? " signed" : "");
    if (file.is_patch) put(" patch");
    newline();
    io_slots(index);
    for (const Label& label : file.labels) {
        put("called {}[{}] {}", name_at(files_, index), label.offset, quoted(label.text));
        newline();
    }
}

void Printer::patch() {
    const Tessellation& shape = module_.tessellation;
    if (module_.stage != Stage::TessControl && module_.stage != Stage::TessEval) return;
    put("patch given {}", shape.given);
    if (module_.stage == Stage::TessControl) {
        put(" made {}", shape.made);
    } else {
        put(" {} {}{}{}", name_in(kDomainNames, shape.domain), name_in(kSpacingNames, shape.spacing),
            shape.clockwise ? " clockwise" : "", shape.points ? " points" : "");
    }
    newline();
}

void Printer::io_slots(std::size_t file) {
    for (const IoSlot& slot : module_.files[file].io_slots) {
        put("place {}[{}]", name_at(files_, file), slot.reg);
        if (slot.lane != 0) put("+{}", slot.lane);
        put(" {}", name_in(kSemanticNames, slot.semantic));
        if (has_number(slot.semantic)) put(" {}", slot.number);
        if (slot.interpolation != Interpolation::Smooth) {
            put(" {}", name_in(kInterpolationNames, slot.interpolation));
        }
        if (slot.is_second) put(" {}", kSecond);
        newline();
    }
}

void Printer::resource(std::size_t index) {
    const Resource& resource = module_.resources[index];
    note_line(&Lines::resources);
    put("resource {} {} {} binding {} size {}", index, declared(resource.full_name()),
        name_in(kResourceNames, resource.kind), resource.binding, resource.size);
    const bool is_texture_or_image = resource.kind == ResourceKind::Texture || resource.kind == ResourceKind::Image;
    if (is_texture_or_image || resource.dim != TextureDim::D2) put(" dim {}", name_in(kDimNames, resource.dim));
    if (is_texture_or_image || resource.sampled != Kind::F32) put(" of {}", name_in(kKindNames, resource.sampled));
    if (resource.format != ImageFormat::Unknown) put(" format {}", name_in(kFormatNames, resource.format));
    put("{}{}{}{}", resource.sampled_signed ? " signed" : "", resource.arrayed ? " arrayed" : "",
        resource.multisampled ? " multisampled" : "", resource.shadow ? " shadow" : "");
    if (resource.element != kVoid) put(" elements {}", type_name(resource.element));
    newline();
    for (const Label& label : resource.labels) {
        put("label {} {} {}", name_at(resources_, index), label.offset, quoted(label.text));
        newline();
    }
    if (resource.guest_offsets.empty()) return;
    put("packed {}", name_at(resources_, index));
    for (const std::uint32_t offset : resource.guest_offsets) put(" {}", offset);
    newline();
}

void Printer::texture_use(std::size_t index) {
    const TextureUse& use = module_.texture_uses[index];
    note_line(&Lines::uses);
    put("use {} {} coordinates {}", index, name_at(resources_, use.resource), use.coordinates);
    put("{}{}{}{}{}{}{}", use.handle ? " handle" : "", use.reference ? " reference" : "", use.lod ? " lod" : "",
        use.bias ? " bias" : "", use.gradients ? " gradients" : "", use.offsets ? " offsets" : "",
        use.sample ? " sample" : "");
    if (use.component != 0) put(" component {}", use.component);
    if (use.atomic != Op::AtomicAdd) put(" atomic {}", info(use.atomic).mnemonic);
    newline();
}

void Printer::function(FunctionId id) {
    const Function& function = module_.functions[id];
    if (lines_ != nullptr) lines_->functions[id] = line_;
    put("function {} {}(", id, declared(function.name));
    for (std::size_t i = 0; i < function.params.size(); ++i)
        put("{}{}", i == 0 ? "" : ", ", type_name(function.params[i]));
    put(") -> {}", type_name(function.result));
    newline();
    const auto [order, outside] = blocks_in_order(function);
    std::vector<bool> printed(function.blocks.size());
    for (const BlockId at : std::span(order).first(outside)) {
        printed[at] = true;
        block(id, at, 0);
    }
    if (!function.tree.root.empty()) tree(id, printed);
}

void Printer::block(FunctionId id, BlockId at, std::size_t depth) {
    const Block& block = module_.functions[id].blocks[at];
    block_head(id, at, depth);
    for (const Id inside : block.insts) {
        if (lines_ != nullptr && inside < lines_->insts.size()) lines_->insts[inside] = line_;
        indent(depth + 1);
        inst(inside);
        newline();
    }
    if (lines_ != nullptr) lines_->endings[id][at] = line_;
    if (block.end.kind == TerminatorKind::None) return;
    indent(depth + 1);
    ending(block.end);
}

void Printer::block_head(FunctionId id, BlockId block, std::size_t depth) {
    if (lines_ != nullptr) lines_->blocks[id][block] = line_;
    indent(depth);
    put("b{}", block);
    const auto& params = module_.functions[id].blocks[block].params;
    for (std::size_t i = 0; i < params.size(); ++i) {
        put("{}", i == 0 ? "(" : ", ");
        value(params[i]);
        if (params[i] >= module_.insts.size()) continue;
        put(": {}", type_name(module_[params[i]].type));
        origin(module_[params[i]].origin);
        if (lines_ != nullptr) lines_->insts[params[i]] = line_;
    }
    put("{}:", params.empty() ? "" : ")");
    newline();
}

void Printer::inst(Id id) {
    if (id == kNone || id >= module_.insts.size()) return put("%!{}", id);
    const Inst& inst = module_[id];
    if (inst.type != kVoid) {
        value(id);
        put(": {} = ", type_name(inst.type));
    }
    put("{}", info(inst.op).mnemonic);
    operands(inst);
    mode(inst.mode);
    origin(inst.origin);
    if (inst.op == Op::Const && inst.type.kind == Kind::F32) literal(inst);
}

void Printer::operands(const Inst& inst) {
    const Imm kind = info(inst.op).imm;
    const bool first = kind != Imm::Nothing && kind != Imm::Lanes && kind != Imm::Mask;
    if (first) {
        put(" ");
        imm(inst);
    }
    for (std::size_t i = 0; i < inst.operands.size(); ++i) {
        put("{}", first || i != 0 ? ", " : " ");
        value(inst.operands[i]);
    }
    if (kind == Imm::Lanes || kind == Imm::Mask) {
        put(".");
        imm(inst);
    }
}

void Printer::imm(const Inst& inst) {
    switch (info(inst.op).imm) {
        case Imm::Nothing: return;
        case Imm::Literal: return words(inst.imm, inst.type.lanes);
        case Imm::Words: return words(inst.imm, kOpaqueWords);
        case Imm::Param:
        case Imm::BlockParam:
        case Imm::Table:
        case Imm::Use: return put("{}", inst.imm);
        case Imm::Lanes:
            for (unsigned i = 0; i < inst.type.lanes; ++i) text_ += kLaneNames[inst.imm >> (8 * (i % 4)) & 3];
            return;
        case Imm::Mask: return put("{}", (inst.imm & 15) == 0 ? "none" : lanes_of_mask(inst.imm));
        case Imm::Access: return access(inst.access());
        case Imm::Resource: return put("{}", name_at(resources_, inst.imm));
        case Imm::Function: return put("{}", name_at(functions_, inst.imm));
        case Imm::Scope: return put("{}", name_in(kScopeNames, inst.imm));
        case Imm::Builtin: return put("{}", name_in(kBuiltinNames, inst.imm));
    }
}

// r[3] is register 3, r[3]+1 starts at its second lane; a store says which lanes of the value it stores.
void Printer::access(Access access) {
    const std::uint32_t index = access[Access::file], lane = access[Access::lane];
    const std::uint32_t lanes =
        index < module_.files.size() ? std::max<std::uint32_t>(module_.files[index].lanes, 1) : 1;
    put("{}[{}]", name_at(files_, index), lane / lanes);
    if (lane % lanes != 0) put("+{}", lane % lanes);
    if (access[Access::mask] != 0) put(".{}", lanes_of_mask(access[Access::mask]));
}

void Printer::words(std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t at = std::size_t{first} + i;
        put("{}", i == 0 ? "" : " ");
        if (at < module_.literals.size()) {
            put("{:#x}", module_.literals[at]);
        } else {
            put("?");
        }
    }
}

// A comment for the reader.
void Printer::literal(const Inst& inst) {
    put(" ;");
    for (std::uint32_t i = 0; i < inst.type.lanes; ++i) {
        const std::size_t at = std::size_t{inst.imm} + i;
        if (at >= module_.literals.size()) return;
        put(" {}", shortest_decimal(std::bit_cast<float>(static_cast<std::uint32_t>(module_.literals[at]))));
    }
}

void Printer::value(Id id) { values_.append(text_, id); }

void Printer::origin(std::uint32_t origin) {
    if (origin != 0) put(" @{}", origin);
}

void Printer::mode(FloatMode mode) {
    if (const std::uint32_t rounding = mode[FloatMode::rounding]; rounding != 0) put(" !{}", kRoundingNames[rounding]);
    if (mode[FloatMode::flush_inputs]) put(" !flush_inputs");
    if (mode[FloatMode::flush_result]) put(" !flush_result");
}

void Printer::edge(const Edge& edge) {
    put("b{}", edge.to);
    for (std::size_t i = 0; i < edge.args.size(); ++i) {
        put("{}", i == 0 ? "(" : ", ");
        value(edge.args[i]);
    }
    put("{}", edge.args.empty() ? "" : ")");
}

void Printer::ending(const Terminator& end) {
    constexpr std::array<std::string_view, 6> kNames = {"", "jump", "branch", "switch", "return", "unreachable"};
    put("{}", name_in(kNames, end.kind));
    if (end.value != kNone) {
        put(" ");
        value(end.value);
    }
    for (std::size_t i = 0; i < end.edges.size(); ++i) {
        put("{}", i == 0 && end.value == kNone ? " " : ", ");
        if (end.kind == TerminatorKind::Switch) {
            if (i < end.cases.size()) {
                put("{:#x}: ", end.cases[i]);
            } else {
                put("else: ");
            }
        }
        edge(end.edges[i]);
    }
    if (end.merge != kNoBlock) put(" merge b{}", end.merge);
    if (end.again != kNoBlock) put(" again b{}", end.again);
    origin(end.origin);
    newline();
}

// Nests can be as deep as the program is long: no recursion. A node that stands in two places is shown once.
void Printer::tree(FunctionId id, std::vector<bool>& printed) {
    const Tree& tree = module_.functions[id].tree;
    struct Open {
        NodeId node;
        std::size_t body, next;
    };
    constexpr NodeId kRoot = ~NodeId{0};
    std::vector<Open> open{{kRoot, 0, 0}};
    std::vector<bool> seen(tree.nodes.size());
    put("tree {{");
    newline();
    while (!open.empty()) {
        Open& top = open.back();
        const auto& sequence = top.node == kRoot ? tree.root : tree.nodes[top.node].bodies[top.body];
        if (top.next < sequence.size()) {
            const NodeId next = sequence[top.next++];
            const bool is_known = next < tree.nodes.size() && !seen[next];
            if (is_known && lines_ != nullptr) lines_->nodes[id][next] = line_;
            if (is_known) seen[next] = true;
            const Node* const inner = is_known ? &tree.nodes[next] : nullptr;
            if (inner != nullptr && inner->kind == NodeKind::Block && inner->block < printed.size() &&
                !printed[inner->block]) {
                printed[inner->block] = true;
                block(id, inner->block, open.size());
            } else {
                indent(open.size());
                inner != nullptr ? node(*inner) : put("node {}", next);
                newline();
            }
            if (inner != nullptr && !inner->bodies.empty()) open.push_back({next, 0, 0});
            continue;
        }
        indent(open.size() - 1);
        put("}}");
        if (top.node != kRoot && ++top.body < tree.nodes[top.node].bodies.size()) {
            body_head(tree.nodes[top.node], top.body);
            top.next = 0;
        } else {
            open.pop_back();
        }
        newline();
    }
}

void Printer::node(const Node& node) {
    constexpr std::array<std::string_view, 8> kNames = {"block", "if",       "switch", "loop",
                                                        "break", "continue", "return", "unreachable"};
    put("{}", name_in(kNames, node.kind));
    if (node.kind == NodeKind::Block) put(" b{}", node.block);
    if (node.value != kNone) {
        put(" ");
        value(node.value);
    }
    if (!node.bodies.empty()) body_head(node, 0);
}

void Printer::body_head(const Node& node, std::size_t body) {
    if (node.kind == NodeKind::Switch) {
        if (body < node.cases.size()) {
            put(" case {:#x}", node.cases[body]);
        } else {
            put(" else");
        }
    } else if (body != 0) {
        put(" else");
    }
    put(" {{");
}

} // namespace

std::string print(const Module& module, Lines* lines) { return Printer(module, lines).whole(); }

std::vector<std::string> print_insts(const Module& module) { return Printer(module, nullptr).each(); }

std::string print(const Module& module, Id inst) { return Printer(module, nullptr).single(inst); }

} // namespace relit::ir
