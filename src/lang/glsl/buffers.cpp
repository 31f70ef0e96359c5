// Buffers, shared and scratch memory: elements of arrays of words or of rows.
#include "lang/glsl/spelling.hpp"
#include "lang/glsl/writer.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace relit::lang::glsl {

using ir::Id;
using ir::Inst;
using ir::ResourceKind;
using ir::Type;

std::optional<std::uint32_t> Writer::known(Id id) const {
    const auto lane = ir::known_lane(module_, id);
    return lane ? std::optional(static_cast<std::uint32_t>(*lane)) : std::nullopt;
}

void Writer::note_used_resources() {
    used_resources_.assign(module_.resources.size(), false);
    for (const ir::Function& function : module_.functions)
        for (const ir::Block& block : function.blocks)
            for (const Id id : block.insts) {
                const Inst& inst = module_[id];
                if (ir::info(inst.op).imm == ir::Imm::Use)
                    used_resources_[module_.texture_uses[inst.imm].resource] = true;
                if (ir::info(inst.op).touches(ir::Memory::Buffer)) used_resources_[inst.imm] = true;
            }
}

bool Writer::has_rows(std::uint32_t resource) const { return module_.resources[resource].element.lanes == kRowWords; }

std::string Writer::known_element(std::uint32_t resource, std::uint32_t index, unsigned lanes) const {
    const bool is_row = lanes == kRowWords;
    const std::string part = is_row ? "" : swizzle(((1U << lanes) - 1) << index % kRowWords);
    const std::uint32_t row = is_row ? index : index / kRowWords;
    const std::string& name = resource_names_[resource];
    if (!has_rows(resource)) return fmt::format("{}[{}]", name, index);
    const auto named = members_[resource].rows.find(row);
    return (named != members_[resource].rows.end() ? named->second : fmt::format("{}[{}]", name, row)) + part;
}

std::string Writer::computed_element(std::uint32_t resource, const Expression& index, bool is_row) {
    const std::string& name = resource_names_[resource];
    const bool by_words = !is_row && has_rows(resource);
    const std::string at = by_words ? primary_of(index, ir::kI32) : index.text;
    return by_words ? fmt::format("{}[{} >> 2][{} & 3u]", name, at, at) : fmt::format("{}[{}]", name, at);
}

// The element that an access is to, which can be assigned to.
Expression Writer::element(const Inst& access) {
    const unsigned lanes = ir::accessed_type(module_, access).lanes;
    if (const auto at = known(access.operands[0])) return {known_element(access.imm, *at, lanes)};
    const Expression index = operand(access.operands[0]);
    Expression expression{computed_element(access.imm, index, lanes == kRowWords)};
    gather(expression, index);
    return expression;
}

Expression Writer::load_buffer(const Inst& inst) {
    Expression expression = element(inst);
    const bool constant = module_.resources[inst.imm].kind == ResourceKind::ConstantBuffer;
    if (!constant) expression.reads.push_back({kMemory, 0, 1});
    return expression;
}

void Writer::store_buffer(const Inst& inst) {
    const Expression value = guarded(operand(inst.operands[1]), module_[inst.operands[1]].type);
    const std::string to = element(inst).text;
    settle({{kMemory, 0, 1}});
    comment(inst.origin);
    line(fmt::format("{} = {};", to, value.text));
}

// ---- atomics

// The buffer has a second name, under which its bytes are an array of 64-bit integers.
std::string Writer::pairs_name(std::uint32_t resource) const {
    return legal_name(resource_names_[resource] + "_pairs");
}

void Writer::require_wide_atomics(std::uint32_t resource) {
    if (module_.resources[resource].kind == ResourceKind::Shared) return lacks("atomics of 64 bits in shared memory");
    if (!target_.has_atomic_int64) return lacks("atomics of 64 bits, which the target lacks");
    extensions_.insert("GL_EXT_shader_atomic_int64");
    pairs_.insert(resource);
}

Expression Writer::atomic(const Inst& inst) {
    if (version_ < 430) return lacks("atomics before GLSL 430"), Expression{};
    const bool is_wide = inst.type == ir::kI64;
    if (is_wide) require_wide_atomics(inst.imm);
    if (!is_wide && inst.type != ir::kI32) return lacks("atomics of less than 32 bits"), Expression{};
    std::array<std::string, 3> parts;
    if (is_wide) {
        parts[0] = fmt::format("{}[{}]", pairs_name(inst.imm), argument(inst.operands[0]));
    } else {
        parts[0] = element(inst).text;
    }
    for (std::size_t i = 1; i < inst.operands.size(); ++i) parts[i] = argument(inst.operands[i]);
    std::string text(spelling(inst.op).scalar);
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (const std::size_t at = text.find(fmt::format("{{{}}}", i)); at != std::string::npos)
            text.replace(at, 3, parts[i]);
    return {text};
}

} // namespace relit::lang::glsl
