// A whole image as text: header, lists, every table, and what lies between them.
#include "machine/r500/atom/text/data.hpp"
#include "machine/r500/atom/text/data_fields.hpp"
#include "machine/r500/atom/text/text.hpp"

#include <fmt/format.h>

namespace relit::machine::r500::atom {
namespace {

class Lister {
public:
    Lister(const Image& image, const TextChoices& choices) : image_(image), choices_(choices), selections_(image) {}

    ImageText list() {
        add(0, std::string(kMark),
            image_.device == 0 ? image_.message() + "; chip " + image_.chip() : image_.message());
        const std::size_t base = image_.before.size();
        std::vector<codec::Line>& lines = out_.listing.lines;
        add_data(lines, image_.before, 0);
        const std::size_t first = lines.size();
        if (base != 0) add(0, std::string(kImageStart), "offsets count from here");
        std::uint32_t at = 0;
        for (const Table& table : image_.tables) {
            add_loose(at, table.offset);
            add_table(table);
            at = table.end();
        }
        add_loose(at, static_cast<std::uint32_t>(image_.bytes.size()));
        for (std::size_t i = first; i < lines.size(); ++i) lines[i].offset += base;
        add_data(lines, image_.after, base + image_.bytes.size());
        out_.listing.isa = "atom";
        out_.listing.warnings = image_.warnings;
        return std::move(out_);
    }

private:
    void add(std::uint32_t offset, std::string text, std::string note = {}) {
        out_.listing.lines.push_back(directive(offset, std::move(text), std::move(note)));
    }
    void add_bytes(std::uint32_t begin, std::uint32_t end) {
        add_data(out_.listing.lines, image_.bytes.subspan(begin, end - begin), begin);
    }
    [[nodiscard]] std::uint32_t number_at(std::uint32_t offset, unsigned bytes) const {
        return static_cast<std::uint32_t>(little_endian(image_.bytes.subspan(offset, bytes)));
    }

    /// Bytes of no table. The pointer to the header is among the first.
    void add_loose(std::uint32_t begin, std::uint32_t end) {
        if (begin == 0) {
            add_bytes(0, kHeaderPointerAt);
            add_pointer(kHeaderPointerAt, "the ROM header");
            begin = kFixedPart;
        }
        add_bytes(begin, end);
    }

    void add_pointer(std::uint32_t offset, const std::string& note) {
        const std::uint32_t target = number_at(offset, 2);
        const Table* const table = target == 0 ? nullptr : image_.table_at(target);
        add(offset, ".offset " + (table != nullptr ? name_of(*table) : fmt::format("0x{:04X}", target)), note);
    }

    void add_table(const Table& table) {
        add(table.offset, "");
        std::string head = fmt::format(" {} format {} content {}", name_of(table), table.format, table.content);
        if (table.kind == TableKind::Command) {
            head = ".command" + head +
                   fmt::format(" workspace {} parameters {}", table.work_space, table.parameters & kParameterBytes);
            if ((table.parameters & kIsUpdated) != 0) head += " updated";
            add(table.offset, head, fmt::format("{} bytes", table.size));
            add_code(table);
        } else {
            add(table.offset, ".table" + head, fmt::format("{} bytes", table.size));
            add_contents(table);
        }
        add(table.end(), ".end");
    }

    void add_code(const Table& table) {
        const Code code = sweep(image_.bytes, table);
        const std::vector<Selected> selected = selections_.before(code, table.offset);
        for (std::size_t i = 0; i < code.instructions.size(); ++i) {
            const Instruction& one = code.instructions[i];
            codec::Line line;
            line.offset = one.offset;
            line.text = print_instruction(one, &code, selected[i], choices_);
            line.note = note_of(one, selected[i], choices_);
            if (code.is_target(one.offset - table.offset)) line.label = label_of(one.offset - table.offset);
            out_.instructions.push_back({out_.listing.lines.size(), one});
            out_.listing.lines.push_back(std::move(line));
        }
        add_bytes(code.end, table.end());
    }

