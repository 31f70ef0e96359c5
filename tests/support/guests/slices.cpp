#include "tests/support/guests/slices.hpp"

#include "run/interpreter.hpp"
#include "run/investigation.hpp"
#include "tests/support/maxwell/programs.hpp"
#include "tests/support/values.hpp"
#include "translate/translate.hpp"
#include "verify/samples.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <random>
#include <set>

#include <fmt/format.h>

namespace relit::test {
namespace {

constexpr unsigned kOfQuad = 4; // a quad
constexpr std::size_t kChangedOutside = 8, kChangedInside = 8, kTries = 40;
constexpr std::uint64_t kLoopLimit = 1024, kSteps = 1U << 20;

/// With small numbers more of a program shows than with infinities.
std::uint32_t small_number(Random& random) {
    constexpr float kStep = 1.0F / 16;
    return std::bit_cast<std::uint32_t>(static_cast<float>(random.below(64)) * kStep - 2);
}

/// A program with what it runs on.
struct Setup {
    std::string name;
    ir::Module module;
    std::vector<run::State> states{};
    std::vector<ir::Bound> bound{};
    std::function<std::uint64_t(ir::Builtin builtin, unsigned lane, std::size_t state)> builtin{};
    std::uint32_t subgroup = kOfQuad;
};

class Trial {
public:
    Trial(const Setup& setup, std::uint64_t seed) : setup_(setup), module_(setup.module), random_(seed) {}

    std::string run(SliceCounts& counts) {
        if (!look() || written_.empty()) return {};
        asked_ = written_[pick(written_.size())];
        run::Investigation investigation(module_, {.lanes = {asked_}});
        const auto wanted = value(investigation.tracer());
        const auto answer = investigation.answer();
        if (!wanted || !answer || !*answer) return fmt::format("{}: no answer", setup_.name);
        if ((*answer)->lanes[0].bits != *wanted) return fmt::format("{}: the answer has another value", setup_.name);
        slice_ = std::set((*answer)->slice.steps.begin(), (*answer)->slice.steps.end());
        elsewhere_ = std::set((*answer)->slice.elsewhere.begin(), (*answer)->slice.elsewhere.end());
        ++counts.programs;
        counts.sizes.push_back(slice_.size());
        const std::string inside = change_inside(*wanted, counts); // first: both take random numbers
        return change_outside(*wanted, counts) + inside;
    }

private:
    struct Executed {
        run::Writer step;
        std::uint32_t origin = 0;
        std::size_t values = 0; // that its instructions of the IR gave
        std::size_t writes = 0;
    };

