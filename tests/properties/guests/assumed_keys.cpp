// Context keys that are left out: if a value changes what a translation writes, the one in effect is listed as assumed.
#include "guests/guests.hpp"
#include "isa/shared/random.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace relit::assumed_keys {
namespace {

constexpr lang::Target kTarget{.dialect = lang::Dialect::GlslVulkan, .version = 450};

/// What is written, and what binds to it.
struct Written {
    std::string text;
    std::vector<ir::Assumption> assumed;
    ir::Context read;
};
std::optional<Written> written(const isa::Program& program, const ir::Context& context) {
    auto done = translate::translate(program, context, kTarget);
    if (!done) return {};
    std::string text = done->artifact.text;
    for (const std::string& note : done->artifact.approximate) text += "// " + note + '\n';
    return Written{std::move(text), std::move(done->artifact.assumed), std::move(done->read)};
}

/// Whether `name` is the row's, where each '#' stands for a number.
bool is_name_of(std::string_view row, std::string_view name) {
    const std::size_t mark = row.find('#');
    if (mark == row.npos) return row == name;
    if (!name.starts_with(row.substr(0, mark))) return false;
    name.remove_prefix(mark);
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    return digits != 0 && is_name_of(row.substr(mark + 1), name.substr(digits));
}
const isa::ContextKey* row_of(const isa::Frontend& frontend, std::string_view name) {
    const auto found = std::ranges::find_if(frontend.context_keys,
                                            [&](const isa::ContextKey& row) { return is_name_of(row.name, name); });
    return found == frontend.context_keys.end() ? nullptr : &*found;
}

/// A value that the row takes: a name's, an end of a range, some bits.
std::uint64_t value_of(const isa::ContextKey& row, isa::Random& random) {
    std::vector<ir::ContextChoice> choices;
    ir::for_each_choice(row.values, [&](const ir::ContextChoice& one) { choices.push_back(one); });
    const ir::ContextChoice& one = choices[random.below(static_cast<std::uint32_t>(choices.size()))];
    switch (random.below(6)) {
        case 0: return one.first;
        case 1: return std::min<std::uint64_t>(one.last, 0x3f000000);
        case 2: return std::min(one.last, one.first + random.below(16));
        case 3: return std::min<std::uint64_t>(one.last, std::uint64_t{1} << random.below(32));
        default: return one.first + random.next() % (one.last - one.first + 1);
    }
}

std::string with_numbers(std::string_view row, isa::Random& random) {
    std::string name(row);
    for (std::size_t mark = name.find('#'); mark != name.npos; mark = name.find('#'))
        name.replace(mark, 1, std::to_string(random.below(4)));
    return name;
}

/// A program in text form, and what else it must be told.
struct Example {
    std::string_view guest, text;
    std::vector<std::pair<std::string_view, std::uint64_t>> context{};
};
const std::vector<Example>& maxwell_examples() {
    static const std::vector<Example> kExamples = {
        {"maxwell",
         ".sph type=1, version=3, shader=1, in_generics=0xff, out_generics=0xf, out_system_ab=0xf0000000\n"
         "ALD.128 R0, a[0x80] ;\nAST.128 a[0x70], R0 ;\nALD R4, a[0x90] ;\nAST.128 a[0x80], R4 ;\nS2R R0, SR_Y_DIRECTION ;\n"
         "AST a[0x80], R0 ;\nEXIT ;\n",
         {{"maxwell.window_positions", 1},
          {"maxwell.feedback0.stride", 16},
          {"maxwell.feedback0.words", 1},
          {"maxwell.feedback0.word0", 0x70}}},
        {"maxwell", // front and back colours have fixed locations
         ".sph type=1, version=3, shader=1, in_generics=0xf, out_system_ab=0xf0000000, out_colors=0xf\nALD.128 R0, a[0x80] ;\n"
         "AST.128 a[0x70], R0 ;\nAST.128 a[0x280], R0 ;\nEXIT ;\n"},
        {"maxwell",
         ".sph type=1, version=3, shader=2, threads=3, patch_attributes=1, in_generics=0xf\nALD.128 R0, a[0x80], RZ ;\n"
         "AST.P.128 a[0x20], R0 ;\nEXIT ;\n"},
        {"maxwell", // a handle at a computed offset of the driver's constants, and one from memory
         "S2R R0, SR_TID.X ;\nSHL R0, R0, 0x2 ;\nMOV R2, c[0x0][0x310] ;\nMOV R3, c[0x0][0x314] ;\nLDC R7, c[0x2][R0+0x20] ;\n"
         "TEX.B R4, R4, R7, 2D, 0x1 ;\nSTG.E [R2], R4 ;\nEXIT ;\n"},
        {"maxwell",
         "MOV R2, c[0x0][0x310] ;\nMOV R3, c[0x0][0x314] ;\nLDG.E R7, [R2] ;\nTEX.B R4, R4, R7, 2D, 0x1 ;\nSTG.E [R2], R4 ;\n"
         "EXIT ;\n",
         {{"maxwell.textures_by_value", 2}}},
        {"maxwell", // a constant buffer that a register selects
         "S2R R0, SR_TID.X ;\nSHL R0, R0, 0x10 ;\nMOV R2, c[0x0][0x310] ;\nMOV R3, c[0x0][0x314] ;\nLDC.IL R4, c[0x3][R0] ;\n"
         "STG.E [R2], R4 ;\nEXIT ;\n"},
        {"maxwell",
         ".sph type=2, version=3, shader=5, in_generics=0x5a, in_system_ab=0xf0000000, targets=0xff\nIPA.PASS R0, a[0x80] ;\n"
         "IPA.PASS R1, a[0x84] ;\nIPA.PASS R2, a[0x74] ;\nEXIT ;\n",
         {{"maxwell.window_height", 7}, {"maxwell.alpha_test", 1}}},
        {"maxwell",
         "S2R R0, SR_TID.X ;\nSHL R0, R0, 0x2 ;\nSTS [R0], R0 ;\nSTL [R0], R0 ;\nLDL R1, [R0] ;\nVOTE.ANY R4, PT, PT ;\n"
         "LDC R5, c[0x3][R0] ;\nMOV R2, c[0x0][0x310] ;\nMOV R3, c[0x0][0x314] ;\nIADD R1, R1, R4 ;\nIADD R1, R1, R5 ;\n"
         "STG.E [R2], R1 ;\nEXIT ;\n",
         {{"maxwell.local_bytes", 64}}},
        {"maxwell",
         "MOV R2, c[0x0][0x310] ;\nMOV R3, c[0x0][0x314] ;\nTXQ R4, RZ, TEX_HEADER_DIMENSION, 0x10, 0x7 ;\n"
         "TEX R8, R4, 0x11, 2D, 0xf ;\nSUST.D.2D.IGN [R4], R8, 0x2 ;\nIADD R4, R4, R8 ;\nSTG.E [R2], R4 ;\nEXIT ;\n"},
    };
    return kExamples;
}
const std::vector<Example>& other_examples() {
    static const std::vector<Example> kExamples = {
        {"nv2a", "mov oPos, v0\n", {{"nv2a.surface_width", 640}, {"nv2a.surface_height", 480}}},
        {"r500.vs",
         "temp[0].xyzw = VE_ADD input[0].xyzw input[0].0000 ;\nout[0].xyzw = VE_ADD input[0].xyzw temp[0].0000 ;\n"},
        {"r500.vs",
         "temp[0].xyzw = VE_ADD input[0].xyzw input[0].0000 ;\ntemp[0].xyzw = VE_ADD temp[0].xyzw const[i0+1].xyzw ;\n"
         "temp[0].xyzw = VE_ADD temp[0].xyzw const[2].xyzw ;\nout[0].xyzw = VE_ADD temp[0].xyzw const[3].xyzw ;\n",
         {{"r500.vs.flow_cntl_opc", 2},
          {"r500.vs.flow_cntl_addrs_lw0", 0x00030000},
          {"r500.vs.flow_cntl_addrs_uw0", 0x00010002}}},
        {"r500.fs",
         "FC JUMP if(boolean) to over bool[0] ;\nOUT TEX_SEM_WAIT src0.rgb = temp[0] : out[0].rgb = MAD src0.rgb src0.111 src0.000 ;\n"
         "over:\nOUT TEX_SEM_WAIT src0.a = temp[1] : out[0].a = MAX src0.a src0.a ;\n"},
        {"r500.fs",
         "OUT TEX_SEM_WAIT src0.rgb = temp[0] : out[0].a = MAX src0.r src0.r , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;\n",
         {{"r500.fs.rs_inst_count", 0}, {"r500.fs.rs_inst0", 0x10}}},
        {"r500.fs", // the first component that is interpolated is of colour 2, where that counts
         "OUT TEX_SEM_WAIT src0.rgb = temp[0] : out[0].a = MAX src0.r src0.r , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;\n",
         {{"r500.fs.rs_inst_count", 0},
          {"r500.fs.rs_inst0", 0x10},
          {"r500.fs.rs_ip0", 0},
          {"r500.fs.out_vtx_fmt_0", 0x8},
          {"r500.fs.out_vtx_fmt_1", 0}}},
        {"r500.fs", // alpha is tested against 16 bits
         "OUT TEX_SEM_WAIT src0.rgb = temp[0] : out[0].a = MAX src0.r src0.r , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;\n",
         {{"r500.fs.fg_alpha_func", 0x10000900}}},
        {"r500.fs",
         "OUT TEX_SEM_WAIT src0.a = float(3) , src0.rgb = float(3) : out[0].a = MAX src0.a src0.a , "
         "out[0].rgb = MAX src0.rgb src0.rgb ;\n"},
        {"r500.fs",
         "TEX TEX_SEM_ACQUIRE temp[0].rgba = LD tex[0].rgba temp[0].rgba ;\n"
         "OUT TEX_SEM_WAIT src0.rgb = temp[0] : out[0].a = MAX src0.r src0.r , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;\n",
         {{"r500.fs.texels", 1}, {"r500.fs.tx_format1_0", 0x887e5}}},
        {"rsx.fp", "TEXR_bx2 R0, f[TEX0], TEX5;\n"},
        {"rsx.fp", "TEXR R0, f[TEX0], TEX5;\n", {{"rsx.fp.texture5.signed", 1}}},
        {"rsx.fp", "MOVR R0, f[TEX5];\nLOOPR {2, 1, 3};\nADDR R0, R0, f[aL+4];\nENDLOOP;\nMOVR R0, R0;\n"},
    };
    return kExamples;
}
std::vector<Example> examples() {
    std::vector<Example> all = maxwell_examples();
    all.insert(all.end(), other_examples().begin(), other_examples().end());
    return all;
}

/// Rows without a program here whose output depends on them, and why.
struct Uncovered {
    std::string_view name, why;
};
constexpr Uncovered kUncovered[] = {
    {"nv2a.launch",
     "only push buffers have programs to choose from, which have no text: tests/golden/nv2a/push_buffer_launch.t"},
    {"maxwell.code_alone", "it says how a file begins: src/isa/maxwell/encoding/program_test.cpp"},
    {"maxwell.library",
     "an address outside of the file, without which JCAL is refused: tests/properties/program/library.cpp"},
    {"maxwell.constants#.words", "words of a jump table, which BRX needs whole: tests/properties/maxwell/growth.cpp"},
    {"maxwell.constants#.word#", "the same"},
    {"r500.vs.flow_cntl_addrs#", "a slot as R300 has it, of which few words are legal flow control"},
    {"r500.vs.flow_cntl_addrs_uw#", "few words are legal flow control: tests/golden/r500/vs_flow.t"},
    {"maxwell.feedback#.word#",
     "addresses of attributes, which few numbers are: tests/properties/maxwell/graphics.cpp"},
};

class KeyTrial {
public:
    explicit KeyTrial(const isa::Frontend& frontend) : frontend_(frontend) {}

