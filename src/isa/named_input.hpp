// The names that a file gives to the constants, attributes and textures of its program, beside those of the guest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace relit::isa {

/// A name of a file, and the names that `relit run` knows its input under. Elements of arrays and rows of matrices have
/// entries of their own: "modelViewProj[0]".
struct NamedInput {
    std::string name;
    /// "c4"; several where the program has the value in several places, or reads it as numbers of one kind or another; none
    /// where it does not have it.
    std::vector<std::string> inputs;
    bool is_texture = false;
    /// Of a part of a constant buffer, which is the only input: the first byte, and how many there are. 0 bytes: the input as
    /// a whole.
    std::uint32_t offset = 0, size = 0;
};

/// Adds a place of a name; a name that is there already gets one more.
inline void add_input(std::vector<NamedInput>& names, std::string_view name, std::vector<std::string> inputs,
                      bool is_texture = false) {
    const auto found = std::ranges::find_if(
        names, [&](const NamedInput& one) { return one.name == name && one.is_texture == is_texture; });
    if (found == names.end()) return names.push_back({std::string(name), std::move(inputs), is_texture, 0, 0});
    found->inputs.insert(found->inputs.end(), inputs.begin(), inputs.end());
}

/// The file's name for an input, "c4" or "t0"; empty where it has none. Of several the first counts.
[[nodiscard]] inline std::string_view name_of_input(std::span<const NamedInput> names, std::string_view input) {
    const auto found = std::ranges::find_if(names, [&](const NamedInput& one) {
        return one.size == 0 && std::ranges::find(one.inputs, input) != one.inputs.end();
    });
    return found == names.end() ? std::string_view() : std::string_view(found->name);
}
/// The entry for a byte of a constant buffer, "c0"; nullptr where the file has no name for it.
[[nodiscard]] inline const NamedInput* name_of_byte(std::span<const NamedInput> names, std::string_view buffer,
                                                    std::uint64_t offset) {
    const auto found = std::ranges::find_if(names, [&](const NamedInput& one) {
        return one.size != 0 && one.inputs.front() == buffer && offset - one.offset < one.size;
    });
    return found == names.end() ? nullptr : &*found;
}

} // namespace relit::isa
