// Sets of inputs whose keys are names of the program's file, as sets whose keys are the guest's.
#pragma once

#include "base/result.hpp"
#include "guests/inputs.hpp"
#include "ir/module.hpp"
#include "isa/frontend.hpp"
#include "isa/named_input.hpp"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace relit::cli {

/// The key of a compute program's set for the number of workgroups.
inline constexpr std::string_view kGroupsKey = "groups";

class SetNames {
public:
    using Note = std::function<void(const std::string& text)>;

    /// The names that the program's file has.
    explicit SetNames(const isa::Program& program);

    /// Returns `set`, or `into` with what it becomes: a key that is a name of the file becomes those of the inputs that have
    /// the name; a list for a matrix or an array becomes an entry for each row. A key that the guest has stays what it is.
    /// Fails where an input is given twice, and where a value has not the shape of what the name stands for. `note`: takes
    /// notes for the user, each as often as it applies.
    [[nodiscard]] Result<const nlohmann::ordered_json*> with_guest_names(const ir::Module& module,
                                                                         const nlohmann::ordered_json& set,
                                                                         nlohmann::ordered_json& into,
                                                                         const Note& note) const;
    [[nodiscard]] bool is_empty() const { return names_.empty(); }
    /// The name that the file has for an input ("c4", "t0"), or for a byte of a buffer: "lightPos", "param1+0x4"; empty: it has none.
    [[nodiscard]] std::string name_of(std::string_view input, std::uint64_t byte) const;
    /// "; the file names mvp[0], position"; empty where it names nothing of the kind.
    [[nodiscard]] std::string known_names(guests::InputKind kind) const;

private:
    std::string_view guest_;
    std::vector<isa::NamedInput> names_;
};

} // namespace relit::cli