    /// Tries each key that the program reads, or that the context has, with two values.
    void try_keys(const isa::Program& program, const ir::Context& base, isa::Random& random) {
        const auto whole = written(program, base);
        if (!whole) return;
        ir::ContextReader reader(base);
        (void)translate::lift(program, reader);
        for (const auto& [name, value] : whole->read.values) {
            if (reader.brought().values.contains(name) || is_tried(name)) continue; // the file says it
            ir::Context less = base;
            less.values.erase(name);
            const auto left_out = base.values.contains(name) ? written(program, less) : whole;
            try_key(program, less, std::string(name), left_out, random);
        }
    }
    [[nodiscard]] const std::set<std::string_view>& changing() const { return changing_; }

private:
    void try_key(const isa::Program& program, const ir::Context& base, const std::string& name,
                 const std::optional<Written>& left_out, isa::Random& random) {
        const isa::ContextKey* const row = row_of(frontend_, name);
        ASSERT_NE(row, nullptr) << name;
        ir::Context given = base;
        given.values[name] = value_of(*row, random);
        const auto one = written(program, given);
        given.values[name] = value_of(*row, random);
        const auto other = written(program, given);
        if (!one || !other || one->text == other->text) return;
        changing_.insert(row->name);
        EXPECT_TRUE(!left_out || lists(*left_out, name))
            << name << " is left out, changes the output, and is not listed";
        EXPECT_FALSE(lists(*other, name)) << name << " is given, and is listed";
    }

