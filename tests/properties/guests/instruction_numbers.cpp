// An instruction has one number: listings, the IR that is lifted from it, and the GLSL made of that say the same.
#include "guests/guests.hpp"
#include "isa/frontend.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace relit::instruction_numbers {
namespace {

constexpr std::uint64_t kSeeds = 1000;                     // most samples of Maxwell are refused
constexpr std::size_t kPrograms = 150, kTranslations = 20; // of each guest

using Lines = std::map<std::uint32_t, std::string>; // of an instruction that is loaded several times, the last

/// Without columns, and without marks of Maxwell's schedules.
std::string squeezed(std::string text) {
    constexpr std::string_view kReuse = ".reuse";
    for (std::size_t at = text.find(kReuse); at != text.npos; at = text.find(kReuse)) text.erase(at, kReuse.size());
    const auto rest = std::ranges::unique(text, [](char a, char b) { return a == ' ' && b == ' '; });
    text.erase(rest.begin(), rest.end());
    return text;
}

Lines lines_of(const codec::Codec& codec, Bytes program) {
    Lines lines;
    const auto listing = codec::list(codec, program, {});
    if (!listing) return lines;
    for (const codec::Line& line : listing->lines) {
        EXPECT_TRUE(!line.number || line.instruction);
        if (line.number) lines[*line.number] = squeezed(line.text);
    }
    return lines;
}

/// Operands that follow may be spelled otherwise: labels, guards, the second half of a pair.
std::string first_words(std::string_view text) {
    const std::size_t one = text.find(' ');
    return std::string(text.substr(0, one == text.npos ? one : text.find(' ', one + 1)));
}

void expect_same(const Lines& lines, const ir::Module& module) {
    for (std::uint32_t i = 0; i < module.origins.size(); ++i) {
        if (module.origins[i].empty()) continue;
        const auto line = lines.find(i);
        ASSERT_NE(line, lines.end()) << i << ": " << module.origins[i];
        EXPECT_NE(line->second.find(first_words(module.origins[i])), std::string::npos)
            << i << ": " << module.origins[i] << " is listed as " << line->second;
    }
}

/// `check(program, guest)` for programs of each guest.
void for_each_program(std::size_t most, const auto& check) {
    for (const isa::Frontend* guest : guests::frontends()) {
        if (guest->codec.sample == nullptr || guest->name() == "ir") continue;
        std::size_t programs = 0;
        for (std::uint64_t seed = 0; seed < kSeeds && programs < most; ++seed) {
            SCOPED_TRACE(std::string(guest->name()) + " " + std::to_string(seed));
            programs += check(guest->codec.sample(seed), *guest) ? 1 : 0;
            if (testing::Test::HasFailure()) return;
        }
        EXPECT_GE(programs, most / 2) << guest->name();
    }
}

TEST(InstructionNumbers, ListingsAndModulesSayTheSame) {
    for_each_program(kPrograms, [](const std::vector<std::uint8_t>& program, const isa::Frontend& guest) {
        const ir::Context context;
        ir::ContextReader reader(context);
        const auto module = isa::lift(guest, program, reader);
        if (!module) return false;
        expect_same(lines_of(guest.codec, program), *module);
        return true;
    });
}

std::vector<std::string> lines_in(std::string_view text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
        lines.emplace_back(text.substr(at, text.find('\n', at) - at));
    return lines;
}

Result<lang::Artifact> glsl_of(const isa::Frontend& guest, Bytes program, bool literal, bool lines) {
    lang::Target target;
    target.dialect = lang::Dialect::GlslVulkan;
    target.has_int64 = target.has_int16 = target.has_int8 = target.has_float16 = target.has_float64 = true;
    target.literal = literal;
    target.line_instructions = lines;
    auto made = translate::translate(guest, program, {}, target);
    if (!made) return std::unexpected(made.error());
    return std::move(made->artifact);
}

/// Literal GLSL names the instruction of a statement in a comment before it.
void expect_comments(const lang::Artifact& literal, const Lines& listed) {
    const std::vector<std::string> lines = lines_in(literal.text);
    ASSERT_EQ(lines.size(), literal.line_instructions.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t comment = lines[i].find("// ");
        if (lines[i].find_first_not_of(' ') != comment || literal.line_instructions[i].empty()) continue;
        ASSERT_EQ(literal.line_instructions[i].size(), 1U) << lines[i];
        const auto line = listed.find(literal.line_instructions[i].front());
        ASSERT_NE(line, listed.end()) << lines[i];
        EXPECT_NE(line->second.find(first_words(std::string_view(lines[i]).substr(comment + 3))), std::string::npos)
            << lines[i] << " is listed as " << line->second;
    }
}

TEST(InstructionNumbers, LinesOfGlslTellTheirInstructions) {
    std::set<std::string> with_lines;
    for_each_program(kTranslations, [&](const std::vector<std::uint8_t>& program, const isa::Frontend& guest) {
        const Lines listed = lines_of(guest.codec, program);
        for (const bool literal : {false, true}) {
            const auto plain = glsl_of(guest, program, literal, false), told = glsl_of(guest, program, literal, true);
            EXPECT_EQ(plain.has_value(), told.has_value());
            if (!plain || !told) return false;
            EXPECT_EQ(plain->text, told->text);
            EXPECT_TRUE(plain->line_instructions.empty());
            EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(told->text, '\n')), told->line_instructions.size());
            for (const std::vector<std::uint32_t>& line : told->line_instructions) {
                EXPECT_TRUE(std::ranges::is_sorted(line));
                for (const std::uint32_t number : line) EXPECT_TRUE(listed.contains(number)) << number;
                if (line.size() > 1) with_lines.insert(std::string(guest.name()));
            }
            if (literal) expect_comments(*told, listed);
        }
        return true;
    });
    EXPECT_GE(with_lines.size(), 5U) << "expressions take in several instructions";
}

} // namespace
} // namespace relit::instruction_numbers
