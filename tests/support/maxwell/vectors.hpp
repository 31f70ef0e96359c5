// Instructions of Maxwell with what a console made of them: the rows of the corpus's hardware-vectors.tsv.
#pragma once

#include "base/result.hpp"
#include "ir/bound.hpp"
#include "ir/context.hpp"
#include "ir/module.hpp"
#include "render/vk/device.hpp"
#include "tests/support/back_ends.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace relit::test {

/// A kernel without a header. It reads its input at c[2][0] and stores its result at the address in c[0][0x140].
struct MaxwellVector {
    std::string id, name; // name: "group: what"
    std::vector<std::uint8_t> input, code, expected;
    std::string rule; // "int", "bytes": exactly; "float": as numbers, within `tolerance`; "nan"
    double tolerance = 0;
    std::uint32_t result_bytes = 0, shared_bytes = 0, local_bytes = 0;
    std::array<std::uint32_t, 3> workgroup{1, 1, 1};
    ir::ContextValues context{}; // before those that all kernels have
};

/// All rows; empty where there is no corpus.
[[nodiscard]] const std::vector<MaxwellVector>& maxwell_vectors();
/// What the translation may take for a warp: the host's subgroup, or threads that share memory.
enum class Warps : std::uint8_t { AreSubgroups, ShareMemory };
/// The context of its translation.
[[nodiscard]] ir::Context context_of(const MaxwellVector& vector, Warps warps);
/// The kernel, lifted, lowered and optimised.
[[nodiscard]] Result<ir::Module> module_of(const MaxwellVector& vector, Warps warps,
                                           ir::ContextReader::Wanted wanted = {});
/// The buffers of its module, and the builtins of its threads.
[[nodiscard]] std::vector<ir::Bound> bound_to(const MaxwellVector& vector, const ir::Module& module);
[[nodiscard]] std::uint64_t builtin_of(const MaxwellVector& vector, ir::Builtin builtin, unsigned lane,
                                       std::size_t thread);
/// Lifts the kernel, lowers it and runs it in the interpreter; the bytes that it stored.
[[nodiscard]] Result<std::vector<std::uint8_t>> interpret(const MaxwellVector& vector, Warps warps,
                                                          ir::ContextReader::Wanted wanted = {});
/// How a driver may be kept from what it could know of numbers that are multiplied (verify/rewrite/hidden_operands.hpp).
enum class Factors : std::uint8_t { Shown, Hidden };
/// The same through SPIR-V on a device.
[[nodiscard]] Result<std::vector<std::uint8_t>> run_on(render::vk::Device& device, const MaxwellVector& vector,
                                                       Factors factors = Factors::Shown, Lacking lacking = nullptr);
/// Returns true if the bytes are what the console gave, by the row's rule.
[[nodiscard]] bool is_right(const MaxwellVector& vector, const std::vector<std::uint8_t>& bytes);

} // namespace relit::test
