#include "tests/soak/failing/trial.hpp"

#include "tests/soak/failing/files.hpp"
#include "tests/soak/mutant/child.hpp"
#include "tests/support/failing/counts.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

namespace relit::soak::failing {
namespace {

namespace fs = std::filesystem;
using mutant::Ended;
using test::FailingCounts;

// ---- what is run

enum class Counted { All, Own };
enum class Answer { Same, Counts };
struct Command {
    Counted counted;
    Answer answer;
    std::string_view words;
};
constexpr Command kTrialCommands[] = {
#define PREPARE(words)
#define COMMAND(counted, answer, words) {Counted::counted, Answer::answer, words},
#include "tests/soak/failing/commands.inc"
#undef COMMAND
#undef PREPARE
};
constexpr std::string_view kPreparations[] = {
#define PREPARE(words) words,
#define COMMAND(counted, answer, words)
#include "tests/soak/failing/commands.inc"
#undef COMMAND
#undef PREPARE
};

struct Text {
    std::string_view name, text;
};
/// What stands there before; those named "old" are to be replaced.
constexpr Text kTexts[] = {
    {"inputs.json", R"({"v0": [1, 2, 3, 4], "v1": [5, 6, 7, 8]})"},
    {"sets.json", R"([{"v0": [1]}, {"v0": [2], "v1": [3]}])"},
    {"old.txt", "old"},
    {"old.bin", "old"},
    {"old.glsl", "old"},
    {"old.png", "old"},
    {"sprite.txt",
     ".screenshot 1, 1\n"
     "    .data 0xff0000ff\n"
     ".privileged\n"
     "    PMODE EN1=1, CRTMD=1, MMOD=1, ALP=255\n"
     "    SMODE2 INT=0\n"
     "    DISPFB1 FBW=1, PSM=CT32\n"
     "    DISPLAY1 DX=636, DY=50, MAGH=3, DW=255, DH=31\n"
     "FRAME_1 FBW=1, PSM=CT32\n"
     "SCISSOR_1 SCAX1=63, SCAY1=31\n"
     "ZBUF_1 ZBP=1, ZMSK=1\n"
     "TEST_1 ZTE=1, ZTST=ALWAYS\n"
     "PRMODECONT AC=1\n"
     "RGBAQ R=255, G=64, A=128\n"
     ".tag PRIM=(PRIM=SPRITE), REGS=(XYZ2)\n"
     "    XYZ2 X=0, Y=0\n"
     "    XYZ2 X=32, Y=8\n"
     ".vsync 0\n"},
};

std::vector<std::string> words_of_trial(std::string_view text) {
    const char* const other = std::getenv("RELIT_PROGRAM");
    std::vector<std::string> words{other != nullptr ? other : RELIT_PROGRAM};
    std::istringstream in{std::string(text)};
    for (std::string word; in >> word;)
        words.push_back(word.starts_with("{data}") ? RELIT_DATA + word.substr(std::strlen("{data}")) : word);
    return words;
}

std::string shown_trial(std::string_view words, const std::string& plan) {
    std::string text = fmt::format("[{}]", plan);
    for (const std::string& word : words_of_trial(words)) text += " " + word;
    return text;
}

// ---- files

/// Caches keep what they could, and are checked by tests of their own.
bool is_of_cache(const std::string& name) { return name.starts_with("kept/") || name.starts_with("new/"); }

std::string files_error(const Files& files, const Files& before, const Files& whole, bool all) {
    for (const auto& [name, bytes] : files) {
        if (name.find(".relit-") != std::string::npos) return "left behind: " + name;
        if (is_of_cache(name)) continue;
        const auto old = before.find(name), made = whole.find(name);
        const bool is_old = old != before.end() && old->second == bytes;
        const bool is_made = made != whole.end() && made->second == bytes;
        if (!is_made && (all || !is_old)) return "not what it should be: " + name;
    }
    for (const auto& [name, bytes] : whole)
        if (all && !is_of_cache(name) && !files.contains(name)) return "is not there: " + name;
    for (const auto& [name, bytes] : before)
        if (whole.contains(name) && !is_of_cache(name) && !files.contains(name)) return "is gone: " + name;
    return {};
}

// ---- runs

/// A file that the module writes its counts to.
class SharedCounts {
public:
    explicit SharedCounts(fs::path path) : path_(std::move(path)) {
        std::ofstream(path_, std::ios::binary) << std::string(sizeof(FailingCounts), '\0');
        const int file = ::open(path_.c_str(), O_RDWR | O_CLOEXEC);
        void* const at = ::mmap(nullptr, sizeof(FailingCounts), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        ::close(file);
        if (at == MAP_FAILED) throw std::runtime_error("the counts cannot be mapped");
        counts_ = new (at) FailingCounts{};
    }
    ~SharedCounts() { ::munmap(counts_, sizeof(FailingCounts)); }
    SharedCounts(const SharedCounts&) = delete;
    SharedCounts& operator=(const SharedCounts&) = delete;
    [[nodiscard]] const fs::path& path() const { return path_; }
    FailingCounts& fresh() { return *new (counts_) FailingCounts{}; }

private:
    fs::path path_;
    FailingCounts* counts_ = nullptr;
};

struct CommandRun {
    Ended ended;
    Files files;
    std::uint64_t allocations = 0, own_allocations = 0, calls = 0, failed = 0, call = 0, argument = 0;
};

/// The inputs, and a folder for each run of a command on a copy of them.
class Workshop {
public:
    Workshop() : folder_(fs::temp_directory_path() / fmt::format("relit-failures-{}", ::getpid())) {
        fs::create_directories(inputs());
        counts_.emplace(folder_ / "counts");
        for (const auto& [name, text] : kTexts) std::ofstream(inputs() / name, std::ios::binary) << text;
        for (const std::string_view words : kPreparations) {
            const Ended ended = mutant::run_child(words_of_trial(words), inputs(), folder_, kLimits);
            if (ended.exit > 1 || ended.signal != 0) throw std::runtime_error(fmt::format("{}\n{}", words, ended.err));
        }
        before_ = files_in(inputs());
    }
    ~Workshop() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    Workshop(const Workshop&) = delete;
    Workshop& operator=(const Workshop&) = delete;