    /// Notes what runs, and what invocation 0 leaves for others.
    bool look() {
        std::map<run::Writer, std::size_t> values;
        run::Tracer tracer(module_, [&](const run::TracedStep& step) {
            const run::Writer which{step.invocation, step.number};
            executed_.push_back({which, step.origin, values[which], step.writes.size()});
            if (step.invocation != 0 || step.origin == 0) return;
            for (const run::TracedLane& write : step.writes)
                if (is_result(write)) written_.push_back(write);
        });
        tracer.change_values([&](const run::Writer& step, ir::Id, ir::Value&) { ++values[step]; });
        return value(&tracer).has_value();
    }
    [[nodiscard]] bool is_result(const run::TracedLane& lane) const {
        if (lane.storage == run::Storage::Register) return module_.files[lane.index].role == ir::Role::Output;
        return module_.resources[lane.index].kind == ir::ResourceKind::StorageBuffer;
    }
    /// Runs; returns the value that is asked for. Nothing where the run does not come to its end.
    std::optional<std::uint64_t> value(run::Tracer* tracer) {
        running_ = setup_.states;
        std::vector<ir::Bound> bound = setup_.bound;
        const Status done = run::run(module_, running_, {kLoopLimit, kSteps, setup_.subgroup},
                                     {.bound = &bound, .builtin = setup_.builtin, .tracer = tracer});
        if (!done || std::ranges::any_of(running_, &run::State::hit_loop_limit)) return {};
        return value_in(running_[0], bound);
    }
    [[nodiscard]] std::uint64_t value_in(const run::State& state, const std::vector<ir::Bound>& all_bound) const {
        const unsigned width = ir::bits_of(asked_.kind);
        std::uint64_t bits = 0;
        if (asked_.storage == run::Storage::Register) {
            const ir::RegisterFile& file = module_.files[asked_.index];
            const std::uint32_t count = ir::lanes_taken(file, {asked_.kind, 1});
            for (std::uint32_t i = 0; i < count && asked_.at + i < state.files[asked_.index].size(); ++i)
                bits |= state.files[asked_.index][asked_.at + i] << (i * ir::bits_of(file.kind));
        } else {
            const auto& bound = all_bound[asked_.index].bytes;
            const auto& bytes = bound.empty() ? state.resources[asked_.index] : bound;
            std::memcpy(&bits, bytes.data() + asked_.at, std::max(1U, width / 8));
        }
        return width >= 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
    }
    /// The value if results of a step are changed: the n-th, or all; those beyond the last are registers that it wrote.
    std::optional<std::uint64_t> value_with(const Executed& changed, std::optional<std::size_t> nth) {
        std::size_t seen = 0;
        run::Tracer tracer(module_, [&](const run::TracedStep& step) {
            const bool is_changed = step.invocation == changed.step.invocation && step.number == changed.step.step;
            for (std::size_t i = 0; is_changed && i < step.writes.size(); ++i)
                if (!nth || *nth == changed.values + i) change_register(step.invocation, step.writes[i]);
        });
        tracer.change_values([&](const run::Writer& step, ir::Id inst, ir::Value& given) {
            if (step != changed.step) return;
            if (const std::size_t at = seen++; !nth || at == *nth) change(module_[inst].type, given);
        });
        return value(&tracer);
    }
    void change(ir::Type type, ir::Value& given) {
        if (type.kind == ir::Kind::Void) return;
        const unsigned width = ir::bits_of(type.kind);
        const std::uint64_t ones = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
        for (unsigned i = 0; i < type.lanes; ++i) {
            const std::uint64_t before = given.lanes[i];
            const std::uint64_t choices[] = {random_.bits(), ~before, before ^ (std::uint64_t{1} << pick(width)),
                                             small_number(random_), 0};
            given.lanes[i] = type.kind == ir::Kind::Bool ? before ^ 1 : choices[pick(std::size(choices))] & ones;
        }
    }
    void change_register(std::size_t invocation, const run::TracedLane& lane) {
        if (lane.storage != run::Storage::Register) return;
        ir::Value given{{lane.bits}};
        change({lane.kind, 1}, given);
        const ir::RegisterFile& file = module_.files[lane.index];
        std::vector<std::uint64_t>& lanes = running_[invocation].files[lane.index];
        const unsigned width = ir::bits_of(file.kind);
        for (std::uint32_t i = 0; i < ir::lanes_taken(file, {lane.kind, 1}) && lane.at + i < lanes.size(); ++i)
            lanes[lane.at + i] =
                width >= 64 ? given.lanes[0] : given.lanes[0] >> (i * width) & ((std::uint64_t{1} << width) - 1);
    }
    std::string change_outside(std::uint64_t wanted, SliceCounts& counts) {
        for (const Executed& step : some(false, kChangedOutside)) {
            ++counts.outside;
            const auto got = value_with(step, {});
            if (got && *got != wanted)
                return fmt::format(
                    "{}: step {} of invocation {} (@{}) is not in the slice of {} steps, but changes {:x} to {:x}; ",
                    setup_.name, step.step.step, step.step.invocation, static_cast<int>(step.origin) - 1, slice_.size(),
                    wanted, *got);
        }
        return {};
    }
    std::string change_inside(std::uint64_t wanted, SliceCounts& counts) {
        for (const Executed& step : some(true, kChangedInside)) {
            const std::size_t results = step.values + step.writes;
            if (results == 0) continue;
            ++counts.inside;
            bool has_moved = false;
            for (std::size_t i = 0; i < kTries && !has_moved; ++i) {
                const auto got = value_with(step, pick(results));
                has_moved = !got || *got != wanted;
            }
            counts.moved += has_moved ? 1 : 0;
            if (!has_moved) ++counts.unmoved[word_of(step.origin)];
        }
        return {};
    }
    [[nodiscard]] std::string word_of(std::uint32_t origin) const {
        if (origin == 0) return "none";
        const std::string_view text = module_.origins[origin - 1];
        return setup_.name + " " + std::string(text.substr(0, text.find_first_of(" .")));
    }
    std::size_t pick(std::size_t limit) { return random_.below(static_cast<std::uint32_t>(limit)); }
    /// Some of the steps that are in the slice, or not.
    std::vector<Executed> some(bool is_inside, std::size_t most) {
        std::vector<Executed> all;
        std::ranges::copy_if(executed_, std::back_inserter(all), [&](const Executed& one) {
            return is_inside ? slice_.contains(one.step) : !slice_.contains(one.step) && !elsewhere_.contains(one.step);
        });
        while (all.size() > most) {
            all[pick(all.size())] = all.back();
            all.pop_back();
        }
        return all;
    }

