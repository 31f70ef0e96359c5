// Writes the functions of a module as GLSL; the state of the writer for one shader.
#pragma once

#include "ir/analysis/calls.hpp"
#include "ir/tree_walk.hpp"
#include "lang/constants.hpp"
#include "lang/glsl/functions.hpp"
#include "lang/glsl/levels.hpp"
#include "lang/glsl/locals.hpp"
#include "lang/pipeline.hpp"
#include "lang/target.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace relit::lang::glsl {

inline constexpr std::uint32_t kRowBytes = kConstantRowBytes, kWordBytes = 4;

/// Lanes of a file that an expression still reads; file kMemory stands for every buffer.
struct Touched {
    std::uint32_t file = 0, first = 0, end = 0;
};
inline constexpr std::uint32_t kMemory = ~0U;

/// Statements that stand deeper in loops and choices are indented as if they stood this deep: the text of a program grows with
/// its statements only.
inline constexpr std::size_t kDeepestIndentation = 32;
[[nodiscard]] std::string indentation(std::size_t depth);

/// A value as text, not yet evaluated.
struct Expression {
    /// What the text is: a value of its own type, or in text at register width (literal.cpp) a vec4 of which a value of one lane is
    /// any, or a float that is all lanes.
    enum class Shape : std::uint8_t { Own, Vector, Scalar };

    std::string text{};
    Level level = Level::Primary;
    bool rounds = false; // float arithmetic that must end in a `precise` variable
    std::vector<Touched> reads{};
    std::string one{}; // where all lanes are equal: one of them
    Level one_level = Level::Primary;
    Shape shape = Shape::Own;
    bool chains = false; // one such operation works on the result of another: a compiler may do both at once
    std::vector<std::uint32_t> came_from{}; // Inst::origin of what computes it, where lines tell their instructions
};

void gather(Expression& to, const Expression& from);
/// Whether it may be printed twice, since nothing is computed: a name, a register, a sign before one.
[[nodiscard]] bool is_simple(const Expression& expression);

class Writer {
public:
    /// `origin`: the module that was lowered.
    Writer(const ir::Module& module, const Target& target, std::uint32_t version);
    Result<Artifact> write();

private:
    using Fresh = std::function<std::string(std::string_view)>; // a name that nothing else has

    // ---- statements.cpp: the tree and when values become variables
    void count_uses(const ir::Function& function);
    void count_use(ir::Id id, std::uint32_t block);
    void count_sequence(const ir::Function& function, const std::pmr::vector<ir::NodeId>& nodes);
    void count_block(const ir::Function& function, ir::BlockId block);
    void write_function(ir::FunctionId index);
    void open_switch(const ir::Node& node);
    void head_case(const ir::Node& node, std::size_t body);
    bool close_switch();
    void open_loop(const ir::Node& node);
    [[nodiscard]] const ir::Node* leaving_choice(const ir::Node& loop) const;
    /// A loop's counter: the last that an iteration does is to add a constant to a local variable.
    struct Step {
        ir::Id store = ir::kNone; // none: there is nothing of the kind
        std::uint32_t file = 0, reg = 0, by = 0;
    };
    [[nodiscard]] Step step_by(ir::Id store) const;
    [[nodiscard]] std::vector<ir::Id> accesses_to(const Step& step, ir::BlockId block) const;
    [[nodiscard]] Step find_step(const ir::Node& loop) const;
    [[nodiscard]] const Step& step_of(const ir::Node& loop);
    [[nodiscard]] std::string loop_heading(const ir::Node& loop, const std::string& condition);
    [[nodiscard]] bool may_have_heading(const ir::Node& loop) const;
    [[nodiscard]] bool waits_for_heading(std::uint32_t file, std::uint32_t reg, ir::Id value);
    [[nodiscard]] bool ends_head(ir::Id id) const;
    bool end_head(const ir::Node& node);
    void leave_function(std::string value);
    void discard(const ir::Inst& inst);
    [[nodiscard]] std::string heading(ir::FunctionId index) const;
    [[nodiscard]] bool is_settled(const Expression& expression) const;
    void block(const ir::Function& function, ir::BlockId index, ir::Id kept);
    void inst(ir::Id id);
    [[nodiscard]] bool may_wait(ir::Id id, const Expression& expression) const;
    void name_value(ir::Id id, const Expression& expression);
    void settle(const std::vector<Touched>& written);
    void settle_all(ir::Id kept);
    void line(std::string_view text);
    void comment(std::uint32_t origin);
    void remark(std::string_view words);
    void start_statement(ir::Id id);
    [[nodiscard]] std::string mark_of(std::span<const std::uint32_t> came_from) const;
    void say_operations();

