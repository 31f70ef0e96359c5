// Gives values their names in the text form: %12, or after the register that a value was in, %r4_1.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::ir {

/// Names are given in the order of name(); equal modules, equally walked, have equal names.
class ValueNames {
public:
    /// `files`: what the text calls the register files. Both outlive this.
    ValueNames(const Module& module, std::span<const std::string> files);
    /// Names the value of an instruction; where it has none, or has a name already, nothing happens.
    void name(Id id);
    /// Numbers all values by their ids instead.
    void name_by_id();
    /// Appends "%r4_1"; "%!7" for one that has no name.
    void append(std::string& text, Id id) const;

private:
    using Stem = std::uint32_t; // index in stems_; 0: a number alone
    struct Name {
        Stem stem = 0;
        std::uint32_t number = 0; // 0: no name
    };
    [[nodiscard]] Access register_of(Id id) const;
    [[nodiscard]] Stem stem_of(Id id);

    const Module& module_;
    std::span<const std::string> files_;
    std::vector<Name> names_; // by Id
    std::vector<std::string> stems_{{}};
    std::vector<std::uint32_t> used_{0};         // by Stem: the highest number
    std::map<std::uint32_t, Stem> stem_by_lane_; // by file and lane, see stem_of
    std::map<std::string, Stem, std::less<>> stem_by_text_;
};

/// The register that a stem names, "r4" or "r4y": the reverse of what append() writes before the "_1". The mask says which
/// lanes, by themselves, of a value from the first of them on; all for a stem without a letter.
[[nodiscard]] std::optional<Access> register_named(std::string_view stem, const Module& module);

} // namespace relit::ir
