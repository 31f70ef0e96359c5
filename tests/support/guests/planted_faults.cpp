#include "tests/support/guests/planted_faults.hpp"

#include "tests/support/maxwell/corpus.hpp"
#include "tests/support/maxwell/programs.hpp"
#include "tests/support/values.hpp"
#include "translate/translate.hpp"
#include "verify/agree.hpp"
#include "verify/json.hpp"
#include "verify/rewrite/pipeline_io.hpp"
#include "verify/verify.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace relit::test {
namespace {

constexpr std::uint32_t kFaultLoopLimit = 64;
constexpr std::size_t kMostDraws = 1000;
constexpr unsigned kFaultSamples = 4; // a quad

/// An operation and the one that a fault makes of it.
struct WrongOperation {
    ir::Op right, wrong;
};
constexpr WrongOperation kWrong[] = {
    {ir::Op::FAdd, ir::Op::FSub},    {ir::Op::FSub, ir::Op::FAdd}, {ir::Op::FMul, ir::Op::FAdd},
    {ir::Op::FMin, ir::Op::FMax},    {ir::Op::FMax, ir::Op::FMin}, {ir::Op::FMulZero, ir::Op::FAdd},
    {ir::Op::FEq, ir::Op::FNe},      {ir::Op::FNe, ir::Op::FEq},   {ir::Op::FLt, ir::Op::FGe},
    {ir::Op::FGe, ir::Op::FLt},      {ir::Op::FLe, ir::Op::FGt},   {ir::Op::FGt, ir::Op::FLe},
    {ir::Op::FFloor, ir::Op::FCeil}, {ir::Op::FRcp, ir::Op::FAbs}, {ir::Op::FRsq, ir::Op::FAbs},
    {ir::Op::FFract, ir::Op::FAbs},  {ir::Op::FSat, ir::Op::FNeg}, {ir::Op::FAbs, ir::Op::FNeg},
    {ir::Op::FNeg, ir::Op::FAbs},    {ir::Op::IAdd, ir::Op::ISub}, {ir::Op::ISub, ir::Op::IAdd},
    {ir::Op::IMul, ir::Op::IAdd},    {ir::Op::IAnd, ir::Op::IOr},  {ir::Op::IOr, ir::Op::IXor},
    {ir::Op::IXor, ir::Op::IOr},     {ir::Op::IShl, ir::Op::UShr}, {ir::Op::UShr, ir::Op::IShl},
    {ir::Op::SShr, ir::Op::UShr},    {ir::Op::UMin, ir::Op::UMax}, {ir::Op::UMax, ir::Op::UMin},
    {ir::Op::SMin, ir::Op::SMax},    {ir::Op::SMax, ir::Op::SMin}, {ir::Op::IEq, ir::Op::INe},
    {ir::Op::INe, ir::Op::IEq},      {ir::Op::ULt, ir::Op::ULe},   {ir::Op::ULe, ir::Op::ULt},
    {ir::Op::SLt, ir::Op::SLe},      {ir::Op::SLe, ir::Op::SLt},   {ir::Op::BAnd, ir::Op::BOr},
    {ir::Op::BOr, ir::Op::BAnd},     {ir::Op::SToF, ir::Op::UToF}, {ir::Op::FToS, ir::Op::FToU},
};

/// An instruction of the IR by what it has in every module that is lifted of a program: the n-th of its operation that comes
/// from a guest instruction.
struct FaultPosition {
    std::string instruction;      // of the guest
    std::size_t which = 0;        // of those with this text: modules number them otherwise, as some have no dead ones
    std::size_t instructions = 0; // with this text
    ir::Op op{};
    std::size_t nth = 0;
};
enum class FaultKindPlanted : std::uint8_t { Operation, Operand, Constant };
constexpr std::string_view kFaultKinds[] = {"operation", "operand", "constant"};
struct PlantedFault {
    FaultPosition at;
    FaultKindPlanted kind{};
};

/// Instructions by operation and origin, in the order of the blocks.
std::map<std::pair<std::uint32_t, ir::Op>, std::vector<ir::Id>> by_origin(const ir::Module& module) {
    std::map<std::pair<std::uint32_t, ir::Op>, std::vector<ir::Id>> all;
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            for (const ir::Id id : block.insts) all[{module[id].origin, module[id].op}].push_back(id);
    return all;
}

/// The origins with a text, from 1.
std::vector<std::uint32_t> origins_of(const ir::Module& module, std::string_view text) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < module.origins.size(); ++i)
        if (std::string_view(module.origins[i]) == text) all.push_back(i + 1);
    return all;
}
/// 0: the module has another number of such instructions.
std::uint32_t origin_of(const ir::Module& module, const FaultPosition& at) {
    const std::vector<std::uint32_t> all = origins_of(module, at.instruction);
    return all.size() == at.instructions ? all[at.which] : 0;
}

/// Returns true if a constant is used by instructions of its own guest instruction alone.
bool is_own_constant(const ir::Module& module, ir::Id constant) {
    return std::ranges::all_of(module.insts, [&](const ir::Inst& inst) {
        return std::ranges::find(inst.operands, constant) == inst.operands.end() ||
               inst.origin == module[constant].origin;
    });
}

