// The stage interface of a shader as variables: inputs, outputs, builtins.
#pragma once

#include "lang/pipeline.hpp"
#include "lang/spirv/code.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace relit::lang::spirv {

/// The builtin of SPIR-V for one of the IR, and where it can be read.
struct BuiltinRow {
    spv::BuiltIn builtin;
    std::uint32_t stages; // bit i: ir::Stage i
    spv::Capability capability = spv::Capability::Shader;
    bool is_array = false; // of one element
};
[[nodiscard]] const BuiltinRow& builtin_row(ir::Builtin builtin);

/// A io_variable and the variable that it goes through, or a part of it.
struct InterfaceVariable {
    IoVariable io_variable;
    Word variable = 0;
    ir::Type type{};
    std::optional<std::uint32_t> vertex{}, element{}; // whose part it is; which element of an array
};

class StageInterface {
public:
    /// Tells `interface` what it declares.
    StageInterface(Assembly& assembly, const ir::Module& module, const Target& target, std::vector<Binding>& interface);

    /// Makes the variables of what the program touches of the pipeline.
    void declare_interface_variables(const ShaderInfo& shader_info);
    /// Makes those of the builtins that it reads.
    void declare_builtins(const ShaderInfo& shader_info);

    [[nodiscard]] std::span<const InterfaceVariable> in() const { return in_; }
    [[nodiscard]] std::span<const InterfaceVariable> out() const { return out_; }
    /// `of`: of which vertex or invocation, where there are several.
    [[nodiscard]] Value load(Code& code, const InterfaceVariable& interface_variable, bool in = true,
                             std::optional<Value> of = {}) const;
    void store(Code& code, const InterfaceVariable& interface_variable, Value value) const;
    /// One lane of an interface_variable that is the whole register. `of`: of a tessellation control shader's outputs, those of which
    /// invocation, without it the own ones; of inputs, those of which vertex.
    [[nodiscard]] Value load_lane(Code& code, const InterfaceVariable& interface_variable, bool in, std::uint32_t lane,
                                  std::optional<Value> of = {}) const;
    void store_lane(Code& code, const InterfaceVariable& interface_variable, std::uint32_t lane, Value value) const;
    [[nodiscard]] Value read(Code& code, ir::Builtin builtin, ir::Type type) const;
    /// A fragment's depth is written.
    [[nodiscard]] bool writes_depth() const { return writes_depth_; }
    /// Outputs are captured.
    [[nodiscard]] bool captures() const { return captures_; }
    /// Why the module cannot be written, or nothing.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }

private:
    void refuse(std::string why);
    void declare(const IoVariable& io_variable, bool in);
    void pass(InterfaceVariable interface_variable, bool in);
    void capture(const InterfaceVariable& interface_variable);
    [[nodiscard]] bool has_vertices(const ir::RegisterFile& file) const;
    [[nodiscard]] Word of_vertices(Word type, const ir::RegisterFile& file) const;
    /// Few words.
    struct Indices {
        std::array<Word, 3> words{};
        std::size_t count = 0;
        void add(Word word) { words[count++] = word; }
    };
    [[nodiscard]] Indices indices_of(Code& code, const InterfaceVariable& interface_variable, bool in,
                                     std::optional<Value> of) const;
    [[nodiscard]] InterfaceVariable user_variable(const IoVariable& io_variable, bool in);
    [[nodiscard]] InterfaceVariable builtin_variable(const IoVariable& io_variable, bool in);
    void declare_builtin(ir::Builtin builtin);
    void tell(const InterfaceVariable& interface_variable, bool in);
    [[nodiscard]] std::string register_name(const IoVariable& io_variable) const;
    [[nodiscard]] std::string variable_name(const IoVariable& io_variable, bool in) const;
    /// 0: there is none yet.
    [[nodiscard]] Word known_variable(spv::BuiltIn builtin, spv::StorageClass storage) const;
    [[nodiscard]] Word builtin_variable(spv::BuiltIn builtin, spv::StorageClass storage, Word type, const char* name);
    [[nodiscard]] std::uint32_t elements(ir::Semantic semantic, bool in) const;
    [[nodiscard]] Word outside_type(const IoVariable& io_variable, ir::Type type) const;
    [[nodiscard]] Value load_from(Code& code, const InterfaceVariable& interface_variable, ir::Type type,
                                  Word pointer) const;
    void store_to(Code& code, const InterfaceVariable& interface_variable, Word pointer, Value value) const;
    [[nodiscard]] Word pointer(Code& code, const InterfaceVariable& interface_variable, bool in,
                               std::optional<Value> of) const;
    [[nodiscard]] Word lane_pointer(Code& code, const InterfaceVariable& interface_variable, bool in,
                                    std::uint32_t lane, std::optional<Value> of) const;
    [[nodiscard]] Word pointer_to(Code& code, const InterfaceVariable& interface_variable, bool in, ir::Type part,
                                  const Indices& indices) const;

    Assembly& assembly_;
    const ir::Module& module_;
    const Target& target_;
    struct BuiltinVariable {
        spv::BuiltIn builtin;
        spv::StorageClass storage;
        Word variable;
    };
    std::pmr::vector<InterfaceVariable> in_{&assembly_.scratch()}, out_{&assembly_.scratch()};
    std::pmr::vector<BuiltinVariable> builtins_{&assembly_.scratch()}; // few
    std::vector<Binding>& interface_;
    std::string refusal_;
    bool writes_depth_ = false, captures_ = false;
};

/// "i32", "f32x4"
[[nodiscard]] std::string shown(ir::Type type);

} // namespace relit::lang::spirv
