#include "machine/r500/atom/image.hpp"

#include "machine/r500/atom/builder.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace relit::machine::r500::atom {
namespace {

using Octets = std::vector<std::uint8_t>;

Octets image_of_two() {
    const std::vector<BuiltCommand> commands{{0, 4, 8, {91}}, {35, 0, 0x84, {90, 91}}};
    const std::vector<BuiltData> data{{4, 1, 4, Octets(85)}};
    return build_image(commands, data, "\r\nBOOT MESSAGE");
}

void put16(Octets& bytes, std::size_t at, unsigned value) {
    bytes[at] = static_cast<std::uint8_t>(value);
    bytes[at + 1] = static_cast<std::uint8_t>(value >> 8);
}

TEST(AtomImage, TablesAreFoundByNumberAndName) {
    const Octets file = image_of_two();
    const auto image = read_image(file);
    ASSERT_TRUE(image);
    EXPECT_EQ(image->message(), "BOOT MESSAGE");
    EXPECT_EQ(image->commands.size(), 36U);
    ASSERT_NE(image->command(35), nullptr);
    EXPECT_EQ(name_of(*image->command(35)), "EnableCRTC");
    EXPECT_EQ(image->command(35)->size, 8U);
    EXPECT_EQ(image->command(35)->parameters, 0x84);
    EXPECT_EQ(image->command(1), nullptr);
    EXPECT_EQ(image->command(99), nullptr);
    ASSERT_NE(image->data_table(4), nullptr);
    EXPECT_EQ(name_of(*image->data_table(4)), "FirmwareInfo");
    EXPECT_EQ(command_named("EnableCRTC"), 35U);
    EXPECT_EQ(command_named("Command80"), 80U);
    EXPECT_FALSE(command_named("Command35")); // that one has a name
    EXPECT_EQ(data_named("PowerSourceInfo"), 33U);
    EXPECT_TRUE(image->warnings.empty());
}

TEST(AtomImage, IsCertainByItsSignature) {
    EXPECT_EQ(recognise_image(image_of_two()).sureness, Sureness::Certain);
    Octets other = image_of_two();
    other[0x31] = '8';
    EXPECT_EQ(recognise_image(other).sureness, Sureness::No);
    EXPECT_EQ(recognise_image({}).sureness, Sureness::No);
}

/// An image of whole units of 512 bytes, with a PCI data structure at its end that says which code it has.
Octets rom_image(Octets image, unsigned code_type, bool is_last) {
    constexpr std::size_t kStructureBytes = 0x18;
    const std::size_t units = (image.size() + kStructureBytes + kLengthUnit - 1) / kLengthUnit;
    image.resize(units * kLengthUnit);
    const std::size_t at = image.size() - kStructureBytes;
    put16(image, 0x18, static_cast<unsigned>(at));
    const std::string_view magic = "PCIR";
    std::ranges::copy(magic, image.begin() + static_cast<std::ptrdiff_t>(at));
    put16(image, at + 4, 0x1002);
    put16(image, at + 6, 0x71c1);
    put16(image, at + 0x10, static_cast<unsigned>(units));
    image[at + 0x14] = static_cast<std::uint8_t>(code_type);
    image[at + 0x15] = is_last ? 0x80 : 0;
    return image;
}
Octets joined(std::initializer_list<Octets> parts) {
    Octets all;
    for (const Octets& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

TEST(AtomImage, IsFoundInsideOfAFile) {
    const Octets image = image_of_two(), padding(0x400, 0xff);
    const Octets file = joined({padding, image, padding});
    EXPECT_EQ(recognise_image(file).sureness, Sureness::Plausible);
    const auto found = read_image(file);
    ASSERT_TRUE(found) << found.error().text;
    EXPECT_EQ(found->before.size(), 0x400U);
    EXPECT_EQ(found->message(), "BOOT MESSAGE");
    EXPECT_EQ(found->command(35)->offset, read_image(image)->command(35)->offset) << "counts from the image";
    ASSERT_EQ(found->warnings.size(), 1U);
    EXPECT_EQ(found->warnings[0],
              "the image begins at 0x400 of the file: what stands in front of it is listed as bytes");
}

TEST(AtomImage, TheFirstThatCanBeReadIsTaken) {
    Octets damaged = image_of_two();
    put16(damaged, kHeaderPointerAt, 0xfff0);
    const Octets padding(0x200, 0);
    const auto found = read_image(joined({padding, damaged, padding, image_of_two()}));
    ASSERT_TRUE(found) << found.error().text;
    EXPECT_EQ(found->before.size(), 2 * padding.size() + damaged.size());
    const auto none = read_image(joined({padding, damaged}));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().offset, padding.size() + kHeaderPointerAt) << "an offset of the file";
    EXPECT_FALSE(read_image(joined({damaged, image_of_two()}))) << "the file is this image, which is damaged";
}

TEST(AtomImage, ImagesOfARomAreFollowed) {
    Octets efi(600);
    std::ranges::copy(kRomMagic, efi.begin());
    const Octets file =
        joined({rom_image(efi, 3, false), rom_image(image_of_two(), 0, false), rom_image(efi, 3, true)});
    const auto found = read_image(file);
    ASSERT_TRUE(found) << found.error().text;
    EXPECT_EQ(found->device, 0x71c1U);
    EXPECT_EQ(found->neighbours, (std::vector<std::string>{"PC image of 1024 bytes at 0x400 with AtomBIOS",
                                                           "EFI image of 1024 bytes at 0x800"}));
    EXPECT_EQ(found->warnings.back(), "the EFI image of 1024 bytes at 0x800 is listed as bytes");
    const auto twice = read_image(joined({image_of_two(), Octets(0x200), image_of_two()}));
    ASSERT_TRUE(twice);
    ASSERT_EQ(twice->warnings.size(), 1U);
    EXPECT_TRUE(twice->warnings[0].starts_with("another image with AtomBIOS, at ")) << twice->warnings[0];
}

TEST(AtomImage, OfAHugeFileTheRestIsBytes) {
    Octets file = image_of_two();
    file.resize(kMostBytes + 1);
    const auto found = read_image(file);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->after.size(), 1U);
    EXPECT_FALSE(read_image(Octets(kMostFileBytes + 1)));
}

TEST(AtomImage, WhatIsNoImageIsRefusedWithAnOffset) {
    const auto fault_of = [](const Octets& file) { return read_image(file).error(); };
    EXPECT_EQ(fault_of(Octets(100)).offset, 0U);
    Octets file = image_of_two();
    put16(file, kHeaderPointerAt, 0xfff0);
    EXPECT_EQ(fault_of(file).text, "no ROM header at 0xFFF0: \"ATOM\" is missing");
    file = image_of_two();
    const auto image = read_image(file);
    ASSERT_TRUE(image);
    Octets lists = file;
    put16(lists, image->header + kCommandListAt, 0xf000);
    EXPECT_EQ(fault_of(lists).text, "command_list at 0xF000 begins past the end of the image");
    EXPECT_EQ(fault_of(lists).offset, lists.size()) << "a place that the file has";
    lists = file;
    put16(lists, image->header + kDataListAt, image->command_list);
    EXPECT_EQ(fault_of(lists).text,
              fmt::format("data_list at 0x{:04X} lies on bytes of another table", image->command_list));
    EXPECT_EQ(fault_of(lists).offset, image->command_list);
    lists = file;
    put16(lists, image->data_list, 3);
    EXPECT_EQ(fault_of(lists).text,
              fmt::format("data_list at 0x{:04X} has 3 bytes, fewer than its header", image->data_list));
}

/// A table that cannot be taken costs that table only, and is reported.
TEST(AtomImage, DamagedTablesAreLeftOutAndReported) {
    Octets file = image_of_two();
    const auto image = read_image(file);
    ASSERT_TRUE(image);
    put16(file, image->command_list + kTableHeader + 2, image->commands[0] + 1U); // number 1, inside of number 0
    put16(file, image->command_list + kTableHeader + 4, 0x20);                    // number 2, in the fixed part
    put16(file, image->command_list + kTableHeader + 6, kFixedPart);              // number 3, into the ROM header
    put16(file, kFixedPart, 0x40);
    put16(file, image->commands[35], 0x7000);
    const auto damaged = read_image(file);
    ASSERT_TRUE(damaged);
    EXPECT_EQ(damaged->warnings.size(), 4U);
    EXPECT_EQ(damaged->command(1), nullptr);
    EXPECT_EQ(damaged->command(2), nullptr);
    EXPECT_EQ(damaged->command(3), nullptr);
    EXPECT_EQ(damaged->command(35), nullptr);
    EXPECT_NE(damaged->command(0), nullptr);
}

TEST(AtomImage, NumbersMayShareATable) {
    Octets file = image_of_two();
    const auto image = read_image(file);
    ASSERT_TRUE(image);
    put16(file, image->command_list + kTableHeader + 2 * 7, image->commands[0]);
    const auto shared = read_image(file);
    ASSERT_TRUE(shared);
    EXPECT_EQ(shared->command(7), shared->command(0));
    EXPECT_TRUE(shared->warnings.empty());
}

TEST(AtomImage, ImagesThatAreCutShortAreReadOrRefused) {
    const Octets file = image_of_two();
    for (std::size_t size = 0; size < file.size(); ++size) {
        const auto image = read_image(Bytes(file).first(size));
        EXPECT_TRUE(image || !image.error().text.empty()) << size;
        if (!image) continue;
        for (const Table& table : image->tables) EXPECT_LE(table.end(), size);
    }
}

/// The image with a PCI data structure behind it, which the fixed part points to.
Octets image_for(unsigned vendor, unsigned device) {
    Octets file = image_of_two();
    const std::size_t at = file.size();
    put16(file, 0x18, static_cast<unsigned>(at));
    for (const char c : {'P', 'C', 'I', 'R'}) file.push_back(static_cast<std::uint8_t>(c));
    file.resize(at + 24);
    put16(file, at + 4, vendor);
    put16(file, at + 6, device);
    return file;
}

TEST(AtomImage, NamesOfRegistersAreForTheChipsThatHaveThem) {
    const auto known = [](const Octets& file) {
        const auto image = read_image(file);
        EXPECT_TRUE(image);
        return image ? image->chip() + (image->has_known_registers() ? "" : " !") : "";
    };
    EXPECT_EQ(known(image_of_two()), "not named; its registers are taken for those of R500");
    EXPECT_EQ(known(image_for(0x1002, 0x71c1)), "1002:71C1");
    EXPECT_EQ(known(image_for(0x1002, 0x9440)), "1002:9440, not an R500: its registers have no names here !");
    EXPECT_EQ(known(image_for(0x1002, 0x72ff)), "1002:72FF");
    EXPECT_EQ(known(image_for(0x1002, 0x7300)), "1002:7300, not an R500: its registers have no names here !");
    EXPECT_EQ(known(image_for(0x10de, 0x9440)), "not named; its registers are taken for those of R500");
    const Octets other = image_for(0x1002, 0x9440);
    EXPECT_EQ(read_image(other)->warnings.size(), 1U);
}

} // namespace
} // namespace relit::machine::r500::atom
