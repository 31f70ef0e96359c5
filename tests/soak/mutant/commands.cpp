#include "tests/soak/mutant/commands.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <sstream>

namespace relit::soak::mutant {
namespace {

constexpr Kinds kAll = ~Kinds{0};
constexpr Kinds kPrograms = set_of(Kind::Nv2a) | set_of(Kind::RsxVertex) | set_of(Kind::RsxFragment) |
                            set_of(Kind::Containers) | set_of(Kind::Records) | set_of(Kind::Maxwell) |
                            set_of(Kind::R500Vertex) | set_of(Kind::R500Fragment) | set_of(Kind::Texts);
constexpr Kinds kDumps = set_of(Kind::Gs) | set_of(Kind::Raw);
// Files with several programs.
constexpr Kinds kNumbered = set_of(Kind::Bundles) | set_of(Kind::Logs) | set_of(Kind::Listings);
constexpr Kinds kCommands = set_of(Kind::Captures) | set_of(Kind::Streams);

struct Row {
    Kinds kinds;
    std::string_view words, exits;
    Product product;
};
constexpr Row kRows[] = {
#define COMMAND(kinds, words, exits, product) {kinds, words, exits, Product::product},
#include "tests/soak/mutant/commands.inc"
#undef COMMAND
};

/// The words that stand for a word in braces; none for an option that is left out.
std::vector<std::string> words_of(std::string_view word, const Input& input, Chance& chance) {
    if (word == "{in}") return {input.argument};
    if (word == "{out}") return {std::string(kOutput)};
    if (word == "{dir}") return {std::string(kFolder)};
    if (word == "{whole}") return {fmt::format("{}/{}", kWhole, input.argument)};
    if (word == "{empty}") return {std::string(kEmpty)};
    if (word == "{stage}") return {chance.one_in(2) ? "vs" : "fs"};
    if (word == "{table}") return {std::to_string(chance.below(81))}; // there are 81 numbers of tables
    if (word == "{json}" && chance.one_in(3)) return {"--json"};
    if (word == "{unknown}" && chance.one_in(3)) return {"--allow-unknown"};
    if (word == "{kernel}") return {"--kernel", chance.one_in(2) ? "scale" : "tail"};
    if (word == "{arch}" && chance.one_in(2)) return {"--arch", "sm_61"};
    if (word == "{isa}" && !input.isa.empty() && !chance.one_in(8)) return {"--isa", input.isa};
    if (word == "{context}" && input.isa == "maxwell" && !chance.one_in(4))
        return {"--context", "maxwell.workgroup0=8", "--context", "maxwell.workgroup1=1",
                "--context", "maxwell.workgroup2=1", "--context", "maxwell.convention=mesa"};
    return {};
}

Command command_of(const Row& row, const Input& input, Chance& chance) {
    Command command{{}, row.exits, row.product};
    std::istringstream words{std::string(row.words)};
    for (std::string word; words >> word;) {
        if (const std::size_t brace = word.find("{n}"); brace != word.npos) {
            command.words.push_back(word.replace(brace, 3, std::to_string(1 + chance.below(3))));
        } else if (word.starts_with('{')) {
            for (std::string& one : words_of(word, input, chance)) command.words.push_back(std::move(one));
        } else {
            command.words.push_back(word);
        }
    }
    return command;
}

} // namespace

std::vector<Command> commands_for(Kind kind, const Input& input, Chance& chance) {
    std::vector<const Row*> rows;
    for (const Row& row : kRows)
        if ((row.kinds & set_of(kind)) != 0) rows.push_back(&row);
    std::vector<Command> commands{command_of(*rows.front(), input, chance)};
    for (unsigned verbs = 0; verbs < 2; ++verbs) {
        const Row& row = *rows[1 + chance.below(rows.size() - 1)];
        commands.push_back(command_of(row, input, chance));
    }
    return commands;
}

} // namespace relit::soak::mutant
