// Addresses that may begin at one of several storage buffers: a program does in its buffers what it does in one flat memory
// where these lie at the addresses that the driver's words say.
#include "isa/maxwell/maxwell.hpp"
#include "isa/shared/random.hpp"
#include "pass/pass.hpp"
#include "run/interpreter.hpp"
#include "translate/translate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace relit::test::maxwell_addresses {
namespace {

constexpr std::uint32_t kBuffers = 3, kBufferBytes = 4096, kApart = kBufferBytes, kInputs = 32;
constexpr std::uint32_t kDescriptors = 0x140, kInputSlot = 2;
const ir::Context kContext{{{"maxwell.convention", 2}}}; // deko3d's

using Memory = std::vector<std::vector<std::uint8_t>>; // by buffer

/// What the buffers hold before.
Memory initial_memory() {
    Memory memory(kBuffers);
    for (std::uint32_t b = 0; b < kBuffers; ++b)
        for (std::uint32_t i = 0; i < kBufferBytes; ++i) memory[b].push_back(static_cast<std::uint8_t>(i * 7 + b * 91));
    return memory;
}

std::uint32_t address_of(std::uint32_t buffer) { return (buffer + 1) * kApart; }

std::vector<ir::Bound> bound_to(const ir::Module& module, std::uint64_t seed) {
    std::vector<ir::Bound> bound(module.resources.size());
    const Memory memory = initial_memory();
    for (std::size_t i = 0; i < bound.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        std::vector<std::uint8_t>& bytes = bound[i].bytes;
        if (resource.kind == ir::ResourceKind::ConstantBuffer) {
            bytes.resize(65536);
            isa::Random random(seed);
            for (std::uint32_t at = 0; at < 4 * kInputs; ++at) bytes[at] = static_cast<std::uint8_t>(random.below(256));
            for (std::uint32_t b = 0; resource.binding == 0 && b < kBuffers; ++b) {
                const std::uint32_t words[] = {address_of(b), 0};
                std::memcpy(&bytes[kDescriptors + 16 * b], words, sizeof words);
            }
        } else if (resource.name == "global") {
            bytes.resize(kApart * (kBuffers + 1));
            for (std::uint32_t b = 0; b < kBuffers; ++b) std::ranges::copy(memory[b], &bytes[address_of(b)]);
        } else if (resource.kind == ir::ResourceKind::StorageBuffer) {
            bytes = memory[resource.binding];
        }
    }
    return bound;
}

/// What the buffers hold behind the program.
Memory left_by(const ir::Module& module, std::uint64_t seed) {
    Memory memory = initial_memory();
    std::vector<ir::Bound> bound = bound_to(module, seed);
    std::vector<run::State> states(1, run::blank_state(module));
    const run::Host host{.bound = &bound};
    const Status done = run::run(module, states, {}, host);
    EXPECT_TRUE(done) << done.error().text;
    for (std::size_t i = 0; i < bound.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        if (resource.kind != ir::ResourceKind::StorageBuffer) continue;
        if (resource.name != "global") {
            memory[resource.binding] = bound[i].bytes;
            continue;
        }
        for (std::uint32_t b = 0; b < kBuffers; ++b)
            memory[b].assign(&bound[i].bytes[address_of(b)], &bound[i].bytes[address_of(b)] + kBufferBytes);
    }
    return memory;
}

using Wanted = ir::ContextReader::Wanted;

/// The program as it stands, in flat memory.
Result<ir::Module> flat(Bytes file) {
    ir::ContextReader context(kContext, Wanted{.readable = true, .named = true});
    auto module = isa::lift(isa::maxwell::kFrontend, file, context);
    if (!module) return module;
    if (const Status done = pass::run_passes(*module, {pass::inline_calls, pass::to_ssa}); !done)
        return std::unexpected(done.error());
    return module;
}

Result<ir::Module> in_buffers(Bytes file, Wanted wanted, std::vector<std::string>& approximations) {
    ir::ContextReader context(kContext, wanted);
    auto module = translate::lift(isa::maxwell::kFrontend, file, context);
    approximations = context.approximations();
    return module;
}

struct Lifting {
    std::string_view name;
    Wanted wanted;
};
constexpr Lifting kLiftings[] = {
    {"as it stands", {.readable = true, .named = true}},
    {"as values", {}},
};

void expect_as_flat(const std::string& text, std::uint64_t seed) {
    SCOPED_TRACE(text);
    const auto file = isa::maxwell::assemble(text, {});
    ASSERT_TRUE(file) << file.error().text;
    const auto module = flat(*file);
    ASSERT_TRUE(module) << module.error().text;
    const Memory wanted = left_by(*module, seed);
    for (const Lifting& lifting : kLiftings) {
        std::vector<std::string> approximations;
        const auto lowered = in_buffers(*file, lifting.wanted, approximations);
        ASSERT_TRUE(lowered) << lifting.name << ": " << lowered.error().text;
        EXPECT_TRUE(approximations.empty()) << lifting.name << ": " << approximations[0];
        EXPECT_TRUE(left_by(*lowered, seed) == wanted) << lifting.name;
    }
}

// ---- programs that choose

/// R8, R10, R12 and R14 are addresses with their high words behind them, R0 to R3 what is loaded and stored, P0 to P2 conditions.
class Program {
public:
    explicit Program(std::uint64_t seed) : random_(seed) {}

