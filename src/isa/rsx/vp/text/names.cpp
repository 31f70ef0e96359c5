#include "isa/rsx/vp/text/names.hpp"

#include "isa/rsx/vp/encoding/bindings.hpp"
#include "isa/rsx/vp/text/spelling.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace relit::isa::rsx::vp {
namespace {

using W = Word128;

bool reads_type(const Word128& word, Type type) {
    for (unsigned i = 0; i < 3; ++i)
        if (reads(word, i) && source(word, i).type == type) return true;
    return false;
}

/// "c[4]", "c[A0.x+4]"
std::string register_text(std::string_view file, const Word128& word, std::uint32_t number, bool relative) {
    std::string text(file);
    text += '[';
    if (relative) {
        text += 'A';
        text += std::to_string(word[W::address]);
        text += '.';
        text += kLanes[word[W::address_lane]];
        text += '+';
    }
    text += std::to_string(number);
    text += ']';
    return text;
}

/// Of several parameters of one register the first counts.
void take(std::span<const std::string*> names, std::optional<std::uint32_t> number, const std::string& name) {
    if (number && *number < names.size() && names[*number] == nullptr) names[*number] = &name;
}

} // namespace

OperandNames::OperandNames(const Program& program) : any_(!program.bound.empty() || !program.constant_names.empty()) {
    for (const cg::Bound& one : program.bound) {
        take(inputs_, input_of(one), one.name);
        take(outputs_, output_of(one), one.name);
        take(textures_, cg::texture_unit(one), one.name);
    }
    for (const cg::ConstantName& one : program.constant_names) take(constants_, one.offset / kSlotBytes, one.name);
}

std::vector<codec::NamedOperand> OperandNames::of(const Word128& word) const {
    std::vector<codec::NamedOperand> all;
    if (!any_ || !is_known(word)) return all;
    const auto add = [&](std::string_view file, const Field<std::uint32_t>& field, bool relative, const auto& names) {
        const std::uint32_t number = word[field];
        if (names[number] != nullptr)
            all.push_back({register_text(file, word, number, relative), *names[number], field.name, relative});
    };
    if (writes_output(word)) add("o", W::output, word[W::out_relative], outputs_);
    if (reads_type(word, Type::Input)) add("v", W::input, word[W::in_relative], inputs_);
    if (reads_type(word, Type::Constant)) add("c", W::constant, word[W::constant_relative], constants_);
    if (const std::uint32_t unit = word[W::unit]; word[W::vec] == Vec::Txl && textures_[unit] != nullptr)
        all.push_back({"TEX" + std::to_string(unit), *textures_[unit], W::temp1.name, false});
    return all;
}

} // namespace relit::isa::rsx::vp
