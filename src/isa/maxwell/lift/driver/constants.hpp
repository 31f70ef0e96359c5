// The size of memory that no file or context defines. Constant buffers have up to 64 KiB, of which hosts need not take more than 16.
#pragma once

#include "base/result.hpp"
#include "ir/context.hpp"
#include "ir/module.hpp"

namespace relit::isa::maxwell {

/// Each is as large as the program's accesses show; where one of them is computed, as large as the context says.
void fit_constants(ir::Module& module, ir::ContextReader& context);

/// Bytes of such memory where the program shows how many.
inline constexpr std::uint32_t kMostFitted = 49152;
/// The same of memory of workgroups and threads that lift() left without a size. Workgroups have 48 KiB where an address is
/// computed; in memory of threads such
/// addresses must be bounded.
[[nodiscard]] Status fit_memory(ir::Module& module, ir::ContextReader& context);
/// Whether it loads, stores or changes what lies at the address that is its first operand.
[[nodiscard]] inline bool reaches_buffer(ir::Op op) {
    return ir::info(op).touches(ir::Memory::Buffer) && ir::info(op).op_class != ir::OpClass::Query;
}
/// Whether either depends on the resource's accesses.
[[nodiscard]] bool is_as_large_as_used(const ir::Resource& resource);

} // namespace relit::isa::maxwell
