#include "verify/registers.hpp"

#include "base/bytes.hpp"
#include "base/json/writer.hpp"
#include "base/text.hpp"
#include "verify/textures.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace relit::verify {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kBytesPerRegister = 16; // of a buffer, when it is shown as registers
constexpr std::uint32_t kOne = 0x3f800000;

[[nodiscard]] std::optional<std::uint32_t> register_number(std::string_view key, std::string_view name,
                                                           std::uint32_t count) {
    if (key == name && count == 1) return 0; // "a0" of the file a0
    if (!key.starts_with(name) || key.size() == name.size() || key[name.size()] == '-') return {};
    const auto number = parse_integer(key.substr(name.size()));
    if (!number || *number < 0 || *number >= count) return {};
    return static_cast<std::uint32_t>(*number);
}

[[nodiscard]] Result<std::uint64_t> lane_bits(const Json& value, ir::Kind kind) {
    const unsigned bits = ir::bits_of(kind);
    if (value.is_string()) {
        const auto hex = parse_hex(value.get_ref<const std::string&>(), bits / 4);
        if (!hex) return fail(fmt::format("{} is not {} hex digits", value.dump(), bits / 4));
        return *hex;
    }
    if (!value.is_number()) return fail(fmt::format("{} is neither a number nor hex digits", value.dump()));
    if (!ir::is_float(kind)) return static_cast<std::uint64_t>(value.get<std::int64_t>()) & detail::low_mask(bits);
    if (kind == ir::Kind::F32) return std::bit_cast<std::uint32_t>(value.get<float>());
    if (kind == ir::Kind::F64) return std::bit_cast<std::uint64_t>(value.get<double>());
    return fail("a lane of this register must be hex digits");
}

/// A list of lanes, or one lane.
[[nodiscard]] Status set_register(const ir::Module& module, run::State& state, const RegisterPosition& position,
                                  const Json& value) {
    const ir::RegisterFile* const file = position.is_resource ? nullptr : &module.files[position.index];
    if (file == nullptr && !value.is_array()) return fail("a constant is a list of up to 4 lanes");
    const std::size_t size = value.is_array() ? value.size() : 1;
    const std::size_t most = file != nullptr ? file->lanes : 4;
    if (size > most) return fail(fmt::format("more than {} lanes", most));
    for (std::size_t lane = 0; lane < size; ++lane) {
        const auto bits =
            lane_bits(value.is_array() ? value[lane] : value, file != nullptr ? file->kind : ir::Kind::F32);
        if (!bits) return std::unexpected(bits.error());
        set_lane(module, state, position, lane, *bits);
    }
    return {};
}

void add_file(JsonWriter& json, const ir::RegisterFile& file, const std::vector<std::uint64_t>& lanes, bool numbers) {
    if (file.count == 1 && file.lanes == 1 && ir::is_integer(file.kind)) {
        json.key(file.name);
        return write_lane(json, lanes[0], file.kind, true);
    }
    for (std::uint32_t reg = 0; reg < file.count; ++reg) {
        json.begin_array(fmt::format("{}{}", std::string_view(file.name), reg));
        for (unsigned lane = 0; lane < file.lanes; ++lane)
            write_lane(json, lanes[reg * file.lanes + lane], file.kind, numbers);
        json.end();
    }
}

/// The 16-byte registers of a buffer that stores at constant offsets touch; all of it where an offset is computed.
[[nodiscard]] std::set<std::uint32_t> written_registers(const ir::Module& module, std::uint32_t resource) {
    std::set<std::uint32_t> written;
    for (const ir::Inst& inst : module.insts) {
        if (!ir::info(inst.op).stores(ir::Memory::Buffer) || inst.imm != resource) continue;
        if (const auto offset = ir::known_lane(module, inst.operands[0])) {
            written.insert(static_cast<std::uint32_t>(*offset / kBytesPerRegister));
        } else {
            for (std::uint32_t i = 0; i < module.resources[resource].size / kBytesPerRegister; ++i) written.insert(i);
        }
    }
    return written;
}

