#include "tests/support/register_text.hpp"

#include "base/half.hpp"
#include "base/text.hpp"
#include "verify/registers.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include <fmt/format.h>

namespace relit::test {
namespace {

using ir::Kind;

constexpr std::string_view kNothing = "_", kNaN = "nan";

std::uint64_t bits_of_float(double value, unsigned bits) {
    if (bits == 64) return std::bit_cast<std::uint64_t>(value);
    return bits == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value)) : half_from(value);
}
double float_of_bits(std::uint64_t value, unsigned bits) {
    if (bits == 64) return std::bit_cast<double>(value);
    if (bits == 32) return std::bit_cast<float>(static_cast<std::uint32_t>(value));
    return float_from_half(static_cast<std::uint16_t>(value));
}

/// "0x3f800000", "1", "-0.5", "inf". In a lane of integers a number with a point, an infinity or NaN is a float as wide as it.
Result<std::uint64_t> lane_bits(const std::string& text, Kind kind) {
    const unsigned bits = ir::bits_of(kind);
    const bool is_bits = text.starts_with("0x");
    const bool whole = text.find_first_not_of("-0123456789") == std::string::npos;
    if (is_bits) {
        if (const auto value = parse_hex(text.substr(2), std::min<std::size_t>(text.size() - 2, bits / 4)))
            return *value;
    } else if (whole && ir::is_integer(kind)) {
        if (const auto value = parse_integer(text)) return static_cast<std::uint64_t>(*value) & detail::low_mask(bits);
    } else if (const auto value = parse_decimal(text); value && bits >= 16) {
        return bits_of_float(*value, bits);
    }
    return fail(fmt::format("{} is no value of {} bits", text, bits));
}

std::string shown_lane(std::uint64_t value, Kind kind) {
    const unsigned bits = ir::bits_of(kind);
    std::string text = fmt::format("0x{:0{}x} (", value, bits / 4);
    if (ir::is_integer(kind))
        text += fmt::format("{}, ", static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits));
    if (bits == 8) return text.substr(0, text.size() - 2) + ")";
    const double as_float = float_of_bits(value, bits);
    return text + (bits == 64 ? shortest_decimal(as_float) : shortest_decimal(static_cast<float>(as_float))) + ")";
}

/// Where the lanes of a name lie.
struct RegisterLanes {
    verify::RegisterPosition first;
    Kind kind{};
    std::size_t lanes = 0;
};

/// A buffer by its name alone is all of its words. Constants are floats, as `relit run` has them; words of storage are integers.
std::optional<RegisterLanes> lanes_named(const ir::Module& module, std::string_view name, verify::Registers which) {
    const auto kind_in = [](const ir::Resource& buffer) {
        return buffer.kind == ir::ResourceKind::ConstantBuffer ? Kind::F32 : Kind::I32;
    };
    for (std::uint32_t i = 0; i < module.resources.size(); ++i) {
        const ir::Resource& buffer = module.resources[i];
        if (verify::is_buffer(buffer) && std::string_view(buffer.name) == name)
            return RegisterLanes{{true, i, 0}, kind_in(buffer), buffer.size / 4};
    }
    const auto found = verify::position_of(module, name, which);
    if (!found) return {};
    if (found->is_resource) return RegisterLanes{*found, kind_in(module.resources[found->index]), 4};
    const ir::RegisterFile& file = module.files[found->index];
    return RegisterLanes{*found, file.kind, file.lanes};
}

Result<RegisterLanes> lanes_for(const ir::Module& module, const RegisterText& text, verify::Registers which) {
    const auto found = lanes_named(module, text.name, which);
    if (!found) return fail(fmt::format("the program has no {}", text.name));
    if (text.lanes.size() > found->lanes) return fail(fmt::format("{} has {} lanes", text.name, found->lanes));
    return *found;
}

/// How an invocation ended, as `relit run` calls it.
std::optional<bool> ended_by(const ir::Module& module, const run::State& state, std::string_view name) {
    if (name == "hit_loop_limit") return state.hit_loop_limit;
    if (name != "discarded") return {};
    const auto end = ir::file_of(module, ir::FilePurpose::End);
    return end && state.files[*end][0] == 0 && !state.hit_loop_limit;
}

bool is_as_text(const std::string& text, std::uint64_t wanted, std::uint64_t got, Kind kind) {
    const unsigned bits = ir::bits_of(kind);
    if (text != kNaN || bits < 16) return wanted == got;
    const double value = float_of_bits(got, bits);
    return value != value; // NOLINT(misc-redundant-expression): NaN
}

std::string name_of_lane(const RegisterLanes& found, const RegisterText& text, std::size_t lane) {
    if (found.lanes == 1) return text.name;
    return found.lanes <= 4 ? fmt::format("{}.{}", text.name, "xyzw"[lane]) : fmt::format("{}[{}]", text.name, lane);
}

} // namespace

Result<std::vector<RegisterText>> read_registers(const TestSection& section) {
    std::vector<RegisterText> all;
    std::size_t number = section.line;
    for (std::string_view line : split_lines(section.text)) {
        line = trim(line.substr(0, line.find('#')));
        while (!line.empty()) {
            const std::size_t end = std::min(line.find("   "), line.size());
            Scanner words(line.substr(0, end));
            RegisterText& text = all.emplace_back(RegisterText{std::string(words.word()), {}, number});
            if (text.name.empty() || !words.accept('='))
                return fail_line(static_cast<std::uint32_t>(number), 1, "expected NAME = LANES");
            while (!words.at_end()) {
                const std::string_view rest = words.rest();
                text.lanes.emplace_back(rest.substr(0, rest.find(' ')));
                words.skip(text.lanes.back().size());
            }
            line = trim(line.substr(end));
        }
        ++number;
    }
    return all;
}

Status put(const ir::Module& module, run::State& state, const RegisterText& text) {
    const auto found = lanes_for(module, text, verify::Registers::Given);
    if (!found) return std::unexpected(found.error());
    for (std::size_t i = 0; i < text.lanes.size(); ++i) {
        const auto bits = lane_bits(text.lanes[i], found->kind);
        if (!bits) return std::unexpected(bits.error());
        verify::set_lane(module, state, found->first, i, *bits);
    }
    return {};
}

Result<std::string> difference(const ir::Module& module, const run::State& state, const RegisterText& text) {
    if (const auto ended = ended_by(module, state, text.name)) {
        const bool agrees = text.lanes == std::vector<std::string>{*ended ? "1" : "0"};
        return agrees ? std::string() : fmt::format("{} is {}", text.name, *ended ? 1 : 0);
    }
    const auto found = lanes_for(module, text, verify::Registers::Results);
    if (!found) return std::unexpected(found.error());
    for (std::size_t i = 0; i < text.lanes.size(); ++i) {
        if (text.lanes[i] == kNothing) continue;
        const auto wanted = lane_bits(text.lanes[i], found->kind);
        if (!wanted) return std::unexpected(wanted.error());
        const std::uint64_t got = verify::lane_at(module, state, found->first, i);
        if (!is_as_text(text.lanes[i], *wanted, got, found->kind))
            return fmt::format("{} is {}, not {}", name_of_lane(*found, text, i), shown_lane(got, found->kind),
                               shown_lane(*wanted, found->kind));
    }
    return std::string();
}

} // namespace relit::test
