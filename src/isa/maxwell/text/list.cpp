// Listings of Maxwell programs: instructions with their schedules, headers and filling as directives.
#include "isa/maxwell/encoding/cuda.hpp"
#include "isa/maxwell/encoding/program.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/text/cuda.hpp"
#include "isa/maxwell/text/directives.hpp"
#include "isa/maxwell/text/notes.hpp"
#include "isa/maxwell/text/numbers.hpp"
#include "isa/maxwell/text/spelling.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

/// Adds lines to one listing.
class Lister {
public:
    Lister(Listing& listing, Bytes file, const Container& container, Style style)
        : listing_(listing), file_(file), container_(container), style_(style) {}

    void run() {
        RegionKind before = RegionKind::Bytes;
        for (const Region& region : container_.regions) {
            const Bytes bytes = file_.subspan(region.offset, region.size);
            const bool is_whole = region.offset == 0 || container_.kind == FileKind::Cubin;
            if (region.kind == RegionKind::Code && before != RegionKind::Sph && !is_whole)
                directive(region.offset, ".code");
            switch (region.kind) {
                case RegionKind::Header: header(region); break;
                case RegionKind::Programs: programs(region); break;
                case RegionKind::Sph: sph(region.offset, bytes); break;
                case RegionKind::Code: code(region.offset, bytes); break;
                case RegionKind::Bytes: filling(region.offset, bytes); break;
            }
            before = region.kind;
        }
    }

private:
    Line& directive(std::uint64_t offset, std::string text) {
        Line& line = listing_.lines.emplace_back();
        line.offset = offset;
        line.text = std::move(text);
        line.instruction = false;
        return line;
    }

    // ---- headers

    void header(const Region& region) {
        std::string text = ".dksh";
        print_values(text, DkshHeader::fields, container_.header.raw, "magic");
        directive(region.offset, std::move(text));
    }
    void programs(const Region& region) {
        std::uint64_t offset = region.offset;
        for (const DkshProgram& program : container_.programs) {
            std::string text = ".program";
            print_values(text, fields_of_program(program), program.raw);
            directive(offset, std::move(text)).note = stage_name(stage_of(program));
            offset += kDkshProgramBytes;
        }
    }
    void sph(std::uint64_t offset, Bytes bytes) {
        const Sph sph = read_sph(bytes);
        std::string text = ".sph";
        print_values(text, fields_of_sph(sph), sph.raw);
        directive(offset, std::move(text)).note = stage_name(stage_of(sph));
    }
    static std::string stage_name(Stage stage) { return std::string(kStageNames[static_cast<std::size_t>(stage)]); }

    // ---- filling

    void filling(std::uint64_t offset, Bytes bytes) {
        constexpr std::size_t kInLine = 16;
        while (!bytes.empty()) {
            const auto zeros = static_cast<std::size_t>(
                std::ranges::find_if(bytes, [](std::uint8_t byte) { return byte != 0; }) - bytes.begin());
            if (zeros >= kInLine || zeros == bytes.size()) {
                directive(offset, ".zero " + std::to_string(zeros));
                offset += zeros;
                bytes = bytes.subspan(zeros);
                continue;
            }
            const std::size_t count = std::min(kInLine, bytes.size());
            std::string text = ".byte ";
            for (std::size_t i = 0; i < count; ++i) {
                if (i != 0) text += ", ";
                print_hex(text, bytes[i], 2);
            }
            directive(offset, std::move(text));
            offset += count;
            bytes = bytes.subspan(count);
        }
    }

    // ---- code

    void code(std::uint64_t offset, Bytes bytes) {
        std::vector<std::uint64_t> words(bytes.size() / kWordBytes);
        Cursor in(bytes);
        for (std::uint64_t& word : words) word = in.u64le();
        std::size_t used = words.size();
        while (used > 0 && words[used - 1] == 0) --used;
        const std::vector<Instruction> code = decode(std::span(words).first(used));
        // Only an instruction can have a label: that of a schedule is at the first one after it.
        const std::size_t labelled = used - (used % kWordsInGroup == 1 ? 1 : 0);
        mark_targets(code, words.size());
        std::uint32_t next = 0;
        for (std::size_t i = 0; i < used; ++i) {
            if (i % kWordsInGroup == 0) {
                schedule(offset + i * kWordBytes, words[i], std::min<std::size_t>(used - i - 1, kWordsInGroup - 1));
                continue;
            }
            const std::uint64_t schedule = words[i / kWordsInGroup * kWordsInGroup];
            instruction(offset, code[next], schedule, labelled * kWordBytes);
            listing_.lines.back().number = next++;
        }
        if (used < words.size()) directive(offset + used * kWordBytes, ".zero " + zeros(words.size() - used));
    }
    static std::string zeros(std::size_t words) { return std::to_string(words * kWordBytes); }

