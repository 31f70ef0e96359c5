// Attributes of graphics stages, a[0x000] to a[0x3ff], as registers of the module: what a stage is given and passes on by its
// header. Rows are 16 bytes; a row that the header names is one register of four lanes.
#pragma once

#include "ir/builder.hpp"
#include "ir/context.hpp"
#include "isa/maxwell/encoding/program.hpp"

#include <array>
#include <bitset>
#include <optional>
#include <string>
#include <vector>

namespace relit::isa::maxwell {

inline constexpr std::uint32_t kAttributeRows = 64, kRowBytes = 16, kRowLanes = 4;
inline constexpr ir::Type kFourFloats{ir::Kind::F32, kRowLanes};

/// Addresses of attributes that are no rows of their own.
enum Attribute : std::uint32_t {
    kPrimitiveId = 0x060,
    kLayer = 0x064,
    kViewport = 0x068,
    kPointSize = 0x06c,
    kPosition = 0x070,
    kGenerics = 0x080,
    kColors = 0x280,
    kClipDistances = 0x2c0,
    kPointCoord = 0x2e0,
    kFog = 0x2e8,
    kTessCoord = 0x2f0,
    kInstanceId = 0x2f8,
    kVertexId = 0x2fc,
    kTexcoords = 0x300,
    kFrontFacing = 0x3fc,
};

/// Rows of one direction and kind, as a file.
struct AttributeFile {
    static constexpr std::uint32_t kNowhere = 0xffff; // a register outside of every file
    std::optional<std::uint32_t> file;                // none: it has no row
    std::uint32_t rows = 0;                           // registers of a vertex
    std::array<std::uint32_t, kAttributeRows> registers{};
    std::array<std::uint8_t, kAttributeRows> lanes{}; // of each row those that are passed on, a bit each
    std::optional<std::uint32_t> table;               // the same as a table of the module, where addresses are computed

    /// Returns whether the word at the address has a register.
    [[nodiscard]] bool has(std::uint32_t address) const {
        const std::uint32_t row = address / kRowBytes, lane = address % kRowBytes / 4;
        return row < kAttributeRows && (lanes[row] >> lane & 1) != 0;
    }
};

/// Of a geometry program that passes its vertices through and only adds attributes of the primitive.
[[nodiscard]] bool passes_through(const Program& program);

class Attributes {
public:
    Attributes(ir::Builder& ir, const Program& program, ir::ContextReader& context);
    /// Of a vertex program that runs after another one: its outputs are the same, its inputs lie in registers, which
    /// pass_outputs() (join.hpp) fills.
    Attributes(const Attributes& before, const Program& program);

    AttributeFile input, signed_input, unsigned_input; // the last two: inputs of vertices that are whole numbers
    AttributeFile scaled;                              // those of them that programs have as floats, as registers
    AttributeFile output;
    AttributeFile patch; // given or passed on

    /// Where a row of `scaled` comes from.
    struct Scaling {
        std::uint32_t row = 0, file = 0, reg = 0;
        bool is_signed = false;
    };
    [[nodiscard]] const std::vector<Scaling>& scalings() const { return scalings_; }

    /// Of a fragment program: whether the host takes the row at the centroid, or everywhere alike.
    [[nodiscard]] bool is_at_centroid(std::uint32_t row) const;
    /// Whether the header has no input that is interpolated otherwise.
    [[nodiscard]] bool all_read_alike(Reads reads) const;

    /// Whether the header says that the word is read, or is written.
    [[nodiscard]] bool named(std::uint32_t address, bool is_input) const;

    /// Why the interface cannot be expressed, or nothing.
    [[nodiscard]] const std::string& problem() const { return problem_; }

private:
    struct AttributeRow {
        std::uint32_t row = 0;
        std::vector<ir::IoSlot> slots; // of register 0
        std::uint64_t numbers = 0;     // Numbers
    };
    void declare_inputs();
    [[nodiscard]] std::vector<AttributeRow> rows_in();
    [[nodiscard]] std::uint64_t numbers_of(const ir::IoSlot& slot);
    void declare_scaled();
    [[nodiscard]] std::vector<AttributeRow> rows_out();
    [[nodiscard]] std::vector<AttributeRow> rows_of_patch();
    [[nodiscard]] std::vector<ir::IoSlot> slots_of_patch(std::uint32_t row, bool has_free_words);
    [[nodiscard]] std::vector<ir::IoSlot> slots_of(std::uint32_t row, bool is_input);
    [[nodiscard]] std::vector<ir::IoSlot> system_slots(bool is_input) const;
    [[nodiscard]] std::vector<ir::IoSlot> clip_slots(std::uint32_t row, bool is_input) const;
    [[nodiscard]] std::optional<std::uint32_t> location_of(std::uint32_t row);
    void interpolate(std::uint32_t row, std::vector<ir::IoSlot>& slots);
    [[nodiscard]] std::uint32_t free_location();
    [[nodiscard]] ir::Interpolation interpolation_of(std::uint32_t row, Reads reads) const;
    void declare(AttributeFile& to, std::string_view name, ir::Kind kind, ir::Role role,
                 std::span<const AttributeRow> rows, std::uint32_t vertices);

    ir::Builder& ir_;
    const Program& program_;
    ir::ContextReader& context_;
    std::string problem_;
    std::vector<Scaling> scalings_;
    std::array<std::bitset<256>, 3> taken_; // locations, by role of the file: words of a patch are among the others
    std::uint32_t free_ = 31;               // the last location that may be
};

} // namespace relit::isa::maxwell