    std::string text() {
        for (std::uint32_t p = 0; p < 4; ++p) begin_at(8 + 2 * p, "");
        for (std::uint32_t p = 0; p < 3; ++p) condition(p);
        statements(12, 2);
        for (std::uint32_t p = 0; p < 4; ++p) line("", fmt::format("STG.E [R{}+0x3c], R0", 8 + 2 * p));
        return text_ + "EXIT ;\n";
    }

private:
    void line(std::string_view guard, std::string_view what) { text_ += fmt::format("{}{} ;\n", guard, what); }
    std::uint32_t pointer() { return 8 + 2 * random_.below(4); }
    std::string guard() {
        if (random_.below(2) != 0) return "";
        return fmt::format("@{}P{} ", random_.below(2) != 0 ? "!" : "", random_.below(3));
    }
    void begin_at(std::uint32_t to, std::string_view guard) {
        const std::uint32_t at = kDescriptors + 16 * random_.below(kBuffers);
        line(guard, fmt::format("MOV R{}, c[0x0][0x{:x}]", to, at));
        line(guard, fmt::format("MOV R{}, c[0x0][0x{:x}]", to + 1, at + 4));
    }
    void condition(std::uint32_t p) {
        line("", fmt::format("MOV R4, c[0x{:x}][0x{:x}]", kInputSlot, 4 * random_.below(kInputs)));
        line("",
             fmt::format("ISETP.GT.AND P{}, PT, R4, c[0x{:x}][0x{:x}], PT", p, kInputSlot, 4 * random_.below(kInputs)));
    }
    void advance(std::uint32_t to, std::string_view guard) {
        line(guard, fmt::format("IADD32I R{0}.CC, R{0}, 0x{1:x}", to, 4 * random_.below(4)));
        line(guard, fmt::format("IADD.X R{0}, R{0}, RZ", to + 1));
    }
    void copy(std::uint32_t to, std::string_view guard) {
        const std::uint32_t from = pointer(), other = pointer(), p = random_.below(3);
        const bool chooses = random_.below(2) != 0;
        for (std::uint32_t i = 0; i < 2; ++i)
            line(guard, chooses ? fmt::format("SEL R{}, R{}, R{}, P{}", 16 + i, from + i, other + i, p)
                                : fmt::format("MOV R{}, R{}", 16 + i, from + i));
        for (std::uint32_t i = 0; i < 2; ++i) line(guard, fmt::format("MOV R{}, R{}", to + i, 16 + i));
    }
    void access(std::string_view guard) {
        const std::uint32_t at = pointer(), value = random_.below(4), offset = 4 * random_.below(8);
        switch (random_.below(6)) {
            case 0: return line(guard, fmt::format("STG.E [R{}+0x{:x}], R{}", at, offset, value));
            case 1: return line(guard, fmt::format("STG.E.U8 [R{}+0x{:x}], R{}", at, offset + 1, value));
            case 2: return line(guard, fmt::format("LDG.E.64 R{}, [R{}+0x{:x}]", value & 2, at, 8 * (offset / 8)));
            case 3: return line(guard, fmt::format("ATOM.E.ADD R{0}, [R{1}+0x{2:x}], R{0}", value, at, offset));
            case 4: return line(guard, fmt::format("ATOM.E.INC R{0}, [R{1}+0x{2:x}], R{0}", value, at, offset));
            default: return line(guard, fmt::format("LDG.E R{}, [R{}+0x{:x}]", value, at, offset));
        }
    }
    void statements(unsigned count, unsigned depth) {
        for (unsigned i = 0; i < count; ++i) {
            const std::string under = guard();
            switch (random_.below(8)) {
                case 0: begin_at(pointer(), under); break;
                case 1: advance(pointer(), under); break;
                case 2: copy(pointer(), under); break;
                case 3: condition(random_.below(3)); break;
                case 4:
                    if (depth > 0) choice(depth - 1);
                    break;
                case 5:
                    if (depth > 0) loop(depth - 1);
                    break;
                default: access(under); break;
            }
        }
    }
    void choice(unsigned depth) {
        const unsigned label = labels_++;
        const std::uint32_t p = random_.below(3);
        line("", fmt::format("@P{} BRA else{}", p, label));
        statements(3, depth);
        line("", fmt::format("BRA end{}", label));
        text_ += fmt::format("else{}:\n", label);
        statements(2, depth);
        text_ += fmt::format("end{}:\n", label);
    }
    void loop(unsigned depth) {
        const unsigned label = labels_++;
        const std::uint32_t counter = 20 + depth;
        line("", fmt::format("MOV R{}, RZ", counter));
        text_ += fmt::format("loop{}:\n", label);
        statements(4, depth);
        line("", fmt::format("IADD32I R{0}, R{0}, 0x1", counter));
        line("", fmt::format("ISETP.LT.AND P4, PT, R{}, 0x3, PT", counter));
        line("", fmt::format("@P4 BRA loop{}", label));
    }

