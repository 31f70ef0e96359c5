#include "lang/spirv/function.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace relit::lang::spirv {
namespace {

using ir::BlockId;
using ir::TerminatorKind;

constexpr std::size_t kUsualInstructionWords = 8; // of an instruction

class FunctionWriter {
public:
    FunctionWriter(const Shader& shader, const ir::Function& function, const Listing& listing)
        : shader_(shader), function_(function), listing_(listing), code_(shader.assembly, shader.target),
          values_(shader.module.insts.size(), &shader.assembly.scratch()), labels_(&shader.assembly.scratch()),
          ends_(function.blocks.size(), &shader.assembly.scratch()), emitter_(shader_, code_, values_) {}

    std::string write(Word id, bool is_entry);

private:
    /// An operand of a phi, which is written when all blocks are: its value, and the block that it comes from.
    struct Incoming {
        std::size_t at = 0; // in the body
        ir::Id value = ir::kNone;
        BlockId from = ir::kNoBlock;
    };

    [[nodiscard]] const ir::Block& block(BlockId id) const { return function_.blocks[id]; }
    void name_blocks();
    void write_block(BlockId id);
    void write_instruction(ir::Id id);
    // ---- block parameters
    void find_predecessors();
    void write_phis(BlockId id);
    void complete_phis();
    // ---- ends
    void write_end(BlockId id);
    void write_branch(const ir::Terminator& end);
    void write_switch(const ir::Terminator& end);
    void write_return(ir::Id value);
    [[nodiscard]] Word label_of(const ir::Edge& edge) const { return labels_[edge.to]; }

