// Who makes denormals of 32 bits zero where operations require it: the shader, with instructions of its own, or the
// device, by an execution mode for the whole module (DenormFlushToZero).
#pragma once

#include "ir/module.hpp"
#include "lang/shader_info.hpp"
#include "lang/target.hpp"

namespace relit::lang::spirv {

class Denormals {
public:
    Denormals(const ir::Module& module, const ShaderInfo& shader_info, const Target& target);

    /// The device, which then does it in every operation: only where no other operation could differ.
    [[nodiscard]] bool are_flushed_by_device() const { return device_; }
    /// What of the instruction's mode the shader has to write out.
    [[nodiscard]] ir::FloatMode written(const ir::Inst& inst) const {
        return device_ && flushes_by_itself(inst) ? ir::FloatMode{} : inst.mode;
    }

private:
    [[nodiscard]] bool flushes_by_itself(const ir::Inst& inst) const;

    const ir::Module& module_;
    const Target& target_;
    bool device_;
};

} // namespace relit::lang::spirv
