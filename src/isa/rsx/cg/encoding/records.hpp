// The words of PSL1GHT's containers (`VP`, `FP`) and of the compact ones (`CGB`). As everywhere in containers, all is
// big-endian; offsets count bytes from the file's start. (PSL1GHT: ppu/include/rsx/rsx_program.h and tools/cgcomp; CGB: what
// PS3DK's sdk/libcgb reads)
#pragma once

#include "base/bits.hpp"
#include "isa/rsx/cg/encoding/container.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace relit::isa::rsx::cg {

inline constexpr std::uint32_t kVertexMagic = 0x5650, kFragmentMagic = 0x4650; // "VP", "FP"
inline constexpr std::uint32_t kCgbMagic = 0x43474200;                         // "CGB\0"

inline constexpr std::string_view kPslTypeNames[] = {
#define PSL_TYPE(number, name, is_sampler) name,
#include "isa/rsx/cg/encoding/psl1ght_types.inc"
#undef PSL_TYPE
};
inline constexpr std::string_view kStageNames[] = {"vertex", "fragment"};

/// Both programs of PSL1GHT begin with these fields.
#define RELIT_PSL_FIELDS                                                                                           \
    static constexpr Number magic{"-", 16, 16}, reserved{"reserved", 0, 16};                                       \
    static constexpr Number registers{"registers", 48, 16}, attributes{"attributes", 32, 16};                      \
    static constexpr Number constants{"constants", 80, 16}, slots{"slots", 64, 16};                                \
    static constexpr Number attribute_table{"attribute.table", 96, 32}, constant_table{"constant.table", 128, 32}; \
    static constexpr Number code{"code", 160, 32}

struct PslVertex : Word<PslVertex, 288> {
    RELIT_PSL_FIELDS;
    static constexpr Number inputs{"inputs", 192, 32}, outputs{"outputs", 224, 32};
    static constexpr Number first_constant{"first.constant", 272, 16}, first_slot{"first.slot", 256, 16};
    static constexpr auto fields = fields_of(magic, reserved, registers, attributes, constants, slots, attribute_table,
                                             constant_table, code, inputs, outputs, first_constant, first_slot);
};
static_assert(covers(PslVertex::fields, 288));

struct PslFragment : Word<PslFragment, 288> {
    RELIT_PSL_FIELDS;
    static constexpr Number control{"control", 192, 32}, texcoords{"texcoords", 240, 16};
    static constexpr Number texcoords_2d{"texcoords.2d", 224, 16}, texcoords_3d{"texcoords.3d", 272, 16};
    static constexpr Number reserved_end{"reserved.end", 256, 16};
    static constexpr auto fields =
        fields_of(magic, reserved, registers, attributes, constants, slots, attribute_table, constant_table, code,
                  control, texcoords, texcoords_2d, texcoords_3d, reserved_end);
};
static_assert(covers(PslFragment::fields, 288));
#undef RELIT_PSL_FIELDS

struct PslAttribute : Word<PslAttribute, 96> {
    static constexpr Number name{"name", 0, 32}, index{"index", 32, 32}, kind{"kind", 88, 8, kPslTypeNames};
    static constexpr Number reserved{"reserved", 64, 24};
    static constexpr auto fields = fields_of(name, index, kind, reserved);
};
static_assert(covers(PslAttribute::fields, 96));

/// A row of a constant: the first has the name, and how many rows there are. `index`: of a vertex program the register; of a
/// fragment program the offset of a list of constants, or all ones for none.
struct PslConstant : Word<PslConstant, 224> {
    static constexpr Number name{"name", 0, 32}, index{"index", 32, 32}, kind{"kind", 88, 8, kPslTypeNames};
    static constexpr Number internal{"internal", 80, 8}, count{"count", 72, 8}, reserved{"reserved", 64, 8};
    static constexpr Number x{"x", 96, 32}, y{"y", 128, 32}, z{"z", 160, 32}, w{"w", 192, 32};
    static constexpr auto fields = fields_of(name, index, kind, internal, count, reserved, x, y, z, w);
};
static_assert(covers(PslConstant::fields, 224));
inline constexpr std::uint32_t kNoTable = UINT32_MAX;

/// `tables`: bit 0 values of constants, bit 1 names, bit 2 types.
struct CgbHeader : Word<CgbHeader, 96> {
    static constexpr Number magic{"-", 0, 32}, version{"version", 48, 16}, compiler{"compiler", 32, 16};
    static constexpr Number code_size{"code.size", 80, 16}, stage{"stage", 72, 8, kStageNames}, tables{"tables", 64, 8};
    static constexpr auto fields = fields_of(magic, version, compiler, code_size, stage, tables);
};
static_assert(covers(CgbHeader::fields, 96));

