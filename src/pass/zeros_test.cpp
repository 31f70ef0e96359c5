// Every row of pass/zeros.inc holds, on awkward values of every width, by the evaluator.
#include "pass/zeros.hpp"

#include "ir/evaluate.hpp"
#include "ir/rewrite/table.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace relit::pass {
namespace {

using ir::Kind;
using Lanes = std::vector<std::uint64_t>;

/// What one lane of each operand is, and what it gives.
struct Trial {
    const ZeroRow& row;
    Kind kind; // of floats

    [[nodiscard]] std::size_t count() const {
        const std::string_view shape = ir::info(row.op).operands;
        return shape.size() - (shape.ends_with('*') ? 1 : 0);
    }
    [[nodiscard]] Kind operand_kind(std::size_t i) const {
        const char shape = ir::info(row.op).operands[i];
        if (shape == 'B') return Kind::Bool;
        return shape == 'I' ? Kind::I32 : kind;
    }
    [[nodiscard]] Kind result_kind() const {
        const char shape = ir::info(row.op).result;
        if (shape == 'B') return Kind::Bool;
        return shape == 'I' ? Kind::I32 : kind;
    }
    [[nodiscard]] std::uint64_t value(const Lanes& in) const {
        std::vector<ir::Value> operands;
        std::vector<ir::Type> types;
        for (std::size_t i = 0; i < in.size(); ++i) {
            operands.push_back({{in[i]}});
            types.push_back({operand_kind(i), 1});
        }
        return ir::evaluate(row.op, {result_kind(), 1}, types, {}, 0, operands).lanes[0];
    }
    [[nodiscard]] bool is_zero(std::uint64_t lane) const {
        return ir::is_float(result_kind()) && (lane & ~lane_of(-0.0, result_kind())) == 0;
    }
    [[nodiscard]] bool is_same(std::uint64_t a, std::uint64_t b) const {
        const Kind result = result_kind();
        return a == b || (ir::is_float(result) && ir::is_nan(result, a) && ir::is_nan(result, b));
    }
};

Lanes awkward(Kind kind) {
    if (kind == Kind::Bool) return {0, 1};
    if (kind == Kind::I32) return {0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff};
    const double infinity = std::numeric_limits<double>::infinity();
    Lanes lanes{1}; // the least denormal
    for (const double number : {0.0, 0.5, 1.0, 1.5, 2.0, 3.25, 1024.0, 0x1p-14, 0x1p-126, 0x1p-1022, 0x1p127, infinity})
        lanes.push_back(lane_of(number, kind));
    lanes.push_back(lane_of(std::numeric_limits<double>::quiet_NaN(), kind));
    const std::size_t half = lanes.size();
    for (std::size_t i = 0; i < half; ++i) lanes.push_back(lanes[i] ^ lane_of(-0.0, kind));
    return lanes;
}

void for_each_choice(const Trial& trial, const std::function<void(const Lanes&)>& visit, Lanes chosen = {}) {
    if (chosen.size() == trial.count()) return visit(chosen);
    for (const std::uint64_t lane : awkward(trial.operand_kind(chosen.size()))) {
        chosen.push_back(lane);
        for_each_choice(trial, visit, chosen);
        chosen.pop_back();
    }
}

bool is_float_operand(const Trial& trial, std::size_t i) { return ir::is_float(trial.operand_kind(i)); }

/// Whether the row says that the result of these is never -0.
bool is_said_to_be_plus(const Trial& trial, const Lanes& in) {
    const auto is_plus = [&](std::size_t i) {
        return !is_float_operand(trial, i) || in[i] != lane_of(-0.0, trial.operand_kind(i));
    };
    bool all = true, any = false;
    for (std::size_t i = 0; i < in.size(); ++i) {
        all = all && is_plus(i);
        any = any || (trial.row.is_enough(i, in.size()) && is_plus(i));
    }
    const bool same = trial.row.plus == Plus::Same && in[0] == in[1];
    return trial.row.plus == Plus::Always || (trial.row.plus == Plus::All && all) || any || same;
}

bool is_settled_by_another(const Trial& trial, const Lanes& in, std::size_t operand) {
    for (std::size_t i = 0; i < in.size(); ++i)
        if (i != operand && trial.row.is_enough(i, in.size()) && in[i] != lane_of(-0.0, trial.kind)) return true;
    return false;
}

/// Whether the sign of that operand's zero decides more than the row says, and whether it decides anything but that.
struct Verdict {
    bool breaks_row = false, is_seen = false;
};
Verdict verdict_on(const Trial& trial, Lanes in, std::size_t operand) {
    in[operand] = 0;
    const std::uint64_t plus = trial.value(in);
    in[operand] = lane_of(-0.0, trial.operand_kind(operand));
    const std::uint64_t minus = trial.value(in);
    const bool both_zero = trial.is_zero(plus) && trial.is_zero(minus);
    const char sees = trial.row.sees(operand);
    const bool passes = sees == 'z' && both_zero && !is_settled_by_another(trial, in, operand);
    return {sees != 's' && !passes && !trial.is_same(plus, minus), !both_zero && !trial.is_same(plus, minus)};
}

void prove(const Trial& trial) {
    const std::string_view name = ir::info(trial.row.op).name;
    std::vector<bool> seen(trial.count());
    for_each_choice(trial, [&](const Lanes& in) {
        const bool is_minus_zero = trial.value(in) == lane_of(-0.0, trial.kind) && ir::is_float(trial.result_kind());
        EXPECT_FALSE(is_said_to_be_plus(trial, in) && is_minus_zero) << name << " gives -0";
        for (std::size_t i = 0; i < in.size(); ++i) {
            if (!is_float_operand(trial, i) || in[i] != 0) continue;
            const Verdict verdict = verdict_on(trial, in, i);
            EXPECT_FALSE(verdict.breaks_row) << name << " sees operand " << i;
            seen[i] = seen[i] || verdict.is_seen;
        }
    });
    for (std::size_t i = 0; i < seen.size(); ++i)
        EXPECT_EQ(seen[i], trial.row.sees(i) == 's') << name << ": operand " << i << " is called seen for nothing";
}

TEST(Zeros, RowsHoldOnAwkwardValues) {
    for (const ZeroRow& row : zero_rows())
        for (const Kind kind : {Kind::F16, Kind::F32, Kind::F64}) prove({row, kind});
}

} // namespace
} // namespace relit::pass
