#include "cli/run/set_names.hpp"

#include "base/text.hpp"
#include "verify/registers.hpp"
#include "verify/textures.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using Json = nlohmann::ordered_json;
using guests::InputKind;
using isa::NamedInput;

constexpr std::size_t kMostNamesListed = 64;

bool is_of_kind(const NamedInput& one, InputKind kind) { return one.is_texture == (kind == InputKind::Texture); }

/// Returns the index of the element of `array` that the name is or lies in: 2 of "bones[2][0]" for "bones".
std::optional<std::size_t> element_of(std::string_view name, std::string_view array) {
    if (!name.starts_with(array) || name.size() <= array.size() || name[array.size()] != '[') return {};
    name.remove_prefix(array.size() + 1);
    const auto number = parse_integer(name.substr(0, name.find(']')));
    return number && *number >= 0 ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
}

/// Writes one set.
class SetWriter {
public:
    SetWriter(std::string_view guest, std::span<const NamedInput> names, const ir::Module& module,
              const SetNames::Note& note, Json& into)
        : guest_(guest), names_(names), module_(module), note_(note), into_(into) {}

    Status run(const Json& set) {
        for (const auto& [key, value] : set.items()) {
            const bool is_textures = key == verify::kTexturesKey;
            const Status done = is_textures && value.is_object()   ? textures(value)
                                : is_textures || key == kGroupsKey ? put(key, key, value)
                                                                   : take(key, value, InputKind::Register);
            if (!done) return done;
        }
        return {};
    }

private:
    Status textures(const Json& given) {
        Json all = Json::object();
        SetWriter writer(guest_, names_, module_, note_, all);
        for (const auto& [key, value] : given.items())
            if (const Status done = writer.take(key, value, InputKind::Texture); !done)
                return fail(fmt::format("\"{}\": {}", verify::kTexturesKey, done.error().text));
        return put(std::string(verify::kTexturesKey), std::string(verify::kTexturesKey), std::move(all));
    }
    Status take(const std::string& key, const Json& value, InputKind kind) {
        const NamedInput* const named = find(key, kind);
        const bool is_guests = guests::is_input(guest_, key, kind);
        if (is_guests && named != nullptr && !is_name_of(*named, key))
            note_(fmt::format("\"{0}\" is the {1} of {2} programs, not what the file names {0}", key,
                              kind == InputKind::Texture ? "texture" : "register", guest_));
        if (is_guests || (named == nullptr && !is_array(key, kind))) return put(key, key, value);
        if (kind == InputKind::Texture) return texture(*named, value);
        if (module_.stage == ir::Stage::Compute) return bytes(key, value);
        return named != nullptr ? lanes(*named, value) : elements(key, value);
    }
    static bool is_name_of(const NamedInput& named, std::string_view input) {
        return std::ranges::find(named.inputs, input) != named.inputs.end();
    }
    [[nodiscard]] const NamedInput* find(std::string_view name, InputKind kind) const {
        const auto found = std::ranges::find_if(
            names_, [&](const NamedInput& one) { return is_of_kind(one, kind) && one.name == name; });
        return found == names_.end() ? nullptr : &*found;
    }
    [[nodiscard]] bool is_array(std::string_view name, InputKind kind) const {
        return kind == InputKind::Register && std::ranges::any_of(names_, [&](const NamedInput& one) {
                   return is_of_kind(one, kind) && element_of(one.name, name);
               });
    }

    Status put(const std::string& key, const std::string& input, Json value) {
        if (into_.contains(input))
            return fail(key == input ? fmt::format("\"{}\" is given twice, once by its name in the file", key)
                                     : fmt::format("\"{}\": {} is given already", key, input));
        into_[input] = std::move(value);
        return {};
    }
    Status texture(const NamedInput& named, const Json& value) {
        for (const std::string& input : named.inputs)
            if (const Status done = put(named.name, input, value); !done) return done;
        return {};
    }
    void note_unused(std::string_view name) { note_(fmt::format("\"{}\": the program does not use it", name)); }

