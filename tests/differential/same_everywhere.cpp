// Runs every tests/differential/**/*.t as one test: a program and what it computes, which is the same wherever it runs.
//
//   guest: NAME                  a front end: nv2a, rsx.vp, ..., or ir, whose programs are IR text (docs/ir.md)
//   arithmetic: exact            or fast; exact is usual where a guest has both
//   context: NAME=VALUE          a context key, as --context takes it
//   features: int64, float16     what the program cannot do without: the test is skipped on a device that lacks it
//   without: int64, float64      runs once more for a target that lacks all of these; one more run a line
//   passes: fold,dce             instead of the usual passes
//   loop_limit: 8                iterations of a loop
//   # text                       a remark, here and in values
//   ---- in                      the program, as the guest's assembler takes it
//   ---- given                   what an invocation is given; what is omitted is 0, of four float lanes 0 0 0 1
//   v0 = 1 2 -inf   c3 = 0x40000000
//   ---- then                    what is in outputs, registers and buffers when it has ended
//   R0 = 12 0.5 _ nan
//
// Each `given` with its `then` is an invocation, four are a quad. Names are those of `relit run`; a buffer by its name alone is all
// of its words. A lane is a number in the lane's kind or bits (0x...); in a lane of integers a number with a point is a float.
// Lanes of constants are floats, words of storage buffers integers. `_` is not looked at, `nan` is any NaN. `hit_loop_limit` and
// `discarded` are 1 or 0. Only registers that a `then` names are results: passes may drop the others.
//
// The interpreter on the program as lifted, the interpreter on what passes and lowerings for each language make of it, SPIR-V on
// the Vulkan device, and GLSL on it must all give these values.
#include "base/text.hpp"
#include "guests/context_keys.hpp"
#include "guests/guests.hpp"
#include "lang/features.hpp"
#include "tests/support/back_ends.hpp"
#include "tests/support/device.hpp"
#include "tests/support/register_text.hpp"
#include "translate/translate.hpp"
#include "verify/device_run.hpp"
#include "verify/glslang.hpp"
#include "verify/registers.hpp"
#include "verify/rewrite/invocation_records.hpp"
#include "verify/rewrite/pipeline_io.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace relit::same_everywhere {
namespace {

namespace fs = std::filesystem;
using test::RegisterText;
using Lacking = std::vector<test::Lacking>;

struct Invocation {
    std::vector<RegisterText> given, then;
};

struct Case {
    const isa::Frontend* guest = nullptr;
    ir::Context context;
    Lacking required;
    std::vector<Lacking> lacking = {{}}; // a run each
    std::optional<std::string> passes;
    std::uint32_t loop_limit = 32768;
    std::string program;
    std::size_t program_line = 1; // of the file, where it begins
    std::vector<Invocation> invocations;
};

// ---- the file

std::vector<std::string> words_of(std::string_view list) {
    std::vector<std::string> words;
    for (Scanner scanner(list); !scanner.at_end();) {
        words.emplace_back(scanner.while_of("abcdefghijklmnopqrstuvwxyz_0123456789"));
        if (!scanner.accept(',') && (words.back().empty() || !scanner.at_end())) return {};
    }
    return words;
}

Status read_features(const std::string& value, Lacking& into) {
    for (const std::string& word : words_of(value)) {
        const lang::Feature* feature = lang::feature_named(word);
        if (feature == nullptr) return fail("not a feature: " + word);
        into.push_back(feature->field);
    }
    return into.empty() ? fail("not a list of features: " + value) : Status{};
}

Status read_guest(Case& test, const std::string& value) {
    test.guest = guests::frontend_named(value);
    if (test.guest == nullptr) return fail("not a guest: " + value);
    const std::string key = value + ".arithmetic";
    if (std::ranges::find(test.guest->context_keys, key, &isa::ContextKey::name) != test.guest->context_keys.end())
        test.context.values[key] = 1; // exact
    return {};
}

Status read_context(Case& test, const std::string& value) {
    if (test.guest == nullptr) return fail("the guest is named first");
    const std::size_t equals = std::min(value.find('='), value.size());
    const auto key = guests::find_context_key(value.substr(0, equals), {&test.guest, 1});
    if (!key) return std::unexpected(key.error());
    const auto number = guests::parse_context_value(*key->row, value.substr(std::min(equals + 1, value.size())));
    if (!number) return std::unexpected(number.error());
    test.context.values[key->name] = *number;
    return {};
}

Status read_arithmetic(Case& test, const std::string& value) { return read_context(test, "arithmetic=" + value); }

Status read_required(Case& test, const std::string& value) { return read_features(value, test.required); }

Status read_lacking(Case& test, const std::string& value) { return read_features(value, test.lacking.emplace_back()); }

Status read_passes(Case& test, const std::string& value) {
    test.passes = value;
    return {};
}

Status read_loop_limit(Case& test, const std::string& value) {
    const auto number = parse_integer(value);
    if (!number || *number <= 0) return fail("not a number of iterations:  " + value);
    test.loop_limit = static_cast<std::uint32_t>(*number);
    return {};
}

struct HeadRow {
    std::string_view key;
    Status (*read)(Case& test, const std::string& value);
};
constexpr HeadRow kHead[] = {
    {"guest:", read_guest},           {"context:", read_context}, {"arithmetic:", read_arithmetic},
    {"features:", read_required},     {"without:", read_lacking}, {"passes:", read_passes},
    {"loop_limit:", read_loop_limit},
};

Status read_head_line(Case& test, const std::string& line) {
    if (line.empty() || line.starts_with('#')) return {};
    for (const HeadRow& row : kHead)
        if (std::string value; test::take(line, row.key, value)) return row.read(test, value);
    return fail("not understood: " + line);
}

Status read_section(Case& test, const test::TestSection& section) {
    if (section.kind == "in") {
        test.program = section.text;
        test.program_line = section.line;
        return {};
    }
    if (section.kind != "given" && section.kind != "then") return fail("not a section: " + section.kind);
    auto values = test::read_registers(section);
    if (!values) return std::unexpected(values.error());
    if (section.kind == "given")
        test.invocations.push_back({std::move(*values), {}});
    else if (!test.invocations.empty() && test.invocations.back().then.empty() && !values->empty())
        test.invocations.back().then = std::move(*values);
    else
        return fail("a `then` says what is there after the `given` before it");
    return {};
}

Fault at_line(Fault fault, std::size_t line) {
    if (fault.line == 0) fault.line = static_cast<std::uint32_t>(line);
    return fault;
}

Result<Case> read_case(const std::string& text) {
    const test::TestFile file = test::read_test_file(text);
    Case test;
    for (std::size_t i = 0; i < file.head.size(); ++i)
        if (const Status read = read_head_line(test, file.head[i]); !read)
            return std::unexpected(at_line(read.error(), i + 1));
    for (const test::TestSection& section : file.sections)
        if (const Status read = read_section(test, section); !read)
            return std::unexpected(at_line(read.error(), section.line));
    if (test.guest == nullptr) return fail("no `guest:` line");
    const auto checks = [](const Invocation& one) { return !one.then.empty(); };
    if (test.invocations.empty() || !std::ranges::all_of(test.invocations, checks))
        return fail("each `given` has a `then`");
    return test;
}

// ---- the runs

/// The program as lifted, and the invocations before they run.
struct Subject {
    ir::Module module;
    std::vector<run::State> given;
};

/// Registers that a `then` names are results; what becomes of the others is left to the passes.
void observe_named(ir::Module& module, const Case& test) {
    for (const Invocation& invocation : test.invocations)
        for (const RegisterText& text : invocation.then) {
            const auto found = verify::position_of(module, text.name, verify::Registers::Results);
            if (found && !found->is_resource) module.files[found->index].role = ir::Role::Output;
        }
}

Result<Subject> subject_of(const Case& test) {
    const auto bytes = codec::assemble(test.guest->codec, test.program, {});
    if (!bytes) {
        Fault fault = bytes.error();
        fault.line += static_cast<std::uint32_t>(test.program_line) - (fault.line == 0 ? 0 : 1);
        return std::unexpected(fault);
    }
    const auto program = test.guest->parse(*bytes);
    if (!program) return std::unexpected(program.error());
    ir::ContextReader context(test.context);
    auto module = translate::lift(**program, context);
    if (!module) return std::unexpected(module.error());
    if (module->stage == ir::Stage::Compute) return fail("compute programs run over grids, which files do not have");
    (void)verify::lower_pipeline_io(*module);
    if (module->stage == ir::Stage::Fragment) verify::annotate_end(*module);
    run::State base = verify::default_state(*module);
    const auto presets = test.guest->presets(**program, test.context);
    if (!presets) return std::unexpected(presets.error());
    verify::apply(*module, *presets, base);
    observe_named(*module, test);
    Subject subject{std::move(*module), {}};
    for (const Invocation& invocation : test.invocations) {
        run::State& state = subject.given.emplace_back(base);
        for (const RegisterText& given : invocation.given)
            if (const Status put = test::put(subject.module, state, given); !put)
                return std::unexpected(at_line(put.error(), given.line));
    }
    return subject;
}

/// The given states in the shape of a module that passes made of the program: files that they added are the last.
std::vector<run::State> states_for(const ir::Module& module, const Subject& subject) {
    std::vector<run::State> states;
    for (const run::State& given : subject.given) {
        run::State& state = states.emplace_back(run::blank_state(module));
        std::ranges::copy(given.files, state.files.begin());
        std::ranges::copy(given.resources, state.resources.begin());
    }
    return states;
}

struct Language {
    std::string_view name;
    lang::Dialect dialect;
    test::BackEnd back_end;
};
constexpr Language kLanguages[] = {{"SPIR-V", lang::Dialect::SpirV, test::directly},
                                   {"GLSL", lang::Dialect::GlslVulkan, test::through_glsl}};

std::string described(const Lacking& lacking) {
    std::string text;
    for (const lang::Feature& feature : lang::kFeatures)
        if (std::ranges::find(lacking, feature.field) != lacking.end())
            text += (text.empty() ? " without " : ", ") + std::string(feature.name);
    return text;
}

class SameEverywhere : public testing::Test {
public:
    explicit SameEverywhere(fs::path file) : file_(std::move(file)) {}
    // One device for all files: opening it takes longer than most tests.
    static void SetUpTestSuite() { device() = std::make_unique<Result<render::vk::Device>>(test::open_device()); }
    static void TearDownTestSuite() { device() = nullptr; }

private:
    static std::unique_ptr<Result<render::vk::Device>>& device() {
        static std::unique_ptr<Result<render::vk::Device>> one;
        return one;
    }

