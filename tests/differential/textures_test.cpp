// Textures and images on the device and in the interpreter's own sampler. Where nothing is filtered the bits agree; where
// something is, the values do to within kTolerance: devices may weigh with eight bits.
#include "ir/builder.hpp"
#include "tests/support/device.hpp"
#include "tests/support/native_run.hpp"
#include "tests/support/values.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace relit::textures_test {
namespace {

using ir::Filter;
using ir::Id;
using ir::kF32;
using ir::kI32;
using ir::Kind;
using ir::Op;
using ir::TextureDim;
using ir::Wrap;

constexpr std::uint32_t kGroups = 2, kInvocations = 64 * kGroups, kWordsIn = 16;
constexpr double kTolerance = 1.0 / 256; // of values from 0 to 1
// Where gradients say the level: lavapipe's logarithm is off by up to 0.09.
constexpr double kGradientTolerance = 0.1;

struct Form {
    const char* name;
    Op op;
    ir::Resource resource;
    ir::TextureUse use;
    bool constant_offsets = false;
    bool is_far = false; // its coordinates are
};

unsigned sides_of(const ir::Resource& resource) {
    return resource.dim == TextureDim::Cube ? 2 : ir::dimensions(resource.dim);
}

// Texels from 0 to 1 in 64ths, or any integers; a few levels.
ir::TextureData random_texture(const ir::Resource& resource, std::uint32_t levels, test::Random& random) {
    ir::TextureData texture;
    const unsigned sides = sides_of(resource);
    texture.layers = (resource.dim == TextureDim::Cube ? 6 : 1) * (resource.arrayed ? 3 : 1);
    for (std::uint32_t i = 0; i < levels; ++i) {
        ir::Level level;
        level.width = (resource.dim == TextureDim::Buffer ? 40U : 16U) >> i;
        if (sides > 1) level.height = (resource.dim == TextureDim::Cube ? 16U : 8U) >> i;
        if (sides > 2) level.depth = 8U >> i;
        level.texels.resize(std::size_t{level.width} * level.height * level.depth * texture.layers);
        for (ir::Texel& texel : level.texels) {
            for (std::uint32_t& lane : texel) {
                const float value = static_cast<float>(random.below(65)) / 64;
                lane = resource.sampled == Kind::F32 ? std::bit_cast<std::uint32_t>(value)
                                                     : static_cast<std::uint32_t>(random.bits());
            }
            if (resource.shadow) texel[1] = texel[2] = texel[3] = 0;
        }
        texture.levels.push_back(std::move(level));
    }
    return texture;
}

// ---- operands: the words that each invocation reads

class Operands {
public:
    Operands(const Form& form, const ir::Bound& bound, test::Random& random, bool between)
        : form_(form), bound_(bound), random_(random), between_(between) {}

    std::vector<std::uint32_t> words() {
        const ir::TextureUse& use = form_.use;
        const bool queries = form_.op == Op::QuerySize || form_.op == Op::QueryLevels;
        if (!queries) coordinates();
        if (use.reference) put(static_cast<float>(random_.below(65)) / 64);
        if (use.lod || use.bias) level();
        for (unsigned i = 0; use.gradients && i < 2 * ir::dimensions(form_.resource.dim); ++i) gradient(i);
        for (unsigned i = 0; use.offsets && !form_.constant_offsets && i < 2; ++i)
            words_.push_back(random_.below(8) - 4);
        if (form_.op == Op::StoreImage) {
            // Only by position: the order of writes to the same texel is undefined.
            std::uint32_t hash = 0;
            for (const std::uint32_t word : words_) hash = hash * 31 + word;
            for (unsigned i = 0; i < 4; ++i) put(static_cast<float>((hash + 17 * i) % 65) / 64);
        }
        words_.resize(kWordsIn);
        return words_;
    }

private:
    void put(float value) { words_.push_back(std::bit_cast<std::uint32_t>(value)); }
    bool by_number() const { return form_.op == Op::Fetch || form_.op == Op::LoadImage || form_.op == Op::StoreImage; }

