#include "tests/support/guests/traces.hpp"

#include "run/trace.hpp"
#include "tests/support/maxwell/programs.hpp"
#include "verify/agree.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace relit::test {
namespace {

constexpr unsigned kTraced = 4; // invocations, a quad
constexpr std::uint64_t kTracedIterations = 256;

bool is_traced_nan(std::uint64_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

Result<ir::Module> lifted_with(const isa::Frontend& guest, Bytes program, bool traceable) {
    const ir::Context context;
    ir::ContextReader reader(context, {.traceable = traceable});
    return isa::lift(guest, program, reader);
}

unsigned parts_of(const ir::Module& module, const run::TracedLane& lane) {
    return std::max(1U, ir::bits_of(lane.kind) / ir::bits_of(module.files[lane.index].kind));
}

/// The registers of invocations as their traces say them.
class Shadow {
public:
    Shadow(const ir::Module& module, const std::vector<run::State>& states) : module_(module) {
        for (const run::State& state : states) files_.push_back(state.files);
        counted_.resize(states.size());
    }

    void hear(const run::TracedStep& step) {
        ++steps_;
        expect(step.number == ++counted_[step.invocation], step, "steps are not counted");
        expect(step.iteration == ++iterations_[std::pair(step.invocation, step.origin)], step,
               "iterations are not counted");
        for (const run::TracedLane& read : step.reads) {
            if (read.storage != run::Storage::Register) continue;
            expect(value_of(step.invocation, read) == read.bits, step, "reads what was not written");
            expect(read.writer.step < step.number && read.writer.step == writer_of(step.invocation, read), step,
                   "names another writer");
        }
        for (const run::TracedLane& write : step.writes)
            if (write.storage == run::Storage::Register) write_lane(step, write);
    }
    /// The first that was wrong.
    [[nodiscard]] std::string fault_at_end(const std::vector<run::State>& states) const {
        if (!fault_.empty()) return fault_;
        for (std::size_t i = 0; i < states.size(); ++i)
            for (std::size_t file = 0; file < module_.files.size(); ++file)
                if (files_[i][file] != states[i].files[file])
                    return fmt::format("{} of invocation {} ends otherwise than its trace",
                                       std::string_view(module_.files[file].name), i);
        return {};
    }
    [[nodiscard]] std::size_t steps() const { return steps_; }

private:
    using Lane = std::tuple<std::size_t, std::uint32_t, std::uint64_t>; // invocation, file, lane

    void expect(bool holds, const run::TracedStep& step, std::string_view otherwise) {
        if (!holds && fault_.empty())
            fault_ = fmt::format("step {} of invocation {} (@{}) {}", step.number, step.invocation,
                                 static_cast<int>(step.origin) - 1, otherwise);
    }
    [[nodiscard]] std::uint64_t value_of(std::size_t invocation, const run::TracedLane& lane) const {
        const auto& lanes = files_[invocation][lane.index];
        const unsigned width = ir::bits_of(module_.files[lane.index].kind);
        std::uint64_t value = 0;
        for (unsigned part = 0; part < parts_of(module_, lane) && lane.at + part < lanes.size(); ++part)
            value |= lanes[lane.at + part] << part * width;
        const unsigned bits = ir::bits_of(lane.kind);
        return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
    }
    [[nodiscard]] std::uint64_t writer_of(std::size_t invocation, const run::TracedLane& lane) const {
        std::uint64_t last = 0;
        for (unsigned part = 0; part < parts_of(module_, lane); ++part)
            if (const auto found = writers_.find({invocation, lane.index, lane.at + part}); found != writers_.end())
                last = std::max(last, found->second);
        return last;
    }
    void write_lane(const run::TracedStep& step, const run::TracedLane& write) {
        auto& lanes = files_[step.invocation][write.index];
        const unsigned width = ir::bits_of(module_.files[write.index].kind);
        for (unsigned part = 0; part < parts_of(module_, write) && write.at + part < lanes.size(); ++part) {
            const std::uint64_t bits = write.bits >> part * width;
            lanes[write.at + part] = width >= 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
            writers_[{step.invocation, write.index, write.at + part}] = step.number;
        }
    }

    const ir::Module& module_;
    std::vector<std::vector<std::vector<std::uint64_t>>> files_;
    std::map<Lane, std::uint64_t> writers_;
    std::vector<std::uint64_t> counted_;
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint64_t> iterations_;
    std::size_t steps_ = 0;
    std::string fault_;
};

std::string other_lane(const ir::RegisterFile& file, const std::vector<std::uint64_t>& wanted,
                       const std::vector<std::uint64_t>& got) {
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (wanted[i] != got[i] && !(is_traced_nan(wanted[i]) && is_traced_nan(got[i])))
            return fmt::format("{}, lane {} is {:x}, not {:x}", std::string_view(file.name), i, got[i], wanted[i]);
    return {};
}

/// Compares the ends of an invocation that is lifted to be traced and not.
std::string other_end(const ir::Module& plain, const run::State& wanted, const run::State& got) {
    if (wanted.discarded != got.discarded) return "one of both is discarded";
    if (wanted.discarded || wanted.hit_loop_limit) return {};
    if (wanted.resources != got.resources) return "memory ends otherwise";
    for (std::size_t file = 0; file < plain.files.size(); ++file)
        if (plain.files[file].role == ir::Role::Output)
            if (std::string wrong = other_lane(plain.files[file], wanted.files[file], got.files[file]); !wrong.empty())
                return wrong;
    return {};
}

/// A program, lifted to be traced and not, with what it runs on.
struct TraceSetup {
    ir::Module plain, traceable;
    std::vector<run::State> states{};
    std::vector<ir::Bound> bound{};
    std::function<std::uint64_t(ir::Builtin builtin, unsigned lane, std::size_t state)> builtin{};
    std::uint32_t subgroup = kTraced;
};

std::string fault_of_run(const TraceSetup& setup, TraceCounts& counts) {
    std::vector<ir::Bound> bound = setup.bound, traced_bound = setup.bound;
    std::vector<run::State> wanted = setup.states, got = setup.states;
    Shadow shadow(setup.traceable, got);
    run::Tracer tracer(setup.traceable, [&](const run::TracedStep& step) { shadow.hear(step); });
    const run::Limits limits{.loop_limit = kTracedIterations, .subgroup = setup.subgroup};
    const auto run = [&](const ir::Module& module, std::vector<run::State>& states, std::vector<ir::Bound>& all_bound,
                         run::Tracer* by) {
        return run::run(module, states, limits, {.bound = &all_bound, .builtin = setup.builtin, .tracer = by});
    };
    if (const Status done = run(setup.traceable, got, traced_bound, &tracer); !done) return done.error().text;
    counts.steps += shadow.steps();
    if (std::string wrong = shadow.fault_at_end(got); !wrong.empty()) return wrong;
    if (const Status done = run(setup.plain, wanted, bound, nullptr); !done) return done.error().text;
    if (std::ranges::any_of(wanted, &run::State::hit_loop_limit)) return {};
    for (std::size_t i = 0; i < bound.size(); ++i)
        if (bound[i].bytes != traced_bound[i].bytes) return "memory of all ends otherwise";
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (std::string wrong = other_end(setup.plain, wanted[i], got[i]); !wrong.empty())
            return fmt::format("invocation {}: {}", i, wrong);
    return {};
}

std::string fault_of_setup(std::string_view name, const TraceSetup& setup, TraceCounts& counts) {
    if (setup.plain.resources.size() != setup.traceable.resources.size())
        return {}; // unused accesses ask textures of their own
    const auto name_of = [](const ir::RegisterFile& file) { return std::string_view(file.name); };
    const bool has_same_files = std::ranges::equal(setup.plain.files, setup.traceable.files, {}, name_of, name_of);
    ++counts.programs;
    const std::string wrong = has_same_files ? fault_of_run(setup, counts) : "the lifts have other registers";
    return wrong.empty() ? wrong : fmt::format("{}: {}", name, wrong);
}

std::string fault_of_sample(const isa::Frontend& guest, std::uint64_t seed, TraceCounts& counts) {
    const std::vector<std::uint8_t> program = guest.codec.sample(seed);
    auto plain = lifted_with(guest, program, false), traceable = lifted_with(guest, program, true);
    if (!plain && traceable) return fmt::format("{}: the program is refused unless it is traced", guest.name());
    if (!plain || !traceable) return {}; // a trace needs instructions too whose results nothing uses
    TraceSetup setup{std::move(*plain), std::move(*traceable)};
    setup.bound = verify::sample_textures(setup.plain, seed);
    for (unsigned i = 0; i < kTraced; ++i)
        setup.states.push_back(verify::sample_state(setup.plain, seed * kTraced + i));
    return fault_of_setup(guest.name(), setup, counts);
}

/// Few samples of Maxwell are programs.
std::string fault_of_kernel(std::uint64_t seed, TraceCounts& counts) {
    const auto kernel = random_kernel(seed);
    if (!kernel) return {};
    auto plain = module_of(*kernel, Warps::AreSubgroups);
    auto traceable = module_of(*kernel, Warps::AreSubgroups, {.traceable = true});
    if (plain.has_value() != traceable.has_value()) return "maxwell: one of both lifts of a kernel is refused";
    if (!plain) return {};
    constexpr std::uint32_t kWarp = 32;
    TraceSetup setup{.plain = std::move(*plain), .traceable = std::move(*traceable), .subgroup = kWarp};
    setup.states.assign(kernel->workgroup[0], run::blank_state(setup.plain));
    setup.bound = bound_to(*kernel, setup.plain);
    setup.builtin = [&](ir::Builtin builtin, unsigned lane, std::size_t state) {
        return builtin_of(*kernel, builtin, lane, state);
    };
    return fault_of_setup("maxwell, kernel", setup, counts);
}

} // namespace

std::string fault_of_trace(const isa::Frontend& guest, std::uint64_t seed, TraceCounts& counts) {
    std::string wrong = fault_of_sample(guest, seed, counts);
    return wrong.empty() && guest.name() == "maxwell" ? fault_of_kernel(seed, counts) : wrong;
}

} // namespace relit::test
