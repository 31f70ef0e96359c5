#include "tests/support/ir/lowering_meaning.hpp"

#include "ir/verify/verify.hpp"
#include "isa/ir/ir.hpp"
#include "lang/lower/lower.hpp"
#include "lang/lower/verify_for.hpp"
#include "tests/support/ir/meaning.hpp"
#include "tests/support/ir/random_module.hpp"

#include <fmt/format.h>

namespace relit::test {
namespace {

using lang::Dialect;
using lang::Target;

constexpr Target kLoweringTargets[] = {
    {.dialect = Dialect::SpirV, .has_subgroups = false, .fuses = false},
    {.dialect = Dialect::SpirV, .has_subgroups = false, .loops_end_at_head = true},
    {.dialect = Dialect::GlslVulkan, .has_subgroups = false, .fuses = false},
    {.dialect = Dialect::SpirV,
     .keeps_denormals = true,
     .keeps_signed_zero = true,
     .has_int64 = true,
     .has_int16 = true,
     .has_int8 = true,
     .has_float16 = true,
     .has_float64 = true,
     .has_atomic_int64 = true,
     .has_demote = true},
    {.dialect = Dialect::GlslVulkan,
     .has_int64 = true,
     .has_int16 = true,
     .has_int8 = true,
     .has_float16 = true,
     .has_float64 = true,
     .has_atomic_int64 = true},
};

std::string shown(const Target& target) {
    return fmt::format("{}, {}", target.dialect == Dialect::SpirV ? "SPIR-V" : "GLSL",
                       target.has_int64 ? "everything" : "nothing");
}

std::string difference_by(const ir::Module& before, const lang::Lowering& row, const Target& target,
                          std::uint64_t seed) {
    ir::Module after = before.clone();
    (void)row.run(after, target);
    const Status legal = ir::verify(after);
    const OutputsStart outputs = row.run == lang::lower_zero_start ? OutputsStart::AsZero : OutputsStart::Anyhow;
    std::string text = legal ? difference(before, after, seed, outputs) : legal.error().text;
    return text.empty() ? text : fmt::format("{} for {}: {}", row.name, shown(target), text);
}

std::string difference_by_all(const ir::Module& before, const Target& target, std::uint64_t seed) {
    ir::Module after = before.clone();
    Status done = lang::lower(after, target, {});
    if (done) done = lang::verify_for(after, target);
    std::string text = done ? difference(before, after, seed, OutputsStart::AsZero) : done.error().text;
    return text.empty() ? text : fmt::format("all for {}: {}", shown(target), text);
}

} // namespace

ir::Module random_program_of_kinds(std::uint64_t seed) {
    return isa::ir_text::random_module(seed, 4 + static_cast<std::uint32_t>(seed % 29));
}

std::string difference_by_lowerings(std::uint64_t seed) {
    const ir::Module before = random_program_of_kinds(seed);
    if (const Status legal = ir::verify(before); !legal) return "before: " + legal.error().text;
    for (const Target& target : kLoweringTargets) {
        for (const lang::Lowering& row : lang::all_lowerings())
            if (std::string text = difference_by(before, row, target, seed); !text.empty()) return text;
        if (std::string text = difference_by_all(before, target, seed); !text.empty()) return text;
    }
    return {};
}

} // namespace relit::test
