#include "ir/text/parse.hpp"

#include "ir/names.hpp"
#include "ir/text/parse_shape.hpp"
#include "ir/text/parser.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::ir {

Result<Module> Parser::run() {
    find_functions();
    for (std::uint32_t i = 0; i < lines_.size(); ++i) {
        in_.at = Scanner(lines_[i], i + 1);
        if (in_.ends()) continue;
        if (!line() || !(in_.ends() || in_.wrong("unexpected text"))) return std::unexpected(in_.fault);
    }
    if (where_ != nullptr) where_->insts.resize(module_.insts.size());
    if (!started_) return fail_line(1, 1, "expected: module STAGE \"SOURCE\"");
    if (in_tree_) return fail_line(static_cast<std::uint32_t>(lines_.size()), 1, "the tree is not complete");
    if (!finish_function() || !resolve()) return std::unexpected(in_.fault);
    return std::move(module_);
}

// Functions may be called before they stand there.
void Parser::find_functions() {
    for (std::uint32_t i = 0; i < lines_.size(); ++i) {
        in_.at = Scanner(lines_[i], i + 1);
        if (in_.at.word() != "function") continue;
        std::uint32_t index = 0;
        std::string called;
        if (in_.number(index) && in_.name(called)) in_.remember(functions_, called, function_count_++);
    }
}

bool Parser::line() {
    if (in_.at.peek() == '}') return in_tree_ ? tree_line() : in_.wrong("there is nothing to close here");
    if (in_.at.peek() == '%') return value_line();
    const Scanner start = in_.at;
    const std::string_view word = in_.token();
    if (!started_) return word == "module" ? module_line() : in_.wrong("expected: module STAGE \"SOURCE\"");
    const bool is_block = word.size() > 1 && word[0] == 'b' && word[1] >= '0' && word[1] <= '9';
    if (in_tree_ && !in_block_ && !is_block) return node_line(word);
    if (word == "function" && !in_tree_) return function_line();
    if (module_.functions.empty()) {
        if (word == "workgroup") return workgroup_line();
        if (word == "geometry") return read_geometry(in_, module_.geometry);
        if (word == "patch") return read_patch(in_, module_.stage, module_.tessellation);
        if (word == "tests_early") return module_.tests_early = true;
        if (word == "feedback") return feedback_line();
        if (word == "file") return file_line();
        if (word == "place") return io_slot_line();
        if (word == "resource") return resource_line();
        if (word == "called") return read_register_label(in_, files_, module_);
        if (word == "label") return read_label(in_, resources_, module_);
        if (word == "packed") return read_packed(in_, resources_, module_);
        if (word == "use") return use_line();
        if (word == "table") return table_line();
        if (word == "origin") return origin_line();
        return in_.wrong("expected a declaration or a function");
    }
    if (is_block) {
        in_.at = start;
        return block_line();
    }
    return word == "tree" && !in_tree_ ? tree_begin() : body_line(word);
}

bool Parser::value_line() {
    const Spot defined = spot();
    std::string_view name;
    Type type;
    if (!value_name(name) || !in_.expect(":") || !in_.type(type)) return false;
    if (type == kVoid) return in_.wrong("a value is not void");
    if (!in_.expect("=")) return false;
    if (!inst_line(in_.token(), type)) return false;
    return define(name, defined, static_cast<Id>(module_.insts.size() - 1));
}

bool Parser::tree_begin() {
    if (in_block_) return in_.wrong("the block has no end");
    if (had_tree_) return in_.wrong("the function has a tree already");
    in_tree_ = had_tree_ = true;
    return in_.expect("{");
}

bool Parser::module_line() {
    started_ = true;
    std::string source;
    if (!in_.one_of(kStageNames, module_.stage, "stage") || !in_.text(source, kLongestName)) return false;
    module_.source = source;
    return true;
}

bool Parser::workgroup_line() {
    for (std::uint32_t& size : module_.workgroup)
        if (!in_.number(size)) return false;
    module_.workgroup_is_open = !in_.ends();
    return !module_.workgroup_is_open || in_.expect("open");
}

bool Parser::feedback_line() {
    if (module_.feedback.size() >= kMostDeclarations) return in_.beyond(kMostDeclarations, "declarations");
    return read_feedback(in_, files_, module_.files.size(), module_.feedback.emplace_back());
}

bool Parser::file_line() {
    std::string called;
    Type kind;
    std::uint32_t count = 0;
    Role role{};
    if (!in_.next_index(module_.files.size()) || !in_.name(called) || !in_.type(kind)) return false;
    if (kind.kind == Kind::Void) return in_.wrong("a register holds bools, integers or floats");
    if (!in_.expect("[") || !in_.number(count) || !in_.expect("]") || !in_.one_of(kRoleNames, role, "role"))
        return false;
    const bool is_signed = in_.at.accept("signed"), is_patch = !in_.ends();
    if (is_patch && !in_.expect("patch")) return false;
    if (where_ != nullptr) where_->files.push_back(in_.at.line());
    in_.remember(files_, called, module_.files.size());
    RegisterFile& made = module_.files[ir_.file(called, kind.kind, kind.lanes, count, role)];
    made.is_signed = is_signed;
    made.is_patch = is_patch;
    return true;
}

