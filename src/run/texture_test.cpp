// The reference sampler: every expected value follows from the texture by the formulas of the Vulkan specification.
#include "run/texture.hpp"

#include "ir/builder.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

namespace relit::run {
namespace {

using ir::Filter;
using ir::Kind;
using ir::Op;
using ir::TextureDim;
using ir::Wrap;

std::uint64_t bits_of_float(float value) { return std::bit_cast<std::uint32_t>(value); }
float number(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

// A row of texels 0, 10, 20, 30 on level 0 and 100, 200 on level 1; in two dimensions rows count thousands.
struct Asked {
    ir::Module module;
    ir::Builder ir{module};
    ir::Bound bound;
    ir::TextureUse use;

    explicit Asked(TextureDim dim = TextureDim::D1, bool arrayed = false, bool shadow = false) {
        ir.resource({.kind = ir::ResourceKind::Texture, .dim = dim, .arrayed = arrayed, .shadow = shadow});
        use.coordinates = static_cast<std::uint8_t>(ir::dimensions(dim) + (arrayed ? 1 : 0));
        bound.texture.layers = (dim == TextureDim::Cube ? 6 : 1) * (arrayed ? 2 : 1);
        for (const std::uint32_t width : {4U, 2U}) {
            const std::uint32_t height = dim == TextureDim::D1 ? 1 : width;
            ir::Level level{.width = width, .height = height, .depth = 1, .texels = {}};
            for (std::uint32_t i = 0; i < width * height * bound.texture.layers; ++i) {
                const std::uint32_t x = i % width, y = i / width % height, layer = i / width / height;
                const float value = width == 4 ? 10.0F * static_cast<float>(x) : 100.0F * static_cast<float>(x + 1);
                const float whole = value + 1000.0F * static_cast<float>(y) + 100000.0F * static_cast<float>(layer);
                level.texels.push_back({std::bit_cast<std::uint32_t>(whole), 0, 0, 0x3f800000});
            }
            bound.texture.levels.push_back(std::move(level));
        }
    }
    std::vector<std::uint64_t> all(Op op, std::vector<std::uint64_t> operands, ir::Type type = {Kind::F32, 4}) {
        module.texture_uses.assign(1, use);
        ir::Inst inst;
        inst.op = op;
        inst.type = type;
        return access_texture(module, inst, bound, operands);
    }
    float sample(std::vector<float> coordinates) {
        std::vector<std::uint64_t> operands;
        for (const float coordinate : coordinates) operands.push_back(bits_of_float(coordinate));
        return number(all(Op::Sample, operands)[0]);
    }
};

TEST(Texture, NearestTakesTheTexelUnderThePosition) {
    Asked a;
    EXPECT_EQ(a.sample({0.0F}), 0);
    EXPECT_EQ(a.sample({0.24F}), 0);
    EXPECT_EQ(a.sample({0.26F}), 10);
    EXPECT_EQ(a.sample({0.99F}), 30);
}

TEST(Texture, EveryWrap) {
    Asked a;
    a.bound.sampler.border = {0x40a00000, 0, 0, 0}; // 5
    const auto at = [&](Wrap wrap, float coordinate) {
        a.bound.sampler.wrap[0] = wrap;
        return a.sample({coordinate});
    };
    // One texel before the first one, one after the last, and six after it.
    EXPECT_EQ(at(Wrap::Repeat, -0.125F), 30);
    EXPECT_EQ(at(Wrap::Repeat, 1.125F), 0);
    EXPECT_EQ(at(Wrap::Mirror, -0.125F), 0);
    EXPECT_EQ(at(Wrap::Mirror, -0.375F), 10);
    EXPECT_EQ(at(Wrap::Mirror, 1.125F), 30);
    EXPECT_EQ(at(Wrap::Mirror, 2.375F), 10);
    EXPECT_EQ(at(Wrap::Clamp, -3.0F), 0);
    EXPECT_EQ(at(Wrap::Clamp, 3.0F), 30);
    EXPECT_EQ(at(Wrap::Border, -0.125F), 5);
    EXPECT_EQ(at(Wrap::Border, 0.125F), 0);
    EXPECT_EQ(at(Wrap::Border, 1.125F), 5);
    EXPECT_EQ(at(Wrap::MirrorOnce, -0.375F), 10);
    EXPECT_EQ(at(Wrap::MirrorOnce, -1.875F), 30);
    EXPECT_EQ(at(Wrap::MirrorOnce, 2.0F), 30);
}

TEST(Texture, LinearWeighsTheNeighbours) {
    Asked a(TextureDim::D2);
    a.bound.sampler.magnify = Filter::Linear;
    EXPECT_EQ(a.sample({0.375F, 0.125F}), 10);     // the middle of a texel
    EXPECT_EQ(a.sample({0.5F, 0.125F}), 15);       // between two
    EXPECT_EQ(a.sample({0.4375F, 0.25F}), 512.5F); // a quarter to the right, half down
    EXPECT_EQ(a.sample({0.0F, 0.125F}), 15);       // around the edge: 0 and 30
}

TEST(Texture, LevelsByLodBiasAndGradients) {
    Asked a;
    a.use.lod = true;
    EXPECT_EQ(a.sample({0.3F, 0.4F}), 10);
    EXPECT_EQ(a.sample({0.3F, 0.6F}), 100);
    EXPECT_EQ(a.sample({0.3F, 9.0F}), 100);
    a.bound.sampler.between = Filter::Linear;
    EXPECT_EQ(a.sample({0.3F, 0.25F}), 32.5F);
    a.bound.sampler.bias = 1;
    EXPECT_EQ(a.sample({0.3F, -0.75F}), 32.5F);
    a.bound.sampler.highest = 0;
    EXPECT_EQ(a.sample({0.3F, 5.0F}), 10);
    a.bound.sampler = {};
    a.use.lod = false;
    a.use.gradients = true;
    EXPECT_EQ(a.sample({0.3F, 0.25F, 0.0F}), 10);  // a texel a step
    EXPECT_EQ(a.sample({0.3F, 0.0F, -0.5F}), 100); // two
}

TEST(Texture, MagnifyingAndMinifyingHaveTheirOwnFilter) {
    Asked a;
    a.use.lod = true;
    a.bound.sampler.minify = Filter::Linear;
    EXPECT_EQ(a.sample({0.5F, 0.0F}), 20);
    EXPECT_EQ(a.sample({0.5F, 1.0F}), 150);
}

TEST(Texture, LayersAreRoundedAndClamped) {
    Asked a(TextureDim::D1, true);
    EXPECT_EQ(a.sample({0.3F, 0.4F}), 10);
    EXPECT_EQ(a.sample({0.3F, 0.6F}), 100010);
    EXPECT_EQ(a.sample({0.3F, 7.0F}), 100010);
    EXPECT_EQ(a.sample({0.3F, -2.0F}), 10);
}

// Coordinates on a face have the precision of floats, as in devices: what is less than that beside the middle is the middle.
TEST(Texture, FacesOfCubesArePlacedInFloats) {
    Asked a(TextureDim::Cube);
    EXPECT_EQ(a.sample({1, -1e-21F, 9.5e-17F}), a.sample({1, 0, 0}));
}

// s and t point as the specification's table of faces says.
TEST(Texture, FacesOfCubes) {
    Asked a(TextureDim::Cube);
    const float far = 0.8F; // towards the last texel where positive, the first where negative
    const auto face = [&](std::vector<float> direction) { return a.sample(std::move(direction)); };
    EXPECT_EQ(face({1, -far, -far}), 3030);    // +x: s = -z, t = -y
    EXPECT_EQ(face({-1, -far, far}), 103030);  // -x: s = z, t = -y
    EXPECT_EQ(face({far, 1, far}), 203030);    // +y: s = x, t = z
    EXPECT_EQ(face({far, -1, -far}), 303030);  // -y: s = x, t = -z
    EXPECT_EQ(face({far, -far, 1}), 403030);   // +z: s = x, t = -y
    EXPECT_EQ(face({-far, -far, -1}), 503030); // -z: s = -x, t = -y
    EXPECT_EQ(face({2, 2, 2}), 400030);        // a corner belongs to z
}

// Of +y, 4 texels wide: half of what x or z changes, in units of y; and less where y grows.
TEST(Texture, GradientsOfCubesAreThoseOnTheFace) {
    Asked a(TextureDim::Cube);
    a.use.gradients = true;
    const auto is_level_1 = [&](std::vector<float> slope) {
        std::vector<float> operands{0.5F, 2, 0.25F};
        operands.insert(operands.end(), slope.begin(), slope.end());
        operands.resize(9);
        return a.sample(operands) != 200000 + 2020;
    };
    EXPECT_FALSE(is_level_1({1.4F, 0, 0}));
    EXPECT_TRUE(is_level_1({1.5F, 0, 0}));
    EXPECT_FALSE(is_level_1({0, 0, 1.4F}));
    EXPECT_TRUE(is_level_1({0, 0, 1.5F}));
    EXPECT_FALSE(is_level_1({0, 4, 0}));
    EXPECT_TRUE(is_level_1({0, 6, 0}));
    EXPECT_TRUE(is_level_1({0, 0, 0, 0, 0, 1.5F}));
}

TEST(Texture, ComparesWhatItFiltersAfterwards) {
    Asked a(TextureDim::D1, false, true);
    a.use.reference = true;
    a.bound.sampler.compare = ir::Compare::LessEqual;
    EXPECT_EQ(a.sample({0.3F, 10.0F}), 1);
    EXPECT_EQ(a.sample({0.3F, 10.5F}), 0);
    a.bound.sampler.compare = ir::Compare::Greater;
    EXPECT_EQ(a.sample({0.3F, 10.5F}), 1);
    a.bound.sampler.magnify = Filter::Linear;
    EXPECT_EQ(a.sample({0.4375F, 15.0F}), 0.75F); // 10 passes, 20 does not
}

TEST(Texture, GathersFromTheLowerLeftAgainstTheClock) {
    Asked a(TextureDim::D2);
    const auto got = a.all(Op::Gather, {bits_of_float(0.5F), bits_of_float(0.5F)});
    EXPECT_EQ(number(got[0]), 2010);
    EXPECT_EQ(number(got[1]), 2020);
    EXPECT_EQ(number(got[2]), 1020);
    EXPECT_EQ(number(got[3]), 1010);
    a.use.component = 3;
    EXPECT_EQ(number(a.all(Op::Gather, {bits_of_float(0.5F), bits_of_float(0.5F)})[0]), 1);
}

// What is cut off in doubles is cut off exactly as long as there are whole texels in a float, and beyond; a float above 2^23 has
// no fraction, so that it lies on the left edge of texel 0.
TEST(Texture, FarCoordinatesAreThoseOfTheirPeriod) {
    Asked a;
    for (const float far : {0x1p23F, 0x1p60F, 0x1p62F + 0x1p39F, 0x1p127F, -0x1p127F}) {
        SCOPED_TRACE(far);
        a.bound.sampler = {.wrap = {Wrap::Repeat}};
        EXPECT_EQ(a.sample({far}), 0);
        a.bound.sampler = {.magnify = Filter::Linear, .wrap = {Wrap::Repeat}};
        EXPECT_EQ(a.sample({far}), 15); // half of the last, half of the first
        a.bound.sampler = {.wrap = {Wrap::Clamp}};
        EXPECT_EQ(a.sample({far}), far > 0 ? 30 : 0);
        a.bound.sampler = {.wrap = {Wrap::MirrorOnce}};
        EXPECT_EQ(a.sample({far}), 30);
    }
}

// No reference says which texel; it is one of the texture.
TEST(Texture, UndefinedCoordinatesAndLevelsStayInside) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInfinity = std::numeric_limits<float>::infinity();
    for (const float none : {kNan, kInfinity, -kInfinity}) {
        for (const Wrap wrap : {Wrap::Repeat, Wrap::Mirror, Wrap::Clamp, Wrap::MirrorOnce}) {
            for (const Filter filter : {Filter::Nearest, Filter::Linear}) {
                Asked a(TextureDim::D2, true);
                a.use.lod = true;
                a.bound.sampler = {.magnify = filter, .minify = filter, .between = filter, .wrap = {wrap, wrap, wrap}};
                EXPECT_GE(a.sample({none, none, none, 0}), 0);
                EXPECT_GE(a.sample({0.5F, 0.5F, none, none}), 0);
            }
        }
    }
    Asked lod;
    lod.use.lod = true;
    EXPECT_EQ(lod.sample({0.3F, kNan}), lod.sample({0.3F, 0}));
    EXPECT_EQ(lod.sample({0.3F, kInfinity}), lod.sample({0.3F, 1}));
    Asked layered(TextureDim::D1, true);
    EXPECT_EQ(layered.sample({0.3F, kNan}), layered.sample({0.3F, 0}));
}

TEST(Texture, FetchesWithOffsetsAndZerosOutside) {
    Asked a(TextureDim::D2);
    a.use.lod = a.use.offsets = true;
    EXPECT_EQ(number(a.all(Op::Fetch, {1, 2, 0, 1, 0xffffffff})[0]), 1020);
    EXPECT_EQ(number(a.all(Op::Fetch, {1, 1, 1, 0, 0})[0]), 1200);
    EXPECT_EQ(a.all(Op::Fetch, {1, 2, 1, 0, 0}), (std::vector<std::uint64_t>(4)));
    EXPECT_EQ(a.all(Op::Fetch, {0, 0, 2, 0, 0}), (std::vector<std::uint64_t>(4)));
}

TEST(Texture, AnswersQuestions) {
    Asked a(TextureDim::Cube, true);
    a.use = {.coordinates = 0, .lod = true};
    EXPECT_EQ(a.all(Op::QuerySize, {1}, {Kind::I32, 3}), (std::vector<std::uint64_t>{2, 2, 2}));
    a.use.lod = false;
    EXPECT_EQ(a.all(Op::QueryLevels, {}, ir::kI32), (std::vector<std::uint64_t>{2}));
}

TEST(Texture, ImagesAreStoredAndLoadedInside) {
    Asked a(TextureDim::D2);
    a.module.resources[0].kind = ir::ResourceKind::Image;
    (void)a.all(Op::StoreImage, {3, 2, bits_of_float(7), bits_of_float(8)}, ir::kVoid);
    (void)a.all(Op::StoreImage, {4, 2, bits_of_float(9), bits_of_float(9)}, ir::kVoid); // outside
    EXPECT_EQ(a.all(Op::LoadImage, {3, 2}), (std::vector<std::uint64_t>{bits_of_float(7), bits_of_float(8), 0, 0}));
    EXPECT_EQ(a.all(Op::LoadImage, {0, 3})[0], bits_of_float(3000));
    EXPECT_EQ(a.all(Op::LoadImage, {0xffffffff, 3}), (std::vector<std::uint64_t>(4)));
}

} // namespace
} // namespace relit::run
