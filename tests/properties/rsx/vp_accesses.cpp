// Nothing that RSX vertex programs read or write vanishes in silence: every number of inputs, constants, temporaries, outputs, address
// registers and textures, and every method of a stream, is translated, listed or refused. What must be translated is listed here.
#include "isa/rsx/encoding/methods.hpp"
#include "isa/rsx/vp/encoding/stream.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "tests/support/guests/reported.hpp"
#include "tests/support/rsx/cg_container.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace relit::isa::rsx::vp::rsx_vp_accesses {
namespace {

using test::expect_listed;
using test::expect_translated;

test::Reported reported(std::string_view text, const ir::Context& context = {}) {
    return test::translated(kFrontend, text, context);
}

TEST(RsxVpAccesses, OfInputsInEveryFormat) {
    for (unsigned n = 0; n < 16; ++n) {
        expect_translated(reported(fmt::format("MOV o[0], v[{}];\n", n)), fmt::format("gl_Position = v{};", n),
                          "input");
        for (unsigned format = 0; format < 256; ++format) {
            const auto done =
                reported(fmt::format("MOV o[0], v[{}];\n", n), {{{fmt::format("rsx.vp.input{}.format", n), format}}});
            const unsigned type = format & 15, lanes = format >> 4;
            if (lanes != 0 && (type == 0 || type > 7 || lanes > 4))
                expect_listed(done, fmt::format("input {} has format {}", n, format));
            else
                expect_translated(
                    done,
                    lanes != 0 && (type == 1 || type > 4) ? fmt::format("uvec4 vi{}", n) : fmt::format("vec4 v{}", n),
                    "has format");
        }
    }
}

TEST(RsxVpAccesses, OfConstants) {
    for (unsigned n = 0; n < 1024; ++n) {
        const auto done = reported(fmt::format("MOV o[0], c[0] @ {{const.index={}}};\n", n));
        const auto relative =
            reported(fmt::format("ARL A0.x, v[0].x;\nMOV o[0], c[A0.x+0] @ {{const.index={}}};\n", n));
        if (n < 468)
            expect_translated(done, fmt::format("gl_Position = c[{}];", n), "constant");
        else
            expect_listed(done, "reads a constant that does not exist");
        // where A0 is below 0, any base leads to one that exists
        expect_translated(
            relative,
            n == 0 ? "load_row_c(f_to_s(floor(v0.x)))" : fmt::format("load_row_c(f_to_s(floor(v0.x)) + {}u)", n),
            "constant");
    }
}

TEST(RsxVpAccesses, OfTemporaries) {
    for (unsigned n = 0; n < 63; ++n)
        for (const std::string_view write :
             {"MOV R0, v[3] @ {{VEC.temp={}}};\n", "MOVS R0, v[3] @ {{SCA.temp={}}};\n"}) {
            const std::string program =
                fmt::format(fmt::runtime(write), n) + fmt::format("MOV o[0], R0 @ {{src0.temp={}}};\n", n);
            const auto done = reported(program);
            expect_translated(done, "gl_Position = v3;", "nothing");
            EXPECT_EQ(done.notes.empty(), n < 32) << n << done.notes;
            if (n >= 32) expect_listed(done, "writes a temporary that does not exist");
            if (n >= 32) expect_listed(done, "reads a temporary that does not exist");
        }
    expect_listed(reported("MOV R1, v[0];\nMOV o[0], R1 @ {src0.temp=63};\n"), "reads a temporary that does not exist");
}

TEST(RsxVpAccesses, OfAddressRegisters) {
    for (unsigned n = 0; n < 63; ++n) {
        const std::string write = fmt::format("ARL A0, v[3] @ {{VEC.temp={}}};\n", n);
        for (unsigned lane = 0; lane < 4 && n < 2; ++lane)
            expect_translated(reported(write + fmt::format("MOV o[0], c[A{}.{}+0];\n", n, "xyzw"[lane])),
                              fmt::format("v3.{}", "xyzw"[lane]), "address");
        if (n >= 2)
            expect_listed(reported(write + "MOV o[0], v[0];\n"), "writes an address register that does not exist");
    }
}

TEST(RsxVpAccesses, OfOutputs) {
    for (unsigned n = 0; n < 31; ++n)
        for (const std::string_view write :
             {"MOV o[1], v[3] @ {{out.index={}}};\n", "MOVS o[1], v[3] @ {{out.index={}}};\n"}) {
            const auto done = reported(fmt::format(fmt::runtime(write), n));
            if (n < 16)
                expect_translated(done, n == 0 ? "gl_Position = v3;" : fmt::format("o{} = v3;", n), "output");
            else
                expect_listed(done, "this output goes nowhere");
        }
}

TEST(RsxVpAccesses, OfTexturesOfEveryKindAndWrap) {
    for (unsigned unit = 0; unit < 4; ++unit) {
        const std::string program = fmt::format("TXL R0, v[8], TEX{};\nMOV o[0], R0;\n", unit);
        constexpr std::string_view kSamplers[] = {"", "sampler1D", "sampler2D", "sampler3D", "samplerCube"};
        for (unsigned kind = 0; kind < 16; ++kind) {
            const auto done = reported(program, {{{fmt::format("rsx.vp.texture{}.kind", unit), kind}}});
            if (kind >= 1 && kind <= 4)
                expect_translated(done, fmt::format("{} vt{}", kSamplers[kind], unit), "has kind");
            else
                expect_listed(done, fmt::format("texture {} has kind {}", unit, kind));
        }
        for (unsigned mode = 0; mode < 16; ++mode) {
            const auto done = reported(program, {{{fmt::format("rsx.vp.texture{}.wrap", unit), mode << 4}}});
            EXPECT_EQ(done.notes_of(fmt::format("texture {} has wrap mode {}", unit, mode)), mode > 8);
        }
    }
}

// ---- methods

/// A stream that loads a slot and a constant, and sets `method` to 1 before or after.
Program stream_with(std::uint32_t method, bool is_first) {
    const auto head = [](std::uint32_t address, std::uint32_t count) { return count << 18 | address; };
    std::vector<std::uint32_t> words = {head(0x0b80, 4), 0x401f9c6c, 0x00dd2355, 0x0186c083, 0x6041ff85,
                                        head(0x1f00, 4), 2,          3,          4,          5};
    words.insert(is_first ? words.begin() : words.end(), {head(method, 1), 1});
    return load_stream(test::big_endian_bytes(words));
}
bool is_same(const Program& a, const Program& b) {
    return a.slots == b.slots && a.start == b.start && a.constants == b.constants && a.machine_state == b.machine_state;
}

/// What docs/isa/rsx.vp.md says of methods that have a name: those of no context key that load nothing change nothing.
bool changes_nothing(std::uint32_t address) {
    const auto is_unused = [&](std::uint32_t first, std::uint32_t units, std::initializer_list<std::uint32_t> used) {
        if (address < first || address >= first + 32 * units) return false;
        return std::ranges::find(used, (address - first) % 32) == used.end();
    };
    switch (method_of(address)) {
        case Method::FogParams: // they come in the buffer fog
        case Method::ShaderProgram:
        case Method::ConstantLimits:
        case Method::ExecutionMode:
        case Method::Timeout:
        case Method::AttribColor: // taken as usual, whatever they say
        case Method::AttribTexCoord:
        case Method::AttribTexCoordEx:
        case Method::AttribUserClip0:
        case Method::AttribUserClip1:
        case Method::InputMask:
        case Method::Other: return true;
        case Method::VertexTexture: return is_unused(0x0900, 4, {4, 8});
        case Method::Texture: return is_unused(0x1a00, 16, {4, 8, 12, 16, 20});
        case Method::ViewportOffset: return address == 0x0a2c; // of w
        case Method::ViewportScale: return address == 0x0a3c;
        default: return false;
    }
}

TEST(RsxVpAccesses, MethodsChangeWhatIsHeldAsTheTablesSay) {
    const Program without = stream_with(0x0100, true);
    for (std::uint32_t method = 0; method < 0x2000; method += 4) {
        const bool changes =
            !is_same(stream_with(method, true), without) || !is_same(stream_with(method, false), without);
        EXPECT_EQ(changes, !changes_nothing(method)) << method;
    }
}

} // namespace
} // namespace relit::isa::rsx::vp::rsx_vp_accesses
