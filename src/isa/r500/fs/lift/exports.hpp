// What a fragment program outputs: colours of four targets and a depth; fog and the alpha test at its end.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/r500/encoding/registers.hpp"
#include "isa/r500/fs/encoding/program.hpp"
#include "isa/r500/fs/lift/fog.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace relit::isa::r500::fs {

class Exports {
public:
    Exports(ir::Builder& builder, ir::ContextReader& context, Fog& fog) : ir_(builder), context_(context), fog_(fog) {}

    /// Where the program begins: what it may leave unwritten is 0.
    void begin(const Program& program);
    /// Where it ends.
    void finish();
    void write(std::uint32_t target, unsigned first, ir::Id value, std::uint32_t mask, ir::Id passed);
    void write_depth(ir::Id value, ir::Id passed);

private:
    void look_at(const Program& program);
    [[nodiscard]] bool is_output(std::uint32_t target);
    [[nodiscard]] bool is_copy(std::uint32_t target) const { return target != 0 && target <= copies_; }
    [[nodiscard]] RegisterWord format_of(std::uint32_t target);
    [[nodiscard]] ir::Id ordered(ir::Id colour, std::uint32_t target);
    void blend_fog();
    void test_alpha();
    [[nodiscard]] ir::Id passes(std::uint32_t function, ir::Id alpha, float number);

    ir::Builder& ir_;
    ir::ContextReader& context_;
    Fog& fog_;
    std::uint32_t colours_ = 0, outputs_ = 0; // what OUT writes, and what the target gets; may be the same
    std::optional<std::uint32_t> depth_, depth_output_;
    std::array<bool, kTargets> written_{};
    bool writes_depth_ = false, kills_ = false;
    RegisterWord test_; // 0 where nothing is tested
    std::uint32_t copies_ = 0;
    bool is_late_ = false, is_fixed_ = true, in_memory_order_ = false;
};

} // namespace relit::isa::r500::fs
