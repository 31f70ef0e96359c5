#include "cli/run/set_files.hpp"

#include "cli/io/messages.hpp"
#include "cli/io/program.hpp"

#include <fmt/format.h>

namespace relit::cli {

Status SetFiles::unused(std::string_view name, guests::InputKind kind) {
    const std::string_view what = kind == guests::InputKind::Texture ? "a texture" : "an input";
    if (!guests::is_input(guest_, name, kind)) {
        const std::string known = guests::input_names(guest_, kind);
        return fail(fmt::format("\"{}\" is not {} of {} programs{}{}", name, what, guest_,
                                known.empty() ? "" : "; they have ", known));
    }
    if (reported_.emplace(name).second) report_note(file_, fmt::format("\"{}\": the program does not use it", name));
    return {};
}

Status SetFiles::unused_register(std::string_view name) { return unused(name, guests::InputKind::Register); }
Status SetFiles::unused_texture(std::string_view name) { return unused(name, guests::InputKind::Texture); }

Result<std::vector<std::uint8_t>> SetFiles::read(const std::string& file) { return read_input(file); }

} // namespace relit::cli
