#include "lang/spirv/function.hpp"

#include "ir/tree_walk.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace relit::lang::spirv {
namespace {

using ir::Node;
using ir::NodeKind;

constexpr std::size_t kUsualInstructionWords = 8; // of an instruction

class FunctionWriter {
public:
    FunctionWriter(const Shader& shader, const ir::Function& function, const Listing& listing)
        : shader_(shader), function_(function), listing_(listing), code_(shader.assembly, shader.target),
          values_(shader.module.insts.size(), &shader.assembly.scratch()), emitter_(shader_, code_, values_) {}

    std::string write(Word id, bool is_entry);

private:
    // A loop ends at its head only: leaving it means to clear `goes_on` and start the next round. Lavapipe keeps a
    // value that is computed in a loop and used after it for the invocations that are still in the loop, too, unless it
    // comes from the head (docs/devices.md).
    struct OpenLoop {
        Word head = 0, after = 0, again = 0, goes_on = 0;
        bool returns = false; // the whole function, from inside
    };
    /// An if or switch whose bodies are being written.
    struct OpenSelection {
        Word after = 0;
        std::vector<Word> labels; // of the bodies; 0: none is written
        bool is_after_reached = false;
    };

    bool block(const Node& node);
    void open_if(const Node& node);
    bool if_convert_store(const Node& node);
    void open_switch(const Node& node);
    bool join();
    void open_loop();
    void close_loop();
    bool leave(const Node& node);
    void leave_loop();
    void return_again();

    // ---- the visitor of walk_tree()
    template <class Visitor>
    friend bool ir::walk_tree(const ir::Tree& tree, const std::pmr::vector<ir::NodeId>& root, Visitor& visitor);
    bool leaf(const Node& node, const Node* next);
    bool open(const Node& node);
    void open_body(const Node& node, std::size_t body);
    void close_body(const Node& node, std::size_t body, bool is_reached);
    bool close(const Node& node);

    void count_round(Word counter);
    void emit_return(ir::Id value);
    void line(ir::Id inst);

    const Shader& shader_;
    const ir::Function& function_;
    const Listing& listing_;
    std::uint32_t line_ = 0;
    Code code_;
    std::pmr::vector<Word> values_; // by ir::Id
    Emitter emitter_;
    std::vector<OpenLoop> loops_;
    std::vector<OpenSelection> selections_;
    Word returned_ = 0; // a bool: the function is over; 0 where no loop returns
    Word result_ = 0;   // what it then gives
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
    if (is_entry) shader_.storage.load_inputs(code_);
    if (ir::walk_tree(function_.tree, function_.tree.root, *this)) emit_return(ir::kNone);