std::optional<std::pair<std::size_t, std::size_t>> two_of_one_type(const ir::Module& module, const ir::Inst& inst) {
    for (std::size_t i = 0; i < inst.operands.size(); ++i)
        for (std::size_t j = i + 1; j < inst.operands.size(); ++j)
            if (module[inst.operands[i]].type == module[inst.operands[j]].type && inst.operands[i] != inst.operands[j])
                return std::pair(i, j);
    return std::nullopt;
}

bool can_have(const ir::Module& module, ir::Id id, FaultKindPlanted kind) {
    const ir::Inst& inst = module[id];
    switch (kind) {
        case FaultKindPlanted::Operation:
            return std::ranges::find(kWrong, inst.op, &WrongOperation::right) != std::end(kWrong);
        case FaultKindPlanted::Operand:
            return ir::info(inst.op).has(ir::kPure) && two_of_one_type(module, inst).has_value();
        case FaultKindPlanted::Constant: return inst.op == ir::Op::Const && is_own_constant(module, id);
    }
    return false;
}

void change_constant(ir::Module& module, ir::Inst& inst) {
    const auto first = static_cast<std::uint32_t>(module.literals.size());
    for (unsigned lane = 0; lane < inst.type.lanes; ++lane) {
        const std::uint64_t bits = module.literals[inst.imm + lane];
        const bool is_float = ir::is_float(inst.type.kind);
        const std::uint64_t high = std::uint64_t{1} << (ir::bits_of(inst.type.kind) - 1);
        module.literals.push_back(is_float && bits != 0 ? bits ^ high : bits ^ 1);
    }
    inst.imm = first;
}

void plant(ir::Module& module, const PlantedFault& fault) {
    const auto all = by_origin(module);
    const auto found = all.find({origin_of(module, fault.at), fault.at.op});
    if (found == all.end() || fault.at.nth >= found->second.size()) return;
    ir::Inst& inst = module[found->second[fault.at.nth]];
    if (fault.kind == FaultKindPlanted::Constant) return change_constant(module, inst);
    if (fault.kind == FaultKindPlanted::Operation) {
        inst.op = std::ranges::find(kWrong, inst.op, &WrongOperation::right)->wrong;
        return;
    }
    if (const auto pair = two_of_one_type(module, inst)) {
        std::vector<ir::Id> operands(inst.operands.begin(), inst.operands.end());
        operands[pair->first] = operands[pair->second];
        module[found->second[fault.at.nth]].operands = module.copy(operands);
    }
}

/// A fault at an instruction that both modules have.
std::optional<PlantedFault> draw_fault(const ir::Module& module, const ir::Module& traceable, Random& random) {
    const auto kind = static_cast<FaultKindPlanted>(random.below(3));
    const auto here = by_origin(module), there = by_origin(traceable);
    std::vector<PlantedFault> possible;
    for (const auto& [key, ids] : here) {
        if (key.first == 0) continue;
        FaultPosition at{.instruction = std::string(std::string_view(module.origins[key.first - 1])), .op = key.second};
        const std::vector<std::uint32_t> same = origins_of(module, at.instruction);
        at.instructions = same.size();
        at.which = static_cast<std::size_t>(std::ranges::find(same, key.first) - same.begin());
        const auto other = there.find({origin_of(traceable, at), key.second});
        if (other == there.end() || other->second.size() != ids.size()) continue;
        for (at.nth = 0; at.nth < ids.size(); ++at.nth)
            if (can_have(module, ids[at.nth], kind) && can_have(traceable, other->second[at.nth], kind))
                possible.push_back({at, kind});
    }
    if (possible.empty()) return {};
    return possible[random.below(static_cast<std::uint32_t>(possible.size()))];
}

struct FaultProgram {
    isa::ProgramPtr parsed;
    ir::Context context;
};
/// Graphics programs of two compilers: there is no generator of such.
std::vector<std::filesystem::path> graphics_files() {
    std::vector<std::filesystem::path> files;
    for (const std::filesystem::path& folder : {std::filesystem::path(RELIT_DATA) / "maxwell", folder_of_programs()}) {
        std::error_code none;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, none)) {
            const std::string name = entry.path().filename().string();
            const std::string extension = entry.path().extension().string();
            const bool is_program = extension == ".dksh" || (extension == ".bin" && name.find(".nv117.") != name.npos);
            if (is_program && name.find(".comp.") == name.npos) files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    return files;
}

std::optional<FaultProgram> program_of(const isa::Frontend& guest, std::uint64_t seed, FaultPrograms programs) {
    FaultProgram program;
    std::vector<std::uint8_t> bytes;
    if (programs == FaultPrograms::GraphicsOfMaxwell) {
        static const std::vector<std::filesystem::path> kFiles = graphics_files();
        const std::filesystem::path& file = kFiles[seed % kFiles.size()];
        bytes = bytes_of(file);
        if (file.extension() == ".bin") program.context.values.find_or_add("maxwell.convention", kMesa);
    } else if (guest.name() == "maxwell") {
        const auto kernel = random_kernel(seed);
        if (!kernel) return {};
        bytes = kernel->code;
        program.context = context_of(*kernel, Warps::ShareMemory);
    } else {
        bytes = guest.codec.sample(seed);
    }
    auto parsed = guest.parse(bytes);
    if (!parsed) return {};
    program.parsed = std::move(*parsed);
    return program;
}