    isa::Random random_;
    std::string text_;
    unsigned labels_ = 0;
};

TEST(MaxwellAddresses, ProgramsThatChooseBuffersDoAsInFlatMemory) {
    constexpr std::uint64_t kSeeds = 200;
    for (std::uint64_t seed = 1; seed <= kSeeds && !HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        expect_as_flat(Program(seed).text(), seed);
    }
}

// ---- what cannot be told apart is refused, or said

struct Case {
    std::string_view what, text, said;
};
std::string with_ends(std::string_view text) {
    return "MOV R8, c[0x0][0x140] ;\nMOV R9, c[0x0][0x144] ;\nMOV R10, c[0x0][0x150] ;\nMOV R11, c[0x0][0x154] ;\n"
           "MOV R0, c[0x2][0x0] ;\nISETP.GT.AND P0, PT, R0, 0x5, PT ;\n" +
           std::string(text) + "STG.E [R8], R0 ;\nEXIT ;\n";
}

TEST(MaxwellAddresses, SumsAndDistancesOfAddressesAreRefused) {
    constexpr std::string_view kTwo = "computed from the addresses of two storage buffers";
    const Case kCases[] = {
        {"a sum", "IADD R8, R8, R10 ;\n", kTwo},
        {"a distance", "IADD R2, R8, -R10 ;\nIADD R8, R8, R2 ;\n", kTwo},
        {"a sum with a choice", "@P0 MOV R10, RZ ;\nIADD R8, R8, R10 ;\n", kTwo},
        {"what a loop hands on",
         "MOV R2, RZ ;\nagain:\nIADD R8, R8, R10 ;\nIADD32I R2, R2, 0x1 ;\nISETP.LT.AND P1, PT, R2, 0x3, PT ;\n"
         "@P1 BRA again ;\n",
         kTwo},
        {"through memory", "STL [RZ], R8 ;\nLDL R8, [RZ] ;\n", "comes from no storage buffer"},
        {"another constant buffer", "MOV R8, c[0x3][0x140] ;\n", "comes from no storage buffer"},
        {"a buffer by an index", "LDC R8, c[0x0][R0+0x140] ;\n", "comes from no storage buffer"},
        {"the greater one", "IMNMX R8, R8, R10, PT ;\n", "comes from no storage buffer"},
    };
    for (const Case& one : kCases) {
        const auto file = isa::maxwell::assemble(with_ends(one.text), {});
        ASSERT_TRUE(file) << file.error().text;
        for (const Lifting& lifting : kLiftings) {
            ir::Context given = kContext;
            given.values.find_or_add("maxwell.local_bytes", 16);
            ir::ContextReader context(given, lifting.wanted);
            const auto module = translate::lift(isa::maxwell::kFrontend, *file, context);
            ASSERT_FALSE(module) << one.what << ", " << lifting.name;
            EXPECT_EQ(module.error().kind, FaultKind::NotSupported);
            EXPECT_NE(module.error().text.find(one.said), std::string::npos) << one.what << ": " << module.error().text;
        }
    }
}

// Only the low word is followed: the high word must be the same buffer's, or not be known.
TEST(MaxwellAddresses, HalvesOfTwoBuffersAreRefused) {
    constexpr std::string_view kTexts[] = {
        "MOV R9, c[0x0][0x154] ;\n",
        "LDC R8, c[0x0][0x150] ;\n",
        "LDC.64 R10, c[0x0][0x160] ;\nMOV R9, R11 ;\n",
        "IADD R8.CC, R0, c[0x0][0x150] ;\nIADD.X R9, RZ, c[0x0][0x144] ;\n",
        "IADD32I R8.CC, R8, 0x4 ;\nIADD.X R9, R11, RZ ;\n",
    };
    for (const std::string_view text : kTexts) {
        const auto file = isa::maxwell::assemble(with_ends(text), {});
        ASSERT_TRUE(file) << file.error().text;
        for (const Lifting& lifting : kLiftings) {
            std::vector<std::string> approximations;
            const auto module = in_buffers(*file, lifting.wanted, approximations);
            ASSERT_FALSE(module) << text;
            EXPECT_NE(module.error().text.find("halves of its address"), std::string::npos) << module.error().text;
        }
    }
}

// Null is the address of nothing: nothing is read or written there. An address from memory may be that of anything.
TEST(MaxwellAddresses, AnAddressThatMayBeOfNoBufferIsOutsideOfAll) {
    struct Choice {
        std::string_view what, text;
        bool is_approximate;
    };
    const Choice kCases[] = {{"null", "@P0 MOV R8, RZ ;\n", false},
                             {"null where paths merge", "@!P0 BRA over ;\nMOV R8, RZ ;\nover:\n", false},
                             {"from memory", "@P0 LDG.E R8, [R10] ;\n", true},
                             {"from memory where paths merge", "@!P0 BRA over ;\nLDG.E R8, [R10] ;\nover:\n", true}};
    for (const Choice& one : kCases) {
        const auto file = isa::maxwell::assemble(with_ends(one.text), {});
        ASSERT_TRUE(file) << file.error().text;
        for (const Lifting& lifting : kLiftings) {
            std::vector<std::string> approximations;
            const auto module = in_buffers(*file, lifting.wanted, approximations);
            ASSERT_TRUE(module) << one.what << ": " << module.error().text;
            EXPECT_EQ(approximations.size(), one.is_approximate ? 1U : 0U) << one.what << ", " << lifting.name;
            bool stores = false, leaves = false;
            for (std::uint64_t seed = 1; seed < 12; ++seed) {
                const bool changed = left_by(*module, seed) != initial_memory();
                (changed ? stores : leaves) = true;
            }
            EXPECT_TRUE(stores && leaves) << one.what << ", " << lifting.name;
        }
    }
}

// What is chosen under the guard of the access, or in a branch by it, is known: no other buffer is asked.
TEST(MaxwellAddresses, AChoiceIsKnownUnderItsOwnCondition) {
    constexpr std::string_view kTexts[] = {
        "@P0 MOV R8, R10 ;\n@P0 STG.E [R8+0x8], R0 ;\nEXIT ;\n",
        "@P0 MOV R8, R10 ;\n@!P0 BRA over ;\nSTG.E [R8+0x8], R0 ;\nover:\nEXIT ;\n",
    };
    for (const std::string_view text : kTexts) {
        const auto file = isa::maxwell::assemble(with_ends(text), {});
        ASSERT_TRUE(file) << file.error().text;
        for (const Lifting& lifting : kLiftings) {
            std::vector<std::string> approximations;
            const auto module = in_buffers(*file, lifting.wanted, approximations);
            ASSERT_TRUE(module) << module.error().text;
            EXPECT_EQ(std::ranges::count(module->resources, ir::ResourceKind::StorageBuffer, &ir::Resource::kind), 1)
                << lifting.name;
        }
    }
}

} // namespace
} // namespace relit::test::maxwell_addresses