    void TestBody() override {
        auto test = read_case(test::read_file(file_));
        ASSERT_TRUE(test) << describe(test.error(), file_.string());
        test_ = std::move(*test);
        auto subject = subject_of(test_);
        ASSERT_TRUE(subject) << describe(subject.error(), file_.string());
        subject_ = std::move(*subject);
        interpret(subject_.module, run::run, "the interpreter, as lifted");
        if (const std::string missing = device_lacks(); !missing.empty()) GTEST_SKIP() << missing;
        const verify::GlslangSession session;
        for (const Lacking& lacking : test_.lacking)
            for (const Language& language : kLanguages) run_as(language, lacking);
        if (!*device()) GTEST_SKIP() << device()->error().text;
    }

    [[nodiscard]] lang::Target target_of(const Language& language, const Lacking& lacking) const {
        lang::Target target{.dialect = language.dialect, .interface = lang::Interface::Harness};
        target.loop_limit = test_.loop_limit;
        for (const test::Lacking feature : test_.required) target.*feature = true;
        if (*device()) target = (*device())->target(target);
        for (const test::Lacking feature : lacking) target = test::without(target, feature);
        return target;
    }

    [[nodiscard]] std::string device_lacks() const {
        const lang::Target target = target_of(kLanguages[0], {});
        const auto has = [&](test::Lacking feature) { return target.*feature; };
        return std::ranges::all_of(test_.required, has) ? std::string() : "the device is" + described(test_.required);
    }

