// Graphics programs that leave records: what a record says is what the program was given and made.
#include "verify/rewrite/invocation_records.hpp"

#include "ir/verify/verify.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "run/interpreter.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace relit::invocation_records {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint8_t> bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

constexpr std::size_t kStates = 4;

/// What the machine says, of each of the invocations.
std::uint64_t said(ir::Builtin builtin, unsigned lane, std::size_t state) {
    if (builtin == ir::Builtin::InvocationId || builtin == ir::Builtin::PatchVertices) return state;
    return 0x3f000000 + (static_cast<std::uint64_t>(builtin) << 12U) + (lane << 8U) + state;
}

run::State random_state(const ir::Module& module, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    run::State state = run::blank_state(module);
    for (std::size_t i = 0; i < module.files.size(); ++i)
        for (std::uint64_t& lane : state.files[i])
            if (module.files[i].role == ir::Role::Input) lane = 0x3f000000 + random() % 0x1000000;
    return state;
}

/// Runs it with zeros in buffers and black textures; `records`, if there, is the last resource.
std::vector<ir::Bound> run_it(const ir::Module& module, std::vector<run::State>& states, std::size_t record_bytes) {
    std::vector<ir::Bound> bound(module.resources.size());
    for (std::size_t i = 0; i < bound.size(); ++i) {
        bound[i].bytes.resize(std::max<std::size_t>(module.resources[i].size, 256));
        bound[i].texture.layers = module.resources[i].dim == ir::TextureDim::Cube ? 6 : 1;
        bound[i].texture.levels = {{1, 1, 1, std::vector<ir::Texel>(bound[i].texture.layers)}};
    }
    if (record_bytes != 0) bound.back().bytes.assign(record_bytes, 0);
    run::Host host{.bound = &bound, .builtin = said};
    const Status done = run::run(module, states, {}, host);
    EXPECT_TRUE(done) << done.error().text;
    return bound;
}

class Records {
public:
    Records(const verify::InvocationRecords& layout, const std::vector<std::uint8_t>& bytes)
        : layout_(layout), bytes_(bytes) {}

    [[nodiscard]] std::uint32_t word(std::size_t at) const {
        std::uint32_t word = 0;
        std::memcpy(&word, &bytes_[at], sizeof word);
        return word;
    }
    [[nodiscard]] std::uint32_t word(std::size_t record, std::size_t word_of_record) const {
        return word(verify::InvocationRecords::kRecordsAt + record * layout_.record_bytes + 4 * word_of_record);
    }
    void expect(std::size_t record, const std::vector<verify::RecordedLanes>& all, const run::State& state) const {
        for (const verify::RecordedLanes& lanes : all)
            for (std::uint32_t i = 0; i < lanes.lanes; ++i)
                EXPECT_EQ(word(record, lanes.word + i), state.files[lanes.file][lanes.lane + i])
                    << record << ": file " << lanes.file << " lane " << lanes.lane + i;
    }

private:
    const verify::InvocationRecords& layout_;
    const std::vector<std::uint8_t>& bytes_;
};

/// Lanes that were looked at.
std::size_t expect_records(const fs::path& path) {
    SCOPED_TRACE(path.filename().string());
    ir::Context context;
    if (path.filename().string().find("nv117") != std::string::npos) context.values["maxwell.convention"] = 3;
    ir::ContextReader reader(context);
    const auto module = translate::lift(isa::maxwell::kFrontend, bytes_of(path), reader);
    EXPECT_TRUE(module) << module.error().text;
    if (!module) return 0;
    ir::Module annotated = module->clone(), recording = module->clone();
    verify::annotate_end(annotated);
    const verify::InvocationRecords layout = verify::add_records(recording, kStates);
    EXPECT_TRUE(ir::verify(annotated)) << ir::verify(annotated).error().text;
    EXPECT_TRUE(ir::verify(recording)) << ir::verify(recording).error().text;
    std::vector<run::State> plain, recorded;
    for (std::size_t i = 0; i < kStates; ++i) {
        plain.push_back(random_state(annotated, i));
        recorded.push_back(random_state(recording, i));
    }
    run_it(annotated, plain, 0);
    const std::size_t size = verify::InvocationRecords::kRecordsAt + kStates * layout.record_bytes;
    const std::vector<ir::Bound> bound = run_it(recording, recorded, size);
    const Records records(layout, bound[layout.resource].bytes);
    EXPECT_EQ(records.word(0), kStates);
    const std::size_t end = ir::file_of(annotated, ir::FilePurpose::End).value();
    for (std::size_t i = 0; i < kStates; ++i) {
        const run::State& state = plain[i];
        const std::uint64_t ended = state.files[end][0];
        EXPECT_EQ(records.word(i, 0), ended);
        records.expect(i, layout.given, state);
        const bool made_together = module->stage == ir::Stage::TessControl;
        if (ended != 0 && (!made_together || i == 0)) records.expect(i, layout.made, state);
        for (const verify::RecordedBuiltin& one : layout.builtins)
            EXPECT_EQ(records.word(i, one.word), said(one.builtin, 0, i));
    }
    return layout.made.size();
}

TEST(InvocationRecords, SayWhatAProgramWasGivenAndMade) {
    std::size_t programs = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(RELIT_DATA) / "maxwell")) {
        const bool program = entry.path().extension() == ".bin" || entry.path().extension() == ".dksh";
        const bool compute = entry.path().filename().string().find(".comp.") != std::string::npos;
        if (!program || compute) continue;
        EXPECT_GT(expect_records(entry.path()), 0U);
        ++programs;
    }
    EXPECT_GE(programs, 8U); // of every stage
}

} // namespace
} // namespace relit::invocation_records
