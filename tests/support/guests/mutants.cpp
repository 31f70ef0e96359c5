#include "tests/support/guests/mutants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <span>

namespace relit::test {
namespace {

namespace fs = std::filesystem;

/// Where programs of a guest lie below the repository's data and below the corpus, and how their names end.
struct Home {
    std::string_view guest, data, corpus;
    std::array<std::string_view, 2> endings;
};
constexpr Home kHomes[] = {{"nv2a", "nv2a", "nv2a/own", {".bin", ".bin"}},
                           {"rsx.vp", "rsx", "rsx/own", {"vp.bin", "vp.bin"}},
                           {"rsx.fp", "rsx", "rsx/own", {"fp.bin", "fp.bin"}},
                           {"r500.vs", "r500", "r500/own/shaders", {"vs.bin", "vs.bin"}},
                           {"r500.fs", "r500", "r500/own/shaders", {"fs.bin", "fs.bin"}},
                           {"maxwell", "maxwell", "maxwell/own/programs", {".dksh", ".bin"}}};

bool is_program(const fs::path& path, const Home& home) {
    const std::string name = path.filename().string();
    if (name.ends_with(".in.bin") || name.ends_with(".out.bin")) return false; // inputs and results
    return std::ranges::any_of(home.endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

void add_folder(const fs::path& folder, const Home& home, std::vector<SourceProgram>& to) {
    if (!fs::is_directory(folder)) return;
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && is_program(entry.path(), home)) found.push_back(entry.path());
    std::ranges::sort(found);
    for (const fs::path& path : found) {
        std::ifstream in(path, std::ios::binary);
        to.push_back({path, {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}});
    }
}

/// Changes one program; offsets are those of whole instructions from the end backwards, so that headers are met seldom.
class Surgeon {
public:
    Surgeon(const std::vector<SourceProgram>& programs, std::uint32_t instruction_bytes, std::uint64_t seed)
        : programs_(programs), step_(instruction_bytes), random_(seed) {}

    Mutant operate() {
        const SourceProgram& from = any_program();
        bytes_ = from.bytes;
        const std::string how = change();
        return {fmt::format("{}: {}", from.file.string(), how), std::move(bytes_)};
    }

private:
    std::string change() {
        switch (below(4)) {
            case 0: return flip_bits();
            case 1: return transplant();
            case 2: return exchange();
            default: return scramble();
        }
    }
    std::string flip_bits() {
        std::string how = "bits flipped:";
        for (std::uint64_t left = 1 + below(4); left != 0; --left) {
            const std::uint64_t bit = below(bytes_.size() * 8);
            bytes_[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
            how += fmt::format(" {:#x}.{}", bit / 8, bit % 8);
        }
        return how;
    }
    std::string transplant() {
        const std::vector<std::uint8_t>& donor = any_program().bytes;
        const std::size_t at = any_offset(bytes_), from = any_offset(donor);
        std::copy_n(donor.begin() + static_cast<std::ptrdiff_t>(from), step_, at_offset(at));
        return fmt::format("instruction at {:#x} taken from another program", at);
    }
    std::string exchange() {
        const std::size_t a = any_offset(bytes_), b = any_offset(bytes_);
        if (a != b) std::swap_ranges(at_offset(a), at_offset(a) + step_, at_offset(b));
        return fmt::format("instructions at {:#x} and {:#x} exchanged", a, b);
    }
    std::string scramble() {
        const std::size_t at = any_offset(bytes_);
        std::generate_n(at_offset(at), step_, [&] { return static_cast<std::uint8_t>(below(256)); });
        return fmt::format("random bytes at {:#x}", at);
    }

    [[nodiscard]] std::vector<std::uint8_t>::iterator at_offset(std::size_t at) {
        return bytes_.begin() + static_cast<std::ptrdiff_t>(at);
    }
    [[nodiscard]] const SourceProgram& any_program() { return programs_[below(programs_.size())]; }
    [[nodiscard]] std::size_t any_offset(const std::vector<std::uint8_t>& bytes) {
        return bytes.size() - step_ * (1 + below(bytes.size() / step_));
    }
    [[nodiscard]] std::uint64_t below(std::uint64_t end) { return random_() % end; }

    const std::vector<SourceProgram>& programs_;
    std::uint32_t step_;
    std::mt19937_64 random_;
    std::vector<std::uint8_t> bytes_;
};

} // namespace

std::vector<SourceProgram> source_programs(std::string_view guest) {
    const Home& home = *std::ranges::find(kHomes, guest, &Home::guest);
    std::vector<SourceProgram> all;
    add_folder(fs::path(RELIT_DATA) / home.data, home, all);
    if (const char* corpus = std::getenv("RELIT_CORPUS"); corpus != nullptr)
        add_folder(fs::path(corpus) / home.corpus, home, all);
    return all;
}

Mutant mutant(const std::vector<SourceProgram>& programs, std::uint32_t instruction_bytes, std::uint64_t seed) {
    return Surgeon(programs, instruction_bytes, seed * 0x9e3779b97f4a7c15).operate();
}

} // namespace relit::test