    std::uint32_t side(unsigned axis) const {
        const ir::Level& level = bound_.texture.levels[0];
        return axis == 0 ? level.width : axis == 1 ? level.height : level.depth;
    }

    void coordinates() {
        const bool cube = form_.resource.dim == TextureDim::Cube;
        if (by_number()) return numbers(cube);
        if (cube) {
            direction();
        } else {
            for (unsigned i = 0; i < ir::dimensions(form_.resource.dim); ++i) coordinate(i);
        }
        if (form_.resource.arrayed) put(static_cast<float>(random_.below(5)) - 1 + 0.25F);
    }

    // A quarter of a texel beside the middle of any texel of any level, also outside; or anywhere.
    void coordinate(unsigned axis) {
        if (form_.is_far) return far_coordinate();
        const float size = static_cast<float>(side(axis));
        const float inside = (static_cast<float>(random_.below(3 * side(axis))) + 0.3F) / size - 1;
        const float anywhere = static_cast<float>(random_.below(3 * 4096)) / 4096 - 1;
        const float at = between_ ? anywhere : inside;
        put(bound_.sampler.counts_texels ? std::floor(std::fabs(at) * size) + 0.3F : at);
    }

    void far_coordinate() {
        const float at = std::ldexp(1 + static_cast<float>(random_.below(1 << 20)) * 0x1p-20F, 10 + random_.below(118));
        put(random_.below(2) == 0 ? at : -at);
    }

    void direction() {
        const unsigned major = random_.below(3);
        for (unsigned i = 0; i < 3; ++i) {
            const float minor = (static_cast<float>(random_.below(12)) + 2.6F) / 16 * 2 - 1;
            put(i == major ? (random_.below(2) == 0 ? -1.0F : 1.0F) : minor);
        }
    }

    void numbers(bool cube) {
        level_ = form_.use.lod ? random_.below(static_cast<std::uint32_t>(bound_.texture.levels.size())) : 0;
        const unsigned sides = sides_of(form_.resource);
        for (unsigned i = 0; i < sides; ++i) {
            const std::uint32_t size = std::max(1U, side(i) >> level_), spare = form_.use.offsets ? 2 : 0;
            words_.push_back(spare + random_.below(std::max(1U, size - 2 * spare)));
        }
        if (cube) words_.push_back(random_.below(6));
        if (form_.resource.arrayed) words_.push_back(random_.below(3));
    }

    void level() {
        if (form_.op == Op::Sample) return put(static_cast<float>(random_.below(9)) * 0.7F - 1.1F);
        words_.push_back(by_number() ? level_ : 1); // lavapipe asks for one level's size (docs/devices.md)
    }

    // Along one axis at a time, so that everybody's path to a level gives the same one.
    void gradient(unsigned index) {
        const unsigned flat = ir::dimensions(form_.resource.dim);
        constexpr float kTexels[] = {0.4F, 1.2F, 2.6F, 5.0F};
        if (index == 0) texels_ = kTexels[random_.below(4)];
        put(index == 0                             ? texels_ / static_cast<float>(side(0))
            : index == flat + (flat > 1 ? 1U : 0U) ? 0.01F / 16
                                                   : 0.0F);
    }

