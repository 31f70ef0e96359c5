// What `info` prints of a fragment program: length, registers, constants, textures, targets, flow.
#include "isa/shared/properties.hpp"
#include "isa/r500/fs/encoding/notes.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/fs/text/file.hpp"
#include "isa/r500/fs/text/usage.hpp"

#include <algorithm>

namespace relit::isa::r500::fs {
namespace {

void add_alu(Usage& usage, const Word192& word) {
    ++usage.alu;
    for (const UnitFields* unit : kUnitFields) {
        const bool alpha = unit->kind == UnitKind::Alpha;
        for (unsigned i = 0; i < unit->sources.size(); ++i) {
            if (!reads_source(word, alpha, i)) continue;
            const SourceFields& source = unit->sources[i];
            const std::uint32_t address = word[*source.address];
            usage.relative = usage.relative || word[*source.relative];
            if (word[*source.constant]) usage.constants[address] = true;
            if (!word[*source.constant] && address < kTemps) usage.temps[address] = true;
        }
        usage.relative = usage.relative || (word[*unit->mask] != 0 && word[*unit->temp_relative]);
        if (word[*unit->mask] != 0) usage.temps[word[*unit->temp]] = true;
        if (word[Common::type] == Type::Out && word[*unit->out_mask] != 0) usage.targets[word[*unit->target]] = true;
        const std::string_view name = op_of(word, *unit).mnemonic;
        usage.derivatives = usage.derivatives || name == "MDH" || name == "MDV";
    }
    usage.depth = usage.depth || word[Alu::writes_depth];
}

void add_tex(Usage& usage, const Word192& word) {
    ++usage.tex;
    const TexOp op = word[Tex::op];
    if (op == TexOp::Nop) return;
    usage.temps[word[Tex::source]] = true;
    usage.relative = usage.relative || word[Tex::source_relative] || word[Tex::temp_relative];
    if (op == TexOp::TexKill) {
        usage.kills = true;
        return;
    }
    usage.units[word[Tex::unit]] = true;
    if (word[Common::rgb_mask] != 0 || word[Common::alpha_mask] != 0) usage.temps[word[Tex::temp]] = true;
    if (op == TexOp::DxDy) usage.temps[word[Tex::dx]] = usage.temps[word[Tex::dy]] = true;
}

void add(Usage& usage, const Word192& word) {
    if (!is_known(word)) {
        ++usage.unknown;
        return;
    }
    switch (word[Common::type]) {
        case Type::Tex: add_tex(usage, word); break;
        case Type::Fc:
            ++usage.flow;
            (word[Fc::op] == FcOp::Loop || word[Fc::op] == FcOp::Rep ? usage.loops : usage.jumps) = true;
            break;
        default: add_alu(usage, word); break;
    }
}

} // namespace

Usage usage_of(const Program& program) {
    Usage usage;
    for (const Instruction& one : program.code) add(usage, one.word);
    return usage;
}

Result<std::vector<Property>> properties(Bytes file) {
    const auto program = load(file);
    if (!program) return std::unexpected(program.error());
    const Usage usage = usage_of(*program);
    const auto temps = static_cast<std::uint64_t>(usage.temps.rend() -
                                                  std::ranges::find(usage.temps.rbegin(), usage.temps.rend(), true));
    const CodeRange range = program->code_range();
    std::vector<Property> properties;
    properties.push_back({"kind", is_program_text(file)               ? "text"
                                  : program->kind == FileKind::Stream ? "register writes"
                                                                      : "instructions"});
    properties.push_back({"instructions", program->code.size()});
    properties.push_back({"first instruction", std::uint64_t{range.start}});
    properties.push_back({"last instruction", std::uint64_t{range.end}});
    properties.push_back({"ALU instructions", usage.alu});
    properties.push_back({"texture instructions", usage.tex});
    properties.push_back({"flow-control instructions", usage.flow});
    properties.push_back(registers_used("temporaries", usage.temps, "temp"));
    properties.push_back({"temporary count", temps});
    properties.push_back(registers_used("constants", usage.constants, "const"));
    properties.push_back(registers_used("texture units", usage.units, "tex"));
    properties.push_back(registers_used("targets", usage.targets, "out"));
    properties.push_back({"writes depth", usage.depth});
    properties.push_back({"kills fragments", usage.kills});
    properties.push_back({"relative addresses", usage.relative});
    properties.push_back({"loops", usage.loops});
    properties.push_back({"constants loaded", std::uint64_t{program->state.fragment_constants.size() / 4}});
    if (usage.unknown != 0) properties.push_back({"unknown instructions", usage.unknown});
    for (const std::string& warning : program->warnings) properties.push_back(warning_property(warning));
    for (const Instruction& one : program->code)
        if (std::string text = caveats_of(one.word); !text.empty())
            properties.push_back(warning_property("instruction " + std::to_string(one.number) + ": " + text));
    return properties;
}

} // namespace relit::isa::r500::fs
