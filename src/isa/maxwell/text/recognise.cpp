// How surely a file is a Maxwell program: a container or a program header says so, bare code must be code from end to end.
#include "isa/maxwell/encoding/cuda.hpp"
#include "isa/maxwell/encoding/elf.hpp"
#include "isa/maxwell/encoding/fatbin.hpp"
#include "isa/maxwell/encoding/program.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/text/mesa_log.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <string_view>

namespace relit::isa::maxwell {
namespace {

/// Whether the branches with a fixed target lead to words of the code.
bool stays_inside(const Program& program, const Instruction& in) {
    if (!in.has(Role::Target)) return true;
    const auto target = target_of(in);
    return !target || program.at(*target) != nullptr || *target == std::int64_t{kWordBytes} * std::ssize(program.words);
}

/// Whether every word is one that compilers write: schedules leave their last bit, instructions what no field has; and the
/// last instruction before the filling ends the program.
bool is_code(const Program& program) {
    for (std::size_t i = 0; i < program.words.size(); i += kGroupBytes / kWordBytes)
        if (program.words[i] >> 63 != 0) return false;
    const Instruction* last = nullptr;
    for (const Instruction& in : program.code) {
        if (!in.known() || (in.word & row(in.form).unread) != 0 || !stays_inside(program, in)) return false;
        if (in.op() != Op::NOP) last = &in;
    }
    return last != nullptr && ends_flow(*last);
}

/// The section table is near the end of most files.
Recognition recognise_host(Bytes file) {
    if (is_host_of_fatbins(file)) return certain("an ELF file with a section of fat binaries");
    return no(file.size() < codec::kLookedAt ? "an ELF file without fat binaries"
                                             : "an ELF file whose section table is not in its first 16 MiB");
}

/// A log is recognised as one even where it is damaged, and where one of its programs is code.
Recognition recognise_log(std::string_view text) {
    const auto programs = programs_of_mesa_log(text);
    const auto is_program = [](const MesaProgram& one) { return recognise(one.bytes).sureness != Sureness::No; };
    return !programs || std::ranges::any_of(*programs, is_program) ? plausible("programs that Mesa printed")
                                                                   : no("words that do not decode as instructions");
}

Recognition recognise_text(std::string_view text, Bytes file) {
    if (is_mesa_log(text)) return recognise_log(text);
    return load(file) ? plausible("text that assembles") : no("text that does not assemble");
}

} // namespace

Recognition recognise(Bytes file) {
    if (file.empty()) return no("the file is empty");
    if (is_cubin(file)) return certain("an ELF file of CUDA's machine");
    if (is_fatbin(file)) return certain("the magic number of a fat binary");
    if (is_elf(file)) return recognise_host(file);
    if (is_text(file)) return recognise_text(text_of(file), file);
    if (binary_kind_of(file) == FileKind::Dksh) return certain("the magic number of a DKSH container");
    const auto program = load_binary(file);
    if (!program || !is_code(*program)) return no("words that do not decode as instructions");
    return program->kind == FileKind::HeadedCode ? certain("a program header before code")
                                                 : plausible("code that ends as programs do");
}

} // namespace relit::isa::maxwell
