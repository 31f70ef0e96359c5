#include "verify/dispatch_run.hpp"

#include "ir/texel_format.hpp"
#include "lang/constants.hpp"
#include "lang/lower/lower.hpp"
#include "translate/translate.hpp"
#include "verify/glslang.hpp"
#include "verify/registers.hpp"
#include "verify/rewrite/hidden_operands.hpp"
#include "verify/rewrite/invocation_records.hpp"

#include <algorithm>
#include <cstring>
#include <random>

namespace relit::verify {
namespace {

constexpr std::uint32_t kRow = 16, kWord = 4, kByteBits = 8;

bool is_storage(const ir::Resource& resource) { return resource.kind == ir::ResourceKind::StorageBuffer; }

/// The bytes that an instruction moves to or from memory.
ir::Type moved_type(const ir::Module& module, const ir::Inst& inst) {
    return ir::info(inst.op).is_store() ? module[inst.operands[1]].type : inst.type;
}

bool accesses(const ir::Inst& inst, std::uint32_t resource) {
    const ir::OpInfo& row = ir::info(inst.op);
    return row.touches(ir::Memory::Buffer) && row.op_class != ir::OpClass::Query && inst.imm == resource;
}

void put_word(std::vector<std::uint8_t>& bytes, std::uint32_t at, std::uint32_t word) {
    if (at + kWord <= bytes.size()) std::memcpy(&bytes[at], &word, sizeof word);
}

/// The components that texels of the image have.
std::vector<std::uint8_t> texels_of(const ir::Resource& image, const ir::TextureData& texture) {
    const ir::TexelFormat format = ir::texel_format(image.format);
    const auto lanes = static_cast<std::size_t>(4 - std::ranges::count(format.bits, 0));
    std::vector<std::uint8_t> bytes;
    for (const ir::Level& level : texture.levels) {
        for (const ir::Texel& texel : level.texels) {
            bytes.resize(bytes.size() + lanes * kWord);
            std::memcpy(&bytes[bytes.size() - lanes * kWord], texel.data(), lanes * kWord);
        }
    }
    return bytes;
}

} // namespace

std::uint32_t storage_bytes(const ir::Module& module, std::uint32_t resource, std::uint32_t otherwise) {
    constexpr std::uint64_t kMost = 1U << 20; // beyond, a constant address reads nothing anyway
    if (module.resources[resource].size != 0) return module.resources[resource].size;
    std::uint64_t bytes = kRow;
    for (const ir::Inst& inst : module.insts) {
        if (!accesses(inst, resource)) continue;
        const auto at = ir::known_lane(module, inst.operands[0]);
        const std::uint64_t end = at ? *at + ir::bits_of(moved_type(module, inst)) / kByteBits : otherwise;
        if (end <= kMost) bytes = std::max(bytes, end);
    }
    return static_cast<std::uint32_t>((bytes + kRow - 1) / kRow * kRow);
}

std::vector<ir::Bound> blank_bound(const ir::Module& module, std::uint32_t otherwise) {
    std::vector<ir::Bound> bound = default_textures(module);
    for (std::uint32_t i = 0; i < bound.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        if (is_storage(resource)) bound[i].bytes.resize(storage_bytes(module, i, otherwise));
        if (resource.kind == ir::ResourceKind::ConstantBuffer) bound[i].bytes.resize(std::max(resource.size, kRow));
    }
    return bound;
}

void apply_driver(const isa::Program& program, const ir::Module& module, const ir::Context& context,
                  std::array<std::uint32_t, 3> groups, std::vector<ir::Bound>& bound) {
    if (program.frontend.driver_words == nullptr) return;
    isa::DispatchShape shape{.groups = groups};
    for (std::size_t i = 0; i < bound.size(); ++i)
        if (is_storage(module.resources[i]))
            shape.storage_bytes[module.resources[i].binding] = static_cast<std::uint32_t>(bound[i].bytes.size());
    for (const isa::DriverWord& word : program.frontend.driver_words(program, module, context, shape)) {
        for (std::size_t i = 0; i < bound.size(); ++i) {
            const ir::Resource& resource = module.resources[i];
            if (resource.kind == ir::ResourceKind::ConstantBuffer && resource.binding == word.binding)
                put_word(bound[i].bytes, word.offset, word.value);
        }
    }
}

std::vector<ir::Bound> sample_bound(const isa::Program& program, const ir::Module& module, const ir::Context& context,
                                    std::array<std::uint32_t, 3> groups, std::uint64_t seed, Values values) {
    constexpr std::uint32_t kStorageBytes = 4096;
    std::mt19937_64 random(seed);
    std::vector<ir::Bound> bound = blank_bound(module, kStorageBytes);
    const std::vector<ir::Bound> textures = sample_textures(module, seed);
    for (std::size_t i = 0; i < bound.size(); ++i) {
        if (!textures[i].texture.levels.empty()) bound[i].texture = textures[i].texture;
        fill_with_sample(bound[i].bytes, random, values);
    }
    apply_driver(program, module, context, groups, bound);
    return bound;
}

Result<NativeShader> build_shader(const ir::Module& lifted, BackEnd back_end, const render::vk::Device& device,
                                  const BuildOptions& how) {
    lang::Target target = device.target({});
    target.dialect = back_end == BackEnd::SpirV ? lang::Dialect::SpirV : lang::Dialect::GlslVulkan;
    target.loop_limit = how.loop_limit;
    target.constants = how.constants;
    ir::Module module = lifted.clone();
    if (how.change) how.change(module);
    if (Status done = translate::optimise(module, target, {}); !done) return std::unexpected(done.error());
    if (how.hidden_by) hide_operands_by_buffer(module, *how.hidden_by, InvocationRecords::kZeroAt);
    if (Status done = lang::lower(module, target, {}); !done) return std::unexpected(done.error());
    const auto artifact = translate::print(module, target);
    if (!artifact) return std::unexpected(artifact.error());
    std::vector<std::uint32_t> words = artifact->words;
    if (back_end == BackEnd::Glsl) {
        auto compiled = compile_glsl(artifact->text, target, module.stage);
        if (!compiled) return std::unexpected(compiled.error());
        words = std::move(*compiled);
    }
    return NativeShader{std::move(module), std::move(words)};
}

Result<NativeRun> build_native(const ir::Module& lifted, BackEnd back_end, render::vk::Device& device,
                               const BuildOptions& how, const std::vector<ir::Bound>& bound) {
    auto shader = build_shader(lifted, back_end, device, how);
    if (!shader) return std::unexpected(shader.error());
    auto program = render::vk::NativeProgram::make(device, shader->words, shader->module, laid_out(*shader, bound));
    if (!program) return std::unexpected(program.error());
    return NativeRun{std::move(*shader), std::move(*program)};
}

std::vector<ir::Bound> laid_out(const NativeShader& shader, std::vector<ir::Bound> bound) {
    const std::size_t count = std::min(bound.size(), shader.module.resources.size());
    for (std::size_t i = 0; i < count; ++i)
        if (!shader.module.resources[i].guest_offsets.empty())
            bound[i].bytes = lang::packed_rows(shader.module.resources[i], bound[i].bytes);
    return bound;
}

Status NativeRun::run(render::vk::Device& device, std::vector<ir::Bound>& bound,
                      std::array<std::uint32_t, 3> groups) const {
    std::vector<ir::Bound> there = laid_out(shader, bound);
    if (const Status done = program.run(device, shader.module, there, groups); !done) return done;
    for (std::size_t i = 0; i < bound.size(); ++i)
        if (shader.module.resources[i].guest_offsets.empty()) bound[i] = std::move(there[i]);
    return {};
}

run::State memory_of(const ir::Module& module, const std::vector<ir::Bound>& bound) {
    run::State state = run::blank_state(module);
    for (std::size_t i = 0; i < bound.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        state.resources[i].clear();
        if (is_storage(resource)) state.resources[i] = bound[i].bytes;
        if (resource.kind == ir::ResourceKind::Image) state.resources[i] = texels_of(resource, bound[i].texture);
    }
    return state;
}

} // namespace relit::verify