    void mark_targets(const std::vector<Instruction>& code, std::size_t words) {
        is_target_.assign(words, false);
        for (const Instruction& in : code) {
            const auto target = target_of(in);
            if (!target || *target < 0 || *target % kWordBytes != 0) continue;
            const std::uint64_t word = static_cast<std::uint64_t>(*target) / kWordBytes;
            // Where a group begins the label names the schedule.
            if (word < words) is_target_[word % kWordsInGroup == 1 ? word - 1 : word] = true;
        }
    }
    /// A directive where the three fields of a schedule do not say all of it.
    void schedule(std::uint64_t offset, std::uint64_t word, std::size_t instructions) {
        const std::uint64_t said = (std::uint64_t{1} << (instructions * kControlBits)) - 1;
        if (instructions != 0 && (word & ~said) == 0) return;
        std::string text = ".schedule 0x";
        for (unsigned shift = 64; shift != 0; shift -= 4) text += "0123456789abcdef"[word >> (shift - 4) & 15];
        directive(offset, std::move(text));
    }
    void instruction(std::uint64_t offset, const Instruction& in, std::uint64_t schedule, std::uint64_t code_bytes) {
        Line& line = listing_.lines.emplace_back();
        line.offset = offset + in.address;
        line.words = {static_cast<std::uint32_t>(in.word), static_cast<std::uint32_t>(in.word >> 32)};
        line.known = in.known();
        line.text.reserve(80);
        if (style_.addresses == ShownAddresses::Bytes) {
            line.text += "/*";
            print_address(line.text, in.address);
            line.text += "*/ ";
        }
        const Control control = control_of(schedule, in.address);
        print_control(line.text, control);
        line.text += ' ';
        print_instruction(line.text, in, control, code_bytes);
        if (!line.known) ++listing_.unknown;
        line.note = caveats_of(in);
        const std::size_t word = in.address / kWordBytes;
        const std::size_t named = word % kWordsInGroup == 1 ? word - 1 : word;
        if (is_target_[named]) print_label(line.label, named * kWordBytes);
    }
    static void print_address(std::string& text, std::uint32_t address) {
        for (unsigned shift = 32; shift != 0; shift -= 4)
            if (shift <= 16 || address >> (shift - 4) != 0) text += "0123456789abcdef"[address >> (shift - 4) & 15];
    }

    Listing& listing_;
    Bytes file_;
    const Container& container_;
    Style style_;
    std::vector<bool> is_target_; // by word of the code
};

} // namespace

Result<Listing> list(Bytes file, const TextOptions& options) {
    const auto style = style_of(options);
    if (!style) return std::unexpected(style.error());
    std::vector<std::uint8_t> assembled;
    if (is_text(file)) {
        auto bytes = assemble(text_of(file), options);
        if (!bytes) return std::unexpected(std::move(bytes.error()));
        assembled = std::move(*bytes);
        file = assembled;
    }
    const auto one = OneProgram::of(file);
    if (!one) return std::unexpected(one.error());
    file = one->bytes();
    const auto container = assembled.empty() ? read_container(file) : of_text(read_container(file));
    if (!container) return std::unexpected(container.error());
    Listing listing;
    listing.isa = "maxwell";
    listing.lines.reserve(file.size() / kWordBytes);
    Lister(listing, file, *container, *style).run();
    if (container->kind == FileKind::Cubin) {
        const Cubin& cubin = container->cubin;
        if (const Status done = add_comments(listing, file, cubin.architecture, cubin.kernels[0]); !done)
            return std::unexpected(done.error());
    }
    if (auto program = load_binary(file)) listing.warnings = std::move(program->warnings);
    return listing;
}

} // namespace relit::isa::maxwell
