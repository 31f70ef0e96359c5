#include "isa/r500/fs/text/file.hpp"

#include "isa/r500/fs/fs.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::r500::fs {

bool is_program_text(Bytes file) {
    // Random bytes often are characters, but hardly ever of two lines or with a statement's end.
    return is_text(file) && std::ranges::any_of(file, [](std::uint8_t c) { return c == ';' || c == '\n'; });
}

Result<Bytes> binary_of(Bytes file, std::vector<std::uint8_t>& made) {
    if (!is_program_text(file)) return file;
    auto assembled = assemble(text_of(file), {});
    if (!assembled) return std::unexpected(std::move(assembled.error()));
    made = std::move(*assembled);
    return Bytes(made);
}

Result<Program> load(Bytes file) {
    std::vector<std::uint8_t> made;
    const auto binary = binary_of(file, made);
    if (!binary) return std::unexpected(binary.error());
    auto program = load_binary(*binary);
    return made.empty() ? std::move(program) : of_text(std::move(program));
}

} // namespace relit::isa::r500::fs