    [[nodiscard]] const Files& before() const { return before_; }

    CommandRun run(std::string_view words, const std::string& plan) {
        const fs::path work = folder_ / "work";
        fs::remove_all(work);
        fs::copy(inputs(), work, fs::copy_options::recursive);
        FailingCounts& counts = counts_->fresh();
        CommandRun run;
        run.ended = mutant::run_child(words_of_trial(words), work, folder_, kLimits,
                                      {fmt::format("LD_PRELOAD={}", RELIT_FAILING),
                                       fmt::format("{}={}", test::kFailingCounts, counts_->path().string()),
                                       fmt::format("{}={}", test::kFailingPlan, plan)});
        run.files = files_in(work);
        run.allocations = counts.allocations, run.own_allocations = counts.own_allocations;
        run.calls = counts.calls, run.failed = counts.failed;
        run.call = counts.call, run.argument = counts.argument;
        return run;
    }
    /// The same command without a failure.
    const CommandRun& whole(std::size_t command) {
        auto& run = whole_[command];
        if (!run) run = this->run(kTrialCommands[command].words, "calls 0");
        return *run;
    }

private:
    static constexpr mutant::Limits kLimits{.memory = std::uint64_t{16} << 30};

    [[nodiscard]] fs::path inputs() const { return folder_ / "inputs"; }

