#include "tests/support/rsx/run.hpp"

#include "guests/guests.hpp"
#include "run/interpreter.hpp"
#include "verify/registers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace relit::test {
namespace {

float number(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

std::uint32_t bits_of(ir::Kind kind, float value) {
    if (kind == ir::Kind::F32) return std::bit_cast<std::uint32_t>(value);
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
}

std::string name_of(const ir::RegisterFile& file, std::uint32_t reg) {
    return std::string(file.name) + (file.count == 1 ? "" : std::to_string(reg));
}

void give(const ir::Module& module, const RsxGiven& given, run::State& state) {
    for (std::size_t f = 0; f < module.files.size(); ++f) {
        const ir::RegisterFile& file = module.files[f];
        for (std::uint32_t reg = 0; file.role == ir::Role::Input && reg < file.count; ++reg) {
            const auto found = given.inputs.find(name_of(file, reg));
            for (std::uint32_t i = 0; found != given.inputs.end() && i < file.lanes; ++i)
                state.files[f][reg * file.lanes + i] = bits_of(file.kind, found->second[i]);
        }
    }
    for (std::size_t i = 0; i < module.resources.size(); ++i) {
        const auto found = given.buffers.find(std::string(module.resources[i].name));
        if (found != given.buffers.end()) std::memcpy(state.resources[i].data(), found->second.data(), 16);
        const auto entries = given.entries.find(std::string(module.resources[i].name));
        if (entries == given.entries.end()) continue;
        state.resources[i].resize(entries->second.size() * sizeof(Lanes));
        std::memcpy(state.resources[i].data(), entries->second.data(), state.resources[i].size());
    }
}

} // namespace

RsxRun run_rsx(std::string_view name, std::string_view text, const RsxGiven& given) {
    RsxRun result;
    const isa::Frontend& guest = *guests::frontend_named(name);
    const auto bytes = codec::assemble(guest.codec, text, {});
    if (!bytes) return result.fault = bytes.error().text, result;
    const ir::Context context{given.context};
    ir::ContextReader reader(context);
    const auto module = isa::lift(guest, *bytes, reader);
    if (!module) return result.fault = module.error().text, result;
    result.read = reader.seen();
    const auto presets = isa::presets(guest, *bytes, context);
    if (!presets) return result.fault = presets.error().text, result;
    std::vector<run::State> states{verify::default_state(*module)};
    verify::apply(*module, *presets, states[0]);
    give(*module, given, states[0]);
    std::vector<ir::Bound> bound(module->resources.size(), given.bound);
    for (std::size_t i = 0; i < bound.size(); ++i) bound[i].bytes.clear();
    run::Host host{.bound = &bound, .texture = {}, .builtin = {}};
    host.builtin = [&](ir::Builtin which, unsigned lane, std::size_t) -> std::uint64_t {
        if (which == ir::Builtin::VertexIndex) return given.vertex;
        return std::bit_cast<std::uint32_t>(lane == 0 ? given.point_s : given.point_t);
    };
    if (const Status done = run::run(*module, states, {}, host); !done) return result.fault = done.error().text, result;
    result.discarded = states[0].discarded;
    for (std::size_t f = 0; f < module->files.size(); ++f) {
        const ir::RegisterFile& file = module->files[f];
        for (std::uint32_t reg = 0; file.role == ir::Role::Output && reg < file.count; ++reg)
            for (std::uint32_t i = 0; i < file.lanes; ++i)
                result.outputs[name_of(file, reg)][i] = number(states[0].files[f][reg * file.lanes + i]);
    }
    return result;
}

RsxRun run_fragment(std::string_view text, const RsxGiven& given) {
    RsxRun run = run_rsx("rsx.fp", text, given);
    EXPECT_EQ(run.fault, "") << text;
    return run;
}
Lanes colour_of(std::string_view text, const RsxGiven& given) { return run_fragment(text, given).outputs["color0"]; }

void expect_near(const Lanes& got, const Lanes& wanted, std::string_view what) {
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], 1e-5F) << what << " lane " << i;
}

ir::Bound texture_of(std::uint32_t width, std::uint32_t height, const std::vector<Lanes>& texels) {
    ir::Level level{width, height, 1, {}};
    for (const Lanes& texel : texels) {
        ir::Texel& bits = level.texels.emplace_back();
        std::ranges::transform(texel, bits.begin(), [](float lane) { return std::bit_cast<std::uint32_t>(lane); });
    }
    ir::Bound bound;
    bound.texture.levels.push_back(std::move(level));
    bound.sampler.wrap.fill(ir::Wrap::Clamp);
    return bound;
}

} // namespace relit::test