    /// Whether the key's row has been tried often enough.
    bool is_tried(std::string_view name) {
        const isa::ContextKey* const row = row_of(frontend_, name);
        if (row == nullptr) return false;
        return ++tries_[row->name] > (changing_.contains(row->name) ? kTries : kMostTries);
    }
    static bool lists(const Written& made, std::string_view name) {
        return std::ranges::find(made.assumed, name, &ir::Assumption::name) != made.assumed.end();
    }

    static constexpr std::size_t kTries = 16, kMostTries = 800;

    const isa::Frontend& frontend_;
    std::set<std::string_view> changing_;
    std::map<std::string_view, std::size_t> tries_;
};

ir::Context random_base(const isa::Frontend& frontend, isa::Random& random, std::uint32_t one_in) {
    ir::Context context;
    for (const isa::ContextKey& row : frontend.context_keys)
        if (random.one_in(one_in)) context.values[with_numbers(row.name, random)] = value_of(row, random);
    return context;
}

/// Programs of tests/data.
std::vector<std::vector<std::uint8_t>> files_of(const isa::Frontend& frontend) {
    const std::string_view name = frontend.name();
    const std::string folder(name.substr(0, name.find('.')));
    const std::string kind(name.substr(std::min(folder.size() + 1, name.size())));
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(RELIT_DATA) + "/" + folder))
        if (const std::string file = entry.path().filename().string();
            file.ends_with(kind + ".bin") || file.ends_with(".dksh"))
            paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::vector<std::vector<std::uint8_t>> files;
    for (const std::filesystem::path& path : paths) {
        std::ifstream in(path, std::ios::binary);
        files.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    return files;
}

