#include "tests/support/r500/fs_machine.hpp"

#include "isa/r500/fs/encoding/units.hpp"
#include "tests/support/r500/floats.hpp"

#include <cmath>
#include <numbers>

namespace relit::test {
namespace {

using namespace isa::r500::fs;
using Float4 = R500FragmentMachine::Float4;

constexpr std::array<float, 8> kResultScales = {1, 2, 4, 8, 0.5F, 0.25F, 0.125F, 1};

float radians_of_turns(float a) { return a * (2 * std::numbers::pi_v<float>); }

bool holds(Compare compare, float a) {
    switch (compare) {
        case Compare::Equal: return a == 0;
        case Compare::Less: return a < 0;
        case Compare::GreaterEqual: return a >= 0;
        default: return !(a == 0);
    }
}

float modified(float value, std::uint32_t modifier) {
    if (modifier >= 2) value = std::fabs(value);
    return modifier == 1 || modifier == 3 ? -value : value;
}

/// Of two numbers a and b in one lane, and c; of operations that both units have.
float lanewise(std::string_view op, float a, float b, float c, float product) {
    if (op == "MAD") return product + c;
    if (op == "MIN") return a < b ? a : b;
    if (op == "MAX") return a > b ? a : b;
    if (op == "CND") return c > 0.5F ? a : b;
    if (op == "CMP") return c >= 0 ? a : b;
    return a - std::floor(a); // FRC
}

} // namespace

// ---- operands

Float4 R500FragmentMachine::slot(const Word& word, bool alpha, unsigned which) const {
    const UnitFields& unit = alpha ? kAlphaUnit : kRgbUnit;
    if (which == kPreSubtracted) {
        const Float4 first = slot(word, alpha, 0), second = slot(word, alpha, 1);
        Float4 value{};
        for (unsigned i = 0; i < 4; ++i) {
            switch (word[*unit.pre_subtract]) {
                case 0: value[i] = 1 - 2 * first[i]; break;
                case 1: value[i] = second[i] - first[i]; break;
                case 2: value[i] = second[i] + first[i]; break;
                default: value[i] = 1 - first[i]; break;
            }
        }
        return value;
    }
    const isa::r500::fs::SourceFields& source = unit.sources[which];
    const std::int64_t moved = word[*source.relative] ? loop_register() : 0;
    const std::int64_t address = word[*source.address];
    if (!word[*source.constant] && address >= kInlineFloat) {
        const float number = inline_float(static_cast<std::uint32_t>(address + moved) & 127, floats);
        return {number, number, number, number};
    }
    const std::span<const Float4> file = word[*source.constant] ? std::span<const Float4>(constants) : temps;
    const std::int64_t index = address + moved;
    return index >= 0 && index < std::ssize(file) ? file[static_cast<std::size_t>(index)] : Float4{};
}

float R500FragmentMachine::component(const Word& word, unsigned source, Component component) const {
    switch (component) {
        case Component::Alpha: return slot(word, true, source)[3];
        case Component::Half: return 0.5F;
        case Component::One: return 1;
        case Component::Zero:
        case Component::Unused: return 0;
        default: return slot(word, false, source)[static_cast<unsigned>(component)];
    }
}

R500FragmentMachine::Operands R500FragmentMachine::operands(const Word& word) const {
    Operands in;
    for (unsigned k = 0; k < 3; ++k) {
        const OperandFields &rgb = kRgbUnit.operands[k], &alpha = kAlphaUnit.operands[k];
        for (unsigned i = 0; i < 3; ++i)
            in.rgb[k][i] = modified(component(word, word[*rgb.select], word[*rgb.components[i]]), word[*rgb.modifier]);
        in.alpha[k] = modified(component(word, word[*alpha.select], word[*alpha.components[0]]), word[*alpha.modifier]);
    }
    return in;
}

// ---- results

R500FragmentMachine::Float3 R500FragmentMachine::rgb_result(const Word& word, const Operands& in, float alpha) const {
    const auto& [a, b, c] = in.rgb;
    const auto all = [](float value) { return Float3{value, value, value}; };
    const float two = product(a[0], b[0]) + product(a[1], b[1]), three = two + product(a[2], b[2]);
    switch (word[Alu::rgb_op]) {
        case RgbOp::Dp3: return all(three);
        case RgbOp::Dp4: return all(three + product(in.alpha[0], in.alpha[1]));
        case RgbOp::D2a: return all(two + c[2]);
        case RgbOp::Sop: return all(alpha);
        default: break;
    }
    Float3 value{};
    for (unsigned i = 0; i < 3; ++i)
        value[i] = lanewise(op_of(word, kRgbUnit).mnemonic, a[i], b[i], c[i], product(a[i], b[i]));
    return value;
}

float R500FragmentMachine::alpha_result(const Word& word, const Operands& in, float dot) const {
    const auto [a, b, c] = in.alpha;
    switch (word[Alu::alpha_op]) {
        case AlphaOp::Dp: return dot;
        case AlphaOp::Ex2: return std::exp2(a);
        case AlphaOp::Ln2: return std::log2(a);
        case AlphaOp::Rcp: return 1 / a;
        case AlphaOp::Rsq: return root(a);
        case AlphaOp::Sin: return std::sin(radians_of_turns(a));
        case AlphaOp::Cos: return std::cos(radians_of_turns(a));
        default: return lanewise(op_of(word, kAlphaUnit).mnemonic, a, b, c, product(a, b));
    }
}

/// 1 where a component may be written.
Float4 R500FragmentMachine::predicates_passed(const Word& word) const {
    Float4 passed = {1, 1, 1, 1};
    for (unsigned i = 0; i < 4; ++i) {
        const std::uint32_t select = word[i == 3 ? Common::alpha_predicate : Common::rgb_predicate];
        const bool inverted = word[i == 3 ? Common::alpha_predicate_inverted : Common::rgb_predicate_inverted];
        if (select == 1) passed[i] = predicates_[i] != inverted ? 1.0F : 0.0F;
        if (select >= 2 && select <= 5) passed[i] = predicates_[select - 2] != inverted ? 1.0F : 0.0F;
    }
    return passed;
}

void R500FragmentMachine::write(const Word& word, const Float4& value, const Float4& passed) {
    const bool out = word[Common::type] == isa::r500::fs::Type::Out;
    std::array<bool, 4> tested = predicates_;
    for (unsigned i = 0; i < 4; ++i) {
        const UnitFields& unit = i == 3 ? kAlphaUnit : kRgbUnit;
        const unsigned bit = i == 3 ? 0 : i;
        if (passed[i] == 0) continue;
        const std::int64_t index =
            static_cast<std::int64_t>(word[*unit.temp]) + (word[*unit.temp_relative] ? loop_register() : 0);
        if ((word[*unit.mask] >> bit & 1) != 0 && index >= 0 && index < 128)
            temps[static_cast<std::size_t>(index)][i] = value[i];
        if ((word[*unit.out_mask] >> bit & 1) == 0) continue;
        const std::uint32_t target = word[*unit.target];
        if (out)
            targets[target][i] = value[i];
        else
            tested[i] = holds(static_cast<Compare>(target), value[i]);
    }
    predicates_ = tested;
    if (word[Alu::writes_depth] && passed[3] != 0) depth = saturated(value[3]);
    if (word[Alu::writes_result])
        alu_result_ = holds(word[Common::result_compare], value[word[Common::result_select] != 0 ? 3 : 0]);
}

void R500FragmentMachine::compute(const Word& word) {
    const Operands in = operands(word);
    const bool is_sop = word[Alu::rgb_op] == RgbOp::Sop;
    const float first = is_sop ? alpha_result(word, in, 0) : 0;
    const Float3 rgb = rgb_result(word, in, first);
    const float alpha = is_sop ? first : alpha_result(word, in, rgb[0]);
    Float4 value = {rgb[0], rgb[1], rgb[2], alpha};
    for (unsigned i = 0; i < 4; ++i) {
        const UnitFields& unit = i == 3 ? kAlphaUnit : kRgbUnit;
        if (word[*unit.scale] == kNoScale) continue;
        value[i] *= kResultScales[word[*unit.scale]];
        if (word[*unit.clamp]) value[i] = saturated(value[i]);
    }
    write(word, value, predicates_passed(word));
}

// ---- textures

void R500FragmentMachine::look_up(const Word& word) {
    const auto read = [&](const AddressFields& fields, unsigned i) {
        const std::int64_t index =
            static_cast<std::int64_t>(word[*fields.temp]) + (word[*fields.relative] ? loop_register() : 0);
        if (index < 0 || index >= 128) return 0.0F;
        return temps[static_cast<std::size_t>(index)][word[*fields.components[i]]];
    };
    const TexOp op = word[Tex::op];
    const Float4 passed = predicates_passed(word);
    if (op == TexOp::Nop) return;
    if (op == TexOp::TexKill) {
        for (unsigned i = 0; i < 4; ++i) killed = killed || (read(kCoordinates, i) < 0 && passed[i] != 0);
        return;
    }
    const std::uint32_t unit = word[Tex::unit];
    Float4 texel = {0, 0, 0, 1};
    if ((units_on >> unit & 1) != 0) {
        Lookup lookup{unit, op, {}};
        const bool is_cube = dimensions[unit] == 6, unscaled = word[Tex::unscaled] && !is_cube;
        const unsigned count = dimensions[unit] == 2 ? 2 : 3;
        for (unsigned i = 0; i < count; ++i) {
            float coordinate = read(kCoordinates, i);
            if (op == TexOp::Proj) coordinate /= read(kCoordinates, 3);
            lookup.numbers.push_back(unscaled ? coordinate / texture_size[i] : coordinate);
        }
        if (op == TexOp::LodBias || op == TexOp::Lod) lookup.numbers.push_back(read(kCoordinates, 3));
        if (op == TexOp::DxDy)
            for (const AddressFields* each : {&kDx, &kDy})
                for (unsigned i = 0; i < count; ++i)
                    lookup.numbers.push_back(unscaled ? read(*each, i) / texture_size[i] : read(*each, i));
        if (word[Common::rgb_mask] != 0 || word[Common::alpha_mask] != 0) texel = texture(lookup);
    }
    const std::int64_t index =
        static_cast<std::int64_t>(word[Tex::temp]) + (word[Tex::temp_relative] ? loop_register() : 0);
    if (index < 0 || index >= 128) return;
    for (unsigned i = 0; i < 4; ++i) {
        const bool is_on = i == 3 ? word[Common::alpha_mask] != 0 : (word[Common::rgb_mask] >> i & 1) != 0;
        if (is_on && passed[i] != 0) temps[static_cast<std::size_t>(index)][i] = texel[word[*kTexel[i]]];
    }
}

// ---- flow control

void R500FragmentMachine::flow(const Word& word) {
    if (word[Fc::else_first]) {
        if (!inactive_)
            inactive_ = 0;
        else if (*inactive_ == 0)
            inactive_.reset();
    }
    const std::uint32_t select = word[Common::rgb_predicate];
    const bool known = select >= 1 && select <= 5;
    const bool predicate =
        (known ? predicates_[select == 1 ? 0 : select - 2] : true) != word[Common::rgb_predicate_inverted];
    const bool boolean = (booleans >> word[Fc::boolean] & 1) != 0;
    const unsigned bit = (alu_result_ ? 4 : 0) + (predicate ? 2 : 0) + (boolean ? 1 : 0);
    bool jumps = inactive_ ? !word[Fc::jump_any] : (word[Fc::table] >> bit & 1) != 0;
    const std::uint32_t integer = integers[word[Fc::integer]];
    const FcOp op = word[Fc::op];
    if (op == FcOp::Loop || op == FcOp::Rep) {
        jumps = jumps || (integer & 255) == 0;
        if (!jumps) {
            iterations_.push_back(integer & 255);
            if (op == FcOp::Loop) registers_.push_back(static_cast<std::int32_t>(integer >> 8 & 255));
        }
    }
    if (op == FcOp::EndLoop || op == FcOp::EndRep) {
        if (iterations_.empty()) {
            jumps = false;
        } else {
            if (op == FcOp::EndLoop && !registers_.empty())
                registers_.back() += static_cast<std::int8_t>(integer >> 16 & 255);
            jumps = --iterations_.back() != 0 && jumps;
        }
    }
    const bool leaves = ((op == FcOp::EndLoop || op == FcOp::EndRep) && !jumps) ||
                        ((op == FcOp::BreakLoop || op == FcOp::BreakRep) && jumps);
    if (leaves && !iterations_.empty()) iterations_.pop_back();
    if (leaves && (op == FcOp::EndLoop || op == FcOp::BreakLoop) && !registers_.empty()) registers_.pop_back();
    const std::uint32_t counter = word[jumps ? Fc::if_jumped : Fc::if_stayed];
    if (inactive_ && counter == 2) ++*inactive_;
    if (inactive_ && counter == 1) {
        if (*inactive_ < word[Fc::pop_count])
            inactive_.reset();
        else
            *inactive_ -= word[Fc::pop_count];
    }
    std::uint32_t target = word[Fc::target] + (word[Fc::global] ? 0 : offset);
    if (jumps && word[Fc::stack] == 1 && !returns_.empty()) target = returns_.back(), returns_.pop_back();
    if (jumps && word[Fc::stack] == 2) returns_.push_back(at_ + 1);
    jumped_ = jumps;
    at_ = jumps ? target : at_ + 1;
}

bool R500FragmentMachine::run(std::span<const Word> code, std::uint32_t first, std::uint32_t last,
                              std::uint32_t steps) {
    at_ = first;
    for (; steps != 0; --steps) {
        if (at_ >= code.size()) return false;
        const Word& word = code[at_];
        const bool is_last = at_ == last;
        jumped_ = false;
        if (word[Common::type] == isa::r500::fs::Type::Fc) {
            flow(word);
        } else {
            const bool runs = !inactive_ || word[Common::write_inactive];
            if (runs) word[Common::type] == isa::r500::fs::Type::Tex ? look_up(word) : compute(word);
            ++at_;
        }
        if (is_last && !jumped_) return true;
    }
    return false;
}

} // namespace relit::test