bool Parser::io_slot_line() {
    std::uint32_t file = 0;
    IoSlot made;
    if (!in_.reference(files_, module_.files.size(), "file", file) || !in_.expect("[") || !in_.number(made.reg) ||
        !in_.expect("]"))
        return false;
    if (in_.at.accept('+') && !in_.number(made.lane)) return false;
    if (!in_.one_of(kSemanticNames, made.semantic, "semantic")) return false;
    if (has_number(made.semantic) && !in_.number(made.number)) return false;
    made.is_second = in_.at.accept(kSecond);
    if (!in_.ends() && !in_.one_of(kInterpolationNames, made.interpolation, "kind of interpolation")) return false;
    if (module_.files[file].io_slots.size() >= kMostDeclarations) return in_.beyond(kMostDeclarations, "declarations");
    ir_.add_io_slot(file, made);
    return true;
}

bool Parser::resource_line() {
    std::string called;
    Resource made;
    if (!in_.next_index(module_.resources.size()) || !in_.name(called)) return false;
    if (!in_.one_of(kResourceNames, made.kind, "kind of resource")) return false;
    if (!in_.expect("binding") || !in_.number(made.binding) || !in_.expect("size") || !in_.number(made.size))
        return false;
    while (!in_.ends()) {
        const std::string_view word = in_.token();
        bool* flag = word == "signed"         ? &made.sampled_signed
                     : word == "arrayed"      ? &made.arrayed
                     : word == "multisampled" ? &made.multisampled
                     : word == "shadow"       ? &made.shadow
                                              : nullptr;
        if (flag != nullptr) {
            *flag = true;
        } else if (word == "format") {
            if (!in_.one_of(kFormatNames, made.format, "format")) return false;
        } else if (word == "elements") {
            if (!in_.type(made.element)) return false;
        } else if (word == "dim") {
            if (!in_.one_of(kDimNames, made.dim, "dimension")) return false;
        } else if (word != "of") {
            return in_.wrong("unexpected text");
        } else if (!in_.one_of(kKindNames, made.sampled, "kind")) {
            return false;
        }
    }
    if (where_ != nullptr) where_->resources.push_back(in_.at.line());
    in_.remember(resources_, called, module_.resources.size());
    made.name = called;
    ir_.resource(made);
    return true;
}

bool Parser::use_line() {
    TextureUse use;
    if (!in_.next_index(module_.texture_uses.size())) return false;
    if (!in_.reference(resources_, module_.resources.size(), "resource", use.resource)) return false;
    if (!in_.expect("coordinates") || !in_.number(use.coordinates)) return false;
    while (!in_.ends()) {
        const std::string_view word = in_.token();
        bool* flag = word == "handle"      ? &use.handle
                     : word == "reference" ? &use.reference
                     : word == "lod"       ? &use.lod
                     : word == "bias"      ? &use.bias
                     : word == "gradients" ? &use.gradients
                     : word == "offsets"   ? &use.offsets
                     : word == "sample"    ? &use.sample
                                           : nullptr;
        if (flag != nullptr) {
            *flag = true;
        } else if (word == "atomic") {
            const Op* op = op_named(in_.token());
            if (op == nullptr) return in_.wrong("that is not an operation");
            use.atomic = *op;
        } else if (word != "component" || !in_.number(use.component)) {
            return in_.wrong("unexpected text");
        }
    }
    module_.texture_uses.push_back(use);
    if (where_ != nullptr) where_->uses.push_back(in_.at.line());
    return true;
}

bool Parser::table_line() {
    if (!in_.next_index(module_.tables.size())) return false;
    std::vector<std::uint32_t> entries;
    while (!in_.ends()) {
        if (!in_.number(entries.emplace_back())) return false;
    }
    ir_.table(entries);
    return true;
}

bool Parser::origin_line() {
    std::size_t index = 0;
    std::string said;
    if (!in_.number(index) || !in_.text(said, kLongestOrigin)) return false;
    if (index <= module_.origins.size())
        return in_.wrong(fmt::format("expected number {} or a higher one", module_.origins.size() + 1));
    if (index > kMostInsts) return in_.beyond(kMostInsts, "origins");
    module_.origins.resize(index);
    module_.origins.back() = said;
    return true;
}

Result<Module> parse(std::string_view text, Lines* where) {
    if (where != nullptr) *where = {};
    return Parser(text, where).run();
}

} // namespace relit::ir
