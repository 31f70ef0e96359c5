#include "pass/rewrites.hpp"

#include "base/result.hpp"
#include "base/text.hpp"
#include "ir/evaluate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cmath>
#include <utility>

namespace relit::pass {
namespace {

struct RewriteRow {
    std::string_view from, to;
};

constexpr RewriteRow kRows[] = {
#define REWRITE(from, to) {from, to},
#include "pass/simplify.inc"
#undef REWRITE
};

Term number(double value) {
    Term term{Term::Form::Number, 0, value, {}, {}, {}};
    for (std::size_t kind = 0; kind < kKinds; ++kind) term.lanes[kind] = lane_of(value, static_cast<ir::Kind>(kind));
    return term;
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
    const std::string_view name = scanner.word();
    const auto ops = ir::all_ops();
    const auto found = std::ranges::find(ops, name, &ir::OpInfo::name);
    if (found == ops.end()) unreachable("a rewrite names an operation that does not exist");
    Term term{Term::Form::Operation, 0, 0, static_cast<ir::Op>(found - ops.begin()), {}, {}};
    while (!scanner.accept(')')) term.operands.push_back(parse(scanner));
    return term;
}

Term parse(std::string_view text) {
    Scanner scanner(text);
    return parse(scanner);
}

std::array<ir::Op, kLetters> wants_of(const Term& pattern) {
    std::array<ir::Op, kLetters> wants{};
    wants.fill(kAnyOp);
    for (std::size_t i = 0; i < pattern.operands.size(); ++i) {
        const Term& operand = pattern.operands[i];
        if (operand.form == Term::Form::Number) wants[i] = ir::Op::Const;
        if (operand.form == Term::Form::Operation) wants[i] = operand.op;
    }
    return wants;
}

void add_number(RewritesOfOp& of_op, const Term& number) {
    const auto is_known = [&](const Term* known) { return known->lanes == number.lanes; };
    if (std::ranges::none_of(of_op.numbers, is_known)) of_op.numbers.push_back(&number);
}

void index(RewritesOfOp& of_op, const Rewrite& row) {
    of_op.rows.push_back(&row);
    std::bitset<kLetters> seen;
    for (const Term& operand : row.from.operands) {
        if (operand.form == Term::Form::Operation) of_op.operands[static_cast<std::size_t>(operand.op)] = true;
        if (operand.form == Term::Form::Number) add_number(of_op, operand);
        if (operand.form != Term::Form::Letter) continue;
        of_op.any_twice |= seen[operand.letter];
        seen.set(operand.letter);
    }
}

struct Table {
    std::vector<Rewrite> all;
    RewritesByOp by_op;

    Table() {
        for (const RewriteRow& row : kRows) {
            Term from = parse(row.from);
            const auto wants = wants_of(from);
            all.push_back({row.from, row.to, std::move(from), parse(row.to), wants});
        }
        for (const Rewrite& row : all) index(by_op[static_cast<std::size_t>(row.from.op)], row);
    }
};

const Table& table() {
    static const Table kTable; // read once a process, never changed
    return kTable;
}

} // namespace

std::span<const Rewrite> all_rewrites() { return table().all; }

const RewritesByOp& rewrites_by_op() { return table().by_op; }

std::uint64_t lane_of(double number, ir::Kind kind) {
    if (ir::is_float(kind)) {
        const ir::Value value{{std::bit_cast<std::uint64_t>(number)}};
        if (kind == ir::Kind::F64) return value.lanes[0];
        const std::array from{ir::kF64};
        return ir::evaluate(ir::Op::FConvert, {kind, 1}, from, {}, 0, {&value, 1}).lanes[0];
    }
    const auto bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
    return bits_of(kind) >= 64 ? bits : bits & ((std::uint64_t{1} << bits_of(kind)) - 1);
}

ir::Type type_of(ir::Op op, ir::Type operand) {
    return ir::info(op).result == 'B' ? operand.with_kind(ir::Kind::Bool) : operand;
}

} // namespace relit::pass
