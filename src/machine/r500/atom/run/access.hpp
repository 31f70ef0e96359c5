// How an instruction of a run reaches its operands; the lines of the trace that show it.
#pragma once

#include "machine/r500/atom/instruction.hpp"
#include "machine/r500/atom/run/interpreter.hpp"

namespace relit::machine::r500::atom {

/// After one fault status() stays, loads give zero and nothing is stored.
class Access {
public:
    Access(Execution& run, const Instruction& instruction) : run_(run), instruction_(instruction) {}

    [[nodiscard]] const Status& status() const { return status_; }
    void fail(FaultKind kind, std::string text);
    void assume(std::string text);

    /// The operand's part of its dword. With a label it is traced.
    [[nodiscard]] std::uint32_t load(const Operand& operand, std::string_view label = {});
    /// Puts a value into the operand's part of `dword`, and that where the operand is.
    void store(const Operand& operand, std::uint32_t value, Cell dword);
    /// The dword that load() saw last.
    [[nodiscard]] Cell dword() const { return dword_; }

    /// A line of the trace, indented as a detail of the instruction.
    void trace(std::string_view text);
    [[nodiscard]] bool is_traced() const { return static_cast<bool>(run_.hardware->trace); }

private:
    [[nodiscard]] std::uint32_t load_dword(const Operand& operand);
    [[nodiscard]] std::uint32_t load_register(std::uint32_t number);
    [[nodiscard]] std::uint32_t load_work_space(std::uint32_t index);
    [[nodiscard]] std::uint32_t load_data(std::uint32_t offset);
    [[nodiscard]] std::uint32_t load_parameter(std::uint32_t index);
    void store_dword(const Operand& operand, std::uint32_t value);
    void store_register(std::uint32_t number, std::uint32_t value);
    void store_work_space(std::uint32_t index, std::uint32_t value);
    void store_parameter(std::uint32_t index, std::uint32_t value);
    [[nodiscard]] bool is_direct();
    [[nodiscard]] std::uint32_t run_io(std::uint32_t program, std::uint32_t index, std::uint32_t data);
    [[nodiscard]] std::string location_text(const Operand& operand, bool is_load, std::uint32_t dword) const;

    Execution& run_;
    const Instruction& instruction_;
    Cell dword_{};
    Status status_{};
};

/// "   " for each table that has been called.
[[nodiscard]] std::string trace_indent(const Execution& run);

} // namespace relit::machine::r500::atom
