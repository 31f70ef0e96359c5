// Register files as GLSL arrays: what is read and written, and where.
#include "base/text.hpp"
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace relit::lang::glsl {
namespace {

using ir::Access;
using ir::Inst;
using ir::Type;

std::string lanes_from(unsigned first, unsigned count) { return swizzle(((1U << count) - 1) << first); }

// "i + 2u": a register counted from a computed one.
std::string plus(const std::string& index, std::uint32_t more) {
    return more == 0 ? index : fmt::format("{} + {}u", index, more);
}

} // namespace

// `index` is a number or, of arrays, an expression; files of one register are no arrays.
std::string Writer::register_name(std::uint32_t file, std::string_view index) const {
    const auto& own = register_names_[file];
    if (!own.empty()) return own[static_cast<std::size_t>(parse_integer(index).value_or(0))];
    return module_.files[file].count == 1 ? file_names_[file] : fmt::format("{}[{}]", file_names_[file], index);
}

std::string Writer::register_function(std::uint32_t file) {
    const ir::RegisterFile& f = module_.files[file];
    const Type row{f.kind, f.lanes};
    const std::string name = file_names_[file] + "_at";
    return add_helper(
        name, fmt::format("{} {}(uint i) {{\n    return i < {}u ? {} : {};\n}}\n", type_text(row), name, f.count,
                          register_name(file, "i"), constant(row, std::vector<std::uint64_t>(f.lanes))));
}

// `count` lanes of a file from `lane` on, as a value of the file's kind; counted from register `index` if that is not
// empty.
Expression Writer::load_lanes(std::uint32_t file, std::uint32_t lane, unsigned count, const std::string& index) {
    const ir::RegisterFile& f = module_.files[file];
    const bool computed = !index.empty();
    Expression expression;
    expression.reads.push_back(computed ? Touched{file, 0, f.lane_count()} : Touched{file, lane, lane + count});
    if (is_shared_output(file)) return load_shared(file, lane, count, std::move(expression));
    unsigned parts = 0;
    for (unsigned done = 0; done < count; ++parts) {
        const unsigned at = (lane + done) % f.lanes, reg = (lane + done) / f.lanes;
        const unsigned here = std::min<unsigned>(f.lanes - at, count - done);
        expression.text += done == 0 ? "" : ", ";
        expression.text += computed ? register_function(file) + "(" + plus(index, reg) + ")"
                                    : register_name(file, std::to_string(reg));
        if (here != f.lanes) expression.text += lanes_from(at, here);
        done += here;
    }
    if (parts > 1)
        expression.text = type_text({f.kind, static_cast<std::uint8_t>(count)}) + "(" + expression.text + ")";
    return expression;
}

Expression Writer::load_shared(std::uint32_t file, std::uint32_t lane, unsigned count, Expression expression) {
    const ir::RegisterFile& f = module_.files[file];
    if (accesses_[file].computed) lacks("outputs of a tessellation control shader at a computed index");
    for (unsigned i = 0; i < count; ++i) {
        const std::string name = shared_lane(file, lane + i);
        expression.text +=
            (i == 0 ? "" : ", ") + (name.empty() ? constant({f.kind, 1}, std::vector<std::uint64_t>{0}) : name);
    }
    if (count > 1)
        expression.text = type_text({f.kind, static_cast<std::uint8_t>(count)}) + "(" + expression.text + ")";
    return expression;
}

// A value of any type from a file whose lanes are no wider.
Expression Writer::load_value(std::uint32_t file, std::uint32_t lane, Type type, const std::string& index) {
    const ir::RegisterFile& f = module_.files[file];
    const std::uint32_t count = ir::lanes_taken(f, type);
    if (count <= ir::kMaxLanes) {
        const Type as{f.kind, static_cast<std::uint8_t>(count)};
        return bitcast(load_lanes(file, lane, count, index), as, type);
    }
    Expression expression;
    std::vector<std::string> parts; // words of all lanes
    const std::uint32_t each = std::min(ir::kMaxLanes, std::max(1U, 32 / ir::bits_of(f.kind)));
    for (std::uint32_t done = 0; done < count; done += each) {
        const Type as{f.kind, static_cast<std::uint8_t>(each)};
        const Expression part = load_lanes(file, lane + done, each, index);
        gather(expression, part);
        for (std::string& word : words(part.text, as)) parts.push_back(std::move(word));
    }
    expression.text = from_words(parts, type);
    return expression;
}

Expression Writer::load_file(const Inst& inst) {
    return load_value(inst.access()[Access::file], inst.access()[Access::lane], inst.type, "");
}

// Compilers refuse numbers beyond an array, even in code that is never reached.
bool Writer::is_outside(const Inst& inst) const {
    const auto index = ir::known_lane(module_, inst.operands[0]);
    const ir::RegisterFile& f = module_.files[inst.access()[Access::file]];
    return index && *index + inst.access()[Access::lane] / f.lanes >= f.count;
}

Expression Writer::load_file_at(const Inst& inst) {
    const std::uint32_t file = inst.access()[Access::file], lane = inst.access()[Access::lane];
    const ir::RegisterFile& f = module_.files[file];
    if (is_outside(inst)) return {constant(inst.type, std::vector<std::uint64_t>(inst.type.lanes))};
    const bool twice = lane % f.lanes + ir::lanes_taken(f, inst.type) > f.lanes;
    Expression index = operand(inst.operands[0]);
    if (twice) index = {primary_of(index, ir::kI32)};
    const bool enclose = lane >= f.lanes && index.level > Level::Sum;
    Expression expression = load_value(file, lane, inst.type, enclose ? "(" + index.text + ")" : index.text);
    gather(expression, index);
    return expression;
}

Expression Writer::load_file_of(const Inst& inst) {
    const std::uint32_t file = inst.access()[Access::file], lane = inst.access()[Access::lane];
    const Expression which = operand(inst.operands[0]);
    const std::string name =
        shared_lane(file, lane, fmt::format("min({}, {}u)", which.text, module_.tessellation.made - 1));
    Expression expression{name.empty() ? constant(inst.type, std::vector<std::uint64_t>{0}) : name};
    gather(expression, which);
    expression.reads.push_back({file, 0, module_.files[file].lane_count()});
    return expression;
}

// The lanes of the mask, where every lane of the value is still there.
Expression Writer::packed(Expression expression, Type type, std::uint32_t mask) {
    if (std::popcount(mask) == type.lanes) return expression;
    return lanes_of(std::move(expression), swizzle(mask).substr(1));
}

void Writer::store_file(const Inst& inst) {
    if (at_register_width() && store_register(inst)) return;
    const std::uint32_t file = inst.access()[Access::file];
    if (const std::uint32_t reg = inst.access()[Access::lane] / module_.files[file].lanes;
        is_local(file, reg) && locals_.begins_with_store[file][reg] && waits_for_heading(file, reg, inst.operands[0])) {
        locals_.begins_with_store[file][reg] = false;
        std::string text =
            fmt::format("{}{} = {};", declaration(file), register_names_[file][reg], operand(inst.operands[0]).text);
        counters_[locals_.rest[file][reg]] = {.text = std::move(text), .came_from = came_from_};
        return;
    }
    if (steps_.contains(static_cast<ir::Id>(&inst - module_.insts.data()))) return (void)taken(inst.operands[0]);
    const Type stored = module_[inst.operands[0]].type;
    const std::uint32_t mask = inst.access()[Access::mask] & ((1U << stored.lanes) - 1);
    const Expression expression = packed(operand(inst.operands[0]), stored, mask);
    const Type type = stored.with_lanes(static_cast<unsigned>(std::popcount(mask)));
    const ir::RegisterFile& f = module_.files[file];
    const std::uint32_t lane = inst.access()[Access::lane];
    const std::uint32_t each = ir::lanes_taken(f, type.scalar());
    settle({{file, lane, lane + each * static_cast<std::uint32_t>(std::bit_width(mask))}});
    comment(inst.origin);
    store_value(file, lane, expression, type, mask, "");
}

void Writer::store_file_at(const Inst& inst) {
    if (is_outside(inst)) return;
    const std::uint32_t file = inst.access()[Access::file];
    const ir::RegisterFile& f = module_.files[file];
    const Type type = module_[inst.operands[1]].type;
    const std::uint32_t mask = inst.access()[Access::mask] & ((1U << type.lanes) - 1);
    const std::string index = primary(inst.operands[0]);
    const Expression expression = packed(operand(inst.operands[1]), type, mask);
    settle({{file, 0, f.lane_count()}});
    comment(inst.origin);
    store_value(file, inst.access()[Access::lane], expression,
                type.with_lanes(static_cast<unsigned>(std::popcount(mask))), mask, index);
}

// Something that can be written as several stores to the file: not what the first of them changes.
std::string Writer::apart_from(std::uint32_t file, const Expression& expression, Type type) {
    const bool reads = std::ranges::any_of(expression.reads, [&](const Touched& read) { return read.file == file; });
    return reads ? variable(type, expression, "value") : primary_of(expression, type);
}

// The value's lanes go where the bits of `mask` are, counted from `lane`.
void Writer::store_value(std::uint32_t file, std::uint32_t lane, const Expression& expression, Type type,
                         std::uint32_t mask, const std::string& index) {
    const ir::RegisterFile& f = module_.files[file];
    const std::uint32_t each = ir::bits_of(type.kind) / ir::bits_of(f.kind); // lanes of the file for one of the value
    if (each <= 1)
        return store_lanes(file, lane, bitcast(expression, type, type.with_kind(f.kind)), type.lanes, mask, index);
    const std::string text = apart_from(file, expression, type);
    unsigned taken = 0;
    for (unsigned i = 0; i < ir::kMaxLanes; ++i) {
        if ((mask >> i & 1) == 0) continue;
        const std::string one = type.lanes == 1 ? text : fmt::format("{}.{}", text, "xyzw"[taken]);
        ++taken;
        const std::vector<std::string> parts = words(one, type.scalar());
        const unsigned per_word = std::min(each, 32 / ir::bits_of(f.kind));
        for (unsigned done = 0; done < each; done += per_word) {
            const Type as{f.kind, static_cast<std::uint8_t>(per_word)};
            const std::vector<std::string> word{parts[done / per_word]};
            store_lanes(file, lane + i * each + done, {from_words(word, as)}, per_word, (1U << per_word) - 1, index);
        }
    }
}

void Writer::store_shared(std::uint32_t file, std::uint32_t lane, const Expression& value, unsigned lanes,
                          std::uint32_t mask) {
    if (accesses_[file].computed) lacks("outputs of a tessellation control shader at a computed index");
    const Type type{module_.files[file].kind, static_cast<std::uint8_t>(lanes)};
    const std::string from = lanes == 1 ? guarded(value, type).text : apart_from(file, value, type);
    unsigned taken = 0;
    for (unsigned i = 0; i < static_cast<unsigned>(std::bit_width(mask)); ++i) {
        if ((mask >> i & 1) == 0) continue;
        const std::string name = shared_lane(file, lane + i);
        const std::string part = lanes == 1 ? from : fmt::format("{}.{}", from, "xyzw"[taken]);
        ++taken;
        if (!name.empty()) line(fmt::format("{} = {};", name, part));
    }
}

// Register by register; `index` is added to the register's number where it is not empty.
void Writer::store_lanes(std::uint32_t file, std::uint32_t lane, const Expression& value, unsigned lanes,
                         std::uint32_t mask, const std::string& index) {
    const ir::RegisterFile& f = module_.files[file];
    if (is_shared_output(file)) return store_shared(file, lane, value, lanes, mask);
    const bool crosses = lane % f.lanes + static_cast<unsigned>(std::bit_width(mask)) > f.lanes;
    const Type type{f.kind, static_cast<std::uint8_t>(lanes)};
    const bool is_precise = ir::is_float(f.kind); // as it is declared
    const Expression from = crosses      ? Expression{apart_from(file, value, type)}
                            : is_precise ? value
                                         : guarded(value, type);
    unsigned taken = 0;
    for (unsigned first = 0; first < static_cast<unsigned>(std::bit_width(mask));) {
        const unsigned at = (lane + first) % f.lanes, reg = (lane + first) / f.lanes;
        const unsigned here = f.lanes - at;
        const std::uint32_t part = mask >> first & ((1U << here) - 1);
        first += here;
        if (part == 0) continue;
        const auto count = static_cast<unsigned>(std::popcount(part));
        const std::string number = index.empty() ? std::to_string(reg) : plus(index, reg);
        const bool whole = (part << at) == (1U << f.lanes) - 1;
        const std::string to = register_name(file, number) + (whole ? "" : swizzle(part << at));
        const std::string letters = lanes_from(taken, count).substr(1);
        const std::string text = count == lanes ? from.text : lanes_of(from, letters).text;
        taken += count;
        const bool begins = index.empty() && is_local(file, reg) && locals_.begins_with_store[file][reg];
        if (begins) locals_.begins_with_store[file][reg] = false;
        const std::string before = begins ? declaration(file) : "";
        const std::string statement = fmt::format("{}{} = {};", before, to, text);
        line(index.empty() ? statement : fmt::format("if ({} < {}u) {}", number, f.count, statement));
    }
}

} // namespace relit::lang::glsl
