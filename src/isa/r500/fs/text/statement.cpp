#include "isa/r500/fs/text/statement.hpp"

#include "isa/r500/fs/encoding/units.hpp"
#include "isa/r500/fs/text/keywords.hpp"
#include "isa/r500/fs/text/spelling.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <array>

namespace relit::isa::r500::fs {
namespace {

constexpr std::array<std::string_view, 3> kSourceKinds = {"temp", "const", "float"};
constexpr std::size_t kMostOperations = 2, kMostOperands = 3, kMostDestinations = 3;

/// Looks up what the clauses of one instruction say, in the order in which the language's author does: of several mistakes
/// the same one is reported.
class Encoder {
public:
    Encoder(TokenReader& in, Word192& word) : in_(in), word_(word) {}

    bool alu(const std::vector<SourceClause>& sources, const std::vector<OperationClause>& operations);
    bool tex(const TexClause& clause);

private:
    bool wrong(const Token& token, std::string text) { return in_.wrong(token, std::move(text)); }
    /// Decimal digits, with single underscores between them; `limit` is one too many.
    bool number(const Token& token, std::uint32_t limit, std::uint32_t& into);

    bool source(const SourceClause& clause);
    bool address(const SourceClause& clause, const SourceFields& fields);
    bool check(const OperationClause& clause, std::optional<UnitKind>& unit);
    bool units(const std::vector<OperationClause>& operations, std::array<std::optional<UnitKind>, 2>& units);
    bool operation(const OperationClause& clause, const UnitFields& unit);
    bool destination(const Destination& clause, const UnitFields& unit);
    bool target(const Destination& clause, const UnitFields& unit, std::uint32_t mask);
    bool scale(const OperationClause& clause, const UnitFields& unit);
    bool operand(const OperandClause& clause, const UnitFields& unit, unsigned which);
    bool components(const Token& token, std::span<const Field<Number>* const> fields);
    bool tex_address(const TexClause::Address& clause, const AddressFields& fields);

