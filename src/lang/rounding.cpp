#include "lang/rounding.hpp"

namespace relit::lang {
namespace {

using ir::Op;

} // namespace

bool is_rounded(ir::Op op) {
    switch (op) {
        case Op::FAdd:
        case Op::FSub:
        case Op::FMul:
        case Op::FMulZero:
        case Op::FMad:
        case Op::FFma:
        case Op::FFract:
        case Op::FLdexp:
        case Op::FDot:
        case Op::FConvert:
        case Op::SToF:
        case Op::UToF: return true;
        default: return false; // exact, or with an error bound that holds the other neighbour, too
    }
}

} // namespace relit::lang
