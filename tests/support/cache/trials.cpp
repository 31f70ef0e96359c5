#include "tests/support/cache/trials.hpp"

#include "tests/support/cache/write_points.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <random>
#include <set>

#include <fmt/format.h>

namespace relit::test {
namespace {

namespace fs = std::filesystem;

constexpr cache::Kind kKind = cache::blobs(7);
constexpr int kWrong = 3, kNotOpened = 4, kNotContained = 5, kLost = 6;

/// What child processes tell their parent.
struct Shared {
    std::array<std::atomic<std::uint64_t>, 8> committed{}; // numbers that writers have flushed
    std::atomic<std::uint64_t> hits = 0, wrong = 0;
    std::array<char, 200> why{}; // a cache was not opened
};

/// The cache of a child process; null, and why, where it could not be opened.
std::unique_ptr<cache::Cache> opened(const std::string& folder, Shared& shared) {
    auto cache = cache::Cache::open(trial_settings(folder));
    if (cache) return std::move(*cache);
    const std::string& text = cache.error().text;
    std::copy_n(text.begin(), std::min(text.size(), shared.why.size() - 1), shared.why.begin());
    return nullptr;
}
class SharedMemory {
public:
    SharedMemory() : at_(::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
        if (at_ == MAP_FAILED) throw std::bad_alloc();
        new (at_) Shared;
    }
    ~SharedMemory() { ::munmap(at_, sizeof(Shared)); }
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;
    Shared* operator->() const { return static_cast<Shared*>(at_); }

private:
    void* at_;
};

/// Children of this process are the first of new pid namespaces until it ends.
class NewNamespace {
public:
    NewNamespace() : own_(::open("/proc/self/ns/pid", O_RDONLY | O_CLOEXEC)) {
        if (own_ < 0 || ::unshare(CLONE_NEWPID) != 0) error_ = errno;
    }
    ~NewNamespace() {
        if (error_ == 0) (void)::setns(own_, CLONE_NEWPID);
        if (own_ >= 0) ::close(own_);
    }
    NewNamespace(const NewNamespace&) = delete;
    NewNamespace& operator=(const NewNamespace&) = delete;
    [[nodiscard]] int error() const { return error_; }

private:
    int own_, error_ = 0;
};

pid_t spawn(const std::function<int()>& body, Processes processes = Processes::Together) {
    std::optional<NewNamespace> inside;
    if (processes == Processes::Contained) inside.emplace();
    const pid_t child = ::fork();
    if (child == 0) ::_exit(processes == Processes::Contained && ::getpid() != 1 ? kNotContained : body());
    return child;
}

/// The first `count` numbers must be there and right, those up to `end` right where they are there.
std::string check_numbers(cache::Cache& cache, std::uint64_t first, std::uint64_t count, std::uint64_t end) {
    for (std::uint64_t i = first; i < end; ++i) {
        const Found found = find_trial(cache, i);
        if (found == Found::Wrong) return fmt::format("entry {} is wrong", i);
        if (found == Found::Nothing && i < first + count) return fmt::format("entry {} was committed and is lost", i);
    }
    if (const std::uint64_t damaged = cache.counts().damaged; damaged != 0)
        return fmt::format("{} entries are damaged", damaged);
    return {};
}

} // namespace

ScratchFolder::ScratchFolder() {
    // In memory where that can be: what processes leave there when they are killed is the same.
    const fs::path memory = "/dev/shm";
    std::string name =
        ((fs::is_directory(memory) ? memory : fs::temp_directory_path()) / "relit-cache-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::bad_alloc();
    path_ = name;
}
ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

cache::Settings trial_settings(const std::string& folder) {
    return {.folder = folder, .build = kTrialBuild, .most_bytes_in_memory = 0};
}

cache::Key trial_key(std::uint64_t number) {
    std::mt19937_64 random(number);
    return {random(), random()};
}

std::vector<std::uint8_t> trial_value(std::uint64_t number) {
    std::mt19937_64 random(number + 1);
    std::vector<std::uint8_t> bytes(random() % 4 == 0 ? random() % 20000 : random() % 700);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    return bytes;
}

void put_trial(cache::Cache& cache, std::uint64_t number) {
    cache.put(trial_key(number), kKind, cache::blob(trial_value(number)));
}

Found find_trial(cache::Cache& cache, std::uint64_t number) {
    const cache::Value value = cache.find(trial_key(number), kKind);
    if (value == nullptr) return Found::Nothing;
    return value->bytes() == trial_value(number) ? Found::Right : Found::Wrong;
}

int in_child(const std::function<int()>& body) {
    int status = 0;
    const pid_t child = spawn(body);
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return status;
}

// ---- every write point

std::string write_point_fault(std::uint64_t point, bool torn, bool from_empty, bool& is_done) {
    constexpr std::uint64_t kBefore = 30, kBatches = 3, kInBatch = 4;
    const ScratchFolder scratch;
    const SharedMemory shared;
    if (!from_empty) {
        auto cache = cache::Cache::open(trial_settings(scratch.cache()));
        if (!cache) return cache.error().text;
        for (std::uint64_t i = 0; i < kBefore; ++i) put_trial(**cache, i);
        if (const Status flushed = (*cache)->flush(); !flushed) return flushed.error().text;
        shared->committed[0] = kBefore;
    }
    const int status = in_child([&] {
        kill_at_write(point, torn);
        auto cache = cache::Cache::open(trial_settings(scratch.cache()));
        if (!cache) return kNotOpened;
        std::uint64_t next = shared->committed[0];
        for (std::uint64_t batch = 0; batch < kBatches; ++batch) {
            for (std::uint64_t i = 0; i < kInBatch; ++i) put_trial(**cache, next++);
            if (!(*cache)->flush()) return kWrong;
            shared->committed[0] = next;
        }
        return 0;
    });
    is_done = WIFEXITED(status);
    if (is_done && WEXITSTATUS(status) != 0) return fmt::format("the writer ends with {}", WEXITSTATUS(status));
    const auto begin = std::chrono::steady_clock::now();
    auto cache = cache::Cache::open(trial_settings(scratch.cache()));
    if (!cache) return fmt::format("write {}: {}", point, cache.error().text);
    const auto took = std::chrono::steady_clock::now() - begin;
    if (took > std::chrono::seconds(2)) return fmt::format("write {}: to open it takes too long", point);
    return check_numbers(**cache, 0, shared->committed[0], kBefore + kBatches * kInBatch);
}

// ---- random kills

namespace {

constexpr std::uint64_t kWriters = 4, kWorkers = 8, kSpan = 1'000'000;

/// Writes on from the last number that its predecessor committed.
int write_for_ever(const std::string& folder, Shared& shared, std::uint64_t worker) {
    const auto cache = opened(folder, shared);
    if (cache == nullptr) return kNotOpened;
    for (;;) {
        std::uint64_t next = shared.committed[worker];
        for (int i = 0; i < 5; ++i) put_trial(*cache, worker * kSpan + next++);
        if (cache->flush()) shared.committed[worker] = next;
    }
}

int read_for_ever(const std::string& folder, Shared& shared, std::uint64_t worker) {
    const auto cache = opened(folder, shared);
    if (cache == nullptr) return kNotOpened;
    for (std::mt19937_64 random(worker);;) {
        const std::uint64_t writer = random() % kWriters, count = shared.committed[writer];
        if (count == 0) continue;
        const Found found = find_trial(*cache, writer * kSpan + random() % count);
        ++(found == Found::Right ? shared.hits : shared.wrong); // committed entries are not lost either
    }
}

} // namespace

std::string random_kills_fault(std::uint64_t first, std::uint64_t end, Processes processes) {
    const ScratchFolder scratch;
    const SharedMemory shared;
    const std::string folder = scratch.cache();
    const auto start = [&](std::uint64_t worker) {
        const auto work = [&, worker] {
            return worker < kWriters ? write_for_ever(folder, *shared.operator->(), worker)
                                     : read_for_ever(folder, *shared.operator->(), worker);
        };
        return spawn(work, processes);
    };
    std::array<pid_t, kWorkers> workers{};
    for (std::uint64_t i = 0; i < kWorkers; ++i) workers[i] = start(i);
    std::string fault;
    std::mt19937_64 random(first);
    const auto stop = [&](std::uint64_t worker) {
        int status = 0;
        (void)::kill(workers[worker], SIGKILL);
        (void)::waitpid(workers[worker], &status, 0);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
            fault = fmt::format("process {} ended by itself, status {:#x}: {}", worker, status, shared->why.data());
    };
    for (std::uint64_t seed = first; seed < end && fault.empty(); ++seed) {
        ::usleep(static_cast<useconds_t>(random() % 12000));
        const std::uint64_t worker = random() % kWorkers;
        stop(worker);
        workers[worker] = start(worker);
    }
    for (std::uint64_t i = 0; i < kWorkers; ++i) stop(i);
    if (!fault.empty()) return fault;
    if (shared->wrong != 0) return fmt::format("{} entries were wrong or lost", shared->wrong.load());
    if (shared->hits == 0) return "no process has read anything";
    auto cache = cache::Cache::open(trial_settings(folder));
    if (!cache) return cache.error().text;
    for (std::uint64_t i = 0; i < kWriters && fault.empty(); ++i)
        fault = check_numbers(**cache, i * kSpan, shared->committed[i], i * kSpan + shared->committed[i] + 5);
    return fault;
}

// ---- containers

std::string not_contained() {
    const NewNamespace inside;
    if (inside.error() == 0) return {};
    return fmt::format("no pid namespace can be made: {}", std::strerror(inside.error()));
}

namespace {

constexpr std::uint64_t kContainers = 4, kOfEach = 120;

/// Puts its numbers, a few at a time, and reads those that others say they have put.
int fill_share(const std::string& folder, Shared& shared, std::uint64_t worker) {
    std::mt19937_64 random(worker);
    while (shared.committed[worker] < kOfEach) {
        const auto cache = opened(folder, shared);
        if (cache == nullptr) return kNotOpened;
        for (int batch = 0; batch < 3; ++batch) {
            std::uint64_t next = shared.committed[worker];
            for (int i = 0; i < 5; ++i) put_trial(*cache, worker * kSpan + next++);
            if (!cache->flush()) return kWrong;
            shared.committed[worker] = next;
            const std::uint64_t other = random() % kContainers, count = shared.committed[other];
            if (count != 0 && find_trial(*cache, other * kSpan + random() % count) != Found::Right) return kWrong;
        }
    }
    return 0;
}

} // namespace

std::string containers_fault() {
    const ScratchFolder scratch;
    const SharedMemory shared;
    std::vector<pid_t> containers;
    for (std::uint64_t i = 0; i < kContainers; ++i)
        containers.push_back(
            spawn([&, i] { return fill_share(scratch.cache(), *shared.operator->(), i); }, Processes::Contained));
    std::string fault;
    for (const pid_t container : containers) {
        int status = 0;
        (void)::waitpid(container, &status, 0);
        if (status != 0) fault = fmt::format("a container ends with status {:#x}: {}", status, shared->why.data());
    }
    if (!fault.empty()) return fault;
    const auto cache = opened(scratch.cache(), *shared.operator->());
    if (cache == nullptr) return shared->why.data();
    for (std::uint64_t i = 0; i < kContainers && fault.empty(); ++i)
        fault = check_numbers(*cache, i * kSpan, kOfEach, i * kSpan + kOfEach);
    return fault;
}

// ---- damage

namespace {

constexpr std::uint64_t kEntries = 60;
using FileBytes = std::map<std::string, std::string>; // by their paths in the folder

std::string read_whole(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
void write_bytes(const fs::path& file, std::string_view bytes) {
    std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// A folder with entries that were put, of which some were dropped and put again.
FileBytes whole_folder() {
    const ScratchFolder scratch;
    const auto cache = cache::Cache::open(trial_settings(scratch.cache()));
    if (!cache) return {};
    for (std::uint64_t i = 0; i < kEntries; ++i) put_trial(**cache, i);
    for (std::uint64_t i = 0; i < kEntries; i += 7) {
        const cache::Change gone{.what = cache::Change::What::Erase, .key = trial_key(i)};
        if (!(*cache)->flush() || !(*cache)->store()->write({&gone, 1})) return {};
        put_trial(**cache, i);
    }
    if (!(*cache)->flush()) return {};
    FileBytes files;
    for (const auto& one : fs::recursive_directory_iterator(scratch.cache()))
        if (one.is_regular_file()) files[fs::relative(one, scratch.cache()).string()] = read_whole(one);
    return files;
}

/// The offset in an entry's header that most depends on.
void change_header(std::string& bytes, std::mt19937_64& random) {
    constexpr std::size_t kHeader = 48;
    if (bytes.empty()) return;
    bytes[random() % std::min(bytes.size(), kHeader)] = static_cast<char>(random());
}
void flip(std::string& bytes, std::mt19937_64& random) {
    if (bytes.empty()) return;
    const std::size_t at = random() % bytes.size();
    bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ 1U << random() % 8);
}

std::string damaged(std::string bytes, std::mt19937_64& random) {
    const std::uint64_t count = 1 + random() % 40;
    switch (random() % 6) {
        case 0: bytes.resize(random() % (bytes.size() + 1)); break;
        case 1: bytes.append(1 + random() % 20000, static_cast<char>(random())); break;
        case 2: std::ranges::fill(bytes, static_cast<char>(random())); break;
        case 3: change_header(bytes, random); break;
        case 4: flip(bytes, random); break;
        default:
            for (std::uint64_t i = 0; i < count; ++i) flip(bytes, random);
    }
    return bytes;
}

/// Something else under the name of a file: what is there of another, or no file at all.
void replace(const fs::path& path, const FileBytes& whole, std::mt19937_64& random) {
    fs::remove(path);
    switch (random() % 5) {
        case 0: write_bytes(path, std::next(whole.begin(), static_cast<int>(random() % whole.size()))->second); break;
        case 1: fs::create_directory(path); break;
        case 2: fs::create_symlink("/dev/zero", path); break;
        case 3: (void)::mkfifo(path.c_str(), 0666); break;
        default: break;
    }
}

/// All that can be done with a cache; what is wrong. All but so many of its entries are there.
int use(const std::string& folder, std::uint64_t changed) {
    auto cache = cache::Cache::open(trial_settings(folder));
    if (!cache) return kNotOpened;
    std::uint64_t right = 0;
    for (std::uint64_t i = 0; i < 2 * kEntries; ++i) {
        const Found found = find_trial(**cache, i);
        if (found == Found::Wrong) return kWrong;
        right += found == Found::Right ? 1U : 0U;
    }
    if (right + changed < kEntries) return kLost;
    for (std::uint64_t i = kEntries / 2; i < kEntries + 20; ++i) put_trial(**cache, i);
    (void)(*cache)->flush();
    (void)(*cache)->store()->each([](const cache::Key&, Bytes) { return true; });
    (void)(*cache)->store()->shrink((*cache)->store()->size()->bytes / 2);
    for (std::uint64_t i = 0; i < 2 * kEntries; ++i)
        if (find_trial(**cache, i) == Found::Wrong) return kWrong;
    return 0;
}

} // namespace

std::string corruption_fault(std::uint64_t seed) {
    static const FileBytes whole = whole_folder();
    if (whole.size() < kEntries) return "the folder was not made";
    std::mt19937_64 random(seed);
    const ScratchFolder scratch;
    const fs::path folder = scratch.cache();
    fs::create_directories(folder / "entries");
    for (const auto& [name, bytes] : whole) write_bytes(folder / name, bytes);
    const std::uint64_t count = 1 + random() % 8;
    std::set<std::string> chosen = {"relit-cache"}; // without its version it is no cache
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto& [name, bytes] = *std::next(whole.begin(), static_cast<int>(random() % whole.size()));
        if (!chosen.insert(name).second) continue;
        random() % 3 == 0 ? replace(folder / name, whole, random) : write_bytes(folder / name, damaged(bytes, random));
    }
    if (random() % 4 == 0) write_bytes(folder / "new", "left by who was killed");
    const int status = in_child([&] {
        ::alarm(20);
        return use(folder.string(), count);
    });
    if (WIFSIGNALED(status)) return fmt::format("the process died by signal {}", WTERMSIG(status));
    if (WEXITSTATUS(status) == kWrong) return "a wrong value was found";
    if (WEXITSTATUS(status) == kLost) return "an entry is lost that was not damaged";
    return WEXITSTATUS(status) == 0 ? "" : fmt::format("exit {}", WEXITSTATUS(status));
}

} // namespace relit::test
