// Fields of a JSON object from outside. The first that is missing, of another type, too large or unknown ends the reading.
#pragma once

#include "base/json/reader.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::bundle {

using Json = nlohmann::json;

/// A manifest within the limits of one, without two fields of one name in an object.
[[nodiscard]] Result<JsonDocument<Json>> parse_json(std::string_view text);

class Fields {
public:
    /// `path` is how messages call the object: "programs[1]"; "" the whole document.
    Fields(const Json& object, std::string path, std::optional<Fault>& fault);

    // Nothing where there is none; each then is a fault unless it may miss.
    [[nodiscard]] std::string text(std::string_view name, std::size_t most);
    /// `kept`: control characters that it may have.
    [[nodiscard]] std::string text_or_none(std::string_view name, std::size_t most, std::string_view kept = {});
    [[nodiscard]] std::uint64_t number(std::string_view name, std::uint64_t most);
    [[nodiscard]] std::uint64_t number_or_none(std::string_view name, std::uint64_t most);
    [[nodiscard]] bool flag_or_none(std::string_view name);
    /// An object or array of at most so many; null where there is none.
    [[nodiscard]] const Json* object_or_none(std::string_view name, std::size_t most) {
        return container(name, false, most);
    }
    [[nodiscard]] const Json* array_or_none(std::string_view name, std::size_t most) {
        return container(name, true, most);
    }
    [[nodiscard]] bool has(std::string_view name) const;
    [[nodiscard]] std::string path_of(std::string_view name) const;
    /// A fault where the object has a field that was not asked for.
    void finish();
    void report(std::string_view name, std::string_view what);

private:
    [[nodiscard]] const Json* find(std::string_view name);
    [[nodiscard]] const Json* container(std::string_view name, bool is_array, std::size_t most);

    const Json& object_;
    std::string path_;
    std::optional<Fault>& fault_;
    std::vector<std::string_view> asked_;
};

/// A value that is a text of at most so many bytes, without control characters but those that are kept, and none that change
/// the direction of text; nothing otherwise.
[[nodiscard]] std::optional<std::string> text_of(const Json& value, std::size_t most, std::string_view kept = {});

} // namespace relit::bundle
