#include "emulators/ryujinx/cache.hpp"

#include <gtest/gtest.h>
#include <xxhash.h>
#include <zlib.h>

#include <cstring>

#include <fmt/format.h>

namespace relit::emulators::ryujinx {
namespace {

using Blob = std::vector<std::uint8_t>;

// A writer of these files, from the emulator's description of them.
struct Writer {
    Blob bytes;
    template <class T>
    Writer& put(T value) {
        const std::size_t at = bytes.size();
        bytes.resize(at + sizeof value);
        std::memcpy(bytes.data() + at, &value, sizeof value);
        return *this;
    }
    Writer& text(std::string_view value) { return bytes.insert(bytes.end(), value.begin(), value.end()), *this; }
    Writer& add(const Blob& value) { return bytes.insert(bytes.end(), value.begin(), value.end()), *this; }
    Writer& zeros(std::size_t count) { return bytes.resize(bytes.size() + count), *this; }
    /// A record with its name and size.
    Writer& record(std::string_view name, const Blob& value) {
        return text(name).put(static_cast<std::uint32_t>(value.size())).add(value);
    }
};

enum class Packing : std::uint8_t { None, Deflate, Brotli };

Blob packed(const Blob& bytes, Packing packing) {
    Writer out;
    out.put(packing);
    if (packing == Packing::None) return out.add(bytes).bytes;
    if (packing == Packing::Brotli) { // a stream of one part that is stored (RFC 7932, 9.2), and an empty last one
        const auto head = static_cast<std::uint32_t>(bytes.size() - 1) << 4 | 1U << 20;
        for (unsigned i = 0; i < 3; ++i) out.put(static_cast<std::uint8_t>(head >> 8 * i));
        return out.add(bytes).put(std::uint8_t{3}).bytes;
    }
    Blob into(bytes.size() + 1000);
    z_stream stream{};
    deflateInit2(&stream, 1, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = const_cast<Bytef*>(bytes.data()), stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = into.data(), stream.avail_out = static_cast<uInt>(into.size());
    deflate(&stream, Z_FINISH);
    into.resize(stream.total_out);
    deflateEnd(&stream);
    return out.add(into).bytes;
}

struct Files {
    Writer guest_toc, guest_data, shared_toc, shared_data;
    Files() {
        guest_toc.text("TOCG").put(0x10001U).put(0U).put(0U).zeros(16);
        shared_toc.text("TOCS").put(0x10002U).put(7353U).put(0U).put(std::uint64_t{5}).zeros(8);
    }
    void add_code(const Blob& code, const Blob& constants, Packing packing) {
        const auto hash = [](const Blob& bytes) {
            return static_cast<std::uint32_t>(XXH3_128bits(bytes.data(), bytes.size()).low64);
        };
        guest_toc.put(static_cast<std::uint32_t>(guest_data.bytes.size())).put(static_cast<std::uint32_t>(code.size()));
        guest_toc.put(static_cast<std::uint32_t>(constants.size())).put(hash(constants) * 23 ^ hash(code));
        guest_data.add(constants).add(packed(code, packing));
    }
    void add_pipeline(const Blob& entry, Packing packing) {
        shared_toc.put(std::uint64_t{shared_data.bytes.size()});
        shared_data.add(packed(entry, packing));
    }
    /// "name: fault" or the names of what was found.
    [[nodiscard]] std::vector<Result<Found>> read() const {
        std::vector<Result<Found>> all;
        const auto guest = GuestCache::open(guest_toc.bytes, guest_data.bytes);
        if (!guest) return {std::unexpected(guest.error())};
        const Status done = read_cache(*guest, shared_toc.bytes, shared_data.bytes,
                                       [&](Result<Found> one) { all.push_back(std::move(one)); });
        if (!done) all.emplace_back(std::unexpected(done.error()));
        return all;
    }
};

const Blob kCode(200, 0x42), kOther(4000, 0x43);

Blob graphics_state() {
    Writer state;
    state.put(std::uint8_t{1}).zeros(3).put(10U); // early tests; lines with adjacency
    state.put(2U | 1U << 4 | 2U << 8);            // quads, fractional odd, clockwise
    state.put(std::uint8_t{1})
        .put(std::uint8_t{1})
        .put(std::uint8_t{0})
        .put(std::uint8_t{1});                                    // alpha to coverage, dither; depth
    state.put(std::uint8_t{0}).zeros(3).put(2.0F);                // the size of points
    state.put(std::uint8_t{1}).zeros(3).put(0x204U).put(0.5F);    // alpha > 0.5
    state.put(std::uint8_t{1}).put(std::uint8_t{0x44}).zeros(30); // sint, uscaled and packed
    state.put(std::uint8_t{0})
        .put(std::uint8_t{0})
        .put(std::uint8_t{2})
        .zeros(7)
        .put(std::uint8_t{1})
        .put(std::uint8_t{1});
    EXPECT_EQ(state.bytes.size(), 80U);
    return state.bytes;
}

Blob pair_entry() {
    Writer entry;
    entry.put(1U << 1 | 1U << 5).put(0U).put(1U); // vertex and fragment
    entry.put(1U << 3).put(std::uint8_t{0}).record("GFXS", graphics_state());
    entry.put(std::uint8_t{0b10001}).put(0xffU).put(0xfeU); // constant buffers of two stages
    entry.put(std::uint8_t{1}).record("PGPS", Blob(300));
    entry.put(std::uint16_t{1})
        .record("TFBD",
                Writer().put(0U).put(16U).put(2U).put(std::uint8_t{0x1c}).put(std::uint8_t{0x1d}).zeros(126).bytes);
    entry.put(std::uint16_t{1}).record("TEXK", Writer().put(4U).put(8U).put(-1).bytes);
    entry.record(
        "TEXS",
        Writer().put(4U).put(0x24U).put(std::uint8_t{0}).put(std::uint8_t{5}).put(std::uint8_t{0}).zeros(1).bytes);
    return entry.bytes;
}

TEST(RyujinxCache, PipelinesBecomeBundles) {
    for (const Packing packing : {Packing::None, Packing::Deflate, Packing::Brotli}) {
        Files files;
        files.add_code(kCode, Writer().put(5U).put(6U).bytes, packing);
        files.add_code(kOther, {}, packing);
        files.add_pipeline(pair_entry(), packing);
        files.add_pipeline(pair_entry(), packing);
        const auto all = files.read();
        ASSERT_EQ(all.size(), 2U);
        ASSERT_TRUE(all[1]) << all[1].error().text;
        const bundle::Bundle& bundle = all[1]->bundle;
        EXPECT_EQ(all[1]->name, "pipeline-1");
        ASSERT_EQ(bundle.programs.size(), 2U);
        EXPECT_EQ(bundle.programs[0], (bundle::Program{"maxwell", "vertex", "guest.data, 0", kCode}));
        EXPECT_EQ(bundle.programs[1], (bundle::Program{"maxwell", "fragment", "guest.data, 1", kOther}));
        const auto value = [&](std::string_view key) { return bundle.context.at(fmt::format("maxwell.{}", key)); };
        EXPECT_EQ(value("constants1.words"), 2U);
        EXPECT_EQ(value("constants1.word1"), 6U);
        EXPECT_EQ(value("early_tests"), 1U);
        EXPECT_EQ(value("topology"), 2U);
        EXPECT_EQ(value("tessellation"), 1U) << "quads";
        EXPECT_EQ(value("tessellation_spacing"), 2U) << "fractional odd";
        EXPECT_EQ(value("tessellation_clockwise"), 1U);
        EXPECT_EQ(value("tessellation_points"), 0U);
        EXPECT_EQ(value("y_negate"), 1U);
        EXPECT_EQ(value("alpha_dither"), 1U);
        EXPECT_EQ(value("depth_from_minus_one"), 1U);
        EXPECT_FALSE(bundle.context.contains("maxwell.point_size")) << "no points are drawn";
        EXPECT_EQ(value("alpha_test"), 4U) << "greater";
        EXPECT_EQ(value("alpha_reference"), 0x3f000000U);
        EXPECT_EQ(value("attribute0"), 1U);
        EXPECT_EQ(value("attribute1"), 4U);
        EXPECT_EQ(value("target0"), 2U);
        EXPECT_EQ(value("dual_source"), 1U);
        EXPECT_EQ(value("feedback0.stride"), 16U);
        EXPECT_EQ(value("feedback0.words"), 2U);
        EXPECT_EQ(value("feedback0.word1"), 0x74U);
        EXPECT_EQ(bundle.origin.at("textures"), "stage 4 handle 0x8 buffer -1: 2d array, texels counted");
        EXPECT_EQ(all[1]->approximations.size(), 2U) << "packed inputs, and textures";
    }
}

TEST(RyujinxCache, TessellationMakesPointsLinesOrTriangles) {
    const struct {
        std::uint32_t word;
        std::uint64_t points, clockwise;
    } kWords[] = {{0, 0, 0}, {1, 1, 0}, {1 | 1 << 8, 0, 0}, {1 | 2 << 8, 0, 1}, {1 | 3 << 8, 0, 0}};
    for (const auto& [word, points, clockwise] : kWords) {
        Files files;
        files.add_code(kCode, {}, Packing::None);
        Blob state = graphics_state();
        std::memcpy(&state[8], &word, sizeof word);
        Writer entry;
        entry.put(1U << 1).put(0U).put(0U).put(std::uint8_t{0}).record("GFXS", state);
        entry.put(std::uint8_t{0}).put(std::uint8_t{0}).put(std::uint16_t{0});
        files.add_pipeline(entry.bytes, Packing::None);
        const auto all = files.read();
        ASSERT_TRUE(all.size() == 1 && all[0]) << word;
        EXPECT_EQ(all[0]->bundle.context.at("maxwell.tessellation_points"), points) << word;
        EXPECT_EQ(all[0]->bundle.context.at("maxwell.tessellation_clockwise"), clockwise) << word;
    }
}

TEST(RyujinxCache, ProgramsOfTheFirstVersionAreRead) {
    Files files;
    files.guest_toc.bytes[4] = 0; // 1.0
    files.add_code(kCode, Writer().put(5U).bytes, Packing::Deflate);
    const auto guest = GuestCache::open(files.guest_toc.bytes, files.guest_data.bytes);
    ASSERT_TRUE(guest) << guest.error().text;
    std::vector<Result<Found>> all;
    ASSERT_TRUE(read_programs(*guest, [&](Result<Found> one) { all.push_back(std::move(one)); }));
    ASSERT_TRUE(all.size() == 1 && all[0]);
    EXPECT_EQ(all[0]->bundle.programs[0].bytes, kCode);
    EXPECT_EQ(all[0]->bundle.origin.at("cache_version"), "1.0");
}

TEST(RyujinxCache, ComputeProgramsBecomeBundles) {
    Files files;
    files.add_code(kCode, {}, Packing::Brotli);
    Writer entry;
    entry.put(0U).put(0U).put(0U).put(std::uint8_t{1});
    entry.record("COMS", Writer().put(8U).put(4U).put(2U).put(64U).put(128U).put(0U).bytes);
    entry.put(std::uint8_t{0}).put(std::uint8_t{0}).put(std::uint16_t{0});
    files.add_pipeline(entry.bytes, Packing::Deflate);
    const auto all = files.read();
    ASSERT_EQ(all.size(), 1U);
    ASSERT_TRUE(all[0]) << all[0].error().text;
    const ir::ContextValues expected = {{"maxwell.code_alone", 1},     {"maxwell.local_bytes", 64},
                                        {"maxwell.shared_bytes", 128}, {"maxwell.workgroup0", 8},
                                        {"maxwell.workgroup1", 4},     {"maxwell.workgroup2", 2}};
    EXPECT_EQ(all[0]->bundle.context, expected);
    EXPECT_EQ(all[0]->bundle.programs[0].stage, "compute");
}

std::string fault_of(const Files& files) {
    for (const Result<Found>& one : files.read())
        if (!one) return one.error().text;
    return "none";
}

TEST(RyujinxCache, WhatIsWrongIsNamed) {
    Files good;
    good.add_code(kCode, {}, Packing::None);
    good.add_code(kOther, {}, Packing::None);
    good.add_pipeline(pair_entry(), Packing::None);
    EXPECT_EQ(fault_of(good), "none");
    const auto broken = [&](auto&& breaks) {
        Files files = good;
        breaks(files);
        return fault_of(files);
    };
    EXPECT_EQ(broken([](Files& f) { f.guest_toc.bytes[4] = 2; }), "the cache is of version 1.2; 1.1 is read");
    EXPECT_EQ(broken([](Files& f) { f.shared_toc.bytes[6] = 2; }), "the cache is of version 2.2; 1.2 is read");
    EXPECT_EQ(broken([](Files& f) { f.guest_toc.bytes[0] = 'X'; }), "no guest.toc of Ryujinx's shader cache");
    EXPECT_EQ(broken([](Files& f) { f.guest_toc.bytes.pop_back(); }), "the last entry is cut off");
    EXPECT_EQ(broken([](Files& f) { f.guest_data.bytes[20] ^= 1; }), "pipeline 0: code 0: its checksum is wrong");
    EXPECT_EQ(broken([](Files& f) { f.guest_data.bytes.resize(100); }), "pipeline 0: code 0: it is cut off");
    EXPECT_EQ(broken([](Files& f) { f.guest_data.bytes[0] = 3; }), "pipeline 0: code 0: it is packed by algorithm 3");
    EXPECT_EQ(broken([](Files& f) { f.guest_toc.bytes[39] = 0xff; }),
              "pipeline 0: code 0 has 4278190280 bytes and 0 of constants");
    EXPECT_EQ(broken([](Files& f) { f.shared_toc.bytes[32] = 0xff, f.shared_toc.bytes[33] = 0xff; }).substr(0, 28),
              "pipeline 0: lies at 65535 of");
    EXPECT_EQ(broken([](Files& f) { f.shared_data.bytes[1] = 0x80; }), "pipeline 0: stages 0x80");
    EXPECT_EQ(broken([](Files& f) { f.shared_data.bytes[5] = 9; }), "pipeline 0: no code 9: there are 2");
    EXPECT_EQ(broken([](Files& f) { f.shared_data.bytes.resize(60); }), "pipeline 0: record GFXS is cut off");
}

// One stage reads other words than the other from its own buffer: a context has one for the draw.
TEST(RyujinxCache, StagesWithOtherConstantsAreRefused) {
    Files files;
    files.add_code(kCode, Writer().put(5U).bytes, Packing::None);
    files.add_code(kOther, Writer().put(6U).bytes, Packing::None);
    files.add_pipeline(pair_entry(), Packing::None);
    EXPECT_EQ(fault_of(files), "pipeline 0: its stages have different constants: maxwell.constants1.word0");
}

} // namespace
} // namespace relit::emulators::ryujinx
