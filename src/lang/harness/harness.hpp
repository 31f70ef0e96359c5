// The shader of a harness: a program as a compute shader that reads and writes records (Layout), instead of a stage of a pipeline.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"
#include "lang/target.hpp"

namespace relit::lang {

/// The module, lowered for the target, as a function that a compute shader calls. The shader comes first: it copies the registers of
/// the item's record, runs the program and copies them back. Buffers of the guest are parts of the records, builtins are numbers of the
/// item; so what is left is native. For SPIR-V the shader is written block by block, else it is a tree.
/// Fails with NotSupported where the program needs the pipeline, or other items.
[[nodiscard]] Result<ir::Module> in_harness(const ir::Module& module, const Target& target);

} // namespace relit::lang
