#include "tests/support/maxwell/shapes.hpp"

#include <fmt/format.h>

#include <string_view>

namespace relit::test {
namespace {

constexpr std::string_view kStore = "STG.E [R4], R7 ;\nSTG.E [R4+0x4], R8 ;\nEXIT ;\n";

constexpr MaxwellShape kMaxwellShapes[] = {{"straight", maxwell_straight, 20000},
                                           {"cases", maxwell_cases, 2000},
                                           {"computed", maxwell_computed, 2000},
                                           {"nest", maxwell_nest, 200},
                                           {"tangle", maxwell_tangle, 600}};

} // namespace

std::string maxwell_straight(unsigned count) {
    std::string text;
    for (unsigned i = 0; i < count; ++i)
        text += fmt::format("IADD R{}, R{}, R{} ;\n", 6 + i % 16, 6 + (i + 1) % 16, 6 + (i * 7 + 3) % 16);
    return text + std::string(kStore);
}

std::string maxwell_cases(unsigned count) {
    std::string text = "MOV R6, c[0x2][0x0] ;\nMOV R7, RZ ;\nSSY END ;\n";
    for (unsigned i = 0; i < count; ++i)
        text += fmt::format("ISETP.EQ.AND P0, PT, R6, {:#x}, PT ;\n@P0 BRA C{} ;\n", i, i);
    text += "SYNC ;\n";
    for (unsigned i = 0; i < count; ++i) text += fmt::format("C{}:\nMOV32I R7, {:#x} ;\nSYNC ;\n", i, 3 * i + 1);
    return text + "END:\n" + std::string(kStore);
}

std::string maxwell_computed(unsigned count) {
    std::string text = "MOV R6, c[0x2][0x0] ;\nSSY END ;\nBRX R6, 0x0 ;\n";
    for (unsigned i = 0; i < count; ++i) text += fmt::format("MOV32I R7, {:#x} ;\nSYNC ;\n", 3 * i + 1);
    return text + "END:\n" + std::string(kStore);
}

std::string maxwell_nest(unsigned count) {
    std::string text = "MOV R6, RZ ;\n";
    for (unsigned i = 0; i < count; ++i)
        text +=
            fmt::format("ISETP.LT.AND P0, PT, R{0}, {1:#x}, PT ;\nSSY J{1} ;\n@P0 SYNC ;\nIADD32I R{2}, R{0}, 0x1 ;\n",
                        6 + i % 16, i, 6 + (i + 1) % 16);
    for (unsigned i = count; i-- > 0;) text += fmt::format("SYNC ;\nJ{0}:\nIADD32I R7, R7, {1:#x} ;\n", i, i + 1);
    return text + std::string(kStore);
}

std::string maxwell_tangle(unsigned count) {
    std::string text;
    for (unsigned i = 0; i < count; ++i)
        text +=
            fmt::format("A{0}:\nISETP.LT.AND P0, PT, R{1}, {0:#x}, PT ;\n@P0 BRA A{2} ;\nIADD32I R{1}, R{1}, 0x1 ;\n",
                        i, 6 + i % 16, (i * 7 + 3) % count);
    return text + std::string(kStore);
}

std::span<const MaxwellShape> maxwell_shapes() { return kMaxwellShapes; }

} // namespace relit::test