    TokenReader& in_;
    Word192& word_;
    std::array<std::array<bool, 4>, 2> said_{}; // by unit and source
};

bool Encoder::number(const Token& token, std::uint32_t limit, std::uint32_t& into) {
    std::uint64_t value = 0;
    bool digit_before = false;
    for (const char c : token.text) {
        const bool digit = c >= '0' && c <= '9';
        if (!digit && (c != '_' || !digit_before)) return wrong(token, quoted(token.text) + " is not a number");
        if (digit) value = std::min<std::uint64_t>(value * 10 + static_cast<std::uint64_t>(c - '0'), limit);
        digit_before = digit;
    }
    if (!digit_before) return wrong(token, quoted(token.text) + " is not a number");
    if (value >= limit) return wrong(token, "a number from 0 to " + std::to_string(limit - 1) + " is expected");
    into = static_cast<std::uint32_t>(value);
    return true;
}

// ---- sources

bool Encoder::source(const SourceClause& clause) {
    const auto which = one_of(kSelectNames, clause.source.text);
    if (!which) return wrong(clause.source, "src0, src1, src2 or srcp is expected");
    const bool is_alpha = equal_ignoring_case(clause.unit.text, "a");
    if (!is_alpha && !equal_ignoring_case(clause.unit.text, "rgb")) return wrong(clause.unit, "rgb or a is expected");
    bool& said = said_[is_alpha ? 0 : 1][*which];
    if (said) return wrong(clause.unit, "this source is said twice");
    said = true;
    const UnitFields& unit = is_alpha ? kAlphaUnit : kRgbUnit;
    if (*which != kPreSubtracted) return address(clause, unit.sources[*which]);
    const auto pre_subtract = one_of(kPreSubtractNames, clause.kind.text);
    if (!pre_subtract) return wrong(clause.kind, "neg2, sub, add or neg is expected");
    word_.set(*unit.pre_subtract, *pre_subtract);
    return true;
}

bool Encoder::address(const SourceClause& clause, const SourceFields& fields) {
    const auto kind = one_of(kSourceKinds, clause.kind.text);
    if (!kind) return wrong(clause.kind, "temp, const or float is expected");
    const bool is_constant = kSourceKinds[*kind] == "const", is_float = kSourceKinds[*kind] == "float";
    std::uint32_t value = 0;
    if (!number(clause.index.number, is_constant ? kConstants : kTemps, value)) return false;
    word_.set(*fields.address, is_float ? value | kInlineFloat : value);
    word_.set(*fields.constant, is_constant).set(*fields.relative, clause.index.relative);
    return true;
}

// ---- which unit an operation is for

/// What the operation and its masks say; nothing where both units have it.
bool Encoder::check(const OperationClause& clause, std::optional<UnitKind>& unit) {
    const bool alpha = has_op(kAlphaOps, clause.op.text), rgb = has_op(kRgbOps, clause.op.text);
    if (!alpha && !rgb) return wrong(clause.op, quoted(clause.op.text) + " is no operation");
    if (clause.destinations.size() > kMostDestinations)
        return wrong(clause.destinations.back().kind, "too many destinations");
    std::optional<UnitKind> of_masks;
    for (const Destination& each : clause.destinations) {
        const auto mask = one_of(kRgbMasks, each.mask.text);
        const bool is_alpha = equal_ignoring_case(each.mask.text, "a");
        if (!mask && !is_alpha) return wrong(each.mask, "a mask is expected: r, rg, rgb, a, none");
        if (is_alpha) of_masks = UnitKind::Alpha;
        if (mask && *mask != 0 && !of_masks) of_masks = UnitKind::Rgb;
    }
    if (alpha != rgb) unit = alpha ? UnitKind::Alpha : UnitKind::Rgb;
    if (unit && of_masks && *unit != *of_masks)
        return wrong(clause.op, alpha ? "the alpha unit alone has this operation, and the mask is of the RGB unit"
                                      : "the RGB unit alone has this operation, and the mask is of the alpha unit");
    if (!unit) unit = of_masks;
    return true;
}

/// How many components the operands have says it where nothing else does.
std::optional<UnitKind> unit_of_operands(const OperationClause& clause) {
    if (clause.operands.empty()) return std::nullopt;
    const std::size_t lanes = clause.operands[0].components.text.size();
    if (lanes != kAlphaUnit.lanes && lanes != kRgbUnit.lanes) return std::nullopt;
    return lanes == kAlphaUnit.lanes ? UnitKind::Alpha : UnitKind::Rgb;
}

bool Encoder::units(const std::vector<OperationClause>& operations, std::array<std::optional<UnitKind>, 2>& units) {
    if (operations.size() > kMostOperations)
        return wrong(operations.back().op, "an instruction has two operations at most, one for each unit");
    for (std::size_t i = 0; i < operations.size(); ++i)
        if (!check(operations[i], units[i])) return false;
    if (operations.size() == 2 && units[0] && units[0] == units[1])
        return wrong(operations[1].op, "both operations are for the same unit");
    const auto other = [](UnitKind unit) { return unit == UnitKind::Alpha ? UnitKind::Rgb : UnitKind::Alpha; };
    if (!units[0] && !units[1] && !operations.empty()) units[0] = unit_of_operands(operations[0]);
    if (operations.size() == 2 && !units[0] && units[1]) units[0] = other(*units[1]);
    if (operations.size() == 2 && units[0] && !units[1]) units[1] = other(*units[0]);
    if (!operations.empty() && !units[0]) return wrong(operations[0].op, "nothing says which unit this is for");
    return true;
}

bool Encoder::alu(const std::vector<SourceClause>& sources, const std::vector<OperationClause>& operations) {
    for (const UnitFields* unit : kUnitFields)
        for (const SourceFields& each : unit->sources) word_.set(*each.address, kNoSource);
    for (const SourceClause& each : sources)
        if (!source(each)) return false;
    std::array<std::optional<UnitKind>, 2> of{};
    if (!units(operations, of)) return false;
    for (std::size_t i = 0; i < operations.size(); ++i)
        if (!operation(operations[i], *of[i] == UnitKind::Alpha ? kAlphaUnit : kRgbUnit)) return false;
    return true;
}

// ---- operations

bool Encoder::operation(const OperationClause& clause, const UnitFields& unit) {
    for (const Destination& each : clause.destinations)
        if (!destination(each, unit)) return false;
    if (!scale(clause, unit)) return false;
    const auto op = std::ranges::find_if(
        unit.ops, [&](const OpInfo& each) { return equal_ignoring_case(each.mnemonic, clause.op.text); });
    word_.insert(*unit.op, static_cast<std::uint64_t>(op - unit.ops.begin()));
    word_.set(*unit.clamp, clause.clamped);
    if (clause.operands.size() > kMostOperands)
        return wrong(clause.operands.back().select, "an operation has three operands at most");
    for (unsigned i = 0; i < clause.operands.size(); ++i)
        if (!operand(clause.operands[i], unit, i)) return false;
    return true;
}

bool Encoder::destination(const Destination& clause, const UnitFields& unit) {
    const bool is_temp = equal_ignoring_case(clause.kind.text, "temp");
    if (!is_temp && !equal_ignoring_case(clause.kind.text, "out") && !equal_ignoring_case(clause.kind.text, "pred"))
        return wrong(clause.kind, "temp, out or pred is expected");
    const bool is_alpha = unit.kind == UnitKind::Alpha;
    const auto mask = is_alpha ? one_of(kAlphaMasks, clause.mask.text) : one_of(kRgbMasks, clause.mask.text);
    if (!is_temp) return target(clause, unit, mask.value_or(~0U));
    std::uint32_t temp = 0;
    if (!number(clause.index.number, kTemps, temp)) return false;
    if (!mask) return wrong(clause.mask, "this mask is of the other unit");
    word_.set(*unit.temp, temp).set(*unit.temp_relative, clause.index.relative).set(*unit.mask, *mask);
    return true;
}

/// out[1], out[w], pred[lt]; ~0 is no mask of the unit.
bool Encoder::target(const Destination& clause, const UnitFields& unit, std::uint32_t mask) {
    const Token& name = clause.index.number;
    if (clause.index.relative) return wrong(name, "only temporaries are numbered from aL");
    const bool is_predicate = equal_ignoring_case(clause.kind.text, "pred");
    std::uint32_t target = 0;
    if (is_predicate) {
        const auto compare = one_of(kCompareNames, name.text);
        if (word_[Common::type] == Type::Out)
            return wrong(clause.kind, "predicates are written by instructions that are not OUT");
        if (!compare) return wrong(name, "eq, lt, ge or ne is expected");
        target = *compare;
    } else if (unit.kind == UnitKind::Alpha && equal_ignoring_case(name.text, "w")) {
        if (mask != 1) return wrong(clause.mask, "W has one component: a");
        word_.set(Alu::writes_depth, true);
        return true;
    } else if (!number(name, kTargets, target)) {
        return false;
    }
    if (mask == ~0U) return wrong(clause.mask, "this mask is of the other unit");
    word_.set(*unit.target, target).set(*unit.out_mask, mask);
    return true;
}

bool Encoder::scale(const OperationClause& clause, const UnitFields& unit) {
    if (clause.unscaled) word_.set(*unit.scale, kNoScale);
    if (clause.unscaled || clause.scale.kind == TokenKind::End) return true;
    const std::string text = std::string(clause.scale.text) + "." + std::string(clause.scale_fraction.text);
    const auto found = std::ranges::find(kScaleNames, text);
    if (found == std::end(kScaleNames))
        return wrong(clause.scale, "1.0, 2.0, 4.0, 8.0, 0.5, 0.25 or 0.125 is expected");
    word_.set(*unit.scale, static_cast<std::uint32_t>(found - std::begin(kScaleNames)));
    return true;
}

bool Encoder::operand(const OperandClause& clause, const UnitFields& unit, unsigned which) {
    const OperandFields& fields = unit.operands[which];
    const auto select = one_of(kSelectNames, clause.select.text);
    if (!select) return wrong(clause.select, "src0, src1, src2 or srcp is expected");
    if (clause.components.text.size() != unit.lanes)
        return wrong(clause.components, unit.lanes == 1 ? "one component is expected, for the alpha unit"
                                                        : "three components are expected, for the RGB unit");
    word_.set(*fields.select, *select).set(*fields.modifier, clause.modifier);
    for (unsigned i = 0; i < unit.lanes; ++i) {
        const auto component = one_of(kComponentNames, clause.components.text.substr(i, 1));
        if (!component) return wrong(clause.components, "components are r, g, b, a, 0, h, 1 and _");
        word_.set(*fields.components[i], static_cast<Component>(*component));
    }
    return true;
}

// ---- TEX

bool Encoder::tex(const TexClause& clause) {
    std::optional<std::uint32_t> temp;
    for (const Destination& each : clause.destinations) {
        std::uint32_t value = 0;
        if (!equal_ignoring_case(each.kind.text, "temp")) return wrong(each.kind, "temp is expected");
        if (!number(each.index.number, kTemps, value)) return false;
        const auto mask = std::ranges::find(kAllMasks, each.mask.text);
        if (mask == kAllMasks.end()) return wrong(each.mask, "a mask is expected: rgba, rg, a, none, in lower case");
        const auto bits = static_cast<std::uint32_t>(mask - kAllMasks.begin());
        word_.set(Common::rgb_mask, bits & 7).set(Common::alpha_mask, bits >> 3);
        word_.set(Tex::temp, value).set(Tex::temp_relative, each.index.relative);
        if (temp && *temp != value)
            return wrong(clause.destinations.back().index.number, "a fetch has one destination");
        temp = value;
    }
    const auto op = std::ranges::find_if(
        kTexOps, [&](const OpInfo& each) { return equal_ignoring_case(each.mnemonic, clause.op.text); });
    word_.insert(Tex::op, static_cast<std::uint64_t>(op - kTexOps.begin()));
    std::uint32_t unit = 0;
    if (clause.unit.relative) return wrong(clause.unit.number, "only temporaries are numbered from aL");
    if (!number(clause.unit.number, kUnits, unit)) return false;
    word_.set(Tex::unit, unit);
    if (!components(clause.texel, kTexel) || !tex_address(clause.coordinates, kCoordinates)) return false;
    if (clause.derivatives.empty()) return true;
    return tex_address(clause.derivatives[0], kDx) && tex_address(clause.derivatives[1], kDy);
}

/// Four of r g b a, in lower case.
bool Encoder::components(const Token& token, std::span<const Field<Number>* const> fields) {
    constexpr std::string_view kLetters = "rgba";
    if (token.text.size() != fields.size() || token.text.find_first_not_of(kLetters) != std::string_view::npos)
        return wrong(token, "four components are expected, of r, g, b and a");
    for (std::size_t i = 0; i < fields.size(); ++i)
        word_.set(*fields[i], static_cast<std::uint32_t>(kLetters.find(token.text[i])));
    return true;
}

bool Encoder::tex_address(const TexClause::Address& clause, const AddressFields& fields) {
    std::uint32_t temp = 0;
    if (!number(clause.temp.number, kTemps, temp)) return false;
    word_.set(*fields.temp, temp).set(*fields.relative, clause.temp.relative);
    return components(clause.components, fields.components);
}

} // namespace

bool read_statement(TokenReader& in, Statement& into) {
    SyntaxReader syntax(in);
    if (in.accept_word("FC")) return syntax.fc(into.word, into.target) && syntax.end(into.word);
    if (in.accept_word("TEX")) {
        TexClause clause;
        if (!syntax.tex(into.word, clause)) return false;
        return Encoder(in, into.word).tex(clause) && syntax.end(into.word);
    }
    std::vector<SourceClause> sources;
    std::vector<OperationClause> operations;
    if (!syntax.alu(into.word, sources, operations)) return false;
    return Encoder(in, into.word).alu(sources, operations) && syntax.end(into.word);
}

} // namespace relit::isa::r500::fs
