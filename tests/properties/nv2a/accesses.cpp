// Nothing that NV2A programs read or write vanishes in silence: every number of inputs, constants, temporaries and outputs, and every
// method of a push buffer, is translated, listed or refused. What must be translated is listed here.
#include "isa/nv2a/encoding/program.hpp"
#include "isa/nv2a/encoding/pushbuffer.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "tests/support/guests/reported.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace relit::isa::nv2a::nv2a_accesses {
namespace {

using test::expect_listed;
using test::expect_translated;

test::Reported reported(std::string_view text, const ir::Context& context = {}) {
    return test::translated(kFrontend, text, context);
}

TEST(Nv2aAccesses, OfInputs) {
    for (unsigned n = 0; n < 16; ++n)
        expect_translated(reported(fmt::format("mov oPos, v0 @ {{V.index={}}}\n", n)),
                          fmt::format("gl_Position = v{};", n), "input");
}

TEST(Nv2aAccesses, OfConstantsThatAreRead) {
    for (unsigned n = 0; n < 256; ++n) {
        const auto plain = reported(fmt::format("mov oPos, c[0] @ {{C.index={}}}\n", n));
        const auto relative = reported(fmt::format("arl A0, v0.x\nmov oPos, c[A0+0] @ {{C.index={}}}\n", n));
        if (n < 192) {
            expect_translated(plain, fmt::format("gl_Position = c[{}];", n), "constant");
            expect_listed(relative, "nv2a.constant_range = all: the program reads c[] relative to A0");
            expect_translated(
                relative,
                n == 0 ? "load_row_c(f_to_s(floor(v0.x)))" : fmt::format("load_row_c(f_to_s(floor(v0.x)) + {}u)", n),
                "a constant");
        } else {
            expect_listed(plain, "reads a constant that does not exist");
            expect_listed(relative, "reads a constant that does not exist");
        }
    }
}

TEST(Nv2aAccesses, OfConstantsOutsideOfTheUserRange) {
    for (unsigned n = 0; n < 192; ++n) {
        const auto plain =
            reported(fmt::format("mov oPos, c[0] @ {{C.index={}}}\n", n), {{{"nv2a.constant_range", 0}}});
        expect_translated(plain, n < 96 ? "gl_Position = vec4(0.0)" : fmt::format("gl_Position = c[{}];", n),
                          "constant");
    }
}

TEST(Nv2aAccesses, OfConstantsThatAreWritten) {
    for (unsigned n = 0; n < 256; ++n) {
        const auto done = reported(fmt::format("mov c[0], v0 @ {{out.address={}}}\nmov oPos, v0\n", n));
        expect_listed(done, "nv2a.constant_writes = 1: the program writes c[]");
        if (n < 192)
            expect_translated(done, fmt::format("c[{}] = v0;", n), "does not exist");
        else
            expect_listed(done, "writes a constant that does not exist");
    }
}

TEST(Nv2aAccesses, OfTemporaries) {
    for (unsigned n = 0; n < 16; ++n)
        for (const std::string_view write : {"mov R0, v3 @ {{temp={}}}\n", "imov R0, v3 @ {{temp={}}}\n"}) {
            const std::string program =
                fmt::format(fmt::runtime(write), n) + fmt::format("mov oPos, R0 @ {{A.reg={}}}\n", n);
            if (n < 12)
                expect_translated(reported(program), "gl_Position = v3;", "exist");
            else
                expect_listed(reported(program), "writes a temporary that does not exist");
            if (n > 12)
                expect_listed(reported(fmt::format("mov oPos, R0 @ {{A.reg={}}}\n", n)), "R13 to R15 do not exist");
        }
    expect_translated(reported("mov oPos, v3\nmov oT0, R12\n"), "o9 = v3;", "exist");
    expect_translated(reported("dp4 oPos.x, v3, v3 + imov R10, v3\nmov oT0, R1\n"), "o9 = v3;", "exist");
    expect_listed(reported("mul R1, v1, v1 + imov R1.x, v1\nmov oPos, R1\n"), "both units write R1");
}

TEST(Nv2aAccesses, OfOutputs) {
    constexpr std::string_view kGoNowhere = "this output goes nowhere";
    for (unsigned address = 0; address < 256; ++address) {
        const unsigned n = address % 16;
        const auto done =
            reported(fmt::format("mov oPos, v3 @ {{out.address={}}}\n", address), {{{"nv2a.point_parameters", 1}}});
        if (address > 15) expect_listed(done, "the output address has more than four bits");
        if (n == 1 || n == 2 || n > 12)
            expect_listed(done, kGoNowhere);
        else if (n == 0 || n == 6)
            expect_translated(done, n == 0 ? "gl_Position = v3;" : "gl_PointSize = ", kGoNowhere);
        else
            expect_translated(done, n == 5 ? "o5 = vec4(v3.x, 0.0, 0.0, 1.0);" : fmt::format("o{} = v3;", n),
                              kGoNowhere);
    }
}

TEST(Nv2aAccesses, OfTheSizeOfPoints) {
    constexpr std::string_view kWrites = "mov oPos, v0\nmov oPts, v6\n", kWritesNone = "mov oPos, v0\n";
    const std::string_view enabled = "nv2a.point_parameters", size = "nv2a.point_size";
    expect_listed(reported(kWrites), "nv2a.point_parameters = 1: the program writes oPts");
    expect_translated(reported(kWrites, {{{"nv2a.point_parameters", 1}}}), "gl_PointSize = o6.x;", enabled);
    expect_listed(reported(kWrites, {{{"nv2a.point_parameters", 0}}}), "nv2a.point_size = 8: oPts is not the size");
    for (unsigned eighths = 1; eighths < 512; ++eighths)
        for (const std::string_view program : {kWrites, kWritesNone}) {
            const auto done = reported(program, {{{"nv2a.point_parameters", 0}, {"nv2a.point_size", eighths}}});
            expect_translated(done, fmt::format("gl_PointSize = {}", eighths / 8), size);
        }
}

// ---- methods

/// A push buffer that loads slots and constants and launches a program, and sets `method` to 1 before or after.
std::vector<std::uint8_t> stream_with(std::uint32_t method, bool is_first) {
    std::vector<std::uint32_t> words;
    const auto add = [&](std::uint32_t address, std::initializer_list<std::uint32_t> values) {
        words.push_back(static_cast<std::uint32_t>(values.size()) << 18 | address);
        words.insert(words.end(), values);
    };
    if (is_first) add(method, {1});
    add(0x0b00, {0, 0x0020001b, 0x0836106c, 0x2070f801, 0, 0x0020001b, 0x0836106c, 0x2070f801});
    add(0x0b80, {2, 3, 4, 5});
    add(0x1e90, {0});
    if (!is_first) add(method, {1});
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t word : words)
        for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(word >> shift));
    return bytes;
}

