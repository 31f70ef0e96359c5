// The parser of the text form, line by line: declarations in parse.cpp, functions in parse_function.cpp, instructions in
// parse_inst.cpp.
#pragma once

#include "base/text.hpp"
#include "ir/builder.hpp"
#include "ir/text/print.hpp"
#include "ir/text/reader.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace relit::ir {

struct Spot {
    std::uint32_t line = 0, column = 0;
};

/// A value by its name in the text.
struct Mention {
    std::string_view name;
    Spot first;
    Id id = kNone; // once it is defined
};

class Parser {
public:
    explicit Parser(std::string_view text, Lines* where) : lines_(split_lines(text)), where_(where) {}

    Result<Module> run();

private:
    void find_functions();
    bool line();
    bool module_line();
    bool workgroup_line();
    bool feedback_line();
    bool file_line();
    bool io_slot_line();
    bool resource_line();
    bool use_line();
    bool table_line();
    bool origin_line();
    bool function_line();
    bool finish_function();

    bool block_line();
    bool param(BlockId block);
    bool body_line(std::string_view word);
    bool value_line();
    bool inst_line(std::string_view word, Type type);
    bool imm(Inst& inst);
    bool literals(Inst& inst);
    bool literal(Kind kind, std::uint64_t& out);
    bool words(Inst& inst, std::uint32_t count);
    bool access(Inst& inst);
    bool operands(Inst& inst, bool first);
    bool lanes(Inst& inst);
    bool suffixes(Inst& inst);
    bool origin(std::uint32_t& out);
    bool value_name(std::string_view& out);
    std::uint32_t mention(std::string_view name, Spot spot);
    bool value(Id& out);
    bool define(std::string_view name, Spot spot, Id id);
    void note_register(std::string_view name, Id id);
    bool edge(Edge& out);
    bool target(BlockId& out);
    bool note_block(BlockId block, Spot spot);
    bool terminator_line(TerminatorKind kind);
    bool switch_edges(std::vector<Edge>& edges, std::vector<std::uint32_t>& cases);

    bool tree_begin();
    bool tree_line();
    bool node_line(std::string_view word);
    NodeId add_node(NodeKind kind);
    bool body_head(NodeId id);
    bool resolve();
    void resolve(Id& id) const { id = id == kNone ? kNone : mentions_[id].id; }

    Function& here() { return module_.functions.back(); }

    [[nodiscard]] Spot spot() {
        in_.begin();
        return {in_.at.line(), in_.begin_column()};
    }
    void note_line(std::vector<std::uint32_t>& of, std::size_t index) const {
        if (of.size() <= index) of.resize(index + 1);
        of[index] = in_.at.line();
    }

    Reader in_;
    std::vector<std::string_view> lines_;
    Lines* where_;
    Module module_;
    Builder ir_{module_};
    Reader::Names files_, resources_, functions_;
    std::size_t function_count_ = 0;
    // Until resolve() an Id of an operand is an index here; the first stands for none.
    std::vector<Mention> mentions_{{}};
    std::unordered_map<std::string_view, std::uint32_t> mention_of_;          // looked up only
    std::unordered_map<std::string_view, std::optional<Access>> register_of_; // by stem; looked up only
    bool started_ = false, in_block_ = false, in_tree_ = false, had_tree_ = false;
    std::vector<NodeId> open_;    // nodes of the tree whose body is being read
    std::vector<bool> has_block_; // of this function, which blocks the text holds
    std::size_t block_count_ = 0; // of all functions
    Spot furthest_;               // where the last block of this function was named first; its head where none was
};

} // namespace relit::ir