/// The program on one sample in the interpreter.
std::optional<std::vector<std::vector<std::uint64_t>>> files_after(ir::Module module, std::uint64_t seed) {
    (void)verify::lower_pipeline_io(module);
    std::vector<run::State> states;
    for (unsigned i = 0; i < kFaultSamples; ++i) states.push_back(verify::sample_state(module, seed + i));
    verify::Setting setting{verify::sample_textures(module, seed), kFaultLoopLimit};
    if (!verify::run_here(module, states, setting)) return {};
    std::vector<std::vector<std::uint64_t>> files;
    for (const run::State& state : states)
        for (std::size_t i = 0; i < state.files.size(); ++i)
            if (module.files[i].role == ir::Role::Output) files.push_back(state.files[i]);
    return files;
}

/// Returns false if the fault changes no result on the samples that verify takes, as far as the interpreter can tell at once.
bool may_change(const ir::Module& module, const PlantedFault& fault, std::uint64_t seed) {
    if (module.stage == ir::Stage::Compute) return true;
    ir::Module changed = module.clone();
    plant(changed, fault);
    return files_after(module.clone(), seed) != files_after(std::move(changed), seed);
}

class FaultTrial {
public:
    FaultTrial(render::vk::Device& device, const isa::Frontend& guest, FaultCounts& counts, const FaultChoice& choice)
        : device_(device), guest_(guest), counts_(counts), most_insts_(choice.most_insts) {}

    /// Returns true if the fault changed a result.
    bool run(const FaultProgram& program, Random& random, std::uint64_t seed) {
        ir::ContextReader reader(program.context);
        const auto module = translate::lift(*program.parsed, reader);
        if (!module || module->insts.size() > most_insts_) return false;
        const auto traceable = verify::traceable_module(*program.parsed, *module, program.context, false);
        if (!traceable) return false;
        const auto fault = draw_fault(*module, *traceable, random);
        if (!fault || !may_change(*module, *fault, seed)) return false;
        verify::CompareOptions options{.samples = kFaultSamples, .seed = seed, .loop_limit = kFaultLoopLimit};
        options.context = program.context;
        options.back_ends = std::span(verify::kBackEnds).subspan(seed % 2, 1);
        options.change_for_device = [&](ir::Module& changed) { plant(changed, *fault); };
        const auto verified = verify::verify_on(device_, {*program.parsed, *module, &*traceable}, options);
        if (!verified) return error_ = verified.error().text, false;
        return judge(*verified, *traceable, *fault, seed);
    }
    [[nodiscard]] const std::string& last_error() const { return error_; }

private:
    bool judge(const verify::Verified& verified, const ir::Module& module, const PlantedFault& fault,
               std::uint64_t seed) {
        const std::uint32_t origin = origin_of(module, fault.at);
        const std::string wanted =
            fmt::format("instruction {}: {}", origin - 1, std::string_view(module.origins[origin - 1]));
        bool differs = false, is_named = true, is_sliced = true;
        std::string miss;
        for (const verify::ComparisonResult& result : verified.results) {
            if (!result.finding) continue;
            differs = true;
            const verify::Beginning& began = result.finding->began;
            is_sliced &= began.slice && std::ranges::any_of(began.slice->steps, [&](const run::TracedStep& step) {
                             return step.origin == origin;
                         });
            if (began.instruction == wanted) continue;
            is_named = false;
            miss += fmt::format("; {} names {}{}", verify::name_of(result.mode), began.instruction,
                                began.registers_hide ? " (registers hide it)" : "");
        }
        if (!differs) return false;
        ++counts_.planted;
        counts_.named += is_named ? 1 : 0;
        counts_.sliced += is_named && is_sliced ? 1 : 0;
        if (!is_named)
            counts_.misses.push_back(fmt::format("{} seed {}: {} of {} {} at {}{}", guest_.name(), seed,
                                                 kFaultKinds[static_cast<std::size_t>(fault.kind)],
                                                 ir::info(fault.at.op).name, fault.at.nth, wanted, miss));
        return true;
    }

    render::vk::Device& device_;
    const isa::Frontend& guest_;
    FaultCounts& counts_;
    std::size_t most_insts_;
    std::string error_;
};

} // namespace

std::string plant_fault(render::vk::Device& device, const isa::Frontend& guest, std::uint64_t seed, FaultCounts& counts,
                        const FaultChoice& choice) {
    FaultTrial trial(device, guest, counts, choice);
    Random random(seed);
    for (std::size_t i = 0; i < kMostDraws; ++i) {
        const auto program = program_of(guest, random.bits(), choice.programs);
        if (program && trial.run(*program, random, seed)) return {};
        ++counts.drawn_again;
    }
    return fmt::format("{} seed {}: no fault of {} changes a result {}", guest.name(), seed, kMostDraws,
                       trial.last_error());
}

} // namespace relit::test