/// The program memory, and all that a translation can depend on.
std::string held_after(const std::vector<std::uint8_t>& file) {
    const auto parsed = kFrontend.parse(file);
    EXPECT_TRUE(parsed);
    if (!parsed) return {};
    std::string text;
    for (const std::uint8_t byte : kFrontend.canonical(**parsed)) text += fmt::format("{:02x}", byte);
    for (const Word128& slot : parsed_as<Program>(**parsed).slots)
        for (const std::uint32_t word : slot.raw) text += fmt::format(" {:x}", word);
    const auto presets = kFrontend.presets(**parsed, {});
    for (const Preset& one : *presets) {
        text += " " + one.name;
        for (const std::uint64_t lane : one.lanes) text += fmt::format(" {:x}", lane);
    }
    return text;
}

TEST(Nv2aAccesses, MethodsChangeWhatIsHeldWhereTheTableHasThem) {
    constexpr std::uint32_t kNothing = 0x0100;
    const std::string without = held_after(stream_with(kNothing, true));
    for (std::uint32_t method = 0; method < 0x2000; method += 4) {
        const bool changes =
            held_after(stream_with(method, true)) != without || held_after(stream_with(method, false)) != without;
        EXPECT_EQ(changes, method_of(method) != Method::Other) << method;
    }
}

} // namespace
} // namespace relit::isa::nv2a::nv2a_accesses
