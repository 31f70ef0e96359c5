#include "verify/samples.hpp"

#include "base/bytes.hpp"
#include "base/half.hpp"
#include "verify/rewrite/register_records.hpp"
#include "verify/textures.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>

#include <fmt/format.h>

namespace relit::verify {
namespace {

constexpr std::array<std::uint32_t, 20> kAwkward = {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x00000001,
                                                    0x80000001, 0x007fffff, 0x00800000, 0x80800000, 0x7f7fffff,
                                                    0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001,
                                                    0x7f800001, 0x5f800000, 0x1f800000, 0x3f000000, 0x43000000};

constexpr double kBoundedRelative = 1.0 / 1024; // operations with an error bound feed each other: bounds add up

[[nodiscard]] std::uint32_t ordinary_float(std::mt19937_64& random) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(random() % 4000001) / 1e6F - 2.0F);
}

[[nodiscard]] std::uint32_t awkward_float(std::mt19937_64& random) {
    switch (random() % 4) {
        case 0: return kAwkward[random() % kAwkward.size()];
        case 1:
            return std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int64_t>(random() % 401) - 200));
        case 2: return static_cast<std::uint32_t>(random());
        default: return ordinary_float(random);
    }
}

/// As many small ones, which number things, as others.
[[nodiscard]] std::uint64_t awkward_integer(std::mt19937_64& random, ir::Kind kind) {
    constexpr std::uint64_t kSmall = 8;
    const std::uint64_t any = random();
    return random() % 2 == 0 ? any & detail::low_mask(ir::bits_of(kind)) : any % kSmall;
}

[[nodiscard]] bool agree(float wanted, float got, Agreement agreement) {
    if (std::isnan(wanted) || std::isnan(got)) return std::isnan(wanted) == std::isnan(got);
    const double a = wanted, b = got;
    constexpr double kSmallestNormal = 0x1p-126;
    if (std::fabs(a) <= kSmallestNormal && std::fabs(b) <= kSmallestNormal) return true;
    if (std::isinf(wanted) || std::isinf(got)) return wanted == got;
    return std::fabs(a - b) <= agreement.relative * std::max(std::fabs(a), std::fabs(b));
}

/// By how much halves that were rounded from nearly the same may differ.
[[nodiscard]] bool agree_as_halves(std::uint64_t wanted, std::uint64_t got, Agreement agreement) {
    const float a = float_from_half(static_cast<std::uint16_t>(wanted));
    const float b = float_from_half(static_cast<std::uint16_t>(got));
    const bool next = (wanted > got ? wanted - got : got - wanted) <= 1;
    return agree(a, b, agreement) || (agreement.relative != 0 && next);
}

[[nodiscard]] bool is_nan(std::uint64_t bits, ir::Kind kind) {
    if (kind == ir::Kind::F16) return std::isnan(float_from_half(static_cast<std::uint16_t>(bits)));
    return kind == ir::Kind::F32 && std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

/// Of a register without a type, which may hold a float: any NaN is as good as another, and where operations with a
/// bound are used, two normal numbers lie as near as their bounds let them.
[[nodiscard]] bool agree_untyped(std::uint64_t wanted, std::uint64_t got, Agreement agreement) {
    if (is_nan(wanted, ir::Kind::F32) && is_nan(got, ir::Kind::F32)) return agreement.any_nan;
    const float a = std::bit_cast<float>(static_cast<std::uint32_t>(wanted));
    const float b = std::bit_cast<float>(static_cast<std::uint32_t>(got));
    return agreement.relative != 0 && std::isnormal(a) && std::isnormal(b) && agree(a, b, agreement);
}

[[nodiscard]] bool agree(std::uint64_t wanted, std::uint64_t got, ir::Kind kind, Agreement agreement) {
    if (wanted == got) return true;
    if (kind == ir::Kind::I32) return agree_untyped(wanted, got, agreement);
    if (agreement.any_nan && !agreement.host_floats) return is_nan(wanted, kind) && is_nan(got, kind);
    if (agreement.host_floats && kind == ir::Kind::F16) return agree_as_halves(wanted, got, agreement);
    if (!agreement.host_floats || kind != ir::Kind::F32) return false;
    const auto value = [](std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); };
    return agree(value(wanted), value(got), agreement);
}

