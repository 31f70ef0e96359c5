// An AtomBIOS image: where its header, its two lists of tables and the tables themselves lie. Every offset is checked.
#pragma once

#include "base/bytes.hpp"
#include "base/recognition.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::machine::r500::atom {

// Fixed offsets in every image.
inline constexpr std::uint32_t kSignatureAt = 0x30, kHeaderPointerAt = 0x48, kFixedPart = 0x4a;
inline constexpr std::string_view kSignature = " 761295520", kHeaderMagic = "ATOM";
inline constexpr std::uint8_t kRomMagic[] = {0x55, 0xaa};
inline constexpr std::size_t kLengthAt = 2, kLengthUnit = 512; // of every expansion ROM
// Of the ROM header.
inline constexpr std::uint32_t kMagicAt = 4, kMessageAt = 0x10, kCommandListAt = 0x1e, kDataListAt = 0x20;
inline constexpr std::uint32_t kTableHeader = 4, kCommandHeader = 6, kRomHeader = 0x22;

enum class TableKind : std::uint8_t { RomHeader, CommandList, DataList, Command, Data };

/// A table that lies in the image, whole, on bytes that no other table has.
struct Table {
    TableKind kind = TableKind::Data;
    unsigned index = 0; // of its list
    std::uint32_t offset = 0, size = 0;
    std::uint8_t format = 0, content = 0; // revisions
    // Of a command table. Work space: bytes, as all tables of an RV530 use it; Linux makes four times as much, and so does a run.
    std::uint8_t work_space = 0, parameters = 0; // parameters: bytes, with the flag on top
    [[nodiscard]] std::uint32_t end() const { return offset + size; }
};
/// Bytes of parameters; the bit above says that a tool has changed the table.
inline constexpr std::uint8_t kParameterBytes = 0x7f, kIsUpdated = 0x80;

struct Image {
    Bytes bytes;         // from its first byte on: offsets of tables count from there
    Bytes before, after; // of the file around it
    std::uint32_t header = 0, command_list = 0, data_list = 0;
    std::vector<std::uint16_t> commands, data; // offsets by index; 0: absent
    std::vector<Table> tables;                 // by offset
    std::vector<std::string> warnings;         // of tables that could not be taken, and of the chip
    std::uint32_t device = 0;                  // that the image is for, of PCI; 0: it names none
    std::vector<std::string> neighbours;       // all images of the ROM that it is of, if there are several

    [[nodiscard]] const Table* table_at(std::uint32_t offset) const;
    /// The command table of that number, or null.
    [[nodiscard]] const Table* command(unsigned index) const;
    [[nodiscard]] const Table* data_table(unsigned index) const;
    /// The line that the card shows at boot, without line ends.
    [[nodiscard]] std::string message() const;
    /// Whether its registers are taken for those of R500, whose names are known: where it names such a chip, or none.
    [[nodiscard]] bool has_known_registers() const;
    /// "1002:71C1", and what that means for names of registers.
    [[nodiscard]] std::string chip() const;
};

/// Largest image: offsets have 16 bits, what lies beyond is no table.
inline constexpr std::size_t kMostBytes = std::size_t{1} << 20;
/// Largest file that is searched for an image.
inline constexpr std::size_t kMostFileBytes = std::size_t{16} << 20;
/// The image that a file begins with, or the first one in it that can be read. Offsets of faults are those of the file.
[[nodiscard]] Result<Image> read_image(Bytes file);
[[nodiscard]] Recognition recognise_image(Bytes begin);

/// "ASIC_Init", "command_list", "Command80".
[[nodiscard]] std::string name_of(TableKind kind, unsigned index);
[[nodiscard]] std::string name_of(const Table& table);
/// The number of a command table by its name.
[[nodiscard]] std::optional<unsigned> command_named(std::string_view name);
[[nodiscard]] std::optional<unsigned> data_named(std::string_view name);

} // namespace relit::machine::r500::atom
