#include "isa/nv2a/text/macros.hpp"

#include "base/text.hpp"
#include "isa/text.hpp"

namespace relit::isa::nv2a {
namespace {

/// A product of a vector with the rows of a matrix: one dot product a row, each to a lane of its own.
struct MatrixProduct {
    std::string_view name;
    Mac dot;
    std::uint32_t rows;
    bool d3d;
};
constexpr MatrixProduct kProducts[] = {
    {"matmul4x4", Mac::Dp4, 4, false}, {"m4x4", Mac::Dp4, 4, true}, {"m4x3", Mac::Dp4, 3, true},
    {"m3x4", Mac::Dp3, 4, true},       {"m3x3", Mac::Dp3, 3, true}, {"m3x2", Mac::Dp3, 2, true},
};

const MatrixProduct* product_named(std::string_view name) {
    for (const MatrixProduct& row : kProducts)
        if (equal_ignoring_case(row.name, name)) return &row;
    return nullptr;
}

constexpr std::uint32_t mask_of_lane(std::uint32_t lane) { return 8U >> lane; }

/// All lanes that are written, or no mask at all.
bool check_mask(OperationReader& reader, const Destination& target, std::uint32_t lanes) {
    if (target.mask == 15 || target.mask == lanes) return true;
    return reader.wrong(target.at, "this macro writes " + lanes_of(lanes) + ", no other lanes");
}

/// Whether writing the first lanes of the target changes the source.
bool reads_target(const Source& source, const Destination& target) {
    if (source.operand.mux == Mux::Constant)
        return target.kind == TargetKind::Constant && (source.relative || source.index == target.number);
    if (source.operand.mux != Mux::Temp) return false;
    return source.operand.reg == kPositionMirror
               ? target.kind == TargetKind::Output && target.number == 0
               : target.kind == TargetKind::Temp && target.number == source.operand.reg;
}

bool check_target(OperationReader& reader, const Destination& target) {
    if (target.kind == TargetKind::Temp && target.number >= kTemps)
        return reader.wrong(target.at, "R" + std::to_string(target.number) + " cannot be written");
    return target.kind != TargetKind::Address || reader.wrong(target.at, "only arl writes A0");
}

bool check_matrix(OperationReader& reader, const MatrixProduct& product, const Source& matrix) {
    if (matrix.operand.mux != Mux::Constant) return reader.wrong(matrix.at, "a matrix in c[] is expected");
    if (matrix.named != 0 && matrix.named < product.rows)
        return reader.wrong(matrix.at, "a matrix4 is expected, and this is one vector");
    if (matrix.operand.negate || matrix.operand.swizzle != kInOrder)
        return reader.wrong(matrix.at, "a matrix has no sign and no swizzle");
    return matrix.index + product.rows <= kConstants || reader.wrong(matrix.at, "the matrix ends outside c[]");
}

bool writes_matrix(const Destination& target, const Source& matrix, std::uint32_t rows) {
    return target.kind == TargetKind::Constant && (matrix.relative || target.number - matrix.index < rows);
}

bool read_product(OperationReader& reader, const MatrixProduct& product, std::size_t at, Expansion& into) {
    Operation row{product.dot, Ilu::Nop, {}, {}, 2, at};
    if (!reader.target(row.target)) return false;
    (void)reader.in.accept(',');
    if (!reader.source(row.sources[0])) return false;
    (void)reader.in.accept(',');
    if (!reader.source(row.sources[1])) return false;
    const std::uint32_t lanes = 15 & ~(15U >> product.rows);
    if (!check_target(reader, row.target) || !check_mask(reader, row.target, lanes)) return false;
    if (!check_matrix(reader, product, row.sources[1])) return false;
    if (writes_matrix(row.target, row.sources[1], product.rows))
        return reader.wrong(row.target.at, "the matrix is still read when its first lane is overwritten");
    if (reads_target(row.sources[0], row.target))
        return reader.wrong(row.target.at, "the vector is still read when its first lane is overwritten");
    for (std::uint32_t i = 0; i < product.rows; ++i) {
        row.target.mask = mask_of_lane(i);
        into.operations[into.count++] = row;
        ++row.sources[1].index;
    }
    return true;
}

Source lane_of_temp(const Destination& temp, std::uint8_t lane) {
    Source source;
    source.operand = {Mux::Temp, temp.number, {lane, lane, lane, lane}, false};
    source.at = temp.at;
    return source;
}

bool check_scratch(OperationReader& reader, const Destination& scratch, const Source& vector) {
    if (scratch.kind != TargetKind::Temp) return reader.wrong(scratch.at, "a temporary is expected");
    if (!check_target(reader, scratch) || !check_mask(reader, scratch, 15)) return false;
    return !reads_target(vector, scratch) ||
           reader.wrong(scratch.at, "the vector itself would be overwritten before it is scaled");
}

/// dp3 T.x, S, S; rsq T.w, T.x; mul D.xyz, S, T.w
bool read_norm(OperationReader& reader, std::size_t at, Expansion& into) {
    constexpr std::uint32_t kXyz = 14;
    Operation last{Mac::Mul, Ilu::Nop, {}, {}, 2, at};
    Operation first{Mac::Dp3, Ilu::Nop, {}, {}, 2, at};
    if (!reader.target(last.target)) return false;
    (void)reader.in.accept(',');
    if (!reader.source(last.sources[0])) return false;
    (void)reader.in.accept(',');
    if (!reader.target(first.target)) return false;
    if (!check_target(reader, last.target) || !check_mask(reader, last.target, kXyz)) return false;
    if (!check_scratch(reader, first.target, last.sources[0])) return false;
    first.sources[0] = first.sources[1] = last.sources[0];
    first.target.mask = mask_of_lane(0);
    Operation middle{Mac::Nop, Ilu::Rsq, first.target, {}, 1, at};
    middle.target.mask = mask_of_lane(3);
    middle.sources[0] = lane_of_temp(first.target, 0);
    last.target.mask = kXyz;
    last.sources[1] = lane_of_temp(first.target, 3);
    into = {{first, middle, last}, 3};
    return true;
}

} // namespace

bool is_d3d_macro(std::string_view name) {
    const MatrixProduct* product = product_named(name);
    return product != nullptr && product->d3d;
}

bool read_macro(OperationReader& reader, std::string_view name, std::size_t at, Expansion& into) {
    if (const MatrixProduct* product = product_named(name)) return read_product(reader, *product, at, into);
    if (equal_ignoring_case(name, "norm3")) return read_norm(reader, at, into);
    return reader.wrong(at, "'%" + std::string(name) + "' is not a macro");
}

} // namespace relit::isa::nv2a