    fs::path folder_;
    std::optional<SharedCounts> counts_;
    Files before_;
    std::map<std::size_t, std::optional<CommandRun>> whole_;
};

// ---- judging

constexpr int kBadInputCode = 3, kInternal = 5, kDevice = 6;

bool is_of_memory(What what) { return what == What::Allocation || what == What::Allocations; }

std::size_t times(std::string_view text, std::string_view word) {
    std::size_t count = 0;
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++count;
    return count;
}

/// Of what the program says of a failure: it cannot where that is its saying.
std::string said_error(What what, const CommandRun& run) {
    const std::string& said = run.ended.err;
    if (is_of_memory(what)) {
        if (run.ended.exit != kInternal && run.ended.exit != kDevice)
            return fmt::format("exit code {}", run.ended.exit);
        const std::size_t count = times(said, "out of memory");
        return run.ended.exit == kDevice || count == 1 ? "" : fmt::format("\"out of memory\" is said {} times", count);
    }
    const bool is_message = run.call == SYS_write && run.argument == STDERR_FILENO;
    if (run.ended.exit != kBadInputCode && run.ended.exit != kDevice)
        return fmt::format("exit code {}", run.ended.exit);
    const bool is_said = said.contains("error: ") || said.contains("{\"error\"");
    return is_said || is_message || what == What::Calls ? "" : "nothing is said";
}

Judgement judge(What what, Answer answer, const CommandRun& run, const CommandRun& whole, const Files& before) {
    const auto wrong = [&](std::string why) { return Judgement{Verdict::Wrong, std::move(why)}; };
    const Ended& ended = run.ended;
    if (ended.is_late) return wrong("does not end");
    if (ended.signal != 0) return wrong(fmt::format("signal {} ({})", ended.signal, ::strsignal(ended.signal)));
    const bool is_same = ended.exit == whole.ended.exit && (ended.out == whole.ended.out || answer == Answer::Counts);
    if (std::string files = files_error(run.files, before, whole.files, is_same); !files.empty())
        return wrong(fmt::format("exit code {}; {}", ended.exit, files));
    if (is_same) return {run.failed == 0 ? Verdict::NoFailure : Verdict::Harmless, {}};
    if (std::string said = said_error(what, run); !said.empty()) return wrong(std::move(said));
    return {Verdict::Told, {}};
}

/// The numbers from 0 to, not including, `all` in an order of which every begin spreads over them.
std::uint64_t spread(std::uint64_t step, std::uint64_t all) {
    constexpr double kGolden = 0.6180339887498949;
    auto stride = static_cast<std::uint64_t>(static_cast<double>(all) * kGolden);
    while (std::gcd(stride, all) != 1) ++stride;
    return (step + 1) * stride % all;
}

std::string plan_of(What what, bool own, std::uint64_t number) {
    return fmt::format("{} {}{}{}", is_of_memory(what) ? "allocations" : "calls", number, own ? " own" : "",
                       what == What::Allocations || what == What::Calls ? " on" : "");
}

} // namespace

std::size_t commands() { return std::size(kTrialCommands); }

Judgement try_failure(What what, std::size_t command, std::uint64_t step) {
    static Workshop workshop; // what it makes is used by all
    const auto& [counted, answer, words] = kTrialCommands[command];
    const bool own = counted == Counted::Own && is_of_memory(what);
    const CommandRun& whole = workshop.whole(command);
    if (whole.ended.signal != 0 || whole.ended.exit == 2 || whole.calls == 0)
        return {Verdict::Wrong, fmt::format("{}\n{}", shown_trial(words, "no failure"), whole.ended.err)};
    const std::uint64_t all = !is_of_memory(what) ? whole.calls : own ? whole.own_allocations : whole.allocations;
    if (step >= all) return {Verdict::Beyond, {}};
    const std::string plan = plan_of(what, own, 1 + spread(step, all));
    const CommandRun run = workshop.run(words, plan);
    Judgement judgement = judge(what, answer, run, whole, workshop.before());
    if (judgement.verdict == Verdict::Wrong)
        judgement.why = fmt::format("{}\n  {} (of {}{})\n{}", shown_trial(words, plan), judgement.why, all,
                                    is_of_memory(what) ? "" : fmt::format(", call {} of {}", run.call, run.argument),
                                    run.ended.err.substr(0, 600));
    return judgement;
}

} // namespace relit::soak::failing
