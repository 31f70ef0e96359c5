// What a file of a fragment program is as a whole: text or binary, what translations depend on, what it loads.
#include "isa/rsx/fp/text/file.hpp"

#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/spelling.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::rsx::fp {
bool is_program_text(Bytes file) {
    // 16 random bytes often are characters, but hardly ever of two lines or with a statement's end.
    const auto ends = [](std::uint8_t c) { return c == ';' || c == '\n'; };
    return is_text(file) && std::ranges::any_of(file, ends);
}

Result<Program> load(Bytes file) {
    if (!is_program_text(file)) return load_binary(file);
    const auto assembled = assemble_file(text_of(file));
    if (!assembled) return std::unexpected(assembled.error());
    auto program = of_text(load_console(assembled->bytes));
    if (program) program->from_text = true;
    if (program) program->order = assembled->order;
    return program;
}

} // namespace relit::isa::rsx::fp
