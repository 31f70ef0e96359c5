#include "machine/r500/capture/json_fields.hpp"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace relit::machine::r500 {

JsonFields::JsonFields(const nlohmann::json& object, std::string path, std::vector<std::string>& problems)
    : object_(object), path_(std::move(path)), problems_(problems) {
    if (!object_.is_object()) report({}, "is no object");
}

const nlohmann::json* JsonFields::find(std::string_view name) const {
    if (!object_.is_object()) return nullptr;
    const auto found = object_.find(name);
    return found == object_.end() ? nullptr : &*found;
}

std::string JsonFields::path_of(std::string_view name) const {
    return path_.empty() ? std::string(name) : name.empty() ? path_ : fmt::format("{}.{}", path_, name);
}

bool JsonFields::is_null(std::string_view name) const {
    const nlohmann::json* const value = find(name);
    return value != nullptr && value->is_null();
}

void JsonFields::report(std::string_view name, std::string_view what) {
    constexpr std::size_t kMost = 1000; // a manifest of nothing but mistakes need not be repeated whole
    if (problems_.size() < kMost) problems_.push_back(fmt::format("manifest.json: {} {}", path_of(name), what));
}

std::uint64_t JsonFields::number(std::string_view name, std::uint64_t most, bool may_miss) {
    const nlohmann::json* const value = find(name);
    if (value == nullptr && may_miss) return 0;
    if (value == nullptr || !value->is_number_unsigned() || value->get<std::uint64_t>() > most) {
        report(name, value == nullptr ? "is missing" : fmt::format("is no number from 0 to {}", most));
        return 0;
    }
    return value->get<std::uint64_t>();
}

std::string JsonFields::text(std::string_view name, bool may_miss) {
    const nlohmann::json* const value = find(name);
    if (value != nullptr && value->is_string()) return value->get<std::string>();
    if (value != nullptr || !may_miss) report(name, value == nullptr ? "is missing" : "is no text");
    return {};
}

const nlohmann::json& JsonFields::container(std::string_view name, bool is_array) {
    static const nlohmann::json kNone;
    const nlohmann::json* const value = find(name);
    if (value != nullptr && (is_array ? value->is_array() : value->is_object())) return *value;
    report(name, value == nullptr ? "is missing" : is_array ? "is no array" : "is no object");
    return kNone;
}

} // namespace relit::machine::r500
