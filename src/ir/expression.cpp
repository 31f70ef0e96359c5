#include "ir/expression.hpp"

#include <memory_resource>

namespace relit::ir {

Expression Expression::made(Builder* builder, const Node& node) {
    Expression result;
    result.builder_ = builder;
    result.node_ = std::pmr::polymorphic_allocator<>(builder->module().arena()).new_object<Node>(node);
    return result;
}

Expression::Expression(Builder& builder, Id value) : Expression(made(&builder, {.id = value})) {}

Expression::Expression(Op op, std::initializer_list<Expression> operands) {
    Node node{.op = op};
    for (const Expression& operand : operands) node.operands[node.count++] = operand.node_;
    *this = made(operands.begin()->builder_, node);
}

Expression Expression::same(std::uint32_t value) const {
    return made(builder_, {.op = Op::Const, .number = value, .operands = {node_}, .count = 1});
}

Expression Expression::lane(unsigned index) const {
    return made(builder_, {.op = Op::Swizzle, .number = index, .operands = {node_}, .count = 1});
}

Expression Expression::entry_of(std::span<const std::uint32_t> table) const {
    return made(builder_, {.op = Op::LoadTable, .table = table, .operands = {node_}, .count = 1});
}

Id Expression::id() const { return build(*builder_, *node_); }

Id Expression::build(Builder& builder, Node& node) {
    if (node.id != kNone) return node.id;
    std::array<Id, kMaxLanes> ids{};
    for (std::size_t i = 0; i < node.count; ++i) ids[i] = build(builder, *node.operands[i]);
    const auto given = std::span(ids).first(node.count);
    switch (node.op) {
        case Op::Const: node.id = builder.constant(kI32.with_lanes(builder.type_of(ids[0]).lanes), node.number); break;
        case Op::Swizzle: node.id = builder.lane(ids[0], node.number); break;
        case Op::LoadTable: node.id = builder.lookup(builder.table(node.table), ids[0]); break;
        case Op::Compose: node.id = builder.compose(given); break;
        default: node.id = builder.operation(node.op, given);
    }
    return node.id;
}

} // namespace relit::ir
