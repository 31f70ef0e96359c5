// The GLSL functions that a shader uses: added while it is written, printed in one fixed order.
#pragma once

#include "ir/type.hpp"

#include <array>
#include <compare>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace relit::lang::glsl {

class Functions {
public:
    explicit Functions(std::uint32_t version) : version_(version) {}

    /// Notes that row `name` is used for these operands and result; gives the function's name.
    std::string use(std::string_view name, ir::Type result, std::span<const ir::Type> operands);
    [[nodiscard]] std::string print() const;

private:
    struct Key {
        std::size_t row = 0;
        std::array<ir::Kind, 3> kinds{}; // first and second operand, result
        unsigned lanes = 0;
        auto operator<=>(const Key&) const = default;
    };
    void need(const Key& key);
    [[nodiscard]] std::string text_of(const Key& key) const;
    [[nodiscard]] std::string scalar_text(const Key& key) const;
    [[nodiscard]] std::string dot_text(const Key& key) const;
    [[nodiscard]] std::string name_of(const Key& key) const;
    [[nodiscard]] std::string fill(std::string_view body, const Key& key) const;
    [[nodiscard]] std::string head(const Key& key) const;
    [[nodiscard]] std::string_view precise() const;

    std::uint32_t version_;
    std::set<Key> used_;
};

} // namespace relit::lang::glsl