class AssumedKeys : public testing::TestWithParam<const isa::Frontend*> {};

TEST_P(AssumedKeys, AreListedIfTheyChangeTheOutput) {
    const isa::Frontend& frontend = *GetParam();
    if (frontend.context_keys.empty()) return;
    KeyTrial trial(frontend);
    isa::Random random(1);
    for (const Example& example : examples()) {
        if (example.guest != frontend.name()) continue;
        const auto file = codec::assemble(frontend.codec, example.text, {});
        ASSERT_TRUE(file) << file.error().text << '\n' << example.text;
        const auto program = frontend.parse(*file);
        ASSERT_TRUE(program) << program.error().text;
        for (std::size_t i = 0; i < 40; ++i) {
            ir::Context base;
            for (const auto& [name, value] : example.context) base.values[name] = value;
            if (i % 2 != 0) base.values.add(random_base(frontend, random, 12).values);
            trial.try_keys(**program, base, random);
        }
    }
    for (const std::vector<std::uint8_t>& file : files_of(frontend)) {
        const auto program = frontend.parse(file);
        for (std::size_t i = 0; program && i < 8; ++i)
            trial.try_keys(**program, i == 0 ? ir::Context{} : random_base(frontend, random, 8), random);
    }
    constexpr std::uint64_t kPrograms = 150, kContexts = 4;
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
        const auto program = frontend.parse(frontend.codec.sample(seed));
        ASSERT_TRUE(program) << program.error().text;
        isa::Random chance(seed);
        for (std::uint64_t i = 0; i < kContexts; ++i)
            trial.try_keys(**program, i == 0 ? ir::Context{} : random_base(frontend, chance, 4), chance);
    }
    for (const isa::ContextKey& row : frontend.context_keys) {
        const bool is_told = std::ranges::find(kUncovered, row.name, &Uncovered::name) != std::end(kUncovered);
        EXPECT_NE(trial.changing().contains(row.name), is_told) << row.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Guests, AssumedKeys, testing::ValuesIn(guests::frontends().begin(), guests::frontends().end()),
                         [](const auto& param) {
                             std::string name(param.param->name());
                             std::ranges::replace(name, '.', '_');
                             return name;
                         });

} // namespace
} // namespace relit::assumed_keys
