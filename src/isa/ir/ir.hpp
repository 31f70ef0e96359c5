// IR text as a guest language (docs/ir.md): its files are the text form of modules, and their canonical bytes what ir/text/print.hpp
// prints. Untrusted, like any guest's file.
#pragma once

#include "isa/frontend.hpp"

namespace relit::isa::ir_text {

/// The most that a program may make its reader or a run allocate; more is NotSupported. `lanes`: of all register files. `bytes`: of
/// all buffers that say their size. `binding`: the highest of a resource. `inlined`: instructions, each function counted as often as
/// it is called.
inline constexpr std::uint64_t kMostLanes = 1U << 18, kMostBytes = 1U << 24, kHighestBinding = 65535,
                               kMostInlined = 1U << 20;

/// Reads text. BadInput with line and column where it is no module that ir/verify/verify.hpp accepts.
[[nodiscard]] Result<ir::Module> load(Bytes file);

// What kCodec consists of; see codec/codec.hpp.
[[nodiscard]] Result<codec::Listing> list(Bytes file, const codec::TextOptions& options);
[[nodiscard]] Result<std::vector<codec::Explanation>> explain(Bytes file, const codec::TextOptions& options);
[[nodiscard]] Result<std::vector<Property>> properties(Bytes file);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble(std::string_view text, const codec::TextOptions& options);
[[nodiscard]] Recognition recognise(Bytes begin);
[[nodiscard]] std::vector<std::uint8_t> sample(std::uint64_t seed);

/// A program over all kinds of values, of one and two lanes: every exact pure operation in all float modes, conversions, a call, a
/// buffer in which lanes of 8 to 64 bits are loaded and stored, and a loop that carries some of them; `steps` before, in and after
/// it. Files: input `in`, outputs `whole` i32[8] and `real` f32[8]; no register.
[[nodiscard]] ir::Module random_module(std::uint64_t seed, std::uint32_t steps);

/// The module as the text has it, with its trees.
[[nodiscard]] const ir::Module& module_of(const Program& program);

extern const codec::Codec kCodec;
extern const Frontend kFrontend;

} // namespace relit::isa::ir_text