    // ---- statements.cpp: the visitor of walk_tree()
    template <class Visitor>
    friend bool ir::walk_tree(const ir::Tree& tree, const std::pmr::vector<ir::NodeId>& root, Visitor& visitor);
    bool leaf(const ir::Node& node, const ir::Node* next);
    bool open(const ir::Node& node);
    void open_body(const ir::Node& node, std::size_t body);
    void close_body(const ir::Node& node, std::size_t body, bool is_reached);
    bool close(const ir::Node& node);

    // ---- values.cpp: expressions
    Expression value(ir::Id id);
    Expression operand(ir::Id id);
    Expression constant_expression(const ir::Inst& inst);
    std::string primary(ir::Id id);  // as something that can be subscripted or printed twice
    std::string argument(ir::Id id); // where no parentheses are needed
    std::string settled(ir::Id id);  // float arithmetic in it has been given a precise variable
    Expression guarded(Expression expression,
                       ir::Type type); // the same where it chains: for what no precise variable takes
    std::string primary_of(const Expression& expression, ir::Type type);
    Expression spelled(const ir::Inst& inst, std::string_view row);
    std::vector<Expression> operands_of(const ir::Inst& inst);
    std::string placeholder(std::string_view name, const ir::Inst& inst, const std::vector<Expression>& operands,
                            std::string_view spelling, std::size_t open, std::size_t close);
    [[nodiscard]] bool chooses_whole(const ir::Inst& inst) const;
    [[nodiscard]] std::string_view select_spelling(const ir::Inst& inst) const;
    Expression own(ir::Id id);
    Expression call(const ir::Inst& inst);
    [[nodiscard]] bool wants_opposite(ir::Id id) const;
    static Expression negated(Expression expression);
    Expression opposite(ir::Id id);

    // ---- literal.cpp: the same at register width
    [[nodiscard]] bool at_register_width() const { return target_.literal && module_.readable && !in_helper_; }
    [[nodiscard]] bool shows_guest() const { return target_.literal && !in_helper_; }
    [[nodiscard]] bool is_helper(const ir::Inst& inst) const;
    /// Returns true for a call that may stand anywhere between its arguments and its use.
    /// Returns true if something else can tell when it runs, so that it may not stand where its value is used.
    [[nodiscard]] bool has_effect(const ir::Inst& inst) const;
    [[nodiscard]] static ir::Type type_of_text(const Expression& expression, ir::Type type);
    Expression exactly(Expression expression, ir::Type type);
    Expression taken(ir::Id id); // removed from the waiting texts
    Expression register_operand(ir::Id id);
    Expression register_vector(ir::Id id);
    std::optional<Expression> register_value(ir::Id id);
    std::optional<Expression> register_load(const ir::Inst& inst);
    std::optional<Expression> register_swizzle(const ir::Inst& inst);
    std::optional<Expression> register_blend(const ir::Inst& inst);
    std::optional<Expression> register_select(const ir::Inst& inst);
    Expression register_dot(const ir::Inst& inst);
    std::optional<Expression> register_clamp(const ir::Inst& inst);
    Expression register_call(const ir::Inst& inst);
    std::optional<Expression> register_row(const ir::Inst& inst, std::string_view text);
    [[nodiscard]] bool waits_for_store(ir::Id id) const;
    bool store_register(const ir::Inst& inst);

