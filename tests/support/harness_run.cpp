#include "tests/support/harness_run.hpp"

#include "lang/packing.hpp"
#include "render/vk/harness.hpp"
#include "translate/translate.hpp"

#include <span>

namespace relit::test {

Status run_in_harness(render::vk::Device& device, const ir::Module& lifted, BackEnd back_end,
                      std::vector<run::State>& states, std::vector<ir::Bound>& bound) {
    lang::Target target = with_language_of(back_end, device.target({}));
    target.interface = lang::Interface::Harness;
    const auto module = translate::prepare(lifted.clone(), target, {});
    if (!module) return std::unexpected(module.error());
    const auto spirv = back_end(*module, target);
    if (!spirv) return std::unexpected(spirv.error());
    const lang::Layout layout = lang::layout_of(*module);
    std::vector<std::uint32_t> in(states.size() * layout.in_words), out(states.size() * layout.out_words);
    const auto record = [](std::vector<std::uint32_t>& words, std::size_t i, std::uint32_t size) {
        return std::span(words).subspan(i * size, size);
    };
    for (std::size_t i = 0; i < states.size(); ++i) {
        lang::pack(*module, layout.in, states[i].files, states[i].resources, record(in, i, layout.in_words));
        lang::pack(*module, layout.out, states[i].files, states[i].resources, record(out, i, layout.out_words));
    }
    const render::vk::HarnessTextures textures{*module, bound};
    auto ran = render::vk::run_harness(device, *spirv, layout, in, std::move(out), &textures);
    if (!ran) return std::unexpected(ran.error());
    for (std::size_t i = 0; i < states.size(); ++i)
        lang::unpack(*module, layout.out, record(ran->out, i, layout.out_words), states[i].files, states[i].resources);
    std::string said;
    for (const Fault& fault : device.take_messages()) said += fault.text + "\n";
    if (said.empty()) return {};
    return fail(FaultKind::Device, said);
}

} // namespace relit::test
