#include "machine/gs/packets/pieces.hpp"
#include "machine/gs/state/registers.hpp"
#include "tests/support/guests/large_readers.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

namespace relit::test {
namespace {

using namespace machine::gs;

constexpr std::uint8_t kTransferPacket = 0, kVSyncPacket = 1, kPath2 = 1, kPath1 = 3;

void add_transfer(FileOfAnySize& stream, std::uint8_t path, Bytes data) {
    stream.push_back(kTransferPacket);
    stream.push_back(path);
    for (unsigned i = 0; i < 4; ++i) stream.push_back(static_cast<std::uint8_t>(data.size() >> (8 * i)));
    stream.insert(stream.end(), data.begin(), data.end());
}

GifTag tag_of_loops(std::initializer_list<Descriptor> registers, std::uint32_t loops, TagFormat format) {
    GifTag tag = tag_of(std::span(registers.begin(), registers.size()));
    return tag.set(GifTag::loops, loops).set(GifTag::format, format).set(GifTag::last, true);
}

void add_write(FileOfAnySize& data, Address address, std::uint64_t value) {
    PackedAddress qword;
    qword.set(PackedAddress::address, static_cast<std::uint32_t>(address)).set(PackedAddress::value, value);
    append(data, qword.raw);
}

FileOfAnySize text_of_lines(std::string text, std::size_t lines, std::string (*line)(std::size_t)) {
    for (std::size_t i = 0; i < lines; ++i) text += line(i);
    return {text.begin(), text.end()};
}

} // namespace

FileOfAnySize gs_packets(std::size_t transfers) {
    constexpr std::size_t kInFrame = 64;
    FileOfAnySize stream;
    for (std::size_t i = 0; i < transfers; ++i) {
        FileOfAnySize data;
        append(data, tag_of_loops({Descriptor::AD}, 1, TagFormat::Packed).raw);
        add_write(data, Address::RGBAQ, i);
        add_transfer(stream, kPath2, data);
        if (i % kInFrame == kInFrame - 1) stream.insert(stream.end(), {kVSyncPacket, 0});
    }
    return stream;
}

FileOfAnySize gs_empty_tags(std::size_t tags) {
    FileOfAnySize data, stream;
    for (std::size_t i = 0; i < tags; ++i) append(data, tag_of_loops({Descriptor::AD}, 0, TagFormat::Packed).raw);
    add_transfer(stream, kPath2, data);
    return stream;
}

FileOfAnySize gs_cut_tags(std::size_t transfers) {
    constexpr std::size_t kLoops = 99;
    FileOfAnySize stream;
    for (std::size_t i = 0; i < transfers; ++i) {
        FileOfAnySize data;
        if (i / 3 % (kLoops + 1) == 0)
            append(data, tag_of_loops({Descriptor::AD}, kLoops, TagFormat::Packed).raw);
        else
            add_write(data, Address::RGBAQ, i);
        add_transfer(stream, static_cast<std::uint8_t>(kPath2 + i % (kPath1 - kPath2 + 1)), data);
    }
    return stream;
}

FileOfAnySize gs_image(std::size_t quadwords) {
    FileOfAnySize image(16 * quadwords), data, stream;
    for (std::size_t i = 0; i < image.size(); ++i) image[i] = static_cast<std::uint8_t>(i * i >> 3);
    append_image(data, GifTag{}.set(GifTag::format, TagFormat::Image), image);
    add_transfer(stream, kPath2, data);
    return stream;
}

FileOfAnySize gs_odd_lists(std::size_t lists) {
    FileOfAnySize data, stream;
    for (std::size_t i = 0; i < lists; ++i) {
        append(data, tag_of_loops({Descriptor::RGBAQ}, 3, TagFormat::RegList).raw);
        for (std::uint32_t word = 0; word < 8; ++word) append(data, std::array{word});
    }
    add_transfer(stream, kPath2, data);
    return stream;
}

FileOfAnySize gs_text_of_pages(std::size_t pages) {
    return text_of_lines(".gs stream\n", pages, [](std::size_t) -> std::string { return ".registers\n"; });
}

FileOfAnySize gs_text_of_uploads(std::size_t uploads) {
    return text_of_lines(".gs stream\n", uploads, [](std::size_t i) {
        return fmt::format(".upload DBP=0, DBW=1, DPSM=CT32, RRW=4, RRH=1\n.data {0}, {0}, {0}, {0}\n", i);
    });
}

FileOfAnySize gs_text_of_writes(std::size_t writes) {
    return text_of_lines(".gs stream\n", writes, [](std::size_t i) {
        return fmt::format("{}RGBAQ R={}\n", i % 1000 == 0 ? ".transfer path2\n" : "", i % 256);
    });
}

} // namespace relit::test
