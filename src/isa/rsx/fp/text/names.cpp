#include "isa/rsx/fp/text/names.hpp"

#include "isa/rsx/fp/encoding/bindings.hpp"

#include <optional>
#include <span>

namespace relit::isa::rsx::fp {
namespace {

using W = Word128;

bool reads_attribute(const Word128& word) {
    for (unsigned i = 0; i < 3; ++i)
        if (reads(word, i) && source(word, i).type == Type::Input) return true;
    return false;
}

/// Of several parameters of one attribute or unit the first counts.
void take(std::span<const std::string*> names, std::optional<std::uint32_t> number, const std::string& name) {
    if (number && *number < names.size() && names[*number] == nullptr) names[*number] = &name;
}

} // namespace

OperandNames::OperandNames(const Program& program) : any_(program.container.has_value()) {
    for (const cg::Bound& one : program.bound) {
        take(inputs_, input_of(one), one.name);
        take(textures_, cg::texture_unit(one), one.name);
    }
    if (program.container) // of several names of one constant the last counts, as in Program::constant_names
        for (const cg::PlacedName& one : program.container->placed) constants_[one.offset] = &one.name;
}

std::vector<codec::NamedOperand> OperandNames::of(const Instruction& one) const {
    std::vector<codec::NamedOperand> all;
    const Word128& word = one.word;
    if (!any_ || !is_known(word)) return all;
    const auto add = [&](std::string operand, const std::string* name, std::string_view field) {
        if (name != nullptr && !name->empty()) all.push_back({std::move(operand), *name, field, false});
    };
    if (reads_attribute(word) && !word[W::indexed])
        add((word[W::flat] ? "g[" : "f[") + std::string(kInputRows[word[W::input]].name) + "]", inputs_[word[W::input]],
            W::input.name);
    if (info(word[W::op]).op_class == OpClass::Texture)
        add("TEX" + std::to_string(word[W::unit]), textures_[word[W::unit]], W::unit.name);
    const auto constant = one.constant ? constants_.find(one.constant->offset) : constants_.end();
    if (constant != constants_.end()) add("{}", constant->second, "constant");
    return all;
}

} // namespace relit::isa::rsx::fp
