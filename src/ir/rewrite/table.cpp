#include "ir/rewrite/table.hpp"

#include "base/result.hpp"
#include "base/text.hpp"
#include "ir/evaluate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <utility>

namespace relit::ir {
namespace {

struct RewriteRow {
    std::string_view from, to;
    Kind only;
};

constexpr RewriteRow kRewriteRows[] = {
#define REWRITE(from, to) {from, to, Kind::Void},
#define REWRITE_I32(from, to) {from, to, Kind::I32},
#include "ir/rewrite/rewrites.inc"
#undef REWRITE
#undef REWRITE_I32
};

Term number(double value) {
    Term term{Term::Form::Number, 0, value, {}, {}, {}};
    for (std::size_t kind = 0; kind < kKinds; ++kind) term.lanes[kind] = lane_of(value, static_cast<Kind>(kind));
    return term;
}

Op op_of(std::string_view name) {
    const Op* op = op_named(to_lower(name));
    if (op == nullptr) unreachable("a rewrite names an operation that does not exist");
    return *op;
}

Term parse_atom(std::string_view text) {
    if (text == "true") return number(1);
    if (text == "false") return number(0);
    if (text.size() == 1 && text[0] >= 'a' && text[0] < static_cast<char>('a' + kLetters)) {
        return {Term::Form::Letter, static_cast<unsigned>(text[0] - 'a'), 0, {}, {}, {}};
    }
    const auto value = parse_decimal(text);
    if (!value) unreachable("a word of a rewrite is not a letter, number or operation");
    return number(*value);
}

Term parse(Scanner& scanner) {
    if (!scanner.accept('(')) {
        (void)scanner.peek();
        return parse_atom(scanner.while_of("abcdefghijklmnopqrstuvwxyz-.0123456789"));
    }
    Term term{Term::Form::Operation, 0, 0, op_of(scanner.word()), {}, {}};
    while (!scanner.accept(')')) term.operands.push_back(parse(scanner));
    return term;
}

Term parse(std::string_view text) {
    Scanner scanner(text);
    return parse(scanner);
}

struct Table {
    std::vector<Rewrite> all;
    RewritesByOp by_op;

    Table() {
        for (const RewriteRow& row : kRewriteRows)
            all.push_back({row.from, row.to, parse(row.from), parse(row.to), row.only});
        for (const Rewrite& row : all) by_op[static_cast<std::size_t>(row.from.op)].add(row);
        for (RewritesOfOp& of_op : by_op) of_op.index();
    }
};

const Table& table() {
    static const Table kTable; // read once a process, never changed
    return kTable;
}

} // namespace

// ---- which rows may match

/// The operation that stands first in one whose operands are not swapped, if the pattern says it.
Op RewritesOfOp::inner_of(const Term& operation) {
    const Term& first = operation.operands[0];
    return first.form == Term::Form::Operation && !info(operation.op).has(kSwaps) ? first.op : kAnyInner;
}

void RewritesOfOp::find_classes() {
    classes_[static_cast<std::size_t>(Op::Const)] = kNumber;
    for (const Rewrite* row : rows_) {
        for (const Term& operand : row->from.operands) {
            const auto is_known = [&](const Term* known) { return known->lanes == operand.lanes; };
            if (operand.form == Term::Form::Number && std::ranges::none_of(numbers_, is_known))
                numbers_.push_back(&operand);
            if (operand.form != Term::Form::Operation) continue;
            Class& of = classes_[static_cast<std::size_t>(operand.op)];
            const bool is_new = of == 0;
            if (is_new) of = static_cast<Class>(class_count_++);
            if (of >= kMostClasses) unreachable("rewrites of one operation ask for too many operations");
            if (is_new) inner_[of] = inner_of(operand);
            if (inner_[of] != inner_of(operand)) inner_[of] = kAnyInner;
        }
    }
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        auto& lanes = lanes_[kind];
        if (numbers_.size() > lanes.size()) unreachable("rewrites of one operation ask for too many numbers");
        for (std::size_t i = 0; i < lanes.size() && !numbers_.empty(); ++i)
            lanes[i] = numbers_[std::min(i, numbers_.size() - 1)]->lanes[kind];
    }
    if (numbers_.empty()) classes_[static_cast<std::size_t>(Op::Const)] = 0;
}

RewritesOfOp::Class RewritesOfOp::class_of(const Term& term) const {
    if (term.form == Term::Form::Letter) return kAny;
    return term.form == Term::Form::Number ? kNumber : classes_[static_cast<std::size_t>(term.op)];
}

/// A letter takes any operand; two that are the same letter are one value.
RewritesOfOp::Wanted RewritesOfOp::wanted_by(const Rewrite& row) const {
    Wanted wanted{.swaps = info(row.from.op).has(kSwaps)};
    std::bitset<kLetters> seen;
    for (std::size_t i = 0; i < row.from.operands.size(); ++i) {
        const Term& term = row.from.operands[i];
        wanted.classes[i] = class_of(term);
        if (term.form != Term::Form::Letter) continue;
        wanted.equal |= seen[term.letter];
        seen.set(term.letter);
    }
    return wanted;
}

/// Returns true if the row may match operands of these classes.
bool RewritesOfOp::admits(const Wanted& row, std::span<const Class> operands, bool any_equal) {
    const auto takes = [&](std::size_t i, std::size_t operand) {
        return row.classes[i] == kAny || row.classes[i] == operands[operand];
    };
    if (row.equal && !any_equal) return false;
    for (std::size_t i = 2; i < operands.size(); ++i)
        if (!takes(i, i)) return false;
    if (operands.size() < 2) return takes(0, 0);
    return (takes(0, 0) && takes(1, 1)) || (row.swaps && takes(0, 1) && takes(1, 0));
}

void RewritesOfOp::index() {
    if (rows_.empty()) return;
    find_classes();
    std::vector<Wanted> wanted;
    for (const Rewrite* row : rows_) wanted.push_back(wanted_by(*row));
    const std::size_t operands = rows_[0]->from.operands.size();
    combinations_ = 1;
    for (std::size_t i = 0; i < operands; ++i) combinations_ *= class_count_;
    candidates_.resize(2 * combinations_);
    has_candidates_.resize(2 * combinations_);
    std::array<Class, kLetters> classes{};
    for (std::size_t at = 0; at < candidates_.size(); ++at) {
        std::size_t left = at % combinations_;
        for (std::size_t i = operands; i-- > 0; left /= class_count_)
            classes[i] = static_cast<Class>(left % class_count_);
        for (std::size_t row = 0; row < rows_.size(); ++row)
            if (admits(wanted[row], std::span(classes).first(operands), at >= combinations_))
                candidates_[at].push_back(rows_[row]);
        has_candidates_[at] = candidates_[at].empty() ? 0 : 1;
    }
}

std::span<const Rewrite> all_rewrites() { return table().all; }

const RewritesByOp& rewrites_by_op() { return table().by_op; }

std::uint64_t lane_of(double number, Kind kind) {
    if (is_float(kind)) {
        const Value value{{std::bit_cast<std::uint64_t>(number)}};
        if (kind == Kind::F64) return value.lanes[0];
        const std::array from{kF64};
        return evaluate(Op::FConvert, {kind, 1}, from, {}, 0, {&value, 1}).lanes[0];
    }
    const auto bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
    return bits_of(kind) >= 64 ? bits : bits & ((std::uint64_t{1} << bits_of(kind)) - 1);
}

Type result_type(Op op, Type operand) { return info(op).result == 'B' ? operand.with_kind(Kind::Bool) : operand; }

} // namespace relit::ir
