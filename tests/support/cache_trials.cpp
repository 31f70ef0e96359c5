#include "tests/support/cache_trials.hpp"

#include "tests/support/write_points.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <new>
#include <random>

#include <fmt/format.h>

namespace relit::test {
namespace {

namespace fs = std::filesystem;

constexpr cache::Kind kKind = cache::blobs(7);
constexpr int kWrong = 3, kNotOpened = 4;

/// What child processes tell their parent.
struct Shared {
    std::array<std::atomic<std::uint64_t>, 8> committed{}; // numbers that writers have flushed
    std::atomic<std::uint64_t> hits = 0, wrong = 0;
    std::array<char, 200> why{}; // a cache was not opened
};

/// The cache of a child process; null, and why, where it could not be opened or was damaged.
std::unique_ptr<cache::Cache> opened(const std::string& folder, Shared& shared) {
    auto cache = cache::Cache::open(trial_settings(folder));
    if (cache && !(*cache)->store()->damage()) return std::move(*cache);
    const std::string& text = cache ? (*cache)->store()->damage()->text : cache.error().text;
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

pid_t spawn(const std::function<int()>& body) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(body());
    return child;
}

/// The first `count` numbers must be there and right, those up to `end` right where they are there.
std::string check_numbers(cache::Cache& cache, std::uint64_t first, std::uint64_t count, std::uint64_t end) {
    for (std::uint64_t i = first; i < end; ++i) {
        const Found found = find_trial(cache, i);
        if (found == Found::Wrong) return fmt::format("entry {} is wrong", i);
        if (found == Found::Nothing && i < first + count) return fmt::format("entry {} was committed and is lost", i);
    }
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
    constexpr std::uint64_t kBefore = 30, kBatches = 4, kInBatch = 8;
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
    if ((*cache)->store()->damage()) return fmt::format("write {}: {}", point, (*cache)->store()->damage()->text);
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

std::string random_kills_fault(std::uint64_t first, std::uint64_t end) {
    const ScratchFolder scratch;
    const SharedMemory shared;
    const std::string folder = scratch.cache();
    const auto start = [&](std::uint64_t worker) {
        return spawn([&, worker] {
            return worker < kWriters ? write_for_ever(folder, *shared.operator->(), worker)
                                     : read_for_ever(folder, *shared.operator->(), worker);
        });
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
    if (shared->hits == 0) return "nobody has read anything";
    auto cache = cache::Cache::open(trial_settings(folder));
    if (!cache) return cache.error().text;
    if ((*cache)->store()->damage()) return (*cache)->store()->damage()->text;
    for (std::uint64_t i = 0; i < kWriters && fault.empty(); ++i)
        fault = check_numbers(**cache, i * kSpan, shared->committed[i], i * kSpan + shared->committed[i] + 5);
    return fault;
}

// ---- damage

namespace {

constexpr std::uint64_t kEntries = 200;
constexpr std::size_t kPage = 4096;

std::string read_whole(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
void write_bytes(const fs::path& file, std::string_view bytes) {
    std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// A store with entries that were put, dropped and put again: it has free pages, too.
std::string whole_store() {
    const ScratchFolder scratch;
    const auto cache = cache::Cache::open(trial_settings(scratch.cache()));
    if (!cache) return {};
    for (std::uint64_t i = 0; i < kEntries; ++i) {
        put_trial(**cache, i);
        if (i % 20 == 19 && !(*cache)->flush()) return {};
        const cache::Change gone{.what = cache::Change::What::Erase, .key = trial_key(i / 2)};
        if (i % 20 == 19 && !(*cache)->store()->write({&gone, 1})) return {};
    }
    return read_whole(fs::path(scratch.cache()) / "store" / "data.mdb");
}

void zero_page(std::string& bytes, std::mt19937_64& random) {
    const std::size_t page = random() % (bytes.size() / kPage) * kPage;
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(page), kPage, '\0');
}
void copy_page(std::string& bytes, std::mt19937_64& random) {
    const std::size_t pages = bytes.size() / kPage, from = random() % pages * kPage, to = random() % pages * kPage;
    bytes.replace(to, kPage, bytes.substr(from, kPage));
}
/// The places that LMDB goes by: the beginnings of pages.
void change_header(std::string& bytes, std::mt19937_64& random) {
    const std::size_t at = random() % (bytes.size() / kPage) * kPage + random() % 160;
    bytes[at] = static_cast<char>(random());
}
void flip(std::string& bytes, std::mt19937_64& random) {
    const std::size_t at = random() % bytes.size();
    bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ 1U << random() % 8);
}

std::string damaged(std::string bytes, std::mt19937_64& random) {
    const std::uint64_t count = 1 + random() % 40;
    switch (random() % 8) {
        case 0: bytes.resize(random() % bytes.size()); break;
        case 1: bytes.append(1 + random() % 20000, static_cast<char>(random())); break;
        case 2: zero_page(bytes, random); break;
        case 3: copy_page(bytes, random); break;
        case 4: change_header(bytes, random); break;
        case 5:
            for (std::uint64_t i = 0; i < count; ++i) change_header(bytes, random);
            break;
        case 6: flip(bytes, random); break;
        default:
            for (std::uint64_t i = 0; i < count; ++i) flip(bytes, random);
    }
    return bytes;
}

/// All that can be done with a cache; what is wrong.
int use(const std::string& folder) {
    auto cache = cache::Cache::open(trial_settings(folder));
    if (!cache) return kNotOpened;
    for (std::uint64_t i = 0; i < 2 * kEntries; ++i)
        if (find_trial(**cache, i) == Found::Wrong) return kWrong;
    for (std::uint64_t i = kEntries / 2; i < kEntries + 20; ++i) put_trial(**cache, i);
    (void)(*cache)->flush();
    (void)(*cache)->store()->each([](const cache::Key&, Bytes) { return true; });
    (void)(*cache)->store()->shrink((*cache)->store()->size().bytes / 2);
    for (std::uint64_t i = 0; i < 2 * kEntries; ++i)
        if (find_trial(**cache, i) == Found::Wrong) return kWrong;
    return 0;
}

} // namespace

std::string corruption_fault(std::uint64_t seed) {
    static const std::string whole = whole_store();
    if (whole.empty()) return "the store was not made";
    std::mt19937_64 random(seed);
    const ScratchFolder scratch;
    const fs::path folder = scratch.cache();
    fs::create_directories(folder / "store");
    write_bytes(folder / "relit-cache", "relit cache 1\n");
    write_bytes(folder / "store" / "data.mdb", damaged(whole, random));
    if (random() % 4 == 0) {
        std::string lock(8192, '\0');
        for (char& byte : lock) byte = static_cast<char>(random());
        write_bytes(folder / "store" / "lock.mdb", lock);
    }
    const int status = in_child([&] {
        ::alarm(20);
        return use(folder.string());
    });
    if (WIFSIGNALED(status)) return fmt::format("the process died by signal {}", WTERMSIG(status));
    if (WEXITSTATUS(status) == kWrong) return "a wrong value was found";
    return WEXITSTATUS(status) == 0 ? "" : fmt::format("exit {}", WEXITSTATUS(status));
}

} // namespace relit::test
