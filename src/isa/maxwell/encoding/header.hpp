// Headers of Maxwell programs: the 80 bytes before graphics code (SPH), and those of deko3d's container (DKSH).
#pragma once

#include "base/bits.hpp"
#include "base/bytes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace relit::isa::maxwell {

enum class Stage : std::uint8_t { Unknown, Vertex, TessControl, TessEvaluation, Geometry, Fragment, Compute };
inline constexpr std::array<std::string_view, 7> kStageNames = {
    "unknown", "vertex", "tess control", "tess evaluation", "geometry", "fragment", "compute"};

/// The program header of graphics stages. Its second half has two layouts: of fragment programs, and of all others.
struct Sph : relit::Word<Sph, 640> {
    static constexpr Field<std::uint32_t> type{"type", 0, 5}; // 1 before the pixel, 2 pixel
    static constexpr Field<std::uint32_t> version{"version", 5, 5};
    static constexpr Field<std::uint32_t> shader{"shader", 10, 4}; // as Stage counts them
    static constexpr Field<std::uint32_t> many_targets{"many_targets", 14, 1}, kills{"kills", 15, 1};
    static constexpr Field<std::uint32_t> global_store{"global_store", 16, 1}, sass_version{"sass_version", 17, 4};
    static constexpr Field<std::uint32_t> r0{"r0", 21, 3}, passthrough{"passthrough", 24, 1}, r1{"r1", 25, 1};
    static constexpr Field<std::uint32_t> load_or_store{"load_or_store", 26, 1}, fp64{"fp64", 27, 1};
    static constexpr Field<std::uint32_t> stream_out{"stream_out", 28, 4};
    static constexpr Field<std::uint32_t> local_low{"local_low", 32, 24}, patch_attributes{"patch_attributes", 56, 8};
    static constexpr Field<std::uint32_t> local_high{"local_high", 64, 24}, threads{"threads", 88, 8};
    static constexpr Field<std::uint32_t> stack{"stack", 96, 24}, topology{"topology", 120, 4}, r2{"r2", 124, 4};
    static constexpr Field<std::uint32_t> max_vertices{"max_vertices", 128, 12}, store_first{"store_first", 140, 8};
    static constexpr Field<std::uint32_t> r3{"r3", 148, 4}, store_last{"store_last", 152, 8};
    static constexpr Field<std::uint32_t> in_system_ab{"in_system_ab", 160, 32}; // a bit for each word from a[0x000]
};

/// The fields of both halves in order; every bit has one owner.
[[nodiscard]] std::span<const FieldInfo> fields_of_sph(const Sph& sph);
[[nodiscard]] Stage stage_of(const Sph& sph);
/// Which check of the first word these 20 words fail as such a header; empty where they pass.
[[nodiscard]] std::string fault_of(const Sph& sph);
[[nodiscard]] inline bool is_plausible(const Sph& sph) { return fault_of(sph).empty(); }
/// Whether they are meant for one, a field of the first word aside.
[[nodiscard]] bool looks_like_sph(const Sph& sph);

/// How a fragment program's input is interpolated, or whether another stage's is read at all.
enum class Reads : std::uint8_t { Nothing, Constant, Perspective, ScreenLinear };
/// Of a fragment program's attribute word at `address`: a generic, a colour, a texture coordinate. Of fog, which has one bit:
/// perspective.
[[nodiscard]] Reads attribute_input(const Sph& sph, std::uint32_t address);
/// Of all stages: the attribute word at `address` (a multiple of 4 below 0x400) is an input / an output by the header.
[[nodiscard]] bool reads_attribute(const Sph& sph, std::uint32_t address);
[[nodiscard]] bool writes_attribute(const Sph& sph, std::uint32_t address);
/// The rows of four words that have one such word: bit i is the row at 16 * i.
[[nodiscard]] std::uint64_t rows_read(const Sph& sph);
[[nodiscard]] std::uint64_t rows_written(const Sph& sph);
/// The header of two vertex programs in a row, by the maps: what the second reads and the first does not make is an input
/// of both, and the outputs of both are passed on.
[[nodiscard]] Sph joined(const Sph& first, const Sph& second);
/// Of a fragment program: components of render target 0..7, x is 1.
[[nodiscard]] std::uint32_t target_components(const Sph& sph, std::uint32_t target);
[[nodiscard]] bool writes_sample_mask(const Sph& sph);
[[nodiscard]] bool writes_depth(const Sph& sph);

inline constexpr std::size_t kSphBytes = 80;
[[nodiscard]] Sph read_sph(Bytes bytes);

struct DkshHeader : relit::Word<DkshHeader, 192> {
    static constexpr Field<std::uint32_t> magic{"magic", 0, 32}, header_size{"header_size", 32, 32};
    static constexpr Field<std::uint32_t> control_size{"control_size", 64, 32}, code_size{"code_size", 96, 32};
    static constexpr Field<std::uint32_t> programs{"programs", 128, 32}, count{"count", 160, 32};
    static constexpr auto fields = fields_of(magic, header_size, control_size, code_size, programs, count);
};
static_assert(covers(DkshHeader::fields, 192));

inline constexpr std::uint32_t kDkshMagic = 0x48534b44; // "DKSH"
inline constexpr std::size_t kDkshHeaderBytes = 24, kDkshProgramBytes = 64;

/// What deko3d stores about a program beside its code. Words 6 to 14 depend on the type.
struct DkshProgram : relit::Word<DkshProgram, 512> {
    static constexpr Field<std::uint32_t> type{"type", 0, 32}, entry{"entry", 32, 32}, registers{"registers", 64, 32};
    static constexpr Field<std::uint32_t> constants{"constants", 96, 32}, constant_bytes{"constant_bytes", 128, 32};
    static constexpr Field<std::uint32_t> scratch{"scratch", 160, 32};
    static constexpr Field<std::uint32_t> alternative_entry{"alternative_entry", 192, 32}; // of vertex programs
    static constexpr Field<std::uint32_t> early_tests{"early_tests", 200, 8};              // of fragment programs
    static constexpr Field<std::uint32_t> block_x{"block_x", 192, 32}, block_y{"block_y", 224, 32};
    static constexpr Field<std::uint32_t> block_z{"block_z", 256, 32}, shared_bytes{"shared_bytes", 288, 32};
    static constexpr Field<std::uint32_t> local_positive{"local_positive", 320, 32};
    static constexpr Field<std::uint32_t> local_negative{"local_negative", 352, 32};
    static constexpr Field<std::uint32_t> stack{"stack", 384, 32}, barriers{"barriers", 416, 32};
};
[[nodiscard]] std::span<const FieldInfo> fields_of_program(const DkshProgram& program);
[[nodiscard]] Stage stage_of(const DkshProgram& program);

} // namespace relit::isa::maxwell
