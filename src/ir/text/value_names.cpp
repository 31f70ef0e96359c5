#include "ir/text/value_names.hpp"

#include "base/text.hpp"
#include "ir/names.hpp"

#include <algorithm>
#include <bit>

namespace relit::ir {
namespace {

constexpr std::uint32_t kAllLanes = 15;

/// The lane of its register that a scalar is in; no letter where registers have one lane, or where the value has several.
std::string letter_of(const RegisterFile& file, Type type, std::uint32_t lane) {
    return type.lanes == 1 && file.lanes > 1 ? std::string(1, kLaneNames[lane % file.lanes]) : std::string();
}

} // namespace

ValueNames::ValueNames(const Module& module, std::span<const std::string> files)
    : module_(module), files_(files), names_(module.insts.size()) {}

/// The register that a value was in, or is loaded from; mask 0: none that text can name.
Access ValueNames::register_of(Id id) const {
    const auto can_name = [&](Access access) {
        const std::uint32_t file = access[Access::file];
        return access[Access::mask] != 0 && file < files_.size() && is_plain_name(files_[file]);
    };
    if (const Access known = module_.register_of(id).access; can_name(known)) return known;
    const OpInfo& row = info(module_[id].op);
    if (!row.is_fixed_access() || !row.is_load()) return {};
    const Access loaded = module_[id].access().set(Access::mask, kAllLanes);
    return can_name(loaded) ? loaded : Access{};
}

ValueNames::Stem ValueNames::stem_of(Id id) {
    const Access access = register_of(id);
    const std::uint32_t index = access[Access::file], mask = access[Access::mask];
    if (mask == 0) return 0;
    const RegisterFile& file = module_.files[index];
    const std::uint32_t lane = access[Access::lane] + static_cast<std::uint32_t>(std::countr_zero(mask));
    if (lane >= file.lane_count()) return 0;
    const bool is_scalar = module_[id].type.lanes == 1;
    const auto [known, is_new] = stem_by_lane_.try_emplace(index << 24 | lane << 1 | (is_scalar ? 1U : 0U), Stem{0});
    if (!is_new) return known->second;
    const std::string number = file.count == 1 ? "" : std::to_string(lane / file.lanes);
    const std::string text = files_[index] + number + letter_of(file, module_[id].type, lane);
    const auto [stem, is_first] = stem_by_text_.try_emplace(text, static_cast<Stem>(stems_.size()));
    if (is_first) {
        stems_.push_back(text);
        used_.push_back(0);
    }
    return known->second = stem->second;
}

void ValueNames::name(Id id) {
    if (id >= names_.size() || names_[id].number != 0 || module_[id].type == kVoid) return;
    const Stem stem = stem_of(id);
    names_[id] = {stem, ++used_[stem]};
}

void ValueNames::name_by_id() {
    for (Id id = 0; id < names_.size(); ++id) names_[id] = {0, id};
}

void ValueNames::append(std::string& text, Id id) const {
    if (id == kNone || id >= names_.size() || names_[id].number == 0) { // a value outside of every block; not legal
        add_number(text += "%!", id);
        return;
    }
    const auto [stem, number] = names_[id];
    text += '%';
    if (stem != 0) text.append(stems_[stem]) += '_';
    add_number(text, number);
}

std::optional<Access> register_named(std::string_view stem, const Module& module) {
    const std::size_t most = std::min(module.files.size(), std::size_t{1} << Access::file.width());
    for (std::uint32_t index = 0; index < most; ++index) {
        const RegisterFile& file = module.files[index];
        if (!is_plain_name(file.name) || !stem.starts_with(std::string_view(file.name))) continue;
        std::string_view rest = stem.substr(file.name.size());
        std::uint32_t lane = 0, mask = kAllLanes;
        const bool has_letter = file.lanes > 1 && !rest.empty() && kLaneNames.contains(rest.back());
        if (has_letter) {
            lane = static_cast<std::uint32_t>(kLaneNames.find(rest.back()));
            mask = 1;
            rest.remove_suffix(1);
        }
        const bool is_decimal = !rest.empty() && rest.find_first_not_of("0123456789") == rest.npos;
        const auto number = is_decimal && (rest[0] != '0' || rest.size() == 1) ? parse_integer(rest) : std::nullopt;
        if (file.count == 1 ? !rest.empty() : !number || *number >= file.count) continue;
        if (lane >= file.lanes) continue;
        lane += static_cast<std::uint32_t>(number.value_or(0)) * file.lanes;
        return Access{}.set(Access::file, index).set(Access::lane, lane).set(Access::mask, mask);
    }
    return {};
}

} // namespace relit::ir