    const Shader& shader_;
    const ir::Function& function_;
    const Listing& listing_;
    std::uint32_t line_ = 0, line_block_ = 0;
    Code code_;
    std::pmr::vector<Word> values_; // by ir::Id
    std::pmr::vector<Word> labels_; // by block
    std::pmr::vector<Word> ends_;   // by block: the label of what it ends with, as some instructions need blocks
    Emitter emitter_;
    std::vector<std::vector<BlockId>> predecessors_; // by block that has parameters: those that lead to it
    std::vector<std::pair<BlockId, BlockId>>
        leading_back_; // of loops without a second round: what would lead back, and where
    std::vector<Incoming> incoming_;
};

std::string FunctionWriter::write(Word id, bool is_entry) {
    Assembly& assembly = shader_.assembly;
    std::pmr::vector<Word> types(&assembly.scratch());
    for (const ir::Type type : function_.params) types.push_back(assembly.type(type));
    const Word result = assembly.type(function_.result);
    const Word type = assembly.function_type(result, types);
    for (const ir::Type param : function_.params) code_.params.push_back({assembly.fresh(), param});
    std::size_t insts = 0;
    for (const ir::Block& block : function_.blocks) insts += block.insts.size();
    code_.body.reserve(kUsualInstructionWords * insts);
    name_blocks();
    find_predecessors();
    if (is_entry) shader_.storage.load_inputs(code_);
    for (BlockId block = 0; block < function_.blocks.size(); ++block) write_block(block);
    complete_phis();

    code_.end_function(result, id, type);
    assembly.name(id, function_.name);
    return code_.refusal;
}

void FunctionWriter::name_blocks() {
    labels_.push_back(code_.here());
    while (labels_.size() < function_.blocks.size()) labels_.push_back(shader_.assembly.fresh());
    for (const ir::Block& block : function_.blocks)
        for (const ir::Id param : block.params) values_[param] = shader_.assembly.fresh();
}

void FunctionWriter::write_block(BlockId id) {
    if (labels_[id] == 0) return; // written with the one before it
    if (labels_[id] != code_.here()) code_.label(labels_[id]);
    write_phis(id);
    for (const ir::Id inst : block(id).insts) write_instruction(inst);
    write_end(id);
}

// A line is said where it changes, and holds to the end of its block at most.
void FunctionWriter::write_instruction(ir::Id id) {
    if (listing_.file == 0) return emitter_.emit(id);
    const std::uint32_t line = listing_.lines.empty() ? shader_.module[id].origin : listing_.lines[id];
    if (line_block_ != code_.block()) line_ = 0;
    const std::uint32_t before = line_;
    const std::size_t unsaid = code_.body.size();
    if (line != line_ && line == 0) code_.body.op(spv::Op::OpNoLine, {});
    if (line != line_ && line != 0) code_.body.op(spv::Op::OpLine, {listing_.file, line, 0});
    line_ = line;
    line_block_ = code_.block();
    const std::size_t said = code_.body.size();
    emitter_.emit(id);
    if (code_.body.size() != said) return;
    code_.body.shorten(unsaid); // it is nothing
    line_ = before;
}

// ---- block parameters

/// A block is one predecessor, however many edges it has.
void FunctionWriter::find_predecessors() {
    const auto has_params = [](const ir::Block& block) { return !block.params.empty(); };
    if (std::ranges::any_of(function_.blocks, has_params)) predecessors_.resize(function_.blocks.size());
    std::vector<bool> is_reached(function_.blocks.size());
    for (BlockId from = 0; from < function_.blocks.size(); ++from)
        for (const ir::Edge& edge : block(from).end.edges) {
            is_reached[edge.to] = true;
            if (edge.args.empty()) continue;
            if (predecessors_[edge.to].empty() || predecessors_[edge.to].back() != from)
                predecessors_[edge.to].push_back(from);
        }
    for (BlockId head = 0; head < function_.blocks.size(); ++head) {
        const BlockId again = block(head).end.again;
        if (again != ir::kNoBlock && !is_reached[again]) leading_back_.emplace_back(again, head);
    }
}

void FunctionWriter::write_phis(BlockId id) {
    const auto& params = block(id).params;
    if (params.empty()) return;
    const auto unused = std::ranges::find(leading_back_, id, &std::pair<BlockId, BlockId>::second);
    const std::vector<BlockId>& predecessors = predecessors_[id];
    const std::size_t count = predecessors.size() + (unused == leading_back_.end() ? 0 : 1);
    for (std::size_t i = 0; i < params.size(); ++i) {
        const ir::Type type = shader_.module[params[i]].type;
        Word* to = code_.body.begin(spv::Op::OpPhi, 2 + 2 * count);
        *to++ = shader_.assembly.type(type);
        *to++ = values_[params[i]];
        const std::size_t first = code_.body.size() - 2 * count;
        for (std::size_t k = 0; k < predecessors.size(); ++k) {
            const auto& edges = block(predecessors[k]).end.edges;
            const ir::Edge& edge = *std::ranges::find(edges, id, &ir::Edge::to);
            incoming_.push_back({first + 2 * k, edge.args[i], predecessors[k]});
        }
        if (unused == leading_back_.end()) continue;
        code_.body.set(code_.body.size() - 2, shader_.assembly.null(type));
        code_.body.set(code_.body.size() - 1, labels_[unused->first]);
    }
}

void FunctionWriter::complete_phis() {
    for (const Incoming& one : incoming_) {
        code_.body.set(one.at, emitter_.value(one.value).id);
        code_.body.set(one.at + 1, ends_[one.from]);
    }
}

// ---- ends

void FunctionWriter::write_end(BlockId id) {
    const ir::Terminator& end = block(id).end;
    ends_[id] = code_.here();
    if (end.again != ir::kNoBlock) code_.body.op(spv::Op::OpLoopMerge, {labels_[end.merge], labels_[end.again], 0});
    switch (end.kind) {
        case TerminatorKind::Jump: return code_.jump(label_of(end.edges[0]));
        case TerminatorKind::Branch: return write_branch(end);
        case TerminatorKind::Switch: return write_switch(end);
        case TerminatorKind::Return: return write_return(end.value);
        default: break;
    }
    const auto back = std::ranges::find(leading_back_, id, &std::pair<BlockId, BlockId>::first);
    if (back != leading_back_.end()) return code_.jump(labels_[back->second]);
    code_.body.op(spv::Op::OpUnreachable, {});
}

void FunctionWriter::write_branch(const ir::Terminator& end) {
    if (end.again == ir::kNoBlock && end.merge != ir::kNoBlock)
        code_.body.op(spv::Op::OpSelectionMerge, {labels_[end.merge], 0});
    const Word condition = emitter_.value(end.value).id;
    code_.body.op(spv::Op::OpBranchConditional, {condition, label_of(end.edges[0]), label_of(end.edges[1])});
}

void FunctionWriter::write_switch(const ir::Terminator& end) {
    std::vector<Word> words{emitter_.value(end.value).id, label_of(end.edges.back())};
    for (std::size_t i = 0; i < end.cases.size(); ++i) {
        words.push_back(end.cases[i]);
        words.push_back(label_of(end.edges[i]));
    }
    code_.body.op(spv::Op::OpSelectionMerge, {labels_[end.merge], 0});
    code_.body.op(spv::Op::OpSwitch, words);
}

void FunctionWriter::write_return(ir::Id value) {
    if (value == ir::kNone) return code_.body.op(spv::Op::OpReturn, {});
    code_.body.op(spv::Op::OpReturnValue, {emitter_.value(value).id});
}

} // namespace

std::string write_function(const Shader& shader, ir::FunctionId function, const Listing& listing, bool is_entry) {
    FunctionWriter writer(shader, shader.module.functions[function], listing);
    return writer.write(shader.functions[function], is_entry);
}

} // namespace relit::lang::spirv
