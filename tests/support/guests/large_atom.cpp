#include "machine/r500/atom/builder.hpp"
#include "machine/r500/atom/image.hpp"
#include "machine/r500/atom/text/text.hpp"
#include "tests/support/guests/large_readers.hpp"

#include <string>

#include <fmt/format.h>

namespace relit::test {
namespace {

using namespace machine::r500::atom;

FileOfAnySize code_of(std::string_view text) {
    const auto table =
        assemble_image(fmt::format(".command Code format 1 content 1 workspace 0 parameters 0\n{}\n.end\n", text), {});
    return table ? FileOfAnySize(table->begin() + kCommandHeader, table->end()) : FileOfAnySize();
}

FileOfAnySize image_of_code(std::string_view text) {
    const BuiltCommand command{0, 4, 4, code_of(text)};
    return build_image({&command, 1}, {}, "LARGE");
}

} // namespace

FileOfAnySize atom_ends(std::size_t ends) {
    std::string text;
    for (std::size_t i = 0; i < ends; ++i) text += "EOT\n";
    return image_of_code(text);
}

FileOfAnySize atom_tables(std::size_t tables) {
    std::vector<BuiltCommand> commands;
    for (std::size_t i = 0; i < tables; ++i) commands.push_back({static_cast<unsigned>(i), 0, 0, code_of("EOT")});
    return build_image(commands, {}, "LARGE");
}

FileOfAnySize atom_same_table(std::size_t numbers) {
    const BuiltCommand last{static_cast<unsigned>(numbers - 1), 0, 0, code_of("EOT")};
    FileOfAnySize image = build_image({&last, 1}, {}, "LARGE");
    const auto read = read_image(image);
    const std::size_t entries = read->command_list + kTableHeader;
    for (std::size_t i = 0; i + 1 < numbers; ++i)
        for (std::size_t byte = 0; byte < 2; ++byte)
            image[entries + 2 * i + byte] = static_cast<std::uint8_t>(read->commands.back() >> (8 * byte));
    return image;
}

FileOfAnySize atom_calls(std::size_t tables) {
    std::vector<BuiltCommand> commands;
    for (std::size_t i = 0; i < tables; ++i)
        commands.push_back(
            {static_cast<unsigned>(i), 0, 0,
             code_of(i + 1 < tables ? fmt::format("SET_REG_BLOCK {}\nCALL_TABLE {}\nEOT", i, i + 1) : "EOT")});
    return build_image(commands, {}, "LARGE");
}

FileOfAnySize atom_cases(std::size_t cases) {
    std::string text = "SWITCH PS[0]";
    for (std::size_t i = 0; i < cases; ++i) text += fmt::format(", {}: end", i);
    return image_of_code(text + "\nend:\nEOT");
}

FileOfAnySize atom_jumps(std::size_t jumps) {
    std::string text;
    for (std::size_t i = 0; i < jumps; ++i)
        text += fmt::format("L{}:\nSET_REG_BLOCK {}\nJUMP_EQUAL L{}\n", i, i % 7, jumps - 1 - i);
    return image_of_code(text + "EOT");
}

FileOfAnySize atom_loop(std::size_t times) {
    return image_of_code(
        fmt::format("MOVE_WS WS[0], {:#010x}\nagain:\nSUB_WS WS[0], 0x00000001\n"
                    "COMPARE_WS WS[0], 0x00000000\nJUMP_NOT_EQUAL again\nEOT",
                    times));
}

FileOfAnySize atom_text(std::size_t instructions) {
    std::string text(".atombios\n.command Code format 1 content 1 workspace 4 parameters 0\n");
    for (std::size_t i = 0; i < instructions; ++i) text += fmt::format("L{}:\nJUMP L{}\n", i, instructions - 1 - i);
    text += "EOT\n.end\n";
    return {text.begin(), text.end()};
}

} // namespace relit::test