    void run_as(const Language& language, const Lacking& lacking) {
        const std::string name = std::string(language.name) + described(lacking);
        const lang::Target target = target_of(language, lacking);
        const auto module = translate::prepare(subject_.module.clone(), target,
                                               {.passes = test_.passes, .observe = true, .watcher = {}});
        ASSERT_TRUE(module) << file_.string() << ": " << name << ": " << module.error().text;
        interpret_prepared(target, name);
        const auto words = language.back_end(*module, target);
        ASSERT_TRUE(words) << file_.string() << ": " << name << ": " << words.error().text;
        if (!*device()) return;
        std::vector<run::State> states = states_for(*module, subject_);
        std::vector<ir::Bound> textures = verify::default_textures(*module);
        const verify::DeviceProgram program{*words, lang::layout_of(*module)};
        const Status ran = verify::run_on(*module, **device(), program, states, &textures);
        ASSERT_TRUE(ran) << file_.string() << ": " << name << ": " << ran.error().text;
        for (const Fault& fault : (*device())->take_messages()) ADD_FAILURE() << file_.string() << ": " << fault.text;
        expect(*module, states, name + " on " + (*device())->info().name);
    }

    /// The interpreter has a limit of iterations of its own.
    void interpret_prepared(lang::Target target, const std::string& name) {
        target.loop_limit = 0;
        target.loops_end_at_head = false;
        const auto module = translate::prepare(subject_.module.clone(), target,
                                               {.passes = test_.passes, .observe = true, .watcher = {}});
        ASSERT_TRUE(module) << file_.string() << ": " << name << ": " << module.error().text;
        interpret(*module, run::run, "the interpreter, after passes for " + name);
        if (target.dialect != lang::Dialect::SpirV)
            interpret(*module, run::run_tree, "the interpreter, on the tree for " + name);
    }

