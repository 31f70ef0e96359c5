// Every rewrite of ir/rewrite/rewrites.inc gives what its pattern gives: on awkward values, at every width. Any NaN equals
// any NaN; everything else, signed zeros too, is equal bit for bit.
#include "ir/builder.hpp"
#include "ir/evaluate.hpp"
#include "ir/rewrite/rewriter.hpp"
#include "ir/rewrite/table.hpp"
#include "ir/verify/verify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <span>
#include <utility>
#include <vector>

namespace relit::rewrites {
namespace {

using ir::Term;

std::vector<std::uint64_t> awkward(ir::Kind kind) {
    if (kind == ir::Kind::Bool) return {0, 1};
    const unsigned bits = ir::bits_of(kind);
    const std::uint64_t ones = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    const std::uint64_t top = std::uint64_t{1} << (bits - 1);
    std::vector<std::uint64_t> values{0, 1, 2, 3, top, top + 1, top - 1, ones, ones - 1};
    if (ir::is_float(kind)) {
        const unsigned mantissa = kind == ir::Kind::F16 ? 10 : kind == ir::Kind::F32 ? 23 : 52;
        const std::uint64_t inf = (top - 1) & ~((std::uint64_t{1} << mantissa) - 1),
                            least = std::uint64_t{1} << mantissa;
        for (const std::uint64_t value :
             {inf, inf - 1, inf + 1, inf | least >> 1, inf | least >> 1 | 5, least, least - 1}) {
            values.push_back(value);
            values.push_back(value | top);
        }
        for (const double number : {0.5, 1.0, 1.5, 2.0, 3.25, 1024.0}) {
            values.push_back(ir::lane_of(number, kind));
            values.push_back(ir::lane_of(-number, kind));
        }
    }
    std::mt19937_64 random(7);
    for (int i = 0; i < 24; ++i) values.push_back(random() & ones);
    return values;
}

/// What a row's letters and value are: from the shape letters of the operations that they stand in.
struct Kinds {
    ir::Kind number{}; // the kind tried: F and I
    std::array<ir::Kind, ir::kLetters> letters{};
};

ir::Kind kind_of_operand(ir::Op op, std::size_t index, ir::Kind tried) {
    const char shape = ir::info(op).operands[index];
    return shape == 'B' ? ir::Kind::Bool : tried;
}

void find_kinds(const Term& term, Kinds& kinds) {
    for (std::size_t i = 0; i < term.operands.size(); ++i) {
        const Term& operand = term.operands[i];
        if (operand.form == Term::Form::Letter)
            kinds.letters[operand.letter] = kind_of_operand(term.op, i, kinds.number);
        find_kinds(operand, kinds);
    }
}

char family(const Term& term) {
    for (const char shape : ir::info(term.op).operands) {
        if (shape == 'F' || shape == 'I') return shape;
    }
    for (const Term& operand : term.operands) {
        if (operand.form == Term::Form::Operation && family(operand) != 'B') return family(operand);
    }
    return ir::info(term.op).operands.find('T') != std::string_view::npos ? 'I' : 'B';
}

ir::Value worth(const Term& term, ir::Kind kind, const Kinds& kinds, std::span<const ir::Value> letters) {
    if (term.form == Term::Form::Letter) return letters[term.letter];
    if (term.form == Term::Form::Number) return {{ir::lane_of(term.number, kind)}};
    std::vector<ir::Value> operands;
    std::vector<ir::Type> types;
    for (std::size_t i = 0; i < term.operands.size(); ++i) {
        types.push_back({kind_of_operand(term.op, i, kinds.number), 1});
        operands.push_back(worth(term.operands[i], types.back().kind, kinds, letters));
    }
    return ir::evaluate(term.op, {kind, 1}, types, {}, 0, operands);
}

void prove(const ir::Rewrite& rewrite, ir::Kind tried) {
    Kinds kinds{tried, {}};
    find_kinds(rewrite.from, kinds);
    const char shape = ir::info(rewrite.from.op).result;
    const ir::Kind result = shape == 'B' ? ir::Kind::Bool : tried;
    std::array<std::vector<std::uint64_t>, ir::kLetters> values;
    for (unsigned i = 0; i < values.size(); ++i) {
        const bool used = kinds.letters[i] != ir::Kind::Void;
        values[i] = used ? awkward(kinds.letters[i]) : std::vector<std::uint64_t>{0};
    }
    constexpr std::size_t kMostOfLast = 6;
    if (values[3].size() > kMostOfLast) values[3].resize(kMostOfLast);
    for (const std::uint64_t a : values[0]) {
        for (const std::uint64_t b : values[1]) {
            for (std::size_t cd = 0; cd < values[2].size() * values[3].size(); ++cd) {
                const std::uint64_t c = values[2][cd / values[3].size()], d = values[3][cd % values[3].size()];
                const std::array letters{ir::Value{{a}}, ir::Value{{b}}, ir::Value{{c}}, ir::Value{{d}}};
                const std::uint64_t from = worth(rewrite.from, result, kinds, letters).lanes[0];
                const std::uint64_t to = worth(rewrite.to, result, kinds, letters).lanes[0];
                const bool both_nan = ir::is_float(result) && ir::is_nan(result, from) && ir::is_nan(result, to);
                ASSERT_TRUE(from == to || both_nan)
                    << rewrite.from_text << " is not " << rewrite.to_text << " at " << std::hex << a << ' ' << b << ' '
                    << c << ' ' << d << " of " << ir::bits_of(tried) << " bits: " << from << " against " << to;
            }
        }
    }
}

/// The pattern as instructions; in each operation whose first two operands may change places they do where `swaps` is set.
ir::Id written(ir::Builder& ir, const Term& term, ir::Kind kind, const Kinds& kinds, std::span<const ir::Id> letters,
               bool swaps) {
    if (term.form == Term::Form::Letter) return letters[term.letter];
    if (term.form == Term::Form::Number) return ir.constant(ir::Type{kind, 1}, term.lane(kind));
    std::vector<ir::Id> operands;
    for (std::size_t i = 0; i < term.operands.size(); ++i)
        operands.push_back(
            written(ir, term.operands[i], kind_of_operand(term.op, i, kinds.number), kinds, letters, swaps));
    if (swaps && ir::info(term.op).has(ir::kSwaps)) std::swap(operands[0], operands[1]);
    return ir.operation(term.op, operands);
}

/// Puts what a rewrite made before the instruction that it is for, and ends the function.
void finish(ir::Module& module, ir::Builder& ir, std::span<const ir::Id> made, ir::Id root) {
    auto& insts = module.functions[0].blocks[0].insts;
    insts.insert(std::ranges::find(insts, root), made.begin(), made.end());
    ir.ret();
}

// Rows are looked up by the classes of their operands: one that no look-up gives would do nothing. What they make is legal.
TEST(Rewrites, EachRowFindsItsPattern) {
    for (const ir::Rewrite& rewrite : ir::all_rewrites()) {
        const char of = family(rewrite.from);
        Kinds kinds{of == 'F' ? ir::Kind::F32 : of == 'I' ? ir::Kind::I32 : ir::Kind::Bool, {}};
        find_kinds(rewrite.from, kinds);
        for (const bool swaps : {false, true}) {
            ir::Module module;
            ir::Builder ir(module);
            (void)ir.function("main");
            std::array<ir::Id, ir::kLetters> letters{};
            for (unsigned i = 0; i < letters.size(); ++i) {
                const bool is_bool = kinds.letters[i] == ir::Kind::Bool;
                const ir::Kind kind = is_bool || kinds.number == ir::Kind::Bool ? ir::Kind::I32 : kinds.number;
                const std::uint32_t file = ir.file("v", kind, 1, 1, ir::Role::Input);
                letters[i] = is_bool ? ir.load_bool(file, 0) : ir.load(file, 0, {kind, 1});
            }
            const ir::Id root = written(ir, rewrite.from, kinds.number, kinds, letters, swaps);
            std::vector<ir::Id> made;
            ir::Rewriter rewriter(module, made);
            EXPECT_TRUE(rewriter.may_step_or_fold(module[root])) << rewrite.from_text << (swaps ? ", swapped" : "");
            EXPECT_NE(rewriter.step(root), ir::kNone) << rewrite.from_text << (swaps ? ", swapped" : "");
            finish(module, ir, made, root);
            const Status legal = ir::verify(module);
            EXPECT_TRUE(legal) << rewrite.from_text << ": " << legal.error().text;
        }
    }
}

TEST(Rewrites, HoldOnAwkwardValues) {
    EXPECT_GE(ir::all_rewrites().size(), 40U);
    for (const ir::Rewrite& rewrite : ir::all_rewrites()) {
        const char kinds = family(rewrite.from);
        if (kinds == 'F') {
            for (const ir::Kind kind : {ir::Kind::F16, ir::Kind::F32, ir::Kind::F64}) prove(rewrite, kind);
        } else if (kinds == 'I') {
            for (const ir::Kind kind : {ir::Kind::I8, ir::Kind::I16, ir::Kind::I32, ir::Kind::I64})
                if (rewrite.only == ir::Kind::Void || rewrite.only == kind) prove(rewrite, kind);
        } else {
            prove(rewrite, ir::Kind::Bool);
        }
    }
}

} // namespace
} // namespace relit::rewrites