/// Two lanes of 16 bits may have been written as one of 32.
[[nodiscard]] bool agree_as_pair(const std::vector<std::uint64_t>& wanted, const std::vector<std::uint64_t>& got,
                                 std::uint32_t lane, Agreement agreement) {
    const std::size_t low = lane & ~1U;
    return agree(wanted[low] | wanted[low + 1] << 16, got[low] | got[low + 1] << 16, ir::Kind::F32, agreement);
}

/// A lane of 32 bits that two halves were packed into: each is the same, or NaN on both sides.
[[nodiscard]] bool agree_as_packed(std::uint64_t wanted, std::uint64_t got, Agreement agreement) {
    const auto agrees = [&](unsigned shift) {
        const std::uint64_t a = wanted >> shift & 0xffff, b = got >> shift & 0xffff;
        return a == b || (is_nan(a, ir::Kind::F16) && is_nan(b, ir::Kind::F16));
    };
    return agreement.halves && agreement.any_nan && agrees(0) && agrees(16);
}

/// Two words that are a double together, which is NaN on both sides.
[[nodiscard]] bool are_nan_halves(std::uint64_t wanted, std::uint64_t got, Agreement agreement) {
    const auto is_nan_of_64 = [](std::uint64_t bits) { return std::isnan(std::bit_cast<double>(bits)); };
    return agreement.doubles && agreement.any_nan && is_nan_of_64(wanted) && is_nan_of_64(got);
}

/// The same of registers of 32 bits: the even one is the low half.
[[nodiscard]] bool are_nan_halves(const std::vector<std::uint64_t>& wanted, const std::vector<std::uint64_t>& got,
                                  std::uint32_t lane, Agreement agreement) {
    const std::size_t low = lane & ~1U;
    if (low + 1 >= wanted.size()) return false;
    return are_nan_halves(wanted[low] | wanted[low + 1] << 32, got[low] | got[low + 1] << 32, agreement);
}

/// Memory of one invocation or workgroup, which ends with it.
[[nodiscard]] bool is_gone_behind(const ir::Resource& resource) {
    return resource.kind == ir::ResourceKind::Scratch || resource.kind == ir::ResourceKind::Shared;
}

} // namespace

run::State sample_state(const ir::Module& module, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    run::State state = run::blank_state(module);
    for (std::size_t i = 0; i < module.files.size(); ++i) {
        const ir::RegisterFile& file = module.files[i];
        if (file.role != ir::Role::Input) continue;
        for (std::uint64_t& lane : state.files[i]) {
            lane = file.kind == ir::Kind::F32 ? awkward_float(random) : awkward_integer(random, file.kind);
        }
    }
    for (std::size_t i = 0; i < state.resources.size(); ++i) {
        if (is_gone_behind(module.resources[i])) continue; // it starts as 0
        std::vector<std::uint8_t>& bytes = state.resources[i];
        for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
            const std::uint32_t word = awkward_float(random);
            for (unsigned byte = 0; byte < 4; ++byte) bytes[at + byte] = static_cast<std::uint8_t>(word >> (8 * byte));
        }
    }
    return state;
}

void fill_with_sample(std::vector<std::uint8_t>& bytes, std::mt19937_64& random, Values values) {
    constexpr std::uint64_t kSmall = 64;
    for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
        const auto some_float = [&] {
            return values == Values::Awkward ? awkward_float(random) : ordinary_float(random);
        };
        const std::uint32_t word = random() % 2 == 0 ? some_float() : static_cast<std::uint32_t>(random() % kSmall);
        for (unsigned byte = 0; byte < 4; ++byte) bytes[at + byte] = static_cast<std::uint8_t>(word >> (8 * byte));
    }
}

