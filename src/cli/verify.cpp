// relit verify: does a program give the same in the interpreter and on the device, through SPIR-V and through GLSL?
#include "cli/agree.hpp"
#include "cli/device_run.hpp"
#include "cli/program.hpp"
#include "cli/progress.hpp"
#include "cli/samples.hpp"
#include "translate/translate.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace relit::cli {
namespace {

struct Road {
    Carrier carrier;
    std::string_view name;
};
constexpr Road kRoads[] = {{Carrier::SpirV, "spirv"}, {Carrier::Glsl, "glsl"}};

struct Finding {
    std::uint32_t sample = 0;
    Difference difference;
    std::string instruction;
};

struct Verdict {
    std::string_view road;
    std::uint32_t samples = 0;
    std::optional<Finding> finding;
};

/// A road being followed: the program is built once.
struct Journey {
    const Road* road;
    DeviceProgram program;
    Verdict verdict;
};

constexpr std::uint32_t kBatch = 4096; // samples held at a time
struct Batch {
    std::uint32_t first = 0;
    std::vector<run::State> inputs, wanted;
};

/// The module without the stores of guest instructions after `last`.
ir::Module only_up_to(const ir::Module& module, std::uint32_t last) {
    ir::Module cut = module.clone();
    for (ir::Block& block : cut.functions[0].blocks) {
        std::erase_if(block.insts,
                      [&](ir::Id id) { return ir::info(cut[id].op).result == '-' && cut[id].origin > last; });
    }
    return cut;
}

/// Whether the device still agrees when only the first `last` guest instructions store anything.
Result<bool> agrees_up_to(const ir::Module& module, const Road& road, render::vk::Device& device, Quad quad,
                          std::uint32_t last, Setting& setting) {
    const ir::Module cut = only_up_to(module, last);
    std::vector<run::State> wanted(quad.inputs.begin(), quad.inputs.end()), got = wanted;
    if (Status done = run_here(cut, wanted, setting); !done) return std::unexpected(done.error());
    const auto program = build(cut, road.carrier, device, setting.loop_limit);
    if (!program) return std::unexpected(program.error());
    if (Status done = run_on(cut, device, *program, got, &setting.pictures); !done)
        return std::unexpected(done.error());
    const auto difference = difference_of(cut, quad, wanted[quad.which], got[quad.which], setting);
    if (!difference) return std::unexpected(difference.error());
    return !*difference;
}

/// The guest instruction where a difference began, found by halving.
Result<std::string> where_it_began(const ir::Module& module, const Road& road, render::vk::Device& device, Quad quad,
                                   Setting& setting) {
    std::uint32_t good = 0, bad = static_cast<std::uint32_t>(module.origins.size());
    while (good + 1 < bad) {
        const std::uint32_t middle = good + (bad - good) / 2;
        const Result<bool> agrees = agrees_up_to(module, road, device, quad, middle, setting);
        if (!agrees) return std::unexpected(agrees.error());
        (*agrees ? good : bad) = middle;
    }
    return bad == 0 ? std::string("before the first instruction")
                    : fmt::format("instruction {}: {}", bad - 1, std::string_view(module.origins[bad - 1]));
}

/// One batch of samples down one road; the first difference ends up in the verdict.
Status follow(const ir::Module& module, Journey& journey, render::vk::Device& device, const Batch& batch,
              Setting& setting) {
    Verdict& verdict = journey.verdict;
    std::vector<run::State> got = batch.inputs;
    if (Status done = run_on(module, device, journey.program, got, &setting.pictures); !done) return done;
    for (std::uint32_t i = 0; i < got.size(); ++i) {
        const auto difference = difference_of(module, quad_of(batch.inputs, i), batch.wanted[i], got[i], setting);
        if (!difference) return std::unexpected(difference.error());
        ++verdict.samples;
        if (!*difference) continue;
        auto began = where_it_began(module, *journey.road, device, quad_of(batch.inputs, i), setting);
        if (!began) return std::unexpected(began.error());
        verdict.finding = Finding{batch.first + i, **difference, std::move(*began)};
        return {};
    }
    return {};
}

Result<Batch> next_batch(const ir::Module& module, std::uint32_t first, const Options& options, Setting& setting) {
    Batch batch{first, {}, {}};
    const std::uint32_t count = std::min(kBatch, options.samples - first);
    batch.inputs.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) batch.inputs.push_back(sample_state(module, options.seed + first + i));
    batch.wanted = batch.inputs;
    if (Status done = run_here(module, batch.wanted, setting); !done) return std::unexpected(done.error());
    return batch;
}

