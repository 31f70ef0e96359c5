// The features that a translation lists are those that its code declares: in SPIR-V as it is, in GLSL as glslang compiles it.
#include "lang/features.hpp"
#include "guests/guests.hpp"
#include "ir/builder.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/shared/random.hpp"
#include "lang/lower/lower.hpp"
#include "tests/support/maxwell/programs.hpp"
#include "translate/translate.hpp"
#include "verify/glslang.hpp"

#include <gtest/gtest.h>
#include <spirv/unified1/spirv.hpp11>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace relit {
namespace {

using Names = std::set<std::string, std::less<>>;

/// What Vulkan's features are called here, by the capability that requires them.
const std::map<spv::Capability, std::string> kNames = {
    {spv::Capability::Int8, "int8"},
    {spv::Capability::Int16, "int16"},
    {spv::Capability::Int64, "int64"},
    {spv::Capability::Float16, "float16"},
    {spv::Capability::Float64, "float64"},
    {spv::Capability::Int64Atomics, "atomic_int64"},
    {spv::Capability::DemoteToHelperInvocation, "demote"},
    {spv::Capability::DenormPreserve, "denormals"},
    {spv::Capability::DenormFlushToZero, "denormal_flush"},
    {spv::Capability::SignedZeroInfNanPreserve, "signed_zero"},
};

/// By the declarations at the head of a module.
Names declared(const std::vector<std::uint32_t>& words) {
    constexpr std::uint32_t kHeader = 5, kCapability = 2 << 16 | static_cast<std::uint32_t>(spv::Op::OpCapability);
    Names names;
    for (std::size_t at = kHeader; at + 1 < words.size() && words[at] == kCapability; at += 2)
        if (const auto name = kNames.find(static_cast<spv::Capability>(words[at + 1])); name != kNames.end())
            names.insert(name->second);
    return names;
}

Names listed(lang::FeatureSet used) {
    Names names;
    for (std::size_t i = 0; i < std::size(lang::kFeatures); ++i)
        if ((used >> i & 1) != 0) names.emplace(lang::kFeatures[i].name);
    return names;
}

/// A target that allows some of the features, by chance.
lang::Target random_target(lang::Dialect dialect, isa::Random& random) {
    lang::Target target{.dialect = dialect, .literal = dialect != lang::Dialect::SpirV && random.one_in(4)};
    for (const lang::Feature& feature : lang::kFeatures) target.*feature.field = random.one_in(2);
    target.flushes_denormals = target.flushes_denormals && !target.keeps_denormals;
    target.fuses = random.one_in(2);
    return target;
}

/// Translates programs for random targets.
class Trials {
public:
    explicit Trials(lang::Dialect dialect) : dialect_(dialect) {}

    void add(const isa::Frontend& guest, Bytes file, const ir::Context& context = {}) {
        constexpr unsigned kTargets = 3;
        const auto program = guest.parse(file);
        ASSERT_TRUE(program) << program.error().text;
        for (unsigned i = 0; i < kTargets; ++i) {
            const lang::Target target = random_target(dialect_, random_);
            const auto done = translate::translate(**program, context, target);
            if (done) expect_listed(done->artifact, target, guest.stage(**program));
        }
    }
    [[nodiscard]] bool has_seen(std::string_view name) const { return seen_.contains(name); }

private:
    void expect_listed(const lang::Artifact& artifact, const lang::Target& target, ir::Stage stage) {
        const Names used = listed(artifact.features);
        for (const lang::Feature& feature : lang::kFeatures)
            EXPECT_TRUE(!used.contains(feature.name) || target.*feature.field) << feature.name << " is not allowed";
        if (dialect_ == lang::Dialect::SpirV) {
            EXPECT_EQ(used, declared(artifact.words));
        } else {
            const auto words = verify::compile_glsl(artifact.text, target, stage);
            ASSERT_TRUE(words) << words.error().text << artifact.text;
            EXPECT_EQ(used, declared(*words)) << artifact.text;
        }
        seen_.insert(used.begin(), used.end());
    }

