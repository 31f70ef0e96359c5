#include "tests/soak/mutant/examine.hpp"

#include "tests/soak/mutant/judge.hpp"
#include "tests/soak/mutant/product.hpp"

#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <vector>

namespace relit::soak::mutant {
namespace {

namespace fs = std::filesystem;

std::string program() {
    const char* other = std::getenv("RELIT_PROGRAM");
    return other != nullptr ? other : RELIT_PROGRAM;
}

void write_file(const fs::path& path, Bytes bytes) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

bool holds(const fs::path& path, const FileBytes& bytes) {
    std::ifstream in(path, std::ios::binary);
    return std::equal(std::istreambuf_iterator<char>(in), {}, bytes.begin(), bytes.end(),
                      [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; });
}

/// The mutant, the whole input beside it, and inputs of run that say nothing.
void lay_out(const fs::path& work, const Mutant& mutant, const std::vector<File>& whole) {
    constexpr std::uint8_t kObject[] = {'{', '}', '\n'};
    for (const File& file : mutant.input.files) write_file(work / file.path, file.bytes);
    for (const File& file : whole) write_file(work / kWhole / file.path, file.bytes);
    write_file(work / kEmpty, kObject);
}

/// What a command left where it may not.
std::string left_behind(const fs::path& work, const fs::path& temporary, const std::set<std::string>& before,
                        bool may_write) {
    for (const auto& entry : fs::recursive_directory_iterator(temporary))
        return "left behind: " + entry.path().string();
    for (const auto& entry : fs::recursive_directory_iterator(work)) {
        const std::string name = fs::relative(entry.path(), work).string();
        if (before.contains(name)) continue;
        const bool is_temporary = entry.path().filename().string().starts_with(".relit-");
        const bool is_output =
            name == kFolder || name.starts_with(std::string(kFolder) + "/") || (may_write && name.starts_with(kOutput));
        if (is_temporary || !is_output) return "left behind: " + name;
    }
    return {};
}

std::set<std::string> names_below(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        names.insert(fs::relative(entry.path(), folder).string());
    return names;
}

/// As a shell reads it.
std::string shown(const Command& command) {
    std::string text = "relit";
    for (const std::string& word : command.words) text += " " + word;
    return text;
}

class Trial {
public:
    Trial(fs::path folder, const Mutant& mutant, const std::vector<File>& whole)
        : folder_(std::move(folder)), work_(folder_ / "work"), temporary_(folder_ / "temporary"), mutant_(mutant) {
        for (const fs::path& one : {work_, temporary_}) fs::remove_all(one), fs::create_directories(one);
        lay_out(work_, mutant, whole);
        before_ = names_below(work_);
    }

    Judgement run(const Command& command) {
        std::vector<std::string> words{program()};
        words.insert(words.end(), command.words.begin(), command.words.end());
        const Ended ended = run_child(words, work_, temporary_, {});
        Judgement judgement = judge_end(command, ended, mutant_);
        if (judgement.verdict == Verdict::Wrong) judgement.why += "\n" + ended.err.substr(0, 2000);
        if (judgement.verdict == Verdict::Accepted || judgement.verdict == Verdict::Refused)
            if (std::string wrong = error_of(command, ended); !wrong.empty())
                judgement = {Verdict::Wrong, std::move(wrong)};
        clear_outputs();
        return judgement;
    }

private:
    /// Of the files that it left.
    std::string error_of(const Command& command, const Ended& ended) {
        const bool may_be_partial = ended.exit == 3 && command.product == Product::Png; // of a damaged dump or capture
        if (std::string left = left_behind(work_, temporary_, before_, ended.exit <= 1 || may_be_partial);
            !left.empty())
            return left;
        for (const File& file : mutant_.input.files)
            if (!holds(work_ / file.path, file.bytes)) return file.path + " was changed";
        if ((ended.exit != 0 && !may_be_partial) || command.product == Product::None) return {};
        bool is_there = false;
        for (const auto& entry : fs::directory_iterator(work_)) {
            if (!entry.path().filename().string().starts_with(kOutput)) continue;
            is_there = true;
            if (std::string wrong = product_error(entry.path(), command.product, mutant_.input); !wrong.empty())
                return wrong;
        }
        return is_there || may_be_partial ? "" : "no output";
    }
    void clear_outputs() {
        fs::remove_all(temporary_), fs::create_directories(temporary_);
        for (const std::string& name : names_below(work_))
            if (!before_.contains(name)) fs::remove_all(work_ / name);
    }

    fs::path folder_, work_, temporary_;
    const Mutant& mutant_;
    std::set<std::string> before_;
};

/// Where a mutant stays that shows something wrong.
fs::path keep(Kind kind, std::uint64_t seed, const Mutant& mutant, const std::vector<File>& whole) {
    const fs::path folder = fs::temp_directory_path() / "relit-mutants" /
                            fmt::format("{}-{}", kKindNames[static_cast<std::size_t>(kind)], seed);
    fs::remove_all(folder);
    lay_out(folder, mutant, whole);
    return folder;
}

std::string_view name_of(Verdict verdict) {
    constexpr std::string_view kNames[] = {"accepted", "refused", "out of memory", "wrong"};
    return kNames[static_cast<std::size_t>(verdict)];
}

} // namespace

Examiner::Examiner(Kind kind)
    : kind_(kind), folder_(fs::temp_directory_path() / fmt::format("relit-mutants-{}", ::getpid())) {}

Examiner::~Examiner() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

std::string Examiner::examine(std::uint64_t seed, Tally& tally) {
    Chance chance(seed + 1);
    const std::vector<Input>& inputs = inputs_of(kind_);
    const Input& input = chance.any_of(inputs);
    const Input& donor = chance.any_of(inputs);
    const Mutant mutant = mutate(input, donor, chance);
    const std::vector<File> whole = input.build ? input.build(input.files) : input.files;
    Trial trial(folder_, mutant, whole);
    ++tally["mutants"];
    for (const Command& command : commands_for(kind_, mutant.input, chance)) {
        const Judgement judgement = trial.run(command);
        ++tally["commands"], ++tally[name_of(judgement.verdict)];
        if (judgement.verdict != Verdict::Wrong) continue;
        const fs::path kept = keep(kind_, seed, mutant, whole);
        return fmt::format("seed {}: {} ({})\n  cd {} && {}\n{}\n", seed, input.from, mutant.damage.how, kept.string(),
                           shown(command), judgement.why);
    }
    return {};
}

} // namespace relit::soak::mutant
