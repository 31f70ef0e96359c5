#include "machine/r500/atom/image.hpp"

#include "base/text.hpp"
#include "machine/r500/atom/rom_file.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace relit::machine::r500::atom {
namespace {

/// Tables whose list says only where they are; number 0 of data tables is no table (Linux atombios.h).
constexpr unsigned kUtilityPipeLine = 0;

constexpr std::string_view kPciMagic = "PCIR";
constexpr std::size_t kPciInfoAt = 0x1c, kPciPointerAt = 0x18; // of the ROM header, of every expansion ROM
constexpr std::uint32_t kAti = 0x1002;
/// PCI numbers of R520, RV515, RV530, R580, RV570, RV560 and their kin.
constexpr std::uint32_t kFirstR500 = 0x7100, kLastR500 = 0x72ff;

struct Name {
    unsigned index;
    std::string_view name;
};
constexpr Name kCommandNames[] = {
#define ATOM_COMMAND(index, name) {index, #name},
#define ATOM_DATA(index, name)
#include "machine/r500/atom/tables.inc"
#undef ATOM_DATA
#undef ATOM_COMMAND
};
constexpr Name kDataNames[] = {
#define ATOM_COMMAND(index, name)
#define ATOM_DATA(index, name) {index, #name},
#include "machine/r500/atom/tables.inc"
#undef ATOM_DATA
#undef ATOM_COMMAND
};

template <std::size_t N>
consteval bool are_numbered(const Name (&names)[N]) {
    for (unsigned i = 0; i < N; ++i)
        if (names[i].index != i) return false;
    return true;
}
static_assert(are_numbered(kCommandNames) && are_numbered(kDataNames), "rows of tables.inc stand in order");

std::uint16_t u16_at(Bytes bytes, std::size_t offset) {
    Cursor in(bytes);
    in.seek(offset);
    return in.u16le();
}

bool has(Bytes bytes, std::size_t offset, std::string_view text) {
    return offset + text.size() <= bytes.size() &&
           std::equal(text.begin(), text.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
}

/// Puts tables into an image, as long as none lies on bytes of another.
class Directory {
public:
    explicit Directory(Image& image) : image_(image) { taken_[0] = {kFixedPart, {}}; }

    Status add_required(TableKind kind, std::uint32_t offset, std::uint32_t least) {
        if (const std::string fault = add(kind, 0, offset, least); !fault.empty())
            return fail_at(std::min<std::size_t>(offset, image_.bytes.size()), fault_text(kind, 0, offset, fault));
        return {};
    }
    void add_all(TableKind kind, const std::vector<std::uint16_t>& offsets, std::uint32_t least) {
        for (unsigned i = 0; i < offsets.size(); ++i) {
            if (offsets[i] == 0 || (kind == TableKind::Data && i == kUtilityPipeLine)) continue;
            if (is_same(kind, offsets[i])) continue;
            if (const std::string fault = add(kind, i, offsets[i], least); !fault.empty())
                image_.warnings.push_back(fault_text(kind, i, offsets[i], fault));
        }
    }

private:
    [[nodiscard]] static std::string fault_text(TableKind kind, unsigned index, std::uint32_t offset,
                                                std::string_view fault) {
        return fmt::format("{} at 0x{:04X} {}", name_of(kind, index), offset, fault);
    }
    /// Several numbers may name one table.
    [[nodiscard]] bool is_same(TableKind kind, std::uint32_t offset) const {
        const auto found = taken_.find(offset);
        return found != taken_.end() && found->second.kind == kind;
    }
    [[nodiscard]] bool is_free(std::uint32_t begin, std::uint32_t end) const {
        const auto next = taken_.upper_bound(begin);
        return (next == taken_.end() || next->first >= end) && std::prev(next)->second.end <= begin;
    }
    std::string add(TableKind kind, unsigned index, std::uint32_t offset, std::uint32_t least) {
        Cursor in(image_.bytes);
        in.seek(offset);
        Table table{kind, index, offset, in.u16le(), in.u8(), in.u8(), 0, 0};
        if (kind == TableKind::Command) {
            table.work_space = in.u8();
            table.parameters = in.u8();
        }
        if (in.failed()) return "begins past the end of the image";
        if (table.size < least) return fmt::format("has {} bytes, fewer than its header", table.size);
        if (table.end() > image_.bytes.size()) return fmt::format("has {} bytes, more than the image", table.size);
        if (!is_free(offset, table.end())) return "lies on bytes of another table";
        taken_[offset] = {table.end(), kind};
        image_.tables.push_back(table);
        return {};
    }

    struct Taken {
        std::uint32_t end = 0;
        std::optional<TableKind> kind{}; // none: the fixed part
    };

    Image& image_;
    std::map<std::uint32_t, Taken> taken_; // by where they begin
};

/// What the PCI data structure of an expansion ROM says, where the ROM header or the fixed part points to one of ATI.
std::uint32_t device_of(Bytes file, std::uint32_t header) {
    for (const std::size_t pointer : {std::size_t{header} + kPciInfoAt, kPciPointerAt}) {
        const std::size_t at = u16_at(file, pointer);
        if (at != 0 && has(file, at, kPciMagic) && u16_at(file, at + 4) == kAti) return u16_at(file, at + 6);
    }
    return 0;
}

std::vector<std::uint16_t> entries_of(const Image& image, std::uint32_t list) {
    std::vector<std::uint16_t> entries;
    const std::uint32_t end = list + u16_at(image.bytes, list);
    for (std::uint32_t at = list + kTableHeader; at + 2 <= end; at += 2) entries.push_back(u16_at(image.bytes, at));
    return entries;
}

std::optional<unsigned> number_of(std::span<const Name> names, std::string_view name, std::string_view unnamed) {
    const auto found = std::ranges::find(names, name, &Name::name);
    if (found != names.end()) return found->index;
    if (!name.starts_with(unnamed)) return std::nullopt;
    unsigned number = 0;
    for (const char c : name.substr(unnamed.size())) {
        if (c < '0' || c > '9' || number > 0xffff) return std::nullopt;
        number = 10 * number + static_cast<unsigned>(c - '0');
    }
    return number < names.size() ? std::nullopt : std::optional(number);
}

std::string name_in(std::span<const Name> names, unsigned index, std::string_view unnamed) {
    return index < names.size() ? std::string(names[index].name) : fmt::format("{}{}", unnamed, index);
}

/// The image that bytes begin with.
Result<Image> read_at_start(Bytes file) {
    Image image;
    image.bytes = file;
    image.header = u16_at(file, kHeaderPointerAt);
    if (!has(file, image.header + kMagicAt, kHeaderMagic))
        return fail_at(kHeaderPointerAt, fmt::format("no ROM header at 0x{:04X}: \"ATOM\" is missing", image.header));
    Directory directory(image);
    if (const Status added = directory.add_required(TableKind::RomHeader, image.header, kRomHeader); !added)
        return std::unexpected(added.error());
    image.command_list = u16_at(file, image.header + kCommandListAt);
    image.data_list = u16_at(file, image.header + kDataListAt);
    for (const auto& [kind, offset] :
         {std::pair(TableKind::CommandList, image.command_list), std::pair(TableKind::DataList, image.data_list)})
        if (const Status added = directory.add_required(kind, offset, kTableHeader); !added)
            return std::unexpected(added.error());
    image.commands = entries_of(image, image.command_list);
    image.data = entries_of(image, image.data_list);
    directory.add_all(TableKind::Command, image.commands, kCommandHeader);
    directory.add_all(TableKind::Data, image.data, kTableHeader);
    std::ranges::sort(image.tables, {}, &Table::offset);
    image.device = device_of(file, image.header);
    if (!image.has_known_registers()) image.warnings.push_back("the image is for " + image.chip());
    return image;
}

/// Says what of the file around an image is not listed as tables.
void warn_of_rest(Image& image, Bytes file) {
    const std::size_t base = image.before.size();
    if (base != 0)
        image.warnings.push_back(
            fmt::format("the image begins at {:#x} of the file: what stands in front of it is listed as bytes", base));
    const std::vector<RomImage> chain = chain_of(file, base);
    if (base != 0 || chain.size() > 1)
        for (const RomImage& one : chain) image.neighbours.push_back(text_of(one));
    for (std::size_t i = 1; i < chain.size(); ++i)
        image.warnings.push_back(fmt::format("the {} is listed as bytes", text_of(chain[i])));
    const std::size_t end = chain.empty() ? base + kFixedPart : chain.back().offset + 1;
    if (const auto other = find_image(file, end))
        image.warnings.push_back(fmt::format("another image with AtomBIOS, at {:#x}, is listed as bytes", *other));
    if (!image.after.empty())
        image.warnings.push_back(
            fmt::format("what stands after the first {} bytes of the image is listed as bytes", image.bytes.size()));
}

/// The image at an offset of a file.
Result<Image> read_at(Bytes file, std::size_t base) {
    const Bytes rest = file.subspan(base);
    auto image = read_at_start(rest.first(std::min(rest.size(), kMostBytes)));
    if (!image) {
        if (image.error().offset) *image.error().offset += base;
        return image;
    }
    image->before = file.first(base);
    image->after = rest.subspan(image->bytes.size());
    warn_of_rest(*image, file);
    return image;
}

} // namespace

const Table* Image::table_at(std::uint32_t offset) const {
    const auto found = std::ranges::lower_bound(tables, offset, {}, &Table::offset);
    return found == tables.end() || found->offset != offset ? nullptr : &*found;
}

const Table* Image::command(unsigned index) const {
    const Table* const table = index < commands.size() && commands[index] != 0 ? table_at(commands[index]) : nullptr;
    return table != nullptr && table->kind == TableKind::Command ? table : nullptr;
}

const Table* Image::data_table(unsigned index) const {
    const Table* const table = index < data.size() && data[index] != 0 ? table_at(data[index]) : nullptr;
    return table != nullptr && table->kind == TableKind::Data ? table : nullptr;
}

std::string Image::message() const {
    Cursor in(bytes);
    in.seek(u16_at(bytes, header + kMessageAt));
    std::string text;
    while (!in.at_end() && !in.failed()) {
        const char c = static_cast<char>(in.u8());
        if (text.empty() && (c == '\r' || c == '\n')) continue;
        if (c < ' ' || c > '~') break;
        text += c;
    }
    return std::string(trim(text));
}

bool Image::has_known_registers() const { return device == 0 || (device >= kFirstR500 && device <= kLastR500); }

std::string Image::chip() const {
    if (device == 0) return "not named; its registers are taken for those of R500";
    return fmt::format("1002:{:04X}{}", device,
                       has_known_registers() ? "" : ", not an R500: its registers have no names here");
}

Result<Image> read_image(Bytes file) {
    if (file.size() > kMostFileBytes)
        return fail_at(kMostFileBytes, "larger than 16 MiB, the most that is searched for an image");
    if (begins_as_image(file)) return read_at(file, 0);
    std::optional<Fault> first;
    for (auto base = find_image(file, 0); base; base = find_image(file, *base + 1)) {
        auto image = read_at(file, *base);
        if (image) return image;
        if (!first) first = image.error();
    }
    if (first) return std::unexpected(*first);
    return fail_at(0, "no image of AtomBIOS: 55 AA or the signature at 0x30 is missing");
}

Recognition recognise_image(Bytes begin) {
    if (begins_as_image(begin)) return certain("the signature of an ATI video BIOS");
    return find_image(begin, 0) ? plausible("the signature of an ATI video BIOS inside")
                                : no("no signature of a video BIOS");
}

std::string name_of(TableKind kind, unsigned index) {
    switch (kind) {
        case TableKind::RomHeader: return "rom_header";
        case TableKind::CommandList: return "command_list";
        case TableKind::DataList: return "data_list";
        case TableKind::Command: return name_in(kCommandNames, index, "Command");
        case TableKind::Data: return name_in(kDataNames, index, "Data");
    }
    unreachable("name_of(TableKind)");
}

std::string name_of(const Table& table) { return name_of(table.kind, table.index); }

std::optional<unsigned> command_named(std::string_view name) { return number_of(kCommandNames, name, "Command"); }

std::optional<unsigned> data_named(std::string_view name) { return number_of(kDataNames, name, "Data"); }

} // namespace relit::machine::r500::atom
