// The record of a harness: rows of four words, in_rows and out_rows, from in_base and out_base on.
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"
#include "lang/packing.hpp"

#include <fmt/format.h>

namespace relit::lang::glsl {

using ir::Kind;
using ir::Role;
using ir::Type;

std::string row_of_record(std::string_view record, std::uint32_t row, std::string_view more) {
    return fmt::format("{0}_rows[{0}_base + {1}u{2}{3}]", record, row, more.empty() ? "" : " + ", more);
}

std::string word_of_record(std::string_view record, std::uint32_t word, std::string_view more) {
    const std::uint32_t row = word / kRowWords;
    if (more.empty()) return row_of_record(record, row) + "." + "xyzw"[word % kRowWords];
    std::string at(more);
    if (word % kRowWords != 0) at += fmt::format(" + {}u", word % kRowWords);
    if (at.find(' ') != std::string::npos) at = "(" + at + ")";
    return row_of_record(record, row, "(" + at + " >> 2)") + "[" + at + " & 3u]";
}

namespace {

std::string times(std::uint32_t number) { return number == 1 ? "i" : fmt::format("{}u * i", number); }

// The words of register `i` of a slot, or of the only one.
std::vector<std::string> words_of_register(const Slot& slot, const ir::RegisterFile& file, std::string_view record) {
    const std::uint32_t each = file.lanes * words_of_lane(file.kind);
    std::vector<std::string> words;
    for (std::uint32_t word = 0; word < each; ++word) {
        const std::uint32_t at = slot.word + word;
        if (file.count == 1) {
            words.push_back(word_of_record(record, at));
        } else if (each % kRowWords != 0) {
            words.push_back(word_of_record(record, at, times(each)));
        } else {
            const std::string row = row_of_record(record, at / kRowWords, times(each / kRowWords));
            words.push_back(row + "." + "xyzw"[at % kRowWords]);
        }
    }
    return words;
}

bool is_row(Type type) { return type.lanes == kRowWords && (type.kind == Kind::I32 || type.kind == Kind::F32); }

} // namespace

// Of one register: lines without margins.
std::vector<std::string> Writer::copy_register(const Slot& slot, bool in, std::string_view record) const {
    const ir::RegisterFile& file = module_.files[slot.index];
    const Type type{file.kind, file.lanes};
    const std::string name = register_name(slot.index, "i");
    if (is_row(type)) {
        const std::string row = row_of_record(record, slot.word / kRowWords, file.count == 1 ? "" : "i");
        const std::string_view cast = file.kind == Kind::I32 ? "" : in ? "uintBitsToFloat" : "floatBitsToUint";
        const auto seen_as = [&](const std::string& text) {
            return cast.empty() ? text : fmt::format("{}({})", cast, text);
        };
        return {in ? name + " = " + seen_as(row) : row + " = " + seen_as(name)};
    }
    const std::vector<std::string> all = words_of_register(slot, file, record);
    const std::uint32_t each = words_of_lane(file.kind);
    std::string given;
    std::vector<std::string> lines;
    for (unsigned lane = 0; lane < file.lanes; ++lane) {
        const auto first = all.begin() + lane * each;
        given += (lane == 0 ? "" : ", ") + from_words({first, first + each}, type.scalar());
        const auto value = words(file.lanes == 1 ? name : fmt::format("{}.{}", name, "xyzw"[lane]), type.scalar());
        for (std::uint32_t i = 0; i < each; ++i) lines.push_back(first[i] + " = " + value[i]);
    }
    if (!in) return lines;
    return {name + " = " + (file.lanes == 1 ? given : type_text(type) + "(" + given + ")")};
}

// One register a round, from its words or into them.
std::string Writer::copy_file(const Slot& slot, bool in, std::string_view record) const {
    const ir::RegisterFile& file = module_.files[slot.index];
    if (file.count == 0 || (file.role == Role::Input && !accesses_[slot.index].any)) return "";
    std::string body;
    for (const std::string& line : copy_register(slot, in, record)) {
        body += fmt::format("{}{};\n", file.count == 1 ? "    " : "        ", line);
    }
    if (file.count == 1) return body;
    return fmt::format("    for (uint i = 0u; i < {}u; ++i) {{\n{}    }}\n", file.count, body);
}

// Of a harness: the item's record in, the program, the record out. What the host gave outputs to start with stays.
std::string Writer::harness_main() const {
    std::string text = fmt::format(
        "void main() {{\n    if (gl_GlobalInvocationID.x >= invocations) return;\n"
        "    in_base = gl_GlobalInvocationID.x * {}u;\n    out_base = gl_GlobalInvocationID.x * {}u;\n",
        rows_of(layout_.in_words), rows_of(layout_.out_words));
    for (const Slot& slot : layout_.in) text += slot.is_resource ? "" : copy_file(slot, true, "in");
    for (const Slot& slot : layout_.out) text += slot.is_resource ? "" : copy_file(slot, true, "out");
    text += zero_files() + "    program();\n";
    for (const Slot& slot : layout_.out) text += slot.is_resource ? "" : copy_file(slot, false, "out");
    const auto limit = ir::file_of(module_, ir::FilePurpose::LoopLimit);
    text += fmt::format("    {} = {};\n", word_of_record("out", layout_.loop_limit_word),
                        limit ? register_name(*limit, "0") : "0u");
    return text + "}\n";
}

} // namespace relit::lang::glsl