Result<std::vector<Verdict>> compare_roads(const ir::Module& module, render::vk::Device& device,
                                           const Options& options) {
    Progress progress(options);
    Setting setting{sample_pictures(module, options.seed), options.loop_limit};
    std::vector<Journey> journeys;
    for (const Road& road : kRoads) {
        progress.tell(fmt::format("{}: translating", road.name));
        auto program = build(module, road.carrier, device, options.loop_limit);
        if (!program) return std::unexpected(program.error());
        journeys.push_back({&road, std::move(*program), {road.name, 0, {}}});
    }
    for (std::uint32_t first = 0; first < options.samples; first += kBatch) {
        const Result<Batch> batch = next_batch(module, first, options, setting);
        if (!batch) return std::unexpected(batch.error());
        for (Journey& journey : journeys) {
            if (journey.verdict.finding) continue;
            progress.tell(fmt::format("{}: {} of {} samples", journey.road->name, first, options.samples));
            if (Status done = follow(module, journey, device, *batch, setting); !done)
                return std::unexpected(done.error());
        }
    }
    std::vector<Verdict> verdicts;
    for (Journey& journey : journeys) verdicts.push_back(std::move(journey.verdict));
    return verdicts;
}

std::string as_text(const std::vector<Verdict>& verdicts, const Options& options, std::string_view device) {
    std::string text;
    for (const Verdict& v : verdicts) {
        if (!v.finding) {
            text += fmt::format("{:<6} agrees with the interpreter on {} samples ({})\n", v.road, v.samples, device);
            continue;
        }
        const Finding& f = *v.finding;
        text += fmt::format(
            "{:<6} differs at sample {} (seed {}): {} is {:08x}, the interpreter says {:08x}\n       began at {}\n",
            v.road, f.sample, options.seed + f.sample, f.difference.where, f.difference.got, f.difference.wanted,
            f.instruction);
    }
    return text;
}

std::string as_json(const std::vector<Verdict>& verdicts, std::string_view device) {
    nlohmann::ordered_json json{{"device", device}, {"roads", nlohmann::ordered_json::array()}};
    for (const Verdict& v : verdicts) {
        nlohmann::ordered_json row{{"road", v.road}, {"samples", v.samples}, {"agrees", !v.finding}};
        if (v.finding) {
            row["sample"] = v.finding->sample;
            row["where"] = v.finding->difference.where;
            row["wanted"] = fmt::format("{:08x}", v.finding->difference.wanted);
            row["got"] = fmt::format("{:08x}", v.finding->difference.got);
            row["began"] = v.finding->instruction;
        }
        json["roads"].push_back(std::move(row));
    }
    return json.dump(2) + "\n";
}

Result<ir::Module> lift(const Options& options, const std::string& file) {
    const Result<Program> program = open_program(options, file);
    if (!program) return std::unexpected(program.error());
    ir::ContextReader context(options.context, {.leaves_out_unknown = options.allow_unknown});
    auto module = translate::lift(*program->guest, program->bytes, context);
    note_doubts(context, file);
    return module;
}

} // namespace

Exit verify(const Options& options) {
    const std::string& file = options.files[0];
    const Result<ir::Module> module = lift(options, file);
    if (!module) return report(module.error(), file);
    auto device = render::vk::Device::open({.device = options.device});
    if (!device) return report(device.error(), file);
    const Result<std::vector<Verdict>> verdicts = compare_roads(*module, *device, options);
    if (!verdicts) return report(verdicts.error(), file);
    const std::string& name = device->info().name;
    if (const Exit exit = answer(options, options.json ? as_json(*verdicts, name) : as_text(*verdicts, options, name));
        exit != Exit::Done)
        return exit;
    const bool all = std::ranges::none_of(*verdicts, [](const Verdict& v) { return v.finding.has_value(); });
    return all ? Exit::Done : Exit::No;
}

} // namespace relit::cli