    code_.end_function(result, id, type);
    assembly.name(id, function_.name);
    return code_.refusal;
}

bool FunctionWriter::leaf(const Node& node, const Node* /*next*/) {
    return node.kind == NodeKind::Block ? block(node) : leave(node);
}

bool FunctionWriter::open(const Node& node) {
    if (node.kind == NodeKind::If && if_convert_store(node)) return false;
    if (node.kind == NodeKind::If) open_if(node);
    if (node.kind == NodeKind::Switch) open_switch(node);
    if (node.kind == NodeKind::Loop) open_loop();
    return true;
}

void FunctionWriter::open_body(const Node& node, std::size_t body) {
    if (node.kind == NodeKind::Loop) return;
    if (const Word label = selections_.back().labels[body]; label != 0) code_.label(label);
}

void FunctionWriter::close_body(const Node& node, std::size_t body, bool is_reached) {
    if (node.kind == NodeKind::Loop) {
        if (is_reached) code_.jump(loops_.back().again);
        return;
    }
    OpenSelection& selection = selections_.back();
    selection.is_after_reached = selection.is_after_reached || is_reached;
    if (is_reached && selection.labels[body] != 0) code_.jump(selection.after);
}

bool FunctionWriter::close(const Node& node) {
    if (node.kind != NodeKind::Loop) return join();
    close_loop();
    return true;
}

void FunctionWriter::line(ir::Id inst) {
    if (listing_.file == 0) return;
    const std::uint32_t line = listing_.lines.empty() ? shader_.module[inst].origin : listing_.lines[inst];
    if (line == line_) return;
    line_ = line;
    if (line == 0) code_.body.op(spv::Op::OpNoLine, {});
    if (line != 0) code_.body.op(spv::Op::OpLine, {listing_.file, line, 0});
}

bool FunctionWriter::block(const Node& node) {
    for (const ir::Id id : function_.blocks[node.block].insts) {
        const ir::Inst& inst = shader_.module[id];
        if (inst.op != ir::Op::Param) line(id);
        emitter_.emit(id);
        if (!ir::info(inst.op).is_call() || shader_.target.loop_limit == 0) continue;
        const Word stop = shader_.assembly.fresh(), after = shader_.assembly.fresh();
        code_.branch(shader_.storage.hit_loop_limit(code_), after, stop, after);
        code_.label(stop);
        emit_return(ir::kNone);
        code_.label(after);
    }
    line_ = 0; // a line holds to the end of its block at most
    return true;
}

// The merge block, if an edge reaches it.
bool FunctionWriter::join() {
    const OpenSelection selection = std::move(selections_.back());
    selections_.pop_back();
    code_.label(selection.after);
    if (!selection.is_after_reached) code_.body.op(spv::Op::OpUnreachable, {});
    return selection.is_after_reached;
}

// An if whose body is one store becomes a condition of the store, which has one already: its bounds check. What is
// only computed for it is computed unconditionally.
bool FunctionWriter::if_convert_store(const Node& node) {
    constexpr std::size_t kMostComputed = 4;
    const bool has_else = node.bodies.size() > 1 && !node.bodies[1].empty();
    if (has_else || node.bodies[0].size() != 1) return false;
    const Node& only = function_.tree.nodes[node.bodies[0][0]];
    if (only.kind != NodeKind::Block) return false;
    const std::span<const ir::Id> insts = function_.blocks[only.block].insts;
    if (insts.empty() || insts.size() > 1 + kMostComputed) return false;
    if (!ir::info(shader_.module[insts.back()].op).stores(ir::Memory::Buffer)) return false;
    const std::span<const ir::Id> computed = insts.first(insts.size() - 1);
    const auto is_computed = [&](ir::Id id) {
        const ir::OpInfo& op = ir::info(shader_.module[id].op);
        return op.has(ir::kPure) && !op.has(ir::kAcross);
    };
    if (!std::ranges::all_of(computed, is_computed)) return false;
    for (const ir::Id id : computed) {
        line(id);
        emitter_.emit(id);
    }
    line(insts.back());
    emitter_.emit_store_if(emitter_.value(node.value), insts.back());
    line_ = 0;
    return true;
}

void FunctionWriter::open_if(const Node& node) {
    Assembly& assembly = shader_.assembly;
    const Word then = assembly.fresh(), otherwise = assembly.fresh(), after = assembly.fresh();
    const bool has_else = node.bodies.size() > 1 && !node.bodies[1].empty();
    code_.branch(emitter_.value(node.value), after, then, has_else ? otherwise : after);
    selections_.push_back({after, {then, has_else ? otherwise : 0}, !has_else});
}

void FunctionWriter::open_switch(const Node& node) {
    OpenSelection selection{.after = shader_.assembly.fresh(), .labels = {}};
    for (std::size_t i = 0; i < node.bodies.size(); ++i) selection.labels.push_back(shader_.assembly.fresh());
    std::vector<Word> words{emitter_.value(node.value).id, selection.labels.back()};
    for (std::size_t i = 0; i < node.cases.size(); ++i) {
        words.push_back(node.cases[i]);
        words.push_back(selection.labels[i]);
    }
    code_.body.op(spv::Op::OpSelectionMerge, {selection.after, 0});
    code_.body.op(spv::Op::OpSwitch, words);
    selections_.push_back(std::move(selection));
}

// Returns from the function if the loop exceeds its limit.
void FunctionWriter::count_round(Word counter) {
    const Value iterations = code_.add({code_.load(ir::kI32, counter), code_.u32(1)});
    code_.store(counter, iterations);
    const Word stop = shader_.assembly.fresh(), go_on = shader_.assembly.fresh();
    const Value limit = code_.u32(shader_.target.loop_limit);
    code_.branch(code_.compare(spv::Op::OpUGreaterThan, {iterations, limit}), go_on, stop, go_on);
    code_.label(stop);
    shader_.storage.note_loop_limit(code_);
    emit_return(ir::kNone);
    code_.label(go_on);
}

void FunctionWriter::open_loop() {
    Assembly& assembly = shader_.assembly;
    const Word head = assembly.fresh(), body = assembly.fresh(), after = assembly.fresh();
    const OpenLoop open{head, after, assembly.fresh(), code_.local(assembly.type(ir::kBool))};
    Word counter = 0;
    code_.store(open.goes_on, code_.literal(ir::kBool, 1));
    if (shader_.target.loop_limit != 0) {
        // Over all entries of the loop, as the interpreter; to enter is not to come back.
        counter = code_.local(assembly.type(ir::kI32), true);
        code_.store(counter, code_.sub({code_.load(ir::kI32, counter), code_.u32(1)}));
    }
    code_.jump(head);
    code_.label(head);
    const Value goes_on = code_.load(ir::kBool, open.goes_on);
    code_.body.op(spv::Op::OpLoopMerge, {after, open.again, 0});
    code_.body.op(spv::Op::OpBranchConditional, {goes_on.id, body, after});
    code_.label(body);
    loops_.push_back(open);
    if (counter != 0) count_round(counter);
}

void FunctionWriter::close_loop() {
    const OpenLoop open = loops_.back();
    loops_.pop_back();
    code_.label(open.again);
    code_.jump(open.head);
    code_.label(open.after);
    if (open.returns) return_again();
}

// After a loop that may have been left for good.
void FunctionWriter::return_again() {
    const Word over = shader_.assembly.fresh(), go_on = shader_.assembly.fresh();
    code_.branch(code_.load(ir::kBool, returned_), go_on, over, go_on);
    code_.label(over);
    if (loops_.empty()) {
        if (result_ == 0) code_.body.op(spv::Op::OpReturn, {});
        if (result_ != 0) code_.body.op(spv::Op::OpReturnValue, {code_.load(function_.result, result_).id});
    } else {
        loops_.back().returns = true;
        leave_loop();
    }
    code_.label(go_on);
}

void FunctionWriter::leave_loop() {
    code_.store(loops_.back().goes_on, code_.literal(ir::kBool, 0));
    code_.jump(loops_.back().again);
}

bool FunctionWriter::leave(const Node& node) {
    if (node.kind == NodeKind::Break) leave_loop();
    if (node.kind == NodeKind::Continue) code_.jump(loops_.back().again);
    if (node.kind == NodeKind::Return) emit_return(node.value);
    if (node.kind == NodeKind::Unreachable) emit_return(ir::kNone);
    return false;
}

void FunctionWriter::emit_return(ir::Id value) {
    const bool has_result = function_.result != ir::kVoid;
    Value result{0, function_.result};
    if (has_result) result.id = value == ir::kNone ? shader_.assembly.null(function_.result) : emitter_.value(value).id;
    if (loops_.empty()) {
        if (!has_result) return code_.body.op(spv::Op::OpReturn, {});
        return code_.body.op(spv::Op::OpReturnValue, {result.id});
    }
    if (returned_ == 0) {
        returned_ = code_.local(shader_.assembly.type(ir::kBool), true);
        if (has_result) result_ = code_.local(shader_.assembly.type(function_.result));
    }
    if (has_result) code_.store(result_, result);
    code_.store(returned_, code_.literal(ir::kBool, 1));
    loops_.back().returns = true;
    leave_loop();
}

} // namespace

std::string write_function(const Shader& shader, ir::FunctionId function, const Listing& listing, bool is_entry) {
    FunctionWriter writer(shader, shader.module.functions[function], listing);
    return writer.write(shader.functions[function], is_entry);
}

} // namespace relit::lang::spirv
