#include "isa/r500/vs/text/file.hpp"

#include "isa/r500/vs/vs.hpp"
#include "isa/text.hpp"

namespace relit::isa::r500::vs {

FileKind kind_of(Bytes file) {
    if (is_vertex_stream(file)) return FileKind::Stream;
    return is_text(file) ? FileKind::Text : FileKind::Words;
}

Result<Program> load(Bytes file) {
    if (kind_of(file) != FileKind::Text) return load_binary(file);
    const auto bytes = assemble(text_of(file), {});
    if (!bytes) return std::unexpected(bytes.error());
    auto program = of_text(load_binary(*bytes));
    if (program) program->kind = FileKind::Text;
    return program;
}

} // namespace relit::isa::r500::vs