    // ---- lanes.cpp, bits.cpp: the same value seen otherwise
    static std::string vector_of(std::string_view type, const std::vector<std::string>& lanes);
    static Expression lanes_of(Expression expression, const std::string& lanes);
    Expression swizzled(const ir::Inst& inst);
    Expression composed(const ir::Inst& inst);
    Expression blended(const ir::Inst& inst);
    Expression bitcast(const ir::Inst& inst);
    Expression bitcast(const Expression& from, ir::Type from_type, ir::Type to);
    static std::vector<std::string> words(const std::string& text, ir::Type type);
    static std::string from_words(const std::vector<std::string>& words, ir::Type type);
    std::string variable(ir::Type type, const Expression& expression, std::string_view stem); // a new temporary
    void declare_variable(ir::Type type, const Expression& expression, std::string_view name);

    // ---- registers.cpp: register files
    [[nodiscard]] std::string register_name(std::uint32_t file, std::string_view index) const;
    std::string register_function(std::uint32_t file);
    Expression load_lanes(std::uint32_t file, std::uint32_t lane, unsigned count, const std::string& index);
    Expression load_value(std::uint32_t file, std::uint32_t lane, ir::Type type, const std::string& index);
    Expression load_file(const ir::Inst& inst);
    Expression load_file_at(const ir::Inst& inst);
    Expression load_file_of(const ir::Inst& inst);
    static Expression packed(Expression expression, ir::Type type, std::uint32_t mask);
    void store_file(const ir::Inst& inst);
    void store_file_at(const ir::Inst& inst);
    std::string apart_from(std::uint32_t file, const Expression& expression, ir::Type type);
    void store_value(std::uint32_t file, std::uint32_t lane, const Expression& expression, ir::Type type,
                     std::uint32_t mask, const std::string& index);
    void store_lanes(std::uint32_t file, std::uint32_t lane, const Expression& value, unsigned lanes,
                     std::uint32_t mask, const std::string& index);

    // ---- members.cpp: constants by the names that the guest's file gives them
    struct Members {
        std::vector<Member> declared;              // in the order of their rows; empty: the buffer is an array
        std::map<std::uint32_t, std::string> rows; // what each used row is called
        std::vector<std::string> gaps;             // by member: what fills the block before it; empty: nothing has to
    };
    struct NumberedRows {
        std::set<std::uint32_t> rows;
        bool are_all = true; // nothing is looked up otherwise
    };
    void name_members(const Fresh& fresh);
    [[nodiscard]] std::optional<std::uint32_t> row_by_number(ir::Id id) const;
    [[nodiscard]] NumberedRows rows_by_number(std::uint32_t resource) const;
    [[nodiscard]] Members named_members(const ir::Resource& buffer, const std::set<std::uint32_t>& used,
                                        const Fresh& fresh) const;
    [[nodiscard]] Members named_rows(const ir::Resource& buffer, const std::set<std::uint32_t>& used,
                                     const Fresh& fresh) const;
    [[nodiscard]] std::string print_named_rows(std::uint32_t resource) const;
    [[nodiscard]] std::vector<Member> reported_members(std::uint32_t resource) const;
    [[nodiscard]] std::string print_members(std::uint32_t resource) const;

    // ---- buffers.cpp: memory
    void note_used_resources();
    [[nodiscard]] bool has_rows(std::uint32_t resource) const;
    [[nodiscard]] std::optional<std::uint32_t> known(ir::Id id) const;
    [[nodiscard]] std::string known_element(std::uint32_t resource, std::uint32_t index, unsigned lanes) const;
    std::string computed_element(std::uint32_t resource, const Expression& index, bool is_row);
    Expression element(const ir::Inst& access);
    Expression load_buffer(const ir::Inst& inst);
    void store_buffer(const ir::Inst& inst);
    [[nodiscard]] std::string pairs_name(std::uint32_t resource) const;
    void require_wide_atomics(std::uint32_t resource);
    std::string declare_pairs() const;
    Expression atomic(const ir::Inst& inst);

    // ---- textures.cpp: textures and images
    std::string declare_texture(std::uint32_t index);
    Expression texture(const ir::Inst& inst);
    [[nodiscard]] bool reads_image(std::uint32_t index) const;
    class TextureCall;