    /// A constant or an attribute, wherever it is.
    Status lanes(const NamedInput& named, const Json& value) {
        const bool is_list = value.is_array() && value.size() <= 4 &&
                             std::ranges::none_of(value, [](const Json& lane) { return lane.is_structured(); });
        if (!is_list && !value.is_primitive())
            return fail(fmt::format("\"{}\": a number or a list of up to 4 lanes is expected", named.name));
        bool any = false, is_elsewhere = false;
        for (const std::string& input : named.inputs) {
            const auto position = verify::position_of(module_, input, verify::Registers::Given);
            const bool is_read = position && verify::is_read(module_, *position);
            is_elsewhere |= position && !is_read;
            any |= is_read;
            if (!is_read) continue;
            const Status done = put(named.name, input, is_list ? value : Json::array({value}));
            if (!done) return done;
        }
        if (!any && is_elsewhere)
            return fail(FaultKind::NotSupported,
                        fmt::format("\"{}\": this context has the program read it from a buffer", named.name));
        if (!any) note_unused(named.name);
        return {};
    }
    [[nodiscard]] bool has_buffer(std::string_view name) const {
        return std::ranges::any_of(
            module_.resources, [&](const ir::Resource& each) { return verify::is_buffer(each) && each.name == name; });
    }
    /// Of a compute program: a whole buffer, or a part of a constant buffer.
    Status bytes(const std::string& name, const Json& value) {
        const NamedInput* part = nullptr;
        for (const NamedInput& one : names_) {
            if (one.name != name || one.is_texture) continue;
            if (one.size == 0 && has_buffer(one.inputs.front())) return put(name, one.inputs.front(), value);
            if (one.size != 0) part = &one;
        }
        if (part == nullptr || !has_buffer(part->inputs.front())) return note_unused(name), Status();
        auto placed = in_part(*part, value);
        if (!placed) return fail(fmt::format("\"{}\": {}", name, placed.error().text));
        const std::string& buffer = part->inputs.front();
        if (parts_of_.insert(buffer).second)
            if (const Status done = put(name, buffer, Json::array()); !done) return done;
        into_[buffer].push_back(std::move(*placed));
        return {};
    }
    /// Returns the words of a part with their offset in the buffer.
    static Result<Json> in_part(const NamedInput& part, const Json& value) {
        Json placed = value.is_object() ? value : Json{{"floats", value.is_array() ? value : Json::array({value})}};
        if (placed.contains("bytes")) return fail("\"bytes\" is the size of a buffer, which this is a part of");
        std::uint64_t size = 0;
        for (const auto& [key, words] : placed.items())
            size += key == "hex" && words.is_string() ? words.get_ref<const std::string&>().size() / 2
                    : words.is_array()                ? 4 * words.size()
                                                      : 0;
        const auto at = placed.contains("at") ? placed["at"] : Json(0U);
        if (!at.is_number_unsigned()) return fail("\"at\": an offset in bytes is expected");
        const auto from = at.get<std::uint64_t>();
        if (from > part.size || size > part.size - from) return fail(fmt::format("more than its {} bytes", part.size));
        placed["at"] = from + part.offset;
        return placed;
    }
    /// The rows of a matrix, the elements of an array.
    Status elements(const std::string& name, const Json& value) {
        if (!value.is_array() || std::ranges::any_of(value, [](const Json& each) { return !each.is_array(); }))
            return fail(fmt::format("\"{}\": a list with a list for each row is expected", name));
        std::size_t count = 0;
        for (const NamedInput& one : names_)
            if (const auto index = element_of(one.name, name)) count = std::max(count, *index + 1);
        if (value.size() > count) return fail(fmt::format("\"{}\": more than {} rows", name, count));
        for (std::size_t i = 0; i < value.size(); ++i) {
            const std::string each = fmt::format("{}[{}]", name, i);
            const NamedInput* const named = find(each, InputKind::Register);
            const bool is_known = named != nullptr || is_array(each, InputKind::Register);
            if (!is_known) note_unused(each);
            const Status done = !is_known          ? Status()
                                : named != nullptr ? lanes(*named, value[i])
                                                   : elements(each, value[i]);
            if (!done) return done;
        }
        return {};
    }

    std::string_view guest_;
    std::span<const NamedInput> names_;
    const ir::Module& module_;
    const SetNames::Note& note_;
    Json& into_;
    std::set<std::string> parts_of_; // buffers of which names set parts
};

} // namespace

SetNames::SetNames(const isa::Program& program) : guest_(program.frontend.name()) {
    if (program.frontend.named_inputs != nullptr) names_ = program.frontend.named_inputs(program);
}

Result<const Json*> SetNames::with_guest_names(const ir::Module& module, const Json& set, Json& into,
                                               const Note& note) const {
    if (names_.empty() || !set.is_object()) return &set;
    into = Json::object();
    if (const Status done = SetWriter(guest_, names_, module, note, into).run(set); !done)
        return std::unexpected(done.error());
    return &into;
}

std::string SetNames::name_of(std::string_view input, std::uint64_t byte) const {
    const NamedInput* const part = isa::name_of_byte(names_, input, byte);
    if (part == nullptr) return std::string(isa::name_of_input(names_, input));
    return byte == part->offset ? part->name : fmt::format("{}+{:#x}", part->name, byte - part->offset);
}

std::string SetNames::known_names(InputKind kind) const {
    std::string text;
    std::size_t count = 0;
    std::set<std::string_view> listed;
    for (const NamedInput& one : names_)
        if (is_of_kind(one, kind) && listed.insert(one.name).second && ++count <= kMostNamesListed)
            text += (text.empty() ? "; the file names " : ", ") + one.name;
    return count <= kMostNamesListed ? text : fmt::format("{} and {} more", text, count - kMostNamesListed);
}

} // namespace relit::cli
