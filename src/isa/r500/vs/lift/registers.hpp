// The registers of a vertex program as files of the IR: how its sources are read and its results written.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/r500/vs/encoding/program.hpp"
#include "isa/r500/vs/lift/outputs.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace relit::isa::r500::vs {

/// Lanes side by side.
struct Lanes {
    unsigned first = 0, count = 4;
};
/// From the first to the last of a mask that is not 0.
[[nodiscard]] Lanes lanes_of(std::uint32_t mask);

/// How large the files must be, known before the first instruction is lifted.
struct Extent {
    std::uint32_t temps = 1, alternates = 1;
    bool address = false, predicate = false, alternate = false, constants = false, writes_inputs = false;
};
[[nodiscard]] Extent extent_of(const Program& program);

class Registers {
public:
    Registers(ir::Builder& builder, ir::ContextReader& context, const Extent& extent, Outputs& outputs);

    /// Where the program begins.
    void preset();
    /// Those components of a source that are in `lanes`, through its selects and signs. Of lanes that are not `needed` a
    /// module that is read as text has what reads best.
    [[nodiscard]] ir::Id read(const Source& given, Lanes lanes, std::uint32_t needed = 15);
    [[nodiscard]] ir::Id read(const Source& source, unsigned lane) { return read(source, {lane, 1}); }

    /// Where a result goes, and which of its lanes.
    struct Destination {
        TargetClass to = TargetClass::Temp;
        std::uint32_t index = 0, lane = 0; // lane: of a0
        Mode mode = Mode::Absolute;
        std::uint32_t mask = 0;
    };
    /// `value` holds lanes from `first` on, or one for all. Lanes that do not pass stay: `passes` is a bool for all or for each,
    /// or none.
    void write(const Destination& destination, ir::Id value, unsigned first, ir::Id passes);

    [[nodiscard]] ir::Id predicate() { return ir_.INe({ir_.load(predicate_, 0, ir::kI32), ir_.i32(0)}); }
    void set_predicate(ir::Id value);
    /// The slot whose loop register counts; kFlowSlots where none does.
    void use_loop(std::uint32_t slot) { loop_ = slot; }
    /// Of that many slots.
    void declare_loops(std::uint32_t slots);
    [[nodiscard]] std::uint32_t iterations_file() const { return iterations_; }
    [[nodiscard]] std::uint32_t index_file() const { return index_; }

private:
    struct Where {
        std::uint32_t file = 0, count = 0;
    };
    [[nodiscard]] Where where(TargetClass to) const;
    [[nodiscard]] ir::Id whole(const Source& source);
    [[nodiscard]] ir::Id constant(const Source& source);
    /// What a register that does not exist reads as; told.
    [[nodiscard]] ir::Id read_nowhere(std::string_view file, std::uint32_t index);
    [[nodiscard]] ir::Id offset(Mode mode, std::uint32_t lane);
    [[nodiscard]] ir::Id selected(const Source& source, ir::Id whole, Lanes lanes);
    [[nodiscard]] static Source readable(Source source, std::uint32_t needed);
    [[nodiscard]] ir::Id negated(const Source& source, ir::Id value, Lanes lanes);
    void write_address(const Destination& destination, ir::Id value, unsigned first, ir::Id passes);
    void store(const Where& where, const Destination& destination, ir::Id value, unsigned first, ir::Id passes);

    ir::Builder& ir_;
    ir::ContextReader& context_;
    Outputs& outputs_;
    Extent extent_;
    std::uint32_t constant_base_ = 0;
    std::uint32_t inputs_ = 0, copy_ = 0, temps_ = 0, alternates_ = 0, address_ = 0, predicate_ = 0, constants_ = 0;
    std::uint32_t iterations_ = 0, index_ = 0, loop_ = ~0U;
};

} // namespace relit::isa::r500::vs