    // ---- pipeline.cpp: the pipeline and other invocations
    Expression builtin(const ir::Inst& inst);
    Expression vote(const ir::Inst& inst, const std::string& condition);
    void barrier(const ir::Inst& inst);
    Expression vertex(const ir::Inst& inst);
    Expression across(const ir::Inst& inst);
    Expression slope(const ir::Inst& inst);
    Expression any_slope(const ir::Inst& inst);
    std::string is_here_function();
    std::string shuffle_function(ir::Type type);

    // ---- stage_interface.cpp: registers and the pipeline
    struct Accesses {
        bool any = false, computed = false; // of registers, not of vertices with any number
        std::vector<bool> read, written;    // by register; of a vertex with any number, that of the first
    };
    void note_accesses();
    void note_access(const ir::Inst& inst);
    [[nodiscard]] std::string variable_name(std::uint32_t index, std::uint32_t reg, const Fresh& fresh);
    void name_single_variables(const Fresh& fresh);
    [[nodiscard]] std::string register_stem(const ir::RegisterOfValue& of, ir::Type type) const;
    [[nodiscard]] std::string numbered_name(std::string_view stem);
    [[nodiscard]] bool is_local(std::uint32_t file, std::uint32_t reg) const { return locals_.is_local[file][reg]; }
    [[nodiscard]] std::string declaration(std::uint32_t file) const;
    void declare_locals(const ir::Node& node);
    void name_registers(const Fresh& fresh);
    [[nodiscard]] bool matches_by_name(bool in) const;
    [[nodiscard]] std::string variable_of(const IoVariable& io_variable, bool in) const;
    [[nodiscard]] bool by_vertex() const;
    [[nodiscard]] bool are_copied(ir::Role role) const;
    [[nodiscard]] bool is_outside(const ir::Inst& inst) const;
    [[nodiscard]] bool is_shared_output(std::uint32_t file) const;
    [[nodiscard]] std::string shared_lane(std::uint32_t file, std::uint32_t lane,
                                          std::string_view invocation = "gl_InvocationID") const;
    [[nodiscard]] Expression load_shared(std::uint32_t file, std::uint32_t lane, unsigned count, Expression expression);
    void store_shared(std::uint32_t file, std::uint32_t lane, const Expression& value, unsigned lanes,
                      std::uint32_t mask);
    [[nodiscard]] std::string capture_of(const IoVariable& io_variable) const;
    [[nodiscard]] std::string redeclared_vertex(const std::vector<IoVariable>& io_variables,
                                                const std::map<ir::Semantic, std::uint32_t>& counted) const;
    [[nodiscard]] bool is_plain_array(std::uint32_t file) const;
    [[nodiscard]] std::optional<IoVariable> input_of_vertex(std::uint32_t file, std::uint32_t lane) const;
    [[nodiscard]] static std::string of_vertex(const IoVariable& io_variable, std::string_view variable,
                                               std::string_view vertex);
    Expression load_vertex(const ir::Inst& inst);
    void require_semantic(const IoVariable& io_variable, bool in);
    [[nodiscard]] std::string interface_variable(const IoVariable& io_variable, bool in) const;
    void tell(const IoVariable& io_variable, bool in, const std::string& name);
    [[nodiscard]] std::string io_variable_bits(const IoVariable& io_variable, bool in, const std::string& text) const;
    std::string declare_io_variables(ir::Role role);
    void copy_io_variable(const IoVariable& io_variable, bool in, const std::string& variable);
    std::string declare_file(std::uint32_t index);
    [[nodiscard]] std::string zero_files() const;

    // ---- interface.cpp: everything around the functions
    /// Has a function of that name and text printed once; returns the name.
    std::string add_helper(const std::string& name, const std::string& text);
    std::string assemble();
    [[nodiscard]] std::string head() const;
    [[nodiscard]] std::string primitives() const;
    [[nodiscard]] std::string workgroup() const;
    [[nodiscard]] std::string patches() const;
    [[nodiscard]] std::string feedback() const;
    std::string declarations();
    std::string declare_resource(std::uint32_t index);
    std::string declare_shared(std::uint32_t index);
    void report_resource(std::uint32_t index, std::string_view kind, const std::string& type);
    [[nodiscard]] std::string resource_layout(std::uint32_t index, std::string_view first) const;
    [[nodiscard]] std::string print_table(std::uint32_t index) const;
    [[nodiscard]] bool is_main_itself() const;
    void reserve_derived_names();
    void name_everything();

