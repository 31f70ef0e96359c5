#include "tests/support/ir/meaning.hpp"

#include "ir/evaluate.hpp"
#include "ir/text/print.hpp"
#include "ir/verify/text.hpp"
#include "lang/lower/lower.hpp"
#include "pass/pass.hpp"
#include "run/interpreter.hpp"
#include "tests/support/back_ends.hpp"
#include "tests/support/ir/lowering_meaning.hpp"
#include "tests/support/ir/random_module.hpp"
#include "tests/support/ir/random_values.hpp"
#include "tests/support/values.hpp"
#include "verify/device_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace relit::test {
namespace {

constexpr std::uint32_t kInputs = 3, kDeviceInputs = 32;

/// Registers start as zero; inputs and buffers as anything, and so may outputs.
run::State start_of(const ir::Module& module, std::uint64_t seed, OutputsStart outputs = OutputsStart::Anyhow) {
    Random random(seed);
    run::State state = run::blank_state(module);
    for (std::size_t i = 0; i < module.files.size(); ++i) {
        if (module.files[i].role == ir::Role::Register) continue;
        if (module.files[i].role == ir::Role::Output && outputs == OutputsStart::AsZero) continue;
        for (std::uint64_t& lane : state.files[i]) lane = awkward_lane(module.files[i].kind, random);
    }
    for (auto& bytes : state.resources) {
        for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.bits());
    }
    return state;
}

/// NaN results of arithmetic count as equal.
bool same(ir::Kind kind, std::uint64_t a, std::uint64_t b) {
    return a == b || (ir::is_float(kind) && ir::is_nan(kind, a) && ir::is_nan(kind, b));
}

std::string difference(const ir::Module& module, const run::State& before, const run::State& after) {
    if (before.hit_loop_limit != after.hit_loop_limit) return "the loop limit";
    for (std::size_t file = 0; file < module.files.size(); ++file) {
        if (module.files[file].role != ir::Role::Output) continue;
        for (std::size_t lane = 0; lane < before.files[file].size(); ++lane) {
            const std::uint64_t a = before.files[file][lane], b = after.files[file][lane];
            if (!same(module.files[file].kind, a, b)) {
                return fmt::format("lane {} of {}: {:#x}, then {:#x}", lane, module.files[file].name.c_str(), a, b);
            }
        }
    }
    for (std::size_t buffer = 0; buffer < before.resources.size(); ++buffer) {
        for (std::size_t at = 0; at + 4 <= before.resources[buffer].size(); at += 4) {
            std::uint32_t a = 0, b = 0;
            std::copy_n(&before.resources[buffer][at], 4, reinterpret_cast<std::uint8_t*>(&a));
            std::copy_n(&after.resources[buffer][at], 4, reinterpret_cast<std::uint8_t*>(&b));
            if (!same(ir::Kind::F32, a, b)) return fmt::format("byte {} of buffer {}", at, buffer);
        }
    }
    return {};
}

} // namespace

ir::Module random_program(std::uint64_t seed) {
    const auto size = static_cast<std::uint32_t>(seed / 4 % 40);
    if (seed % 4 == 0) return random_loops(seed, seed % 8 == 0);
    if (seed % 4 == 1) return random_straight(seed, 20 + 2 * size);
    ir::Module module = random_flow(seed, 2 + size);
    if (seed % 4 == 2) add_values(module, seed);
    return module;
}

ir::Module random_control_flow(std::uint64_t seed) {
    if (seed % 4 == 0) return random_loops(seed);
    const auto size = static_cast<std::uint32_t>(seed / 4 % 40);
    ir::Module module = random_flow(seed, seed % 97 == 1 ? 10 * size : 2 + size);
    if (seed % 4 == 1) add_values(module, seed);
    return module;
}

std::string difference(const ir::Module& before, const ir::Module& after, std::uint64_t seed, OutputsStart outputs) {
    for (std::uint64_t input = 0; input < kInputs; ++input) {
        run::State wanted = start_of(before, seed * kInputs + input, outputs), got = wanted;
        got.files.resize(after.files.size());
        for (std::size_t i = before.files.size(); i < after.files.size(); ++i) {
            got.files[i].assign(after.files[i].lane_count(), 0);
        }
        if (const Status status = run::run(before, {&wanted, 1}); !status) return "before: " + status.error().text;
        run::State along_tree = got;
        if (const Status status = run::run(after, {&got, 1}); !status) return "after: " + status.error().text;
        if (std::string text = difference(before, wanted, got); !text.empty()) return text;
        if (after.functions[0].tree.root.empty()) continue;
        if (const Status status = run::run_tree(after, {&along_tree, 1}); !status)
            return "tree: " + status.error().text;
        if (std::string text = difference(before, wanted, along_tree); !text.empty()) return "tree: " + text;
    }
    return {};
}

std::string difference_after(const ir::Module& before, const std::string& passes, std::uint64_t seed) {
    ir::Module after = before.clone();
    const Status status = pass::run_passes(after, passes);
    std::string text = status ? difference(before, after, seed) : status.error().text;
    return text.empty() ? text : fmt::format("{}: {}", passes, text);
}

std::string difference_by_text(std::uint64_t seed) {
    constexpr std::string_view kForms[] = {"", "to_ssa", "structure", "to_ssa,fold,from_ssa,structure,reg2mem"};
    ir::Module module = seed % 3 == 0 ? random_program_of_kinds(seed) : random_program(seed);
    const std::string_view passes = kForms[seed / 3 % std::size(kForms)];
    if (const Status done = pass::run_passes(module, passes); !done) return done.error().text;
    const std::string text = ir::print(module);
    const auto again = ir::parse_and_verify(text);
    if (!again) return describe(again.error(), "text") + "\n" + text;
    if (const std::string twice = ir::print(*again); twice != text) return "another text:\n" + text + "\n" + twice;
    return difference(module, *again, seed);
}

std::string difference_on(render::vk::Device& device, const ir::Module& before, const std::string& passes,
                          std::uint64_t seed) {
    ir::Module after = before.clone();
    if (const Status status = pass::run_passes(after, passes); !status) return status.error().text;
    const lang::Target target = device.target({.interface = lang::Interface::Harness});
    if (const Status done = lower_operations(after, target); !done) return done.error().text;
    if (const Status done = lang::lower_trees(after, target); !done) return done.error().text;
    const auto artifact = lang::to_spirv(after, target);
    if (!artifact) return artifact.error().text;
    std::vector<run::State> wanted;
    for (std::uint64_t i = 0; i < kDeviceInputs; ++i) wanted.push_back(start_of(before, seed * kDeviceInputs + i));
    std::vector<run::State> got = wanted;
    if (const Status ran = run::run(before, wanted); !ran) return "before: " + ran.error().text;
    const verify::DeviceProgram program{artifact->words, lang::layout_of(after)};
    if (const Status ran = verify::run_on(before, device, program, got); !ran) return "device: " + ran.error().text;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (std::string text = difference(before, wanted[i], got[i]); !text.empty()) {
            return fmt::format("{}, input {}: {}", passes, i, text);
        }
    }
    return {};
}

std::string random_passes(std::uint64_t seed) {
    Dice dice(seed);
    const auto all = pass::all_passes();
    std::string list;
    for (std::uint32_t count = 1 + dice.below(8); count-- > 0;) {
        const pass::Pass& pass = all[dice.below(static_cast<std::uint32_t>(all.size()))];
        list += fmt::format("{}{}", list.empty() ? "" : ",", pass.name);
    }
    return list;
}

} // namespace relit::test