    template <class Run>
    void interpret(const ir::Module& module, Run run, const std::string& who) {
        std::vector<run::State> states = states_for(module, subject_);
        std::vector<ir::Bound> textures = verify::default_textures(module);
        const run::Host host{.bound = &textures};
        const Status ran = run(module, states, {.loop_limit = test_.loop_limit}, host);
        ASSERT_TRUE(ran) << file_.string() << ": " << who << ": " << ran.error().text;
        expect(module, states, who);
    }

    void expect(const ir::Module& module, const std::vector<run::State>& states, const std::string& who) const {
        for (std::size_t i = 0; i < states.size(); ++i)
            for (const RegisterText& wanted : test_.invocations[i].then) {
                const auto said = test::difference(module, states[i], wanted);
                const std::string wrong = said ? *said : said.error().text;
                if (!wrong.empty())
                    ADD_FAILURE_AT(file_.c_str(), static_cast<int>(wanted.line)) << who << ": " << wrong;
            }
    }

    fs::path file_;
    Case test_;
    Subject subject_;
};

bool register_tests() {
    const fs::path folder = fs::path(RELIT_SOURCE) / "tests/differential";
    for (const test::NamedFile& file : test::test_files(folder))
        testing::RegisterTest("SameEverywhere", file.name.c_str(), nullptr, nullptr, file.path.c_str(), 1,
                              [path = file.path] { return new SameEverywhere(path); });
    return true;
}

[[maybe_unused]] const bool kRegistered = register_tests();

} // namespace
} // namespace relit::same_everywhere