/// 16 bytes of a buffer.
void add_row(JsonWriter& json, const ir::Resource& buffer, std::uint32_t reg, const std::vector<std::uint8_t>& bytes,
             bool numbers) {
    json.begin_array(fmt::format("{}{}", std::string_view(buffer.name), reg));
    for (unsigned lane = 0; lane < 4; ++lane) {
        const Bytes word = Bytes(bytes).subspan(reg * kBytesPerRegister + lane * 4, 4);
        write_lane(json, little_endian(word), ir::Kind::F32, numbers);
    }
    json.end();
}

void add_buffer(JsonWriter& json, const ir::Module& module, std::uint32_t index, const std::vector<std::uint8_t>& bytes,
                bool numbers) {
    for (const std::uint32_t reg : written_registers(module, index))
        add_row(json, module.resources[index], reg, bytes, numbers);
}

/// Returns whether it is a buffer that the host sizes, as one with attributes of several vertices is.
[[nodiscard]] bool is_open_buffer(const ir::Module& module, std::string_view name) {
    return std::ranges::any_of(module.resources, [&](const ir::Resource& each) {
        return each.kind == ir::ResourceKind::StorageBuffer && each.size == 0 && each.name == name;
    });
}

} // namespace

bool is_read(const ir::Module& module, const RegisterPosition& position) {
    if (position.is_resource) return true;
    const auto& slots = module.files[position.index].io_slots;
    const auto slot = std::ranges::find(slots, position.reg, &ir::IoSlot::reg);
    return slot == slots.end() || slot->semantic != ir::Semantic::None;
}

std::optional<RegisterPosition> position_of(const ir::Module& module, std::string_view name, Registers which) {
    for (std::uint32_t i = 0; i < module.files.size(); ++i) {
        const ir::RegisterFile& file = module.files[i];
        if ((file.role == ir::Role::Input) != (which == Registers::Given)) continue;
        if (const auto reg = register_number(name, file.name, file.count)) return RegisterPosition{false, i, *reg};
    }
    for (std::uint32_t i = 0; i < module.resources.size(); ++i) {
        const ir::Resource& buffer = module.resources[i];
        if (!is_buffer(buffer)) continue;
        if (const auto reg = register_number(name, buffer.name, buffer.size / kBytesPerRegister))
            return RegisterPosition{true, i, *reg};
    }
    return {};
}

void set_lane(const ir::Module& module, run::State& state, const RegisterPosition& position, std::size_t lane,
              std::uint64_t bits) {
    if (!position.is_resource) {
        state.files[position.index][position.reg * module.files[position.index].lanes + lane] = bits;
        return;
    }
    std::uint8_t* const bytes = &state.resources[position.index][position.reg * kBytesPerRegister + lane * 4];
    for (unsigned byte = 0; byte < 4; ++byte) bytes[byte] = static_cast<std::uint8_t>(bits >> (8 * byte));
}

std::uint64_t lane_at(const ir::Module& module, const run::State& state, const RegisterPosition& position,
                      std::size_t lane) {
    if (!position.is_resource)
        return state.files[position.index][position.reg * module.files[position.index].lanes + lane];
    return little_endian(
        Bytes(state.resources[position.index]).subspan(position.reg * kBytesPerRegister + lane * 4, 4));
}

void write_lane(JsonWriter& json, std::uint64_t bits, ir::Kind kind, bool numbers) {
    const unsigned width = ir::bits_of(kind);
    if (!numbers) return json.value(fmt::format("{:0{}x}", bits, width / 4));
    if (kind == ir::Kind::F32) {
        const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        const std::string shortest = shortest_decimal(value);
        return std::isfinite(value) ? json.value(parse_decimal(shortest).value_or(0)) : json.value(shortest);
    }
    if (kind == ir::Kind::F64) {
        const auto value = std::bit_cast<double>(bits);
        return std::isfinite(value) ? json.value(value) : json.value(shortest_decimal(value));
    }
    json.value(static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width));
}