    void fault(FaultKind kind, std::string text);
    void lacks(std::string_view what) { fault(FaultKind::NotSupported, "glsl: " + std::string(what)); }
    void require(ir::Kind kind);
    [[nodiscard]] bool has_precise() const { return version_ >= 400 && !module_.readable; }
    [[nodiscard]] std::string declared(ir::Type type, bool rounds) const; // with `precise` where it matters

    const ir::Module& module_;
    const Target& target_;
    std::uint32_t version_;
    Functions functions_;
    std::vector<Accesses> accesses_;                       // by file
    bool stores_all_it_emits_ = false;                     // as a geometry shader
    std::vector<std::vector<std::string>> register_names_; // by file; empty: an array
    std::set<std::string> taken_; // names of what is declared outside of functions, and of registers' values
    std::map<std::string, unsigned, std::less<>> numbers_; // by stem: the last one that a name has
    Locals locals_;                                        // none in literal text
    std::vector<bool> used_resources_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> labelled_; // by file and register
    std::vector<Members> members_;                                            // by resource
    std::vector<bool> last_;                                                  // by Id: a statement of its own uses it
    std::vector<std::vector<ir::Id>> stores_; // by Id, if the text is at register width: who stores it
    bool in_helper_ = false;                  // writing the function of one operation of a readable module
    bool from_guest_ = false;                 // what is being written became of a guest instruction
    std::string declarations_, prologue_, epilogue_, emitted_, captured_position_; // emitted_: before every vertex
    std::vector<std::string> file_names_, resource_names_, block_names_, function_names_;
    std::vector<ir::CallEffect> effects_; // by function
    std::vector<std::string> helpers_;    // names in the order of first use
    std::map<std::string, std::string> helper_texts_;
    std::set<std::string> extensions_;
    std::set<std::uint32_t> tables_;
    std::set<std::uint32_t> pairs_; // resources that are changed 64 bits at once
    std::string code_;              // of the functions so far
    Artifact artifact_;
    std::optional<Fault> fault_;

    std::vector<std::string> operations_; // texts of the instructions, where the target has them printed
    std::vector<ir::Id> unsaid_;          // noted, but no statement has followed

    unsigned depth_ = 0;
    unsigned temporaries_ = 0;
    /// The loop that was opened last, while nothing but what its condition takes in has been read.
    struct LoopHead {
        const ir::Node* loop = nullptr;
        const ir::Node* choice = nullptr; // that leaves the loop; null: no loop begins with one
        std::size_t begin = 0, end = 0;   // of its line in code_
    };
    LoopHead head_;
    std::vector<bool> continues_loop_;              // by node of the function: a Continue in it means a loop around it
    std::map<const ir::Node*, Step> steps_by_loop_; // as step_of has found them
    std::set<ir::Id> steps_;                        // stores that stand in the headings of their loops
    /// The declaration of what a loop counts with, for its heading.
    struct Counter {
        std::string text;
        std::vector<std::uint32_t> came_from; // as came_from_ of a statement
    };
    std::map<const ir::Node*, Counter> counters_; // by loop
    std::vector<bool> is_opposite_;               // by Id: its text says the opposite of its value
    std::vector<bool> only_negated_;              // by Id: a BNot alone uses it
    struct OpenSwitch {
        std::string selector;
        bool is_chain = false; // of choices
    };
    std::vector<OpenSwitch> switches_;
    std::vector<bool> bodies_from_guest_; // by open body: from_guest_ of what opened it
    std::vector<bool> leaves_loop_;       // by node of the function
    std::uint32_t origin_ = 0;
    std::vector<std::uint32_t> came_from_; // Inst::origin of the instruction that is written and of what it takes in
    ir::FunctionId function_ = 0;
    std::vector<std::uint32_t> uses_, block_of_use_; // by Id: how many uses are left, and the block of all of them
    std::map<ir::Id, Expression> waiting_;           // values not yet evaluated, in program order
    std::map<ir::Id, Expression> named_;
};

} // namespace relit::lang::glsl