namespace {

/// Texels of one level, edges of `size`, as the resource has dimensions and layers.
ir::Level sample_level(const ir::Resource& resource, std::uint32_t size, std::uint32_t layers,
                       std::mt19937_64& random) {
    const unsigned dimensions = resource.dim == ir::TextureDim::Cube ? 2 : ir::dimensions(resource.dim);
    ir::Level level{size, dimensions > 1 ? size : 1, dimensions > 2 ? size : 1, {}};
    level.texels.resize(std::size_t{level.width} * level.height * level.depth * layers);
    for (ir::Texel& texel : level.texels)
        for (std::uint32_t& lane : texel)
            lane = resource.sampled == ir::Kind::F32
                       ? std::bit_cast<std::uint32_t>(static_cast<float>(random() % 65) / 64.0F)
                       : static_cast<std::uint32_t>(random() % 256);
    return level;
}

} // namespace

std::vector<ir::Bound> sample_textures(const ir::Module& module, std::uint64_t seed) {
    constexpr std::uint32_t kSize = 8, kLayers = 3, kSamples = 4;
    std::mt19937_64 random(seed);
    std::vector<ir::Bound> all(module.resources.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        if (resource.kind != ir::ResourceKind::Texture && resource.kind != ir::ResourceKind::Image) continue;
        ir::TextureData& texture = all[i].texture;
        texture.layers = (resource.dim == ir::TextureDim::Cube ? 6 : 1) * (resource.arrayed ? kLayers : 1);
        texture.samples = resource.multisampled ? kSamples : 1;
        texture.levels.push_back(sample_level(resource, kSize, texture.layers * texture.samples, random));
        keep_as_formatted(resource, texture);
    }
    return all;
}

bool is_lookup(const ir::Inst& inst) { return inst.op == ir::Op::Sample || inst.op == ir::Op::Gather; }

Agreement agreement_of(const ir::Module& module) {
    Agreement agreement;
    bool says_denormals = false;
    for (const ir::Inst& inst : module.insts) {
        const ir::OpInfo& op = ir::info(inst.op);
        const bool computes = op.result == 'F' || op.result == 'f' || op.operands.starts_with('F');
        const bool moves = inst.op == ir::Op::FNeg || inst.op == ir::Op::FAbs;
        agreement.host_floats |= computes && !moves;
        agreement.doubles |= inst.type.kind == ir::Kind::F64;
        agreement.halves |= inst.type.kind == ir::Kind::F16;
        agreement.looks_up |= is_lookup(inst);
        says_denormals |= inst.mode[ir::FloatMode::flush_result];
        if (op.error_ulp() != 0) agreement.relative = kBoundedRelative;
    }
    const auto registers = std::ranges::find_if(module.resources, [](const ir::Resource& resource) {
        return std::string_view(resource.name) == kRegisterRecords;
    });
    if (registers != module.resources.end())
        agreement.untyped = static_cast<std::uint32_t>(registers - module.resources.begin());
    agreement.any_nan = agreement.host_floats;
    if (says_denormals && agreement.relative == 0) agreement.host_floats = false;
    return agreement;
}

bool may_flush(const ir::Inst& inst) {
    const ir::OpInfo& row = ir::info(inst.op);
    const bool floats =
        row.result == 'F' || row.result == 'f' || row.operands.find_first_of("Ff") != std::string_view::npos;
    return row.has(ir::kPure) && floats;
}

namespace {
bool has_halves(const ir::Module& module, const ir::Inst& inst) {
    return inst.type.kind == ir::Kind::F16 || std::ranges::any_of(inst.operands, [&](ir::Id operand) {
               return module[operand].type.kind == ir::Kind::F16;
           });
}
} // namespace

bool uses_halves(const ir::Module& module) {
    return std::ranges::any_of(module.insts, [&](const ir::Inst& inst) { return has_halves(module, inst); });
}

ir::Module flushing_module(const ir::Module& module, Flushes what) {
    ir::Module changed = module.clone();
    for (ir::Inst& inst : changed.insts) {
        if (!may_flush(inst) || (what == Flushes::AllButHalves && has_halves(changed, inst))) continue;
        inst.mode.set(ir::FloatMode::flush_inputs, true).set(ir::FloatMode::flush_result, true);
    }
    return changed;
}

