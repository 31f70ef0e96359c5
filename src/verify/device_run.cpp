#include "verify/device_run.hpp"

#include "lang/lower/lower.hpp"
#include "lang/packing.hpp"
#include "render/vk/harness.hpp"
#include "translate/translate.hpp"
#include "verify/glslang.hpp"
#include "verify/rewrite/hidden_operands.hpp"

#include <algorithm>
#include <optional>
#include <span>

namespace relit::verify {
namespace {

Result<ir::Module> prepare(const ir::Module& lifted, const lang::Target& target, Operands operands,
                           const ChangeModule& change) {
    ir::Module module = lifted.clone();
    if (change) change(module);
    lang::observe_registers(module);
    if (Status done = translate::optimise(module, target, {}); !done) return std::unexpected(done.error());
    const auto zero = ir::file_of(module, ir::FilePurpose::UnknownZero);
    if (operands == Operands::Hidden && zero) hide_operands(module, *zero);
    if (Status done = lang::lower(module, target, {}); !done) return std::unexpected(done.error());
    return module;
}

} // namespace

Result<DeviceProgram> build(const ir::Module& lifted, BackEnd back_end, const render::vk::Device& device,
                            std::uint32_t loop_limit, Operands operands, const ChangeModule& change) {
    lang::Target target = device.target({});
    target.dialect = back_end == BackEnd::SpirV ? lang::Dialect::SpirV : lang::Dialect::GlslVulkan;
    target.interface = lang::Interface::Harness;
    target.loop_limit = loop_limit;
    const auto module = prepare(lifted, target, operands, change);
    if (!module) return std::unexpected(module.error());
    const auto artifact = back_end == BackEnd::SpirV ? lang::to_spirv(*module, target) : lang::to_glsl(*module, target);
    if (!artifact) return std::unexpected(artifact.error());
    DeviceProgram program{artifact->words, lang::layout_of(*module)};
    if (back_end == BackEnd::Glsl) {
        auto words = compile_glsl(artifact->text, target, module->stage);
        if (!words) return std::unexpected(words.error());
        program.words = std::move(*words);
    }
    return program;
}

Status run_on(const ir::Module& module, render::vk::Device& device, const DeviceProgram& program,
              std::vector<run::State>& states, std::vector<ir::Bound>* bound) {
    const lang::Layout& layout = program.layout;
    std::vector<std::uint32_t> in(states.size() * layout.in_words), out(states.size() * layout.out_words);
    const auto record = [&](std::vector<std::uint32_t>& words, std::size_t i, std::uint32_t size) {
        return std::span(words).subspan(i * size, size);
    };
    for (std::size_t i = 0; i < states.size(); ++i) {
        lang::pack(module, layout.in, states[i].files, states[i].resources, record(in, i, layout.in_words));
        lang::pack(module, layout.out, states[i].files, states[i].resources, record(out, i, layout.out_words));
    }
    std::optional<render::vk::HarnessTextures> textures;
    if (bound != nullptr) textures.emplace(module, *bound);
    auto ran =
        render::vk::run_harness(device, program.words, layout, in, std::move(out), textures ? &*textures : nullptr);
    if (!ran) return std::unexpected(ran.error());
    for (std::size_t i = 0; i < states.size(); ++i) {
        const auto words = record(ran->out, i, layout.out_words);
        lang::unpack(module, layout.out, words, states[i].files, states[i].resources);
        states[i].hit_loop_limit = words[layout.loop_limit_word] != 0;
    }
    return {};
}

bool is_lavapipe(const render::vk::Device& device) { return device.info().name.starts_with("llvmpipe"); }

} // namespace relit::verify
