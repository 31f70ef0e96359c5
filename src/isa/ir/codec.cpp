// IR text as a row of the table of codecs.
#include "base/lines.hpp"
#include "base/text.hpp"
#include "codec/whole_file.hpp"
#include "ir/document.hpp"
#include "ir/names.hpp"
#include "ir/text/print.hpp"
#include "isa/ir/ir.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::isa::ir_text {
namespace {

constexpr codec::WholeFile kFunctions{list, explain, properties, assemble};

/// What an instruction does, by its row, and the types that it does it with.
std::string summary_of(const ir::Module& module, const ir::Inst& inst) {
    std::string text = ir::description_of(ir::info(inst.op));
    for (std::size_t i = 0; i < inst.operands.size(); ++i)
        text += fmt::format("{}{}", i == 0 ? "; operands " : ", ", type_name(module[inst.operands[i]].type));
    if (inst.type != ir::kVoid) text += fmt::format("; result {}", type_name(inst.type));
    if (inst.origin != 0) text += fmt::format("; from {}", std::string_view(module.origins[inst.origin - 1]));
    return text;
}

/// Lists the register files of a role, with the numbers of their registers: "v[16]".
std::vector<std::string> files_of(const ir::Module& module, ir::Role role) {
    std::vector<std::string> names;
    for (const ir::RegisterFile& file : module.files)
        if (file.role == role) names.push_back(fmt::format("{}[{}]", std::string_view(file.name), file.count));
    return names;
}

} // namespace

Result<codec::Listing> list(Bytes file, const codec::TextOptions& /*options*/) {
    const auto module = load(file);
    if (!module) return std::unexpected(module.error());
    ir::Lines lines;
    const std::string text = ir::print(*module, &lines);
    codec::Listing listing{"ir", {}, 0, {}};
    std::vector<bool> is_inst;
    for (const std::uint32_t line : lines.insts) {
        if (line >= is_inst.size()) is_inst.resize(line + std::size_t{1});
        is_inst[line] = line != 0;
    }
    std::uint64_t offset = 0;
    for (const std::string_view line : TextLines(text)) {
        codec::Line& made = listing.lines.emplace_back();
        made.offset = offset;
        made.text = line;
        made.instruction = listing.lines.size() < is_inst.size() && is_inst[listing.lines.size()];
        offset += line.size() + 1;
    }
    return listing;
}

Result<std::vector<codec::Explanation>> explain(Bytes file, const codec::TextOptions& /*options*/) {
    const auto module = load(file);
    if (!module) return std::unexpected(module.error());
    ir::Lines lines;
    (void)ir::print(*module, &lines);
    std::vector<codec::Explanation> all;
    for (ir::Id id = 1; id < lines.insts.size(); ++id) {
        if (lines.insts[id] == 0 || (*module)[id].op == ir::Op::BlockParam) continue;
        all.push_back({lines.insts[id] - 1, summary_of(*module, (*module)[id]), {}});
    }
    std::ranges::sort(all, {}, &codec::Explanation::line);
    return all;
}

Result<std::vector<Property>> properties(Bytes file) {
    const auto module = load(file);
    if (!module) return std::unexpected(module.error());
    std::uint64_t blocks = 0, insts = 0, trees = 0;
    for (const ir::Function& function : module->functions) {
        blocks += function.blocks.size();
        for (const ir::Block& block : function.blocks) insts += block.insts.size();
        trees += function.tree.root.empty() ? 0 : 1;
    }
    std::vector<std::string> resources;
    for (const ir::Resource& resource : module->resources)
        resources.push_back(fmt::format("{} {}", resource.full_name(), ir::name_in(ir::kResourceNames, resource.kind)));
    return std::vector<Property>{{"stage", std::string(ir::name_in(ir::kStageNames, module->stage))},
                                 {"source", std::string(module->source)},
                                 {"functions", std::uint64_t{module->functions.size()}},
                                 {"functions with a tree", trees},
                                 {"blocks", blocks},
                                 {"instructions", insts},
                                 {"inputs", files_of(*module, ir::Role::Input)},
                                 {"outputs", files_of(*module, ir::Role::Output)},
                                 {"registers", files_of(*module, ir::Role::Register)},
                                 {"resources", std::move(resources)}};
}

Result<std::vector<std::uint8_t>> assemble(std::string_view text, const codec::TextOptions& /*options*/) {
    const auto module = load({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    if (!module) return std::unexpected(module.error());
    const std::string canonical = ir::print(*module);
    return std::vector<std::uint8_t>(canonical.begin(), canonical.end());
}

/// The first line that is neither empty nor a comment says what the text is.
Recognition recognise(Bytes begin) {
    const std::string_view text{reinterpret_cast<const char*>(begin.data()), begin.size()};
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        Scanner line(text.substr(at, end - at));
        at = end + 1;
        if (line.at_end() || line.peek() == ';' || line.rest().starts_with("//")) continue;
        const bool is_head = line.word() == "module" && !line.at_end();
        const bool is_module =
            is_head && ir::index_in(ir::kStageNames, line.word()) < ir::kStageNames.size() && line.peek() == '"';
        return is_module ? certain("text that begins with the head of a module") : no("no head of a module");
    }
    return no("no text");
}

const codec::Codec kCodec = {
    .name = "ir",
    .summary = "text of the intermediate representation (docs/ir.md)",
    .content = "program",
    .recognise = recognise,
    .open = codec::open_whole<kFunctions>,
    .assemble = codec::assemble_whole<kFunctions>,
    .sample = sample,
};

} // namespace relit::isa::ir_text
