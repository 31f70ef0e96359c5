// Listings of fragment programs: heads, flow, what plain text cannot say, what stands after a program.
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/file.hpp"
#include "isa/rsx/fp/text/test_file.hpp"

#include <gtest/gtest.h>

namespace relit::isa::rsx::fp {
namespace {

std::string shown(const File& file, const TextOptions& options = {}) {
    const auto listing = list(file, options);
    if (!listing) return "fault: " + listing.error().text;
    return print(*listing);
}

constexpr std::uint32_t kIdentity0 = 0x1c9dc800, kIdentity = 0x0001c800;

TEST(RsxFpList, PrintsHeadsByOption) {
    const File file = file_of({0x01001e00, 0x1c9dc802, kIdentity, kIdentity, 0x3f000000, 0xbf800000, 0x40490fdb, 0, //
                               0x01001e01, kIdentity0, kIdentity, kIdentity});
    const std::string constant = "{0x3f000000(0.5), 0xbf800000(-1), 0x40490fdb(3.14159), 0x00000000(0)}";
    EXPECT_EQ(shown(file), "000: MOVR R0, " + constant + ";\n002: MOVR R0, R0; # last instruction\n");
    EXPECT_EQ(shown(file, {{"addresses", "bytes"}}),
              "0x0000: MOVR R0, " + constant + ";\n0x0020: MOVR R0, R0; # last instruction\n");
    EXPECT_EQ(shown(file, {{"addresses", "none"}}), "MOVR R0, " + constant + ";\nMOVR R0, R0; # last instruction\n");
    EXPECT_EQ(list(file, {{"addresses", "hex"}}).error().kind, FaultKind::Usage);
}

// Source 0 of each first word is a constant: of NOP and KIL one follows, of what steers and of fences none does.
TEST(RsxFpList, GivesNoConstantToWhatSteersAndToFences) {
    for (const std::uint32_t op : {0x00000000U, 0x12000000U})
        EXPECT_EQ(shown(file_of({op, 0x1c9dc802, kIdentity, kIdentity, 0x3f800000, 0, 0, 0, //
                                 0x01001e01, kIdentity0, kIdentity, kIdentity}),
                        {{"addresses", "none"}})
                          .find("MOVR R0, R0; # last") != std::string::npos,
                  true);
    struct Case {
        std::uint32_t first, second, third;
        std::string_view text;
    };
    constexpr Case kRows[] = {
        {0x3d000000, kIdentity, kIdentity, "FENCTR"}, {0x3e000000, kIdentity, kIdentity, "FENCBR"},
        {0x42000000, 0x80000008, 8, "IFER"},          {0x43000000, 0x80080014, 8, "LOOPR"},
        {0x44000000, 0x80080014, 8, "REPR"},          {0x40000000, 0x80000000, 0, "BRKR"},
        {0x41000000, 0x80000004, 0, "CALR"},          {0x45000000, 0x80000000, 0, "RETR"}};
    for (const Case& row : kRows) {
        const File file = file_of({row.first, 0x1c9dc802, row.second, row.third, //
                                   0x01001e00, kIdentity0, kIdentity, kIdentity, //
                                   0x01001e01, kIdentity0, kIdentity, kIdentity});
        const std::string text = shown(file);
        EXPECT_EQ(text.substr(text.find("000: ") + 5, row.text.size()), row.text);
        EXPECT_NE(text.find("a source is a constant, but after this operation none is taken to follow: not certain"),
                  std::string::npos)
            << text;
        EXPECT_NE(text.find("001: MOVR R0, R0;"), std::string::npos) << text;
        EXPECT_EQ(assemble(text, {}).value(), file) << text;
    }
}

TEST(RsxFpList, ShowsFlowWithItsTargets) {
    const File file = file_of({
        0x43000000, 0x1c9c0000, 0x80080014,    24,            // 0: LOOP {5, 0, 1}, to slot 6
        0x42000000, 0x00140000, 0x8000000c,    16,            // 1: IFE, to slots 3 and 4
        0x40000000, 0x1c9c0000, 0x80000000,    0,             // 2: BRK
        0x41000000, 0x1c9c0000, 0x8000001c,    0,             // 3: CAL slot 7
        0x01001e00, 0x1c9c0001, kIdentity + 1, 0x40000001,    // 4: MOVR R0, f[aL+4].x, its source 2 an attribute in x
        0x45000000, 0x1c900000, 0x80000000,    0,             // 5: RET (GT)
        0x01001e01, 0x1c9dc800, kIdentity + 1, kIdentity + 1, // 6
        0x45000001, 0x1c9c0000, 0x80000000,    0,             // 7: RET
    });
    EXPECT_EQ(shown(file),
              ".fill mesa\n"
              "000: LOOPR {5, 0, 1} [006];\n"
              "001: IFER (NE.x) [003, 004];\n"
              "002: BRKR;\n"
              "ELSE;\n"
              "003: CALR L7;\n"
              "ENDIF;\n"
              "004: MOVR R0, f[aL+4].x @ {src2.y=0, src2.z=0, src2.w=0};\n"
              "005: RETR (GT);\n"
              "ENDLOOP;\n"
              "006: MOVR R0, R0; # last instruction\n"
              ".end\n"
              "L7:\n"
              "007: RETR; # last instruction\n"
              ".end\n");
}

TEST(RsxFpList, PrintsFieldsThatPlainTextOmits) {
    // an attribute and a unit that nothing reads, an illegal scale, a mask of no lanes
    EXPECT_EQ(
        shown(file_of({0x01006001, kIdentity0, 0x4001c800, kIdentity})),
        "000: MOVR R0, R0 @ {mask=0, input=3, scale=4}; # last instruction  // writes no lane; scale 4 is not legal\n");
    // a constant that is not read
    EXPECT_EQ(shown(file_of({0x01001e01, kIdentity0, 0x0001c802, kIdentity, 0x3f800000, 0, 0, 0})),
              "000: MOVR R0, R0 @ {src1.type=2}; # last instruction"
              "  // a source that is not read makes the next 16 bytes a constant\n"
              ".constant 0x3f800000(1), 0x00000000(0), 0x00000000(0), 0x00000000(0)\n");
    // operation 0x3f, and what the file has left
    EXPECT_EQ(shown(file_of({0x3f000001, kIdentity0, kIdentity, kIdentity, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4})),
              "000: .word 0x3f000001, 0x1c9dc800, 0x0001c800, 0x0001c800 # last instruction"
              "  // this operation is not defined\n.pad 32\n.data 0x00000001, 0x00000002, 0x00000003, 0x00000004\n");
}

} // namespace
} // namespace relit::isa::rsx::fp
