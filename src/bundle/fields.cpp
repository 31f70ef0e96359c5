#include "bundle/fields.hpp"

#include "base/json/document.hpp"
#include "base/printable.hpp"
#include "bundle/bundle.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::bundle {
Result<JsonDocument<Json>> parse_json(std::string_view text) {
    constexpr JsonLimits kLimits{.bytes = kMostManifest, .depth = 8};
    return read_json(text, kLimits, kManifest);
}

std::optional<std::string> text_of(const Json& value, std::size_t most, std::string_view kept) {
    if (!value.is_string()) return {};
    auto text = value.get<std::string>();
    if (text.size() > most || printable(text, kept) != text) return {};
    return text;
}

Fields::Fields(const Json& object, std::string path, std::optional<Fault>& fault)
    : object_(object), path_(std::move(path)), fault_(fault) {
    if (!object_.is_object()) report({}, "is no object");
}

std::string Fields::path_of(std::string_view name) const {
    return path_.empty() ? std::string(name) : name.empty() ? path_ : fmt::format("{}.{}", path_, name);
}

void Fields::report(std::string_view name, std::string_view what) {
    if (fault_) return;
    const std::string path = path_of(name);
    fault_ = Fault{.kind = FaultKind::BadInput,
                   .text = fmt::format("{}{}{} {}", kManifest, path.empty() ? "" : ": ", printable(path), what)};
}

bool Fields::has(std::string_view name) const { return object_.is_object() && object_.contains(name); }

const Json* Fields::find(std::string_view name) {
    asked_.push_back(name);
    if (!object_.is_object()) return nullptr;
    const auto found = object_.find(name);
    return found == object_.end() ? nullptr : &*found;
}

std::string Fields::text(std::string_view name, std::size_t most) {
    if (!has(name)) report(name, "is missing");
    return text_or_none(name, most);
}

std::string Fields::text_or_none(std::string_view name, std::size_t most, std::string_view kept) {
    const Json* const value = find(name);
    if (value == nullptr) return {};
    auto text = text_of(*value, most, kept);
    if (!text) report(name, fmt::format("is no text of at most {} bytes without control characters", most));
    return std::move(text).value_or("");
}

std::uint64_t Fields::number(std::string_view name, std::uint64_t most) {
    if (!has(name)) report(name, "is missing");
    return number_or_none(name, most);
}

std::uint64_t Fields::number_or_none(std::string_view name, std::uint64_t most) {
    const Json* const value = find(name);
    if (value == nullptr) return 0;
    if (value->is_number_unsigned() && value->get<std::uint64_t>() <= most) return value->get<std::uint64_t>();
    report(name, fmt::format("is no number from 0 to {}", most));
    return 0;
}

bool Fields::flag_or_none(std::string_view name) {
    const Json* const value = find(name);
    if (value == nullptr) return false;
    if (!value->is_boolean()) report(name, "is neither true nor false");
    return value->is_boolean() && value->get<bool>();
}

const Json* Fields::container(std::string_view name, bool is_array, std::size_t most) {
    const Json* const value = find(name);
    if (value == nullptr) return nullptr;
    if (is_array ? !value->is_array() : !value->is_object()) {
        report(name, is_array ? "is no array" : "is no object");
        return nullptr;
    }
    if (value->size() > most) report(name, fmt::format("has more than {} {}", most, is_array ? "items" : "fields"));
    return value;
}

void Fields::finish() {
    if (fault_ || !object_.is_object()) return;
    for (const auto& [name, value] : object_.items())
        if (std::ranges::find(asked_, std::string_view(name)) == asked_.end())
            return report(name, "is not a field of a bundle");
}

} // namespace relit::bundle