struct CgbVertexProgram : Word<CgbVertexProgram, 160> {
    static constexpr Number inputs{"inputs", 16, 16}, registers{"registers", 8, 8}, reserved{"reserved", 0, 8};
    static constexpr Number outputs{"outputs", 32, 32}, clip{"clip", 64, 32};
    static constexpr Number slot{"slot", 112, 16}, reserved_16{"reserved.16", 96, 16},
        reserved_32{"reserved.32", 128, 32};
    static constexpr auto fields =
        fields_of(inputs, registers, reserved, outputs, clip, slot, reserved_16, reserved_32);
};
static_assert(covers(CgbVertexProgram::fields, 160));

struct CgbFragmentProgram : Word<CgbFragmentProgram, 160> {
    static constexpr Number inputs{"inputs", 0, 32}, texcoords{"texcoords", 48, 16};
    static constexpr Number texcoords_2d{"texcoords.2d", 32, 16}, centroid{"texcoords.centroid", 80, 16};
    static constexpr Number reserved{"reserved", 64, 16}, control{"control", 96, 32};
    static constexpr Number registers{"registers", 152, 8}, reserved_24{"reserved.24", 128, 24};
    static constexpr auto fields =
        fields_of(inputs, texcoords, texcoords_2d, centroid, reserved, control, registers, reserved_24);
};
static_assert(covers(CgbFragmentProgram::fields, 160));

struct CgbValueTable : Word<CgbValueTable, 32> {
    static constexpr Number size{"size", 16, 16}, count{"count", 0, 16};
    static constexpr auto fields = fields_of(size, count);
};
static_assert(covers(CgbValueTable::fields, 32));

/// `resources`: halves after the entries, where fragment programs list the offsets of constants.
struct CgbNameTable : Word<CgbNameTable, 64> {
    static constexpr Number size{"size", 16, 16}, count{"count", 0, 16}, resources{"resources", 48, 16};
    static constexpr Number absent{"-", 32, 16}; // not in the file
    static constexpr auto fields = fields_of(size, count, resources, absent);
};
static_assert(covers(CgbNameTable::fields, 64));

/// `name` counts from the end of the resources. `resource`: the number of an attribute, a constant or a texture unit, or from
/// 1024 on an index of the resources.
struct CgbNameEntry : Word<CgbNameEntry, 64> {
    static constexpr Number name{"name", 0, 32}, parent{"parent", 48, 16}, resource{"resource", 32, 16};
    static constexpr auto fields = fields_of(name, parent, resource);
};
static_assert(covers(CgbNameEntry::fields, 64));
inline constexpr std::uint32_t kFirstResource = 1024, kNoRegister = 0xffff;

struct CgbTypeTable : Word<CgbTypeTable, 32> {
    static constexpr Number size{"size", 16, 16}, count{"count", 0, 16};
    static constexpr auto fields = fields_of(size, count);
};
static_assert(covers(CgbTypeTable::fields, 32));

/// `type` and `resource` as in Sony's long containers. `flags`: bits 1:0 varying, uniform, constant, mixed; 3:2 in, out, inout.
struct CgbTypeEntry : Word<CgbTypeEntry, 64> {
    static constexpr Number type{"type", 16, 16}, resource{"resource", 0, 16};
    static constexpr Number flags{"flags", 48, 16}, values{"values", 32, 16};
    static constexpr auto fields = fields_of(type, resource, flags, values);
};
static_assert(covers(CgbTypeEntry::fields, 64));

enum class RecordKind : std::uint8_t {
#define RECORD(id, word, bytes, magic, text) id,
#include "isa/rsx/cg/encoding/records.inc"
#undef RECORD
};
struct RecordRow {
    std::string_view text;
    std::span<const FieldInfo> fields;
    std::uint32_t bytes = 0;
    std::uint32_t magic = 0; // the first dword, where it is always so
};
inline constexpr RecordRow kRecords[] = {
#define RECORD(id, word, bytes, magic, text) {text, word::fields, bytes, magic},
#include "isa/rsx/cg/encoding/records.inc"
#undef RECORD
};
[[nodiscard]] inline const RecordRow& row_of(RecordKind kind) { return kRecords[static_cast<std::size_t>(kind)]; }

/// A record as the file has it.
struct Record : Word<Record, 384> {
    RecordKind kind = RecordKind::Cgb;
    template <class W>
    [[nodiscard]] W as() const {
        W word;
        std::copy_n(raw.begin(), word.raw.size(), word.raw.begin());
        return word;
    }
};

/// Returns the profile that the first words of a container of these kinds name; the rest of the file is not looked at.
[[nodiscard]] std::optional<Profile> profile_of_record(Bytes file);

} // namespace relit::isa::rsx::cg