    void add_contents(const Table& table) {
        const std::uint32_t at = table.offset + kTableHeader;
        if (table.kind == TableKind::CommandList) return add_list(table, TableKind::Command, image_.commands);
        if (table.kind == TableKind::DataList) return add_list(table, TableKind::Data, image_.data);
        if (table.kind == TableKind::Data && table.index == kIndirectIoTable) return add_io(table);
        std::uint32_t done = at;
        for (const DataField& field : fields_of(table)) {
            add_bytes(done, table.offset + field.offset);
            add_field(table.offset + field.offset, field);
            done = table.offset + field.offset + bytes_of(field.row->type);
        }
        add_bytes(done, table.end());
    }

    void add_list(const Table& table, TableKind kind, const std::vector<std::uint16_t>& offsets) {
        std::uint32_t at = table.offset + kTableHeader;
        for (unsigned i = 0; i < offsets.size(); ++i, at += 2) {
            const bool is_told = offsets[i] != 0 && image_.table_at(offsets[i]) != nullptr &&
                                 name_of(*image_.table_at(offsets[i])) == name_of(kind, i);
            add_pointer(at, fmt::format("{}", i) + (is_told ? "" : " " + name_of(kind, i)) +
                                (offsets[i] == 0 ? ": absent" : ""));
        }
        add_bytes(at, table.end());
    }

    void add_io(const Table& table) {
        std::uint32_t at = table.offset + kTableHeader;
        for (const IoInstruction& one : sweep_io(image_.bytes, table)) {
            codec::Line line;
            line.offset = one.offset;
            line.text = print_instruction(one, choices_);
            if (one.op == IoOp::Start) line.note = note_of_io(one.operands[0]);
            out_.io_instructions.push_back({out_.listing.lines.size(), one});
            out_.listing.lines.push_back(std::move(line));
            at = one.offset + one.size;
        }
        add_bytes(at, table.end());
    }

    static std::string note_of_io(std::uint32_t number) {
        const std::uint32_t port = number & ~kIndirectWrite;
        return fmt::format("{} {}",
                           port < std::size(kPortNames) ? std::string(kPortNames[port]) : fmt::format("port {}", port),
                           (number & kIndirectWrite) != 0 ? "writes" : "reads");
    }

    void add_field(std::uint32_t offset, const DataField& field) {
        const FieldRow& row = *field.row;
        std::string note(row.name);
        if (field.record >= 0) note = fmt::format("{}: {}", field.record, note);
        const unsigned bytes = bytes_of(row.type);
        const Bytes raw = image_.bytes.subspan(offset, bytes);
        if (row.type == FieldType::Pointer) return add_pointer(offset, note);
        if (row.type == FieldType::Text && std::ranges::all_of(raw, is_plain))
            return add(offset, fmt::format(".text \"{}\"", std::string(raw.begin(), raw.end())), note);
        add(offset, fmt::format(".u{} 0x{:0{}X}", 8 * bytes, number_at(offset, bytes), 2 * bytes),
            value_note(row, offset, note));
    }

    /// Numbers with a unit are read in decimal.
    [[nodiscard]] std::string value_note(const FieldRow& row, std::uint32_t offset, const std::string& note) const {
        const std::uint32_t value = number_at(offset, bytes_of(row.type));
        if (row.unit == "register") {
            const std::string name = choices_.names_registers && choices_.knows_chip ? name_of_register(value) : "";
            return name.empty() ? note : fmt::format("{}: {}", note, name);
        }
        if (row.unit == "10 kHz") return fmt::format("{}: {}.{:02} MHz", note, value / 100, value % 100);
        return row.unit.empty() ? note : fmt::format("{}: {} {}", note, value, row.unit);
    }

    const Image& image_;
    const TextChoices& choices_;
    Selections selections_;
    ImageText out_;
};

} // namespace

ImageText text_of(const Image& image, const TextChoices& choices) { return Lister(image, choices).list(); }

} // namespace relit::machine::r500::atom
