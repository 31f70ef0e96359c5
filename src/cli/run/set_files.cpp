#include "cli/run/set_files.hpp"

#include "cli/io/messages.hpp"
#include "cli/io/program.hpp"

#include <fmt/format.h>

namespace relit::cli {

SetFiles::SetFiles(const isa::Program& program, std::string file)
    : guest_(program.frontend.name()), file_(std::move(file)), names_(program) {}

void SetFiles::note_once(const std::string& text) {
    if (reported_.insert(text).second) report_note(file_, text);
}

Status SetFiles::unused(std::string_view name, guests::InputKind kind) {
    if (const Status known = guests::check_input_name(guest_, name, kind); !known)
        return fail(known.error().kind, known.error().text + names_.known_names(kind));
    note_once(fmt::format("\"{}\": the program does not use it", name));
    return {};
}

Status SetFiles::unused_register(std::string_view name) { return unused(name, guests::InputKind::Register); }
Status SetFiles::unused_texture(std::string_view name) { return unused(name, guests::InputKind::Texture); }

Result<std::vector<std::uint8_t>> SetFiles::read(const std::string& file) { return read_input(file); }

} // namespace relit::cli