std::optional<ir::Module> unfused_module(const ir::Module& module) {
    const auto fuses = [](const ir::Inst& inst) { return inst.op == ir::Op::FFma && inst.type.kind == ir::Kind::F64; };
    if (std::ranges::none_of(module.insts, fuses)) return {};
    ir::Module changed = module.clone();
    for (ir::Inst& inst : changed.insts)
        if (fuses(inst)) inst.op = ir::Op::FMad;
    return changed;
}

namespace {
/// Texels are no lanes of memory.
Difference difference_in_memory(const ir::Module& module, std::uint32_t resource, std::size_t at, std::uint64_t wanted,
                                std::uint64_t got) {
    Difference difference{fmt::format("{}+{}", std::string_view(module.resources[resource].name), at), wanted, got};
    if (module.resources[resource].kind != ir::ResourceKind::Image)
        difference.lane = {.storage = run::Storage::Memory, .index = resource, .at = at, .kind = ir::Kind::I32};
    return difference;
}
} // namespace

std::optional<Difference> compare(const ir::Module& module, const run::State& wanted, const run::State& got,
                                  Agreement agreement) {
    if (wanted.undefined_lookup) return {}; // docs/agreement.md, "Textures"
    // The instruction where it stopped depends on what was optimised; that it did does not.
    if (wanted.hit_loop_limit && got.hit_loop_limit) return {};
    if (wanted.hit_loop_limit != got.hit_loop_limit)
        return Difference{"the loop limit", wanted.hit_loop_limit ? 1U : 0U, got.hit_loop_limit ? 1U : 0U};
    for (std::size_t i = 0; i < module.files.size(); ++i) {
        const ir::RegisterFile& file = module.files[i];
        if (wanted.discarded && file.role == ir::Role::Register) continue; // a host that looks does so before the end
        for (std::uint32_t lane = 0; file.role != ir::Role::Input && lane < file.lane_count(); ++lane) {
            const std::uint64_t a = wanted.files[i][lane], b = got.files[i][lane];
            if (agree(a, b, file.kind, agreement)) continue;
            if (file.kind == ir::Kind::F16 && agree_as_pair(wanted.files[i], got.files[i], lane, agreement)) continue;
            if (ir::bits_of(file.kind) == 32 && agree_as_packed(a, b, agreement)) continue;
            if (file.kind == ir::Kind::I32 && are_nan_halves(wanted.files[i], got.files[i], lane, agreement)) continue;
            const char letter = file.lanes > 1 ? "xyzw"[lane % file.lanes] : 'x';
            return Difference{fmt::format("{}{}.{}", std::string_view(file.name), lane / file.lanes, letter), a, b,
                              run::TracedLane{.index = static_cast<std::uint32_t>(i), .at = lane, .kind = file.kind}};
        }
    }
    for (std::size_t i = 0; i < module.resources.size(); ++i) {
        if (is_gone_behind(module.resources[i])) continue;
        for (std::size_t at = 0; at + 4 <= wanted.resources[i].size(); at += 4) {
            const std::uint64_t a = little_endian(Bytes(wanted.resources[i]).subspan(at, 4));
            const std::uint64_t b = little_endian(Bytes(got.resources[i]).subspan(at, 4));
            const bool is_untyped = agreement.untyped == i;
            if (agree(a, b, is_untyped ? ir::Kind::I32 : ir::Kind::F32, agreement)) continue;
            if (is_untyped && agree_as_packed(a, b, agreement)) continue;
            if (const std::size_t low = at & ~std::size_t{7}; low + 8 <= wanted.resources[i].size()) {
                const std::uint64_t whole = little_endian(Bytes(wanted.resources[i]).subspan(low, 8));
                if (are_nan_halves(whole, little_endian(Bytes(got.resources[i]).subspan(low, 8)), agreement)) continue;
            }
            return difference_in_memory(module, static_cast<std::uint32_t>(i), at, a, b);
        }
    }
    return {};
}

} // namespace relit::verify
