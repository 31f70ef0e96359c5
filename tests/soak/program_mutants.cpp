// Real programs with a few bits or instructions changed: what is translated is valid for the tools of its language, and
// gives the same in the interpreter and, both ways, on the device.
#include "guests/guests.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/guests/mutants.hpp"
#include "tests/support/spirv_check.hpp"
#include "translate/translate.hpp"
#include "verify/agree.hpp"
#include "verify/device_run.hpp"
#include "verify/glslang.hpp"
#include "verify/rewrite/hidden_operands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>

namespace relit::soak {
namespace {

constexpr unsigned kMutantSets = 8;            // of inputs; two quads
constexpr std::uint32_t kMutantLoopLimit = 64; // iterations
constexpr std::size_t kMostInsts = 3000; // of a module that is run: a software device compiles some ms for each ten
constexpr std::uint32_t kSlotBytes = 16, kR500FragmentBytes = 24, kMaxwellBytes = 8;

/// Programs (of the whole corpus) that lavapipe does not come to an end compiling (docs/devices.md): they are translated only.
struct NeverCompiled {
    std::string_view guest;
    std::uint64_t seed;
};
constexpr NeverCompiled kMutantsNeverCompiled[] = {{"rsx.vp", 1018}, {"rsx.vp", 1025}, {"r500.fs", 285}};

/// What became of the programs of a batch.
struct Count {
    std::map<std::string, unsigned> ends;
    void note(const std::string& end) { ++ends[end]; }
};

struct NamedTarget {
    std::string_view name;
    lang::Target target;
};
const NamedTarget kTargets[] = {
    {"spirv", {.dialect = lang::Dialect::SpirV}},
    {"glsl", {.dialect = lang::Dialect::GlslVulkan}},
    {"literal glsl", {.dialect = lang::Dialect::GlslVulkan, .literal = true}},
    {"glsl for OpenGL", {.dialect = lang::Dialect::GlslOpenGl, .version = 430}},
};

/// Why a fault is no answer to give; empty where it is one.
std::string error_of(const Fault& fault) {
    const bool is_answer = fault.kind == FaultKind::BadInput || fault.kind == FaultKind::NotSupported;
    return is_answer ? "" : fault.text;
}

class Examiner {
public:
    Examiner(const isa::Frontend& guest, ir::Context context, render::vk::Device& device, Count& count)
        : guest_(guest), device_(device), count_(count), context_(std::move(context)) {}

    /// What is wrong; empty where nothing is.
    std::string examine(Bytes program, bool allows_unknown, bool runs) {
        ir::ContextReader reader(context_, {.leaves_out_unknown = allows_unknown});
        const auto module = translate::lift(guest_, program, reader);
        if (!module) {
            count_.note("refused: " + module.error().text);
            return error_of(module.error());
        }
        for (const NamedTarget& named : kTargets) {
            lang::Target target = named.target;
            target.leaves_out_unknown = allows_unknown;
            if (std::string wrong = translated(program, target, module->stage); !wrong.empty())
                return fmt::format("{}: {}", named.name, wrong);
        }
        count_.note("translated");
        if (!runs) count_.note("not run: lavapipe does not come to an end compiling it");
        return runs ? run(*module) : "";
    }

private:
    std::string translated(Bytes program, const lang::Target& target, ir::Stage stage) {
        const auto done = translate::translate(guest_, program, context_, target);
        if (!done) return error_of(done.error());
        if (target.dialect == lang::Dialect::SpirV) return test::spirv_error(done->artifact.words);
        const auto words = verify::compile_glsl(done->artifact.text, target, stage);
        if (!words) return words.error().text + "\n" + done->artifact.text;
        return words->empty() ? "" : test::spirv_error(*words); // text for OpenGL becomes no words
    }