    lang::Dialect dialect_;
    isa::Random random_{1};
    verify::GlslangSession session_;
    Names seen_;
};

/// What random kernels do not have: an atomic of 64 bits; sums that flush denormals, and nothing else.
constexpr std::string_view kKernels[] = {
    "MOV R2, c[0x0][0x140] ;\nMOV R3, c[0x0][0x144] ;\nMOV R4, 0x1 ;\nMOV R5, 0x2 ;\nATOM.E.ADD.U64 R6, [R2], R4 ;\nEXIT ;\n",
    "MOV R2, c[0x0][0x140] ;\nMOV R3, c[0x0][0x144] ;\nFADD.FTZ R4, R2, R2 ;\nSTG.E [R2], R4 ;\nEXIT ;\n",
};

/// Random programs of all guests, random kernels of Maxwell, and two others.
void add_programs(Trials& trials) {
    constexpr std::uint64_t kSamples = 20, kSeeds = 40;
    for (const isa::Frontend* guest : guests::frontends())
        for (std::uint64_t seed = 0; seed < kSamples; ++seed) {
            SCOPED_TRACE(std::string(guest->name()) + " " + std::to_string(seed));
            trials.add(*guest, guest->codec.sample(seed));
        }
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        SCOPED_TRACE("kernel " + std::to_string(seed));
        const auto kernel = test::random_kernel(seed);
        ASSERT_TRUE(kernel) << kernel.error().text;
        trials.add(isa::maxwell::kFrontend, kernel->code, {{{"maxwell.convention", 2}}});
    }
    for (const std::string_view text : kKernels) {
        const auto kernel = codec::assemble(isa::maxwell::kCodec, text);
        ASSERT_TRUE(kernel) << kernel.error().text;
        for (unsigned i = 0; i < 8; ++i) trials.add(isa::maxwell::kFrontend, *kernel);
    }
}

/// Words, changed as values of one kind, as values of another, and as the first again.
ir::Module seen_as(ir::Type first, ir::Type second) {
    ir::Module module;
    module.stage = ir::Stage::Compute;
    ir::Builder ir(module);
    const std::uint32_t buffer = ir.storage_buffer("s", 0, 8);
    ir.function("main");
    const auto changed = [&](ir::Type type, ir::Id value) {
        const ir::Id as = ir.bitcast(type, value);
        return ir::is_float(type.kind) ? ir.FNeg(as) : ir.INot(as);
    };
    const ir::Type words = ir::kI32.with_lanes(ir::bits_of(first) / 32);
    const ir::Id offset = ir.i32(0), loaded = ir.load_buffer(buffer, offset, words);
    ir.store_buffer(buffer, offset, ir.bitcast(words, changed(first, changed(second, changed(first, loaded)))));
    ir.ret();
    return module;
}

TEST(Features, OfBitsThatAreSeenAsOtherKindsAreListed) {
    using ir::Kind;
    constexpr ir::Type kTypes[] = {{Kind::I64, 1}, {Kind::F64, 1}, {Kind::I8, 4}, {Kind::I16, 2}, {Kind::F16, 2}};
    const verify::GlslangSession session;
    for (const ir::Type first : kTypes)
        for (const ir::Type second : kTypes) {
            if (ir::bits_of(first) != ir::bits_of(second)) continue;
            const lang::Target target{.dialect = lang::Dialect::GlslVulkan,
                                      .has_int64 = true,
                                      .has_int16 = true,
                                      .has_int8 = true,
                                      .has_float16 = true,
                                      .has_float64 = true};
            ir::Module module = seen_as(first, second);
            ASSERT_TRUE(lang::lower(module, target, {}));
            const auto artifact = lang::to_glsl(module, target);
            if (!artifact) continue; // of vectors of bytes some have no form
            const auto words = verify::compile_glsl(artifact->text, target, ir::Stage::Compute);
            ASSERT_TRUE(words) << words.error().text << artifact->text;
            EXPECT_EQ(listed(artifact->features), declared(*words)) << artifact->text;
        }
}

TEST(Features, OfSpirVAreItsCapabilities) {
    Trials trials(lang::Dialect::SpirV);
    add_programs(trials);
    for (const char* name : {"int64", "float64", "atomic_int64", "denormals", "denormal_flush", "signed_zero"})
        EXPECT_TRUE(trials.has_seen(name)) << name;
}

TEST(Features, OfGlslAreThoseOfItsModule) {
    Trials trials(lang::Dialect::GlslVulkan);
    add_programs(trials);
    for (const char* name : {"int64", "float64", "atomic_int64"}) EXPECT_TRUE(trials.has_seen(name)) << name;
}

} // namespace
} // namespace relit
