// Where register files and buffers live in the shader: private arrays, and the buffers of the chosen interface.
#pragma once

#include "lang/shader_info.hpp"
#include "lang/spirv/stage_interface.hpp"

#include <optional>
#include <span>
#include <vector>

namespace relit::lang::spirv {

/// A number that may be known while writing.
struct Index {
    std::uint32_t known = 0; // added to `computed`, where there is one
    std::optional<Value> computed;
};
[[nodiscard]] Value value_of(Code& code, Index index);

/// The row that a word is in, and its lane there.
struct WordOfRow {
    Value row, lane;
};
[[nodiscard]] WordOfRow word_of_row(Code& code, Index word);

class Storage {
public:
    /// Tells `interface` what it declares.
    Storage(Assembly& assembly, const ir::Module& module, const ShaderInfo& shader_info, const Target& target,
            std::vector<Binding>& interface);

    // ---- in the entry point
    void load_inputs(Code& code) const;
    /// Returns true if anything is left to do after the program.
    [[nodiscard]] bool has_epilogue() const;
    void write_epilogue(Code& code) const;

    // ---- registers: one lane, with the bits of the file's, or a whole register, whose value has the register's bits
    [[nodiscard]] Value load_lane(Code& code, std::uint32_t file, Index reg, std::uint32_t lane) const;
    /// Of what another invocation of a tessellation control shader has stored; lanes are counted from the file's start.
    /// Of an input of a vertex that there is: `count` lanes from `lane` on, counted in one vertex, all of a variable or one of it.
    [[nodiscard]] Value load_vertex(Code& code, Value vertex, std::uint32_t file, std::uint32_t lane,
                                    unsigned count) const;
    [[nodiscard]] Value load_lane_of(Code& code, Value invocation, std::uint32_t file, std::uint32_t lane) const;
    void store_lane(Code& code, std::uint32_t file, Index reg, std::uint32_t lane, Value value) const;
    /// A register that is a variable given by the pipeline, loaded once for all of the function; nothing where it is none.
    [[nodiscard]] std::optional<Value> given_register(Code& code, std::uint32_t file, std::uint32_t reg) const;
    [[nodiscard]] bool has_whole_registers(std::uint32_t file) const { return !is_shared_output(file); }
    [[nodiscard]] Value load_register(Code& code, std::uint32_t file, Index reg) const;
    void store_register(Code& code, std::uint32_t file, Index reg, Value value) const;

    // ---- memory: elements as ir::Resource::element says
    /// Points to element `index` of that type: to a word, a row, or 64 bits that are changed in one step.
    [[nodiscard]] Word element_pointer(Code& code, std::uint32_t resource, Index index, ir::Type type) const;
    [[nodiscard]] Value load_element(Code& code, std::uint32_t resource, Index index, ir::Type type) const;
    void store_element(Code& code, std::uint32_t resource, Index index, Value value) const;
    /// Of a storage buffer that is as large as what is bound.
    [[nodiscard]] Value size_in_words(Code& code, std::uint32_t resource) const;

    [[nodiscard]] const StageInterface& stage_interface() const { return stage_interface_; }
    /// Why the module cannot be written, or nothing.
    [[nodiscard]] const std::string& refusal() const {
        return refusal_.empty() ? stage_interface_.refusal() : refusal_;
    }

private:
    struct File {
        Word variable = 0;     // array of registers, each of as many unsigned lanes as it has
        std::uint32_t own = 0; // registers that are variables of the pipeline
        /// Inputs that are loaded from the variables of the pipeline, each of which is loaded once; outputs that are only
        /// stored: each store goes to those variables.
        bool is_direct = false;
    };
    struct Buffer {
        Word variable = 0;
        Word pairs = 0; // the same buffer as an array of 64-bit integers
        ir::ResourceKind kind{};
        std::vector<Member> members{}; // of its block; empty: an array of rows
    };
    /// The access chain from a uniform block to a row of it: its member, and the element of an array.
    struct RowPath {
        std::array<Word, 4> words{};
        std::size_t count = 0;
        void add(Word word) { words[count++] = word; }
        [[nodiscard]] std::span<const Word> span() const { return std::span(words).first(count); }
    };
    [[nodiscard]] RowPath row_path(Code& code, std::uint32_t resource, Index row) const;
    [[nodiscard]] spv::StorageClass storage_class(std::uint32_t resource) const;
    [[nodiscard]] Word declare_rows(std::uint32_t resource);

    void declare_interface();
    void declare_native();
    void declare_private(std::uint32_t file);
    void declare_block(std::uint32_t resource);
    void declare_pairs(std::uint32_t resource);
    void declare_memory(std::uint32_t resource);
    [[nodiscard]] ir::Type register_type(std::uint32_t file) const;
    [[nodiscard]] Word register_pointer(Code& code, std::uint32_t file, Index reg) const;
    void find_interface_variables(std::span<const InterfaceVariable> interface_variables);
    /// The number in interface_variables_.
    [[nodiscard]] std::uint32_t own_number(std::uint32_t file, Index reg) const;
    [[nodiscard]] const InterfaceVariable* interface_variable_of(std::uint32_t file, Index reg) const;
    [[nodiscard]] bool needs_array(std::uint32_t file) const;
    [[nodiscard]] bool is_shared_output(std::uint32_t file) const;
    [[nodiscard]] const InterfaceVariable* interface_variable_of_lane(std::uint32_t file, Index reg,
                                                                      std::uint32_t lane) const;
    void find_direct_inputs();
    void find_direct_outputs();
    [[nodiscard]] Value given(Code& code, const InterfaceVariable& input) const;
    [[nodiscard]] Value load_direct_lane(Code& code, std::uint32_t file, std::uint32_t lane) const;
    void store_direct(Code& code, std::uint32_t file, std::uint32_t reg, std::uint32_t first, Value value) const;
    void copy_in(Code& code, const InterfaceVariable& interface_variable) const;
    void copy_out(Code& code, const InterfaceVariable& interface_variable) const;

    Assembly& assembly_;
    const ir::Module& module_;
    const ShaderInfo& shader_info_;
    const Target& target_;
    std::pmr::vector<File> files_;
    /// By register of the shader: which of own_ is the variable of the pipeline that it itself is, from 1 on; 0: it is
    /// copied. Empty where all are.
    std::pmr::vector<std::uint32_t> interface_variables_;
    std::pmr::vector<const InterfaceVariable*> own_;
    std::pmr::vector<Buffer> buffers_;
    std::vector<Binding>& interface_;
    StageInterface stage_interface_;
    Word words_ = 0; // the block that storage buffers are
    std::string refusal_;
};

} // namespace relit::lang::spirv