    const Setup& setup_;
    const ir::Module& module_;
    Random random_;
    std::vector<run::State> running_;
    std::vector<Executed> executed_;
    std::vector<run::TracedLane> written_;
    run::TracedLane asked_;
    std::set<run::Writer> slice_, elsewhere_;
};

run::State ordinary_state(const ir::Module& module, Random& random) {
    run::State state = verify::sample_state(module, random.bits());
    std::mt19937_64 of_memory(random.bits());
    for (std::size_t i = 0; i < state.files.size(); ++i) {
        const ir::RegisterFile& file = module.files[i];
        if (file.role != ir::Role::Input) continue;
        for (std::uint64_t& lane : state.files[i])
            lane = file.kind == ir::Kind::F32 ? small_number(random) : random.below(2);
    }
    for (auto& bytes : state.resources) verify::fill_with_sample(bytes, of_memory, verify::Values::Ordinary);
    return state;
}

std::optional<Setup> sample_setup(const isa::Frontend& guest, std::uint64_t seed) {
    const ir::Context context;
    ir::ContextReader reader(context, {.traceable = true});
    auto module = translate::lift(guest, guest.codec.sample(seed), reader);
    if (!module) return {};
    Setup setup{.name = std::string(guest.name()), .module = std::move(*module)};
    Random random(seed);
    for (unsigned i = 0; i < kOfQuad; ++i) setup.states.push_back(ordinary_state(setup.module, random));
    setup.bound = verify::sample_textures(setup.module, seed);
    return setup;
}

/// A kernel whose threads store all of their registers; samples of Maxwell hardly store any.
std::optional<Setup> kernel_setup(std::uint64_t seed) {
    const auto kernel = random_kernel(seed);
    if (!kernel) return {};
    auto module = module_of(*kernel, Warps::AreSubgroups, {.traceable = true});
    if (!module) return {};
    constexpr std::uint32_t kWarp = 32;
    Setup setup{.name = "maxwell", .module = std::move(*module), .subgroup = kWarp};
    setup.states.assign(kernel->workgroup[0], run::blank_state(setup.module));
    setup.bound = bound_to(*kernel, setup.module);
    setup.builtin = [kernel = *kernel](ir::Builtin builtin, unsigned lane, std::size_t state) {
        return builtin_of(kernel, builtin, lane, state);
    };
    return setup;
}

} // namespace

std::string fault_of_slice(const isa::Frontend& guest, std::uint64_t seed, SliceCounts& counts) {
    const auto setup = guest.name() == "maxwell" ? kernel_setup(seed) : sample_setup(guest, seed);
    return setup ? Trial(*setup, seed).run(counts) : std::string();
}

} // namespace relit::test
