#include "tests/support/guests/large_readers.hpp"

#include "emulators/rpcs3/shaders.hpp"
#include "emulators/ryujinx/cache.hpp"
#include "emulators/yuzu/pipelines.hpp"
#include "isa/r500/vs/vs.hpp"
#include "machine/gs/dump/dump.hpp"
#include "machine/gs/text/text.hpp"
#include "machine/r500/atom/codec.hpp"
#include "machine/r500/atom/run/interpreter.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include <fmt/format.h>

namespace relit::test {
namespace {

namespace atom = machine::r500::atom;

FileOfAnySize lines_of_text(std::size_t lines, std::string (*line)(std::size_t)) {
    std::string text;
    for (std::size_t i = 0; i < lines; ++i) text += line(i);
    return {text.begin(), text.end()};
}

// ---- what is made of a file

/// As a dump, and its text.
std::size_t read_gs_stream(Bytes file) {
    const auto reading = machine::gs::read_dump(file, {}, machine::gs::Container::Stream);
    return reading.fault ? 0 : machine::gs::print_text(reading.dump).size();
}

std::size_t read_gs_text(Bytes file) {
    const auto dump = machine::gs::parse_text(text_of(file));
    return dump ? machine::gs::write_dump(*dump).size() : 0;
}

std::size_t list_atom(Bytes file) {
    const auto listing = codec::list(atom::kCodec, file);
    return listing && codec::properties(atom::kCodec, file) ? codec::print(*listing).size() : 0;
}

std::size_t assemble_atom(Bytes file) {
    const auto made = codec::assemble(atom::kCodec, text_of(file));
    return made ? made->size() : 0;
}

/// Runs table 0 and counts what its trace says.
std::size_t run_atom(Bytes file) {
    const auto image = atom::read_image(file);
    std::size_t traced = 0;
    atom::Hardware hardware;
    hardware.trace = [&](std::string_view line) { traced += line.size(); };
    const std::array<std::uint32_t, 1> parameters{std::numeric_limits<std::uint32_t>::max()};
    return image && atom::run_table(*image, 0, parameters, hardware) ? traced : 0;
}

std::size_t assemble_r500(Bytes file) {
    codec::AssembleOptions options;
    options.include = [](const std::string&) -> Result<std::string> { return std::string(".filler 1\n"); };
    const auto made = isa::r500::vs::assemble(text_of(file), options);
    return made ? made->size() : 0;
}

/// Adds up bundles; one record that is wrong makes it 0.
class BundleBytes {
public:
    void operator()(const Result<emulators::Found>& found) {
        const auto file = found ? bundle::write(found->bundle) : std::unexpected(found.error());
        is_good_ = is_good_ && file.has_value();
        if (file) bytes_ += file->size();
    }
    [[nodiscard]] std::size_t sum() const { return is_good_ ? bytes_ : 0; }

private:
    std::size_t bytes_ = 0;
    bool is_good_ = true;
};

std::size_t read_yuzu(Bytes file) {
    BundleBytes bytes;
    return emulators::yuzu::read_cache(file, std::ref(bytes)) ? bytes.sum() : 0;
}

std::size_t read_ryujinx(Bytes file) {
    Cursor cursor(file);
    std::size_t sizes[3] = {};
    for (std::size_t& each : sizes) each = cursor.u16le();
    const Bytes guest_toc = cursor.take(sizes[0]), guest_data = cursor.take(sizes[1]),
                shared_toc = cursor.take(sizes[2]);
    const auto guest = emulators::ryujinx::GuestCache::open(guest_toc, guest_data);
    BundleBytes bytes;
    if (!guest) return 0;
    return emulators::ryujinx::read_cache(*guest, shared_toc, cursor.take(cursor.left()), std::ref(bytes)) ? bytes.sum()
                                                                                                           : 0;
}

std::size_t read_rpcs3(Bytes file) {
    using namespace emulators::rpcs3;
    const auto pipeline = read_pipeline(file.first(kRecordBytes));
    if (!pipeline) return 0;
    const Bytes programs = file.subspan(kRecordBytes);
    const Bytes vertex = programs.first(programs.size() / 2), fragment = programs.subspan(vertex.size());
    BundleBytes bytes;
    bytes(bundle_of(*pipeline, {vertex.begin(), vertex.end()}, {fragment.begin(), fragment.end()}));
    return bytes.sum();
}

// A tenth of a size is a little more than a power of two, where doubled vectors would make memory look steeper.
constexpr LargeReader kReaders[] = {
    {"gs_packets", gs_packets, read_gs_stream, 20000, "gs_dump/many_packets.gs", 4},
    {"gs_empty_tags", gs_empty_tags, read_gs_stream, 60000, "gs_dump/empty_tags.gs", 8},
    {"gs_cut_tags", gs_cut_tags, read_gs_stream, 60000, "gs_dump/cut_tags.gs", 9},
    {"gs_image", gs_image, read_gs_stream, 60000, "gs_dump/image.gs", 12},
    {"gs_odd_lists", gs_odd_lists, read_gs_stream, 20000, "gs_dump/odd_lists.gs", 3},
    {"gs_text_of_pages", gs_text_of_pages, read_gs_text, 4000, "gs_text/pages.txt", 3},
    {"gs_text_of_uploads", gs_text_of_uploads, read_gs_text, 10000, "gs_text/uploads.txt", 3},
    {"gs_text_of_writes", gs_text_of_writes, read_gs_text, 60000, "gs_text/writes.txt", 8},
    {"atom_ends", atom_ends, list_atom, 60000, "atom_disasm/ends.rom", 40},
    {"atom_tables", atom_tables, list_atom, 6000, "atom_disasm/tables.rom", 9},
    {"atom_same_table", atom_same_table, list_atom, 30000, "atom_disasm/same_table.rom", 9},
    {"atom_calls", atom_calls, list_atom, 250, "atom_run/calls.rom", 12},
    {"atom_cases", atom_cases, list_atom, 8000, "atom_disasm/cases.rom", 9},
    {"atom_jumps", atom_jumps, list_atom, 10500, "atom_run/jumps.rom", 9},
    {"atom_text", atom_text, assemble_atom, 21000, "atom_disasm/text", 9},
    {"atom_cases_run", atom_cases, run_atom, 8000},
    {"atom_loop", atom_loop, run_atom, 30000, "atom_run/loop.rom", 40},
    {"r500_text_of_constants", r500_text_of_constants, assemble_r500, 20000, "r500_vs_asm/constants", 6},
    {"r500_text_of_registers", r500_text_of_registers, assemble_r500, 20000, "r500_vs_asm/registers", 6},
    {"r500_text_of_comments", r500_text_of_comments, assemble_r500, 100000, "r500_vs_asm/comments", 6},
    {"r500_text_of_includes", r500_text_of_includes, assemble_r500, 50000, "r500_vs_asm/includes", 6},
    {"yuzu_pipelines", yuzu_pipelines, read_yuzu, 2000, "yuzu_pipelines/many", 3},
    {"yuzu_constants", yuzu_constants, read_yuzu, 16000, "yuzu_pipelines/constants", 9},
    {"ryujinx_pipelines", ryujinx_pipelines, read_ryujinx, 2000, "ryujinx_cache/many", 3},
    {"rpcs3_pair", rpcs3_pair, read_rpcs3, 540, "rpcs3_shaders/longest", 12},
};

} // namespace

std::span<const LargeReader> large_readers() { return kReaders; }

FileOfAnySize r500_text_of_constants(std::size_t lines) {
    return lines_of_text(lines, [](std::size_t i) { return fmt::format(".const {} = 0.5, 1, -2, 0\n", i * 7 % 256); });
}

FileOfAnySize r500_text_of_registers(std::size_t lines) {
    return lines_of_text(lines, [](std::size_t i) {
        return fmt::format(".reg VAP_PVS_CODE_CNTL_0 = {{PVS_FIRST_INST={}}}, {}\n", i % 1024, i);
    });
}

FileOfAnySize r500_text_of_comments(std::size_t lines) {
    FileOfAnySize text = lines_of_text(lines, [](std::size_t i) { return fmt::format("  -- {}\n", i); });
    const FileOfAnySize last = r500_text_of_constants(1);
    text.insert(text.end(), last.begin(), last.end());
    return text;
}

FileOfAnySize r500_text_of_includes(std::size_t lines) {
    return lines_of_text(lines, [](std::size_t i) { return fmt::format("#include \"{}.inc\"\n", i); });
}

} // namespace relit::test
