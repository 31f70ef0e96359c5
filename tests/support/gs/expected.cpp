#include "tests/support/gs/expected.hpp"
#include "base/compression.hpp"
#include "tests/support/gs/corpus.hpp"

#include <algorithm>
#include <cstdlib>

namespace relit::test {

machine::gs::Dump gs_corpus_dump(const std::string& name) {
    machine::gs::Reading reading = machine::gs::read_dump(read_gs_file(gs_corpus() / "own" / (name + ".gs.xz")));
    return std::move(reading.dump);
}

render::gs::Memory gs_expected_memory(const std::string& name) {
    const auto file = read_gs_file(gs_corpus() / "own/vram" / (name + ".gsdx.vram.xz"));
    const Unpacked stored = unpack(file, machine::gs::kMemoryBytes);
    render::gs::Memory memory;
    std::ranges::copy(stored.bytes, memory.bytes().begin());
    return memory;
}

Image gs_expected_image(const std::string& path) {
    const auto image = decode_png(read_gs_file(gs_corpus() / "own" / path));
    return image.value_or(Image{});
}

std::size_t pixels_apart(const Image& a, const Image& b, int most) {
    if (a.width != b.width || a.height != b.height) return std::max(a.rgba.size(), b.rgba.size()) / 4;
    std::size_t count = 0;
    for (std::size_t at = 0; at < a.rgba.size(); at += 4) {
        int worst = 0;
        for (std::size_t i = 0; i < 3; ++i) worst = std::max(worst, std::abs(a.rgba[at + i] - b.rgba[at + i]));
        count += worst > most ? 1U : 0U;
    }
    return count;
}

std::size_t bytes_apart(const render::gs::Memory& a, const render::gs::Memory& b) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.bytes().size(); ++i) count += a.bytes()[i] != b.bytes()[i] ? 1U : 0U;
    return count;
}

} // namespace relit::test
