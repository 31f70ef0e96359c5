// Writes the functions of a module as GLSL: what is known while one shader is written.
#pragma once

#include "lang/glsl/functions.hpp"
#include "lang/target.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace relit::lang::glsl {

/// How tightly an expression binds: what must be put in parentheses where.
enum class Level : std::uint8_t { Primary, Unary, Compound };

/// Lanes of a file that an expression still reads; file kMemory stands for every buffer.
struct Touched {
    std::uint32_t file = 0, first = 0, end = 0;
};
inline constexpr std::uint32_t kMemory = ~0U;

/// A value as text, not yet evaluated.
struct Said {
    std::string text;
    Level level = Level::Primary;
    bool rounds = false; // float arithmetic that must end in a `precise` variable
    std::vector<Touched> reads;
};

class Writer {
public:
    Writer(const ir::Module& module, const Target& target, std::uint32_t version);
    Result<Artifact> write();

private:
    // ---- statements.cpp: the tree and when values become variables
    void count_uses(const ir::Function& function);
    void count_use(ir::Id id, std::uint32_t place);
    void count_sequence(const ir::Function& function, const std::pmr::vector<ir::NodeId>& nodes);
    void write_function(ir::FunctionId index);
    void sequence(const ir::Function& function, const std::pmr::vector<ir::NodeId>& nodes);
    void body(const ir::Function& function, const std::pmr::vector<ir::NodeId>& nodes);
    void node(const ir::Function& function, const ir::Node& node);
    void if_node(const ir::Function& function, const ir::Node& node);
    void switch_node(const ir::Function& function, const ir::Node& node);
    void choice_node(const ir::Function& function, const ir::Node& node, const std::string& selector);
    void loop_node(const ir::Function& function, const ir::Node& node);
    void return_node(const ir::Node& node);
    void block(const ir::Function& function, ir::BlockId index, ir::Id kept);
    void inst(ir::Id id);
    [[nodiscard]] bool may_wait(ir::Id id, const Said& said) const;
    void name_value(ir::Id id, const Said& said);
    void settle(const std::vector<Touched>& written);
    void settle_all(ir::Id kept);
    void line(std::string_view text);
    void comment(std::uint32_t origin);

    // ---- values.cpp: expressions
    Said value(ir::Id id);
    Said operand(ir::Id id);
    std::string primary(ir::Id id);  // as something that can be subscripted or said twice
    std::string argument(ir::Id id); // where no parentheses are needed
    std::string settled(ir::Id id);  // float arithmetic in it has been given a precise variable
    std::string primary_of(const Said& said, ir::Type type);
    Said spelled(const ir::Inst& inst, std::string_view spelling);
    std::string placeholder(std::string_view name, const ir::Inst& inst, std::vector<Said>& operands, bool unary,
                            bool bare);
    [[nodiscard]] std::string_view in_range_spelling(const ir::Inst& inst) const;
    Said swizzled(const ir::Inst& inst);
    Said composed(const ir::Inst& inst);
    Said blended(const ir::Inst& inst);
    Said select(const ir::Inst& inst);
    Said own(ir::Id id);
    Said builtin(const ir::Inst& inst);
    Said call(const ir::Inst& inst);
    Said bitcast(const ir::Inst& inst);
    Said bitcast(const Said& from, ir::Type from_type, ir::Type to);
    std::vector<std::string> words(const std::string& text, ir::Type type);
    std::string from_words(const std::vector<std::string>& words, ir::Type type);
    std::string variable(ir::Type type, const std::string& text); // a new temporary

    // ---- memory.cpp: register files, buffers, tables
    std::string register_name(std::uint32_t file, std::string_view index) const;
    Said load_lanes(std::uint32_t file, std::uint32_t lane, unsigned count);
    Said load_file(const ir::Inst& inst);
    Said load_file_at(const ir::Inst& inst);
    void store_file(const ir::Inst& inst);
    void store_file_at(const ir::Inst& inst);
    void store_lanes(std::uint32_t file, std::uint32_t lane, const Said& value, ir::Type type, std::uint32_t mask,
                     const std::string& index);
    [[nodiscard]] std::string word_at(std::uint32_t resource, const std::string& index) const;
    [[nodiscard]] std::string size_of(std::uint32_t resource) const;
    [[nodiscard]] std::optional<std::uint32_t> known(ir::Id id) const;
    [[nodiscard]] bool is_aligned(ir::Id id, std::uint32_t to) const;
    std::string load_word(std::uint32_t resource, ir::Id offset, std::uint32_t plus);
    Said load_buffer(const ir::Inst& inst);
    void store_buffer(const ir::Inst& inst);
    Said atomic(const ir::Inst& inst);
    std::string memory_function(const std::string& name, const std::string& text);

    // ---- interface.cpp: everything around the functions
    std::string assemble();
    std::string head() const;
    std::string declarations();
    std::string declare_file(std::uint32_t index);
    std::string declare_resource(std::uint32_t index);
    std::string main_function();
    std::string copy_file(const Slot& slot, bool in) const;
    std::string zero_files() const;
    void name_everything();

    void fault(FaultKind kind, std::string text);
    void lacks(std::string_view what) { fault(FaultKind::NotSupported, "glsl: " + std::string(what)); }
    void require(ir::Kind kind);
    [[nodiscard]] bool harness() const { return target_.interface == Interface::Harness; }
    [[nodiscard]] bool has_precise() const { return version_ >= 400; }
    [[nodiscard]] std::string declared(ir::Type type) const; // with `precise` where it matters

    const ir::Module& module_;
    const Target& target_;
    std::uint32_t version_;
    Layout layout_;
    Functions functions_;
    std::vector<std::string> file_names_, resource_names_, function_names_;
    std::vector<std::string> memory_functions_; // names in the order asked for
    std::map<std::string, std::string> memory_texts_;
    std::set<std::string> extensions_;
    std::set<std::uint32_t> tables_;
    std::string code_; // of the functions so far
    Artifact artifact_;
    std::optional<Fault> fault_;

    unsigned depth_ = 0;
    unsigned temporaries_ = 0, loops_ = 0;
    std::uint32_t origin_ = 0;
    ir::FunctionId function_ = 0;
    std::vector<std::uint32_t> uses_, place_; // by Id: how many uses are left, and the block of all of them
    std::map<ir::Id, Said> waiting_;          // values not yet evaluated, in program order
    std::map<ir::Id, std::string> named_;
};

} // namespace relit::lang::glsl