    /// What lavapipe computes with numbers that it knows is no fault of ours (docs/devices.md): a program that differs
    /// may do so only as long as its operands are shown.
    std::string run(const ir::Module& module) {
        if (module.insts.size() > kMostInsts) return count_.note("not run: long"), "";
        std::string wrong = run_shown(module);
        if (wrong.empty() && !was_refused_) count_.note("agrees");
        if (wrong.empty()) return {};
        ir::Module hidden = module.clone();
        verify::hide_operands(hidden, verify::add_unknown_zero(hidden));
        if (!run_shown(hidden).empty() || was_refused_) return wrong;
        count_.note("agrees with its operands hidden from the driver");
        return {};
    }
    std::string run_shown(const ir::Module& module) {
        was_refused_ = false;
        verify::Setting setting{verify::sample_textures(module, 1), kMutantLoopLimit};
        std::vector<run::State> inputs;
        for (unsigned i = 0; i < kMutantSets; ++i) inputs.push_back(inputs_of(module, i));
        std::vector<run::State> wanted = inputs;
        if (const Status ran = verify::run_here(module, wanted, setting); !ran) return refused_run(ran.error());
        for (const verify::BackEnd back_end : {verify::BackEnd::SpirV, verify::BackEnd::Glsl}) {
            const auto built = verify::build(module, back_end, device_, kMutantLoopLimit);
            if (!built) return refused_run(built.error());
            std::vector<run::State> got = inputs;
            if (const Status ran = verify::run_on(module, device_, *built, got, &setting.textures); !ran)
                return ran.error().text;
            if (std::string wrong = compare(module, inputs, wanted, got, setting); !wrong.empty()) return wrong;
        }
        return {};
    }
    static run::State inputs_of(const ir::Module& module, std::uint64_t seed) {
        run::State state = verify::sample_state(module, seed);
        if (const auto unknown_zero = ir::file_of(module, ir::FilePurpose::UnknownZero))
            state.files[*unknown_zero] = {0};
        return state;
    }
    std::string refused_run(const Fault& fault) {
        if (std::string wrong = error_of(fault); !wrong.empty()) return wrong;
        was_refused_ = true;
        count_.note("not run: " + fault.text);
        return {};
    }
    static std::string compare(const ir::Module& module, const std::vector<run::State>& inputs,
                               const std::vector<run::State>& wanted, const std::vector<run::State>& got,
                               verify::Setting& setting) {
        for (unsigned i = 0; i < kMutantSets; ++i) {
            const auto differs = verify::difference_of(module, verify::quad_of(inputs, i), wanted[i], got[i], setting);
            if (!differs) return differs.error().text;
            if (*differs)
                return fmt::format("inputs {}: {} is {:08x} on the device, not {:08x}", i, (*differs)->where,
                                   (*differs)->got, (*differs)->wanted);
        }
        return {};
    }

    const isa::Frontend& guest_;
    render::vk::Device& device_;
    Count& count_;
    ir::Context context_;
    bool was_refused_ = false; // the module that was to be run
};

/// Writes the program where it can be looked at; its path.
std::string keep_mutant(const test::Mutant& mutant, std::string_view name, std::uint64_t seed) {
    const auto path = std::filesystem::temp_directory_path() / fmt::format("relit-{}-mutant-{}.bin", name, seed);
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(mutant.bytes.data()), static_cast<std::streamsize>(mutant.bytes.size()));
    return path.string();
}

/// What the makers of the programs would say beside them.
ir::Context context_of_mutant(const test::Mutant& mutant) {
    constexpr std::uint64_t kMesa = 3; // of maxwell.convention
    if (mutant.from.find(".nv1") == std::string::npos) return {};
    return {{{"maxwell.convention", kMesa}, {"maxwell.local_bytes", 1024}, {"maxwell.shared_bytes", 16384}}};
}

std::string check_all_mutants(std::string_view name, std::uint32_t instruction_bytes, std::uint64_t first,
                              std::uint64_t end) {
    const verify::GlslangSession session;
    const isa::Frontend& guest = *guests::frontend_named(name);
    const auto programs = test::source_programs(name);
    Count count;
    std::string wrong = each_seed_on_device(first, end, [&](render::vk::Device& device, std::uint64_t seed) {
        const test::Mutant mutant = test::mutant(programs, instruction_bytes, seed);
        const bool runs = std::ranges::none_of(
            kMutantsNeverCompiled, [&](const NeverCompiled& one) { return one.guest == name && one.seed == seed; });
        const std::string fault =
            Examiner(guest, context_of_mutant(mutant), device, count).examine(mutant.bytes, seed % 2 == 1, runs);
        return fault.empty() ? fault
                             : fmt::format("{}\nkept as {}\n{}", mutant.from, keep_mutant(mutant, name, seed), fault);
    });
    for (const auto& [what, number] : count.ends)
        fmt::print(stderr, "{} {}..{}: {} {}\n", name, first, end, number, what);
    return wrong;
}

} // namespace

std::string nv2a_mutants(std::uint64_t first, std::uint64_t end) {
    return check_all_mutants("nv2a", kSlotBytes, first, end);
}
std::string rsx_vp_mutants(std::uint64_t first, std::uint64_t end) {
    return check_all_mutants("rsx.vp", kSlotBytes, first, end);
}
std::string rsx_fp_mutants(std::uint64_t first, std::uint64_t end) {
    return check_all_mutants("rsx.fp", kSlotBytes, first, end);
}
std::string r500_vs_mutants(std::uint64_t first, std::uint64_t end) {
    return check_all_mutants("r500.vs", kSlotBytes, first, end);
}
std::string r500_fs_mutants(std::uint64_t first, std::uint64_t end) {
    return check_all_mutants("r500.fs", kR500FragmentBytes, first, end);
}
std::string maxwell_mutants(std::uint64_t first, std::uint64_t end) {
    return check_all_mutants("maxwell", kMaxwellBytes, first, end);
}

} // namespace relit::soak
