// Fields of a JSON object from outside: what is missing or of another type is reported with its path, and the reader goes on.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace relit::machine::r500 {

class JsonFields {
public:
    /// `path` is how messages call the object: "submissions[2].ib".
    JsonFields(const nlohmann::json& object, std::string path, std::vector<std::string>& problems);

    /// 0 where there is none; a problem unless `may_miss`.
    std::uint64_t number(std::string_view name, std::uint64_t most, bool may_miss = false);
    std::uint32_t u32(std::string_view name, bool may_miss = false) {
        return static_cast<std::uint32_t>(number(name, 0xffffffff, may_miss));
    }
    std::string text(std::string_view name, bool may_miss = false);
    /// An array or object; null, and a problem, where there is none.
    const nlohmann::json& array(std::string_view name) { return container(name, true); }
    const nlohmann::json& object(std::string_view name) { return container(name, false); }
    [[nodiscard]] JsonFields inside(std::string_view name) { return {object(name), path_of(name), problems_}; }
    [[nodiscard]] std::string path_of(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr && !is_null(name); }
    /// Whether the field is there and null.
    [[nodiscard]] bool is_null(std::string_view name) const;
    void report(std::string_view name, std::string_view what);

private:
    [[nodiscard]] const nlohmann::json* find(std::string_view name) const;
    const nlohmann::json& container(std::string_view name, bool is_array);

    const nlohmann::json& object_;
    std::string path_;
    std::vector<std::string>& problems_;
};

} // namespace relit::machine::r500