    const Form& form_;
    const ir::Bound& bound_;
    test::Random& random_;
    bool between_;
    std::vector<std::uint32_t> words_;
    std::uint32_t level_ = 0;
    float texels_ = 0;
};

// ---- the program

std::size_t operand_count(const Form& form) {
    const ir::TextureUse& use = form.use;
    const unsigned flat = ir::dimensions(form.resource.dim);
    const bool queries = form.op == Op::QuerySize || form.op == Op::QueryLevels;
    return (queries ? 0U : use.coordinates) + (use.reference ? 1U : 0U) + (use.lod || use.bias ? 1U : 0U) +
           (use.gradients ? 2 * flat : 0U) + (use.offsets && !form.constant_offsets ? flat : 0U) +
           (form.op == Op::StoreImage ? 4U : 0U);
}

bool is_float_operand(const Form& form, std::size_t index) {
    const ir::TextureUse& use = form.use;
    const bool floats = form.op == Op::Sample || form.op == Op::Gather;
    if (form.op == Op::StoreImage) return index >= use.coordinates && form.resource.sampled == Kind::F32;
    const std::size_t offsets = operand_count(form) - (use.offsets && !form.constant_offsets ? 2U : 0U);
    return floats && index < offsets;
}

ir::Type result_of(const Form& form) {
    if (form.op == Op::QueryLevels) return kI32;
    if (form.op == Op::QuerySize) {
        return kI32.with_lanes(sides_of(form.resource) + (form.resource.arrayed ? 1U : 0U));
    }
    if (form.use.reference && form.op == Op::Sample) return kF32;
    return {form.resource.sampled, 4};
}

constexpr std::uint32_t kIn = 0, kOut = 1, kTexture = 2;

ir::Module program_of(const Form& form) {
    ir::Module module;
    module.stage = ir::Stage::Compute;
    module.workgroup[0] = 64;
    ir::Builder ir(module);
    ir.storage_buffer("in", 0, 0);
    ir.storage_buffer("out", 1, 0);
    ir.resource(form.resource);
    module.texture_uses.push_back(form.use);
    module.texture_uses[0].resource = kTexture;
    ir.function("main");
    const Id number = test::invocation_number(ir), at = ir.IMul(number, ir.i32(4 * kWordsIn));
    std::vector<Id> operands;
    for (std::uint32_t i = 0; i < operand_count(form); ++i) {
        const ir::Type type = is_float_operand(form, i) ? kF32 : kI32;
        operands.push_back(ir.load_buffer(kIn, ir.IAdd(at, ir.i32(4 * i)), type));
    }
    for (unsigned i = 0; form.constant_offsets && i < ir::dimensions(form.resource.dim); ++i) {
        operands.push_back(ir.i32(i == 0 ? 2 : 0xffffffff));
    }
    if (form.op == Op::StoreImage) {
        ir.add(form.op, ir::kVoid, operands, 0);
    } else {
        ir.store_buffer(kOut, ir.IMul(number, ir.i32(16)), ir.add(form.op, result_of(form), operands, 0));
    }
    ir.ret();
    return module;
}

void fill(const Form& form, std::vector<ir::Bound>& bound, test::Random& random, bool between) {
    for (std::uint32_t i = 0; i < kInvocations; ++i) {
        const std::vector<std::uint32_t> words = Operands(form, bound[kTexture], random, between).words();
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(words.data());
        bound[kIn].bytes.insert(bound[kIn].bytes.end(), bytes, bytes + 4 * kWordsIn);
    }
    bound[kOut].bytes.resize(std::size_t{16} * kInvocations);
}

double worst_difference(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
    double worst = 0;
    for (std::size_t i = 0; i + 4 <= a.size(); i += 4) {
        float x = 0, y = 0;
        std::memcpy(&x, &a[i], 4);
        std::memcpy(&y, &b[i], 4);
        worst = std::max(worst, std::fabs(static_cast<double>(x) - static_cast<double>(y)));
    }
    return worst;
}

void expect_agreement(render::vk::Device& device, const Form& form, const ir::Sampler& sampler, std::uint32_t levels,
                      bool exact, test::BackEnd back_end) {
    test::Random random(5);
    std::vector<ir::Bound> bound(3);
    bound[kTexture].texture = random_texture(form.resource, levels, random);
    bound[kTexture].sampler = sampler;
    fill(form, bound, random, !exact);
    ir::Module module = program_of(form);
    std::string error;
    const test::BothRuns runs = test::run_both(device, module, bound, kGroups, error, back_end);
    ASSERT_EQ(error, "");
    const auto& got = runs.device[kOut].bytes;
    const auto& expected = runs.interpreter[kOut].bytes;
    if (form.op == Op::StoreImage) {
        EXPECT_EQ(runs.device[kTexture].texture.levels[0].texels, runs.interpreter[kTexture].texture.levels[0].texels);
        EXPECT_NE(runs.device[kTexture].texture.levels[0].texels, bound[kTexture].texture.levels[0].texels);
        return;
    }
    EXPECT_NE(expected, bound[kOut].bytes);
    if (!exact) {
        EXPECT_LE(worst_difference(got, expected), form.use.gradients ? kGradientTolerance : kTolerance);
        return;
    }
    for (std::uint32_t i = 0; i < kInvocations; ++i) {
        std::uint32_t in[kWordsIn], device_says[4], we_say[4];
        std::memcpy(in, &bound[kIn].bytes[std::size_t{i} * sizeof in], sizeof in);
        std::memcpy(device_says, &got[std::size_t{16} * i], 16);
        std::memcpy(we_say, &expected[std::size_t{16} * i], 16);
        if (std::memcmp(device_says, we_say, 16) == 0) continue;
        std::string text;
        for (const std::uint32_t word : in) text += std::to_string(std::bit_cast<float>(word)) + " ";
        FAIL() << form.name << " " << i << ": " << text << "\ndevice " << std::bit_cast<float>(device_says[0]) << " "
               << device_says[0] << ", interpreter " << std::bit_cast<float>(we_say[0]) << " " << we_say[0];
    }
}

// GLSL has no function that compares at a level in arrays and cubes, and outside of fragment shaders none that does not.
bool is_said_in_glsl(const Form& form) { return !form.resource.shadow || !form.use.lod || !form.resource.arrayed; }

void expect_agreement(render::vk::Device& device, const Form& form, const ir::Sampler& sampler, std::uint32_t levels,
                      bool exact) {
    expect_agreement(device, form, sampler, levels, exact, test::directly);
    SCOPED_TRACE("GLSL");
    if (is_said_in_glsl(form)) expect_agreement(device, form, sampler, levels, exact, test::through_glsl);
}

// ---- what there is

ir::Resource texture(TextureDim dim, bool arrayed = false, bool shadow = false) {
    return {.name = "t", .kind = ir::ResourceKind::Texture, .dim = dim, .arrayed = arrayed, .shadow = shadow};
}
ir::Resource integers(ir::Resource of, bool is_signed) {
    of.sampled = Kind::I32;
    of.sampled_signed = is_signed;
    return of;
}
ir::Resource image(TextureDim dim, bool arrayed, ir::ImageFormat format) {
    ir::Resource made{.name = "i", .kind = ir::ResourceKind::Image, .dim = dim, .arrayed = arrayed, .format = format};
    const bool is_signed = format == ir::ImageFormat::Rgba32i || format == ir::ImageFormat::R32i;
    const bool is_unsigned = format == ir::ImageFormat::Rgba32ui || format == ir::ImageFormat::R32ui;
    return is_signed || is_unsigned ? integers(made, is_signed) : made;
}

std::vector<Form> sampling_forms() {
    using D = TextureDim;
    return {
        {"1d", Op::Sample, texture(D::D1), {.coordinates = 1}},
        {"1d array", Op::Sample, texture(D::D1, true), {.coordinates = 2, .lod = true}},
        {"2d", Op::Sample, texture(D::D2), {.coordinates = 2}},
        {"2d lod", Op::Sample, texture(D::D2), {.coordinates = 2, .lod = true}},
        {"2d bias", Op::Sample, texture(D::D2), {.coordinates = 2, .bias = true}},
        {"2d gradients", Op::Sample, texture(D::D2), {.coordinates = 2, .gradients = true}},
        {"2d offsets", Op::Sample, texture(D::D2), {.coordinates = 2, .lod = true, .offsets = true}, true},
        {"2d array", Op::Sample, texture(D::D2, true), {.coordinates = 3, .lod = true}},
        {"3d", Op::Sample, texture(D::D3), {.coordinates = 3, .lod = true}},
        {"cube", Op::Sample, texture(D::Cube), {.coordinates = 3, .lod = true}},
        {"cube array", Op::Sample, texture(D::Cube, true), {.coordinates = 4, .lod = true}},
        {"shadow", Op::Sample, texture(D::D2, false, true), {.coordinates = 2, .reference = true, .lod = true}},
        {"shadow array", Op::Sample, texture(D::D2, true, true), {.coordinates = 3, .reference = true, .lod = true}},
        {"shadow cube", Op::Sample, texture(D::Cube, false, true), {.coordinates = 3, .reference = true}},
        {"shadow 1d", Op::Sample, texture(D::D1, false, true), {.coordinates = 1, .reference = true}},
    };
}

std::vector<Form> exact_forms() {
    using D = TextureDim;
    const ir::Resource plain = texture(D::D2), words = integers(plain, false), numbers = integers(plain, true);
    return {
        {"u32", Op::Sample, words, {.coordinates = 2, .lod = true}},
        {"s32", Op::Sample, numbers, {.coordinates = 2, .lod = true}},
        {"gather x", Op::Gather, plain, {.coordinates = 2}},
        {"gather w", Op::Gather, plain, {.coordinates = 2, .component = 3}},
        {"gather offsets", Op::Gather, plain, {.coordinates = 2, .offsets = true, .component = 1}},
        {"gather constant offsets", Op::Gather, plain, {.coordinates = 2, .offsets = true}, true},
        {"gather array", Op::Gather, texture(D::D2, true), {.coordinates = 3}},
        {"gather s32", Op::Gather, numbers, {.coordinates = 2, .component = 2}},
        {"gather shadow", Op::Gather, texture(D::D2, false, true), {.coordinates = 2, .reference = true}},
        {"fetch 1d", Op::Fetch, texture(D::D1), {.coordinates = 1, .lod = true}},
        {"fetch 2d", Op::Fetch, plain, {.coordinates = 2}},
        {"fetch lod", Op::Fetch, plain, {.coordinates = 2, .lod = true}},
        {"fetch offsets", Op::Fetch, plain, {.coordinates = 2, .offsets = true}, true},
        {"fetch array", Op::Fetch, texture(D::D2, true), {.coordinates = 3, .lod = true}},
        {"fetch 3d", Op::Fetch, texture(D::D3), {.coordinates = 3, .lod = true}},
        {"fetch u32", Op::Fetch, words, {.coordinates = 2}},
        {"fetch buffer", Op::Fetch, texture(D::Buffer), {.coordinates = 1}},
        {"size", Op::QuerySize, plain, {.lod = true}},
        {"size array", Op::QuerySize, texture(D::D2, true), {.lod = true}},
        {"size cube array", Op::QuerySize, texture(D::Cube, true), {}},
        {"size 3d", Op::QuerySize, texture(D::D3), {.lod = true}},
        {"size buffer", Op::QuerySize, texture(D::Buffer), {}},
        {"levels", Op::QueryLevels, plain, {}},
    };
}

std::vector<Form> image_forms() {
    using D = TextureDim;
    using F = ir::ImageFormat;
    std::vector<Form> forms;
    for (const Op op : {Op::LoadImage, Op::StoreImage}) {
        forms.push_back({"1d", op, image(D::D1, false, F::Rgba32f), {.coordinates = 1}});
        forms.push_back({"2d", op, image(D::D2, false, F::Rgba32f), {.coordinates = 2}});
        forms.push_back({"2d array", op, image(D::D2, true, F::Rgba32ui), {.coordinates = 3}});
        forms.push_back({"3d", op, image(D::D3, false, F::Rgba32i), {.coordinates = 3}});
        forms.push_back({"cube array", op, image(D::Cube, true, F::Rgba32f), {.coordinates = 4}});
        forms.push_back({"buffer", op, image(D::Buffer, false, F::Rgba32f), {.coordinates = 1}});
    }
    forms.push_back({"size", Op::QuerySize, image(D::D2, true, F::Rgba32f), {}});
    return forms;
}

TEST(Textures, NearestSamplesAgreeInEveryWrap) {
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    for (const Form& form : sampling_forms()) {
        for (const Wrap wrap : {Wrap::Repeat, Wrap::Mirror, Wrap::Clamp, Wrap::Border, Wrap::MirrorOnce}) {
            if (wrap == Wrap::MirrorOnce && !device->info().mirrors_once) continue;
            SCOPED_TRACE(std::string(form.name) + " wrap " + std::to_string(static_cast<int>(wrap)));
            ir::Sampler sampler{.wrap = {wrap, wrap, wrap}};
            sampler.border = {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000};
            expect_agreement(*device, form, sampler, 3, true);
        }
    }
}

TEST(Textures, FilteredSamplesAgreeNearly) {
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    for (const Form& form : sampling_forms()) {
        for (const Filter between : {Filter::Nearest, Filter::Linear}) {
            SCOPED_TRACE(form.name);
            const ir::Sampler sampler{.magnify = Filter::Linear, .minify = Filter::Linear, .between = between};
            expect_agreement(*device, form, sampler, 3, false);
        }
    }
}

TEST(Textures, SamplersCompareInEveryWay) {
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    const Form form{"compare", Op::Sample, texture(TextureDim::D2, false, true), {.coordinates = 2, .reference = true}};
    for (unsigned compare = 0; compare < 8; ++compare) {
        SCOPED_TRACE(compare);
        const ir::Sampler sampler{.compare = static_cast<ir::Compare>(compare)};
        if (compare != 0) expect_agreement(*device, form, sampler, 1, true); // Never gives zeros only
    }
}

TEST(Textures, LevelsAreLimitedAndCoordinatesMayCountTexels) {
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    const Form lod{"lod", Op::Sample, texture(TextureDim::D2), {.coordinates = 2, .lod = true}};
    expect_agreement(*device, lod, {.bias = 0, .lowest = 1.2F, .highest = 1.4F}, 4, true);
    expect_agreement(*device, lod, {.bias = 0.7F, .highest = 2}, 4, true);
    const Form texels{"texels", Op::Sample, texture(TextureDim::D2), {.coordinates = 2}};
    const ir::Sampler counting{.wrap = {Wrap::Clamp, Wrap::Clamp, Wrap::Clamp}, .highest = 0, .counts_texels = true};
    expect_agreement(*device, texels, counting, 1, true);
}

TEST(Textures, GathersFetchesAndQuestionsAgree) {
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    for (const Form& form : exact_forms()) {
        SCOPED_TRACE(form.name);
        expect_agreement(*device, form, {}, form.resource.dim == TextureDim::Buffer ? 1 : 3, true);
    }
}

// Of other wraps and filters lavapipe loses them (docs/devices.md).
TEST(Textures, FarCoordinatesAgreeWhereTheyRepeat) {
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    Form sample{"far", Op::Sample, texture(TextureDim::D2), {.coordinates = 2}};
    sample.is_far = true;
    expect_agreement(*device, sample, {}, 1, true);
}

TEST(Textures, ImagesAreLoadedAndStored) {
    auto device = test::open_device();
    if (!device) GTEST_SKIP() << device.error().text;
    for (const Form& form : image_forms()) {
        SCOPED_TRACE(form.name);
        expect_agreement(*device, form, {}, 1, true);
    }
}

} // namespace
} // namespace relit::textures_test