run::State default_state(const ir::Module& module) {
    run::State state = run::blank_state(module);
    for (std::size_t i = 0; i < module.files.size(); ++i) {
        const ir::RegisterFile& file = module.files[i];
        if (file.role != ir::Role::Input || file.lanes != 4 || file.kind != ir::Kind::F32) continue;
        for (std::uint32_t reg = 0; reg < file.count; ++reg) state.files[i][reg * 4 + 3] = kOne;
    }
    return state;
}

std::vector<ir::Bound> default_textures(const ir::Module& module) {
    std::vector<ir::Bound> all(module.resources.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        if (resource.kind != ir::ResourceKind::Texture && resource.kind != ir::ResourceKind::Image) continue;
        ir::TextureData& texture = all[i].texture;
        texture.layers = resource.dim == ir::TextureDim::Cube ? 6 : 1;
        const std::uint32_t one = resource.sampled == ir::Kind::F32 ? kOne : 1;
        texture.levels.push_back({1, 1, 1, std::vector<ir::Texel>(texture.layers, ir::Texel{0, 0, 0, one})});
    }
    return all;
}

void apply(const ir::Module& module, const std::vector<isa::Preset>& presets, run::State& state) {
    for (const isa::Preset& preset : presets) {
        const std::optional<RegisterPosition> position = position_of(module, preset.name, Registers::Given);
        if (!position) continue; // the program does not have it
        for (std::size_t lane = 0; lane < preset.lanes.size(); ++lane)
            set_lane(module, state, *position, lane, preset.lanes[lane]);
    }
}

Result<run::State> state_of(const ir::Module& module, const run::State& base, const Json& set, SetSource& source) {
    if (!set.is_object()) return fail("a set of inputs is an object: {\"v0\": [...], ...}");
    run::State state = base;
    for (const auto& [key, value] : set.items()) {
        if (key == kTexturesKey) continue;
        const std::optional<RegisterPosition> position = position_of(module, key, Registers::Given);
        if (is_open_buffer(module, key))
            return fail(FaultKind::NotSupported,
                        fmt::format("\"{}\": a buffer without a size, which the sets of a run do not fill", key));
        if (!position || !is_read(module, *position)) {
            if (const Status known = source.unused_register(key); !known) return std::unexpected(known.error());
            continue;
        }
        const Status done = set_register(module, state, *position, value);
        if (!done) return fail(fmt::format("\"{}\": {}", key, done.error().text));
    }
    return state;
}

void write_inputs(JsonWriter& json, const ir::Module& module, const run::State& state) {
    json.begin_object();
    for (std::size_t i = 0; i < module.files.size(); ++i)
        if (module.files[i].role == ir::Role::Input) add_file(json, module.files[i], state.files[i], false);
    for (std::size_t i = 0; i < module.resources.size(); ++i) {
        if (!is_buffer(module.resources[i])) continue;
        const std::size_t registers = module.resources[i].size / kBytesPerRegister;
        for (std::uint32_t reg = 0; reg < registers; ++reg)
            add_row(json, module.resources[i], reg, state.resources[i], false);
    }
    json.end();
}

void write_results(JsonWriter& json, const ir::Module& module, const run::State& state, bool numbers) {
    json.begin_object();
    bool ended = true;
    for (std::size_t i = 0; i < module.files.size(); ++i) {
        const bool says_end = module.files[i].purpose == ir::FilePurpose::End;
        if (says_end) ended = state.files[i][0] != 0;
        if (module.files[i].role != ir::Role::Input && !says_end)
            add_file(json, module.files[i], state.files[i], numbers);
    }
    for (std::uint32_t i = 0; i < module.resources.size(); ++i) {
        if (module.resources[i].kind == ir::ResourceKind::StorageBuffer)
            add_buffer(json, module, i, state.resources[i], numbers);
    }
    if (state.hit_loop_limit) json.member("hit_loop_limit", true);
    if (!ended && !state.hit_loop_limit) json.member("discarded", true);
    json.end();
}

} // namespace relit::verify
