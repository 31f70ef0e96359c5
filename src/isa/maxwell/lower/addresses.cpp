#include "isa/maxwell/lower/addresses.hpp"

#include <bit>
#include <utility>

namespace relit::isa::maxwell {

using ir::Id;

namespace {

constexpr std::uint32_t kMostAddressLooks = 256; // at parts of one address; what is after that stays in one piece

bool is_one(Pointers::Lead buffers) { return std::has_single_bit(buffers); }

/// A condition without its negations: the same one may be built more than once, negated or not.
struct Tested {
    Id value = ir::kNone;
    ir::Op op{};
    Id first = ir::kNone, second = ir::kNone; // of a comparison
    bool holds = true;
};
Tested tested(const ir::Module& module, Id value) {
    Tested test;
    for (; module[value].op == ir::Op::BNot; test.holds = !test.holds) value = module[value].operands[0];
    const ir::Inst& inst = module[value];
    test.value = value, test.op = inst.op;
    if (inst.operands.size() == 2) test.first = inst.operands[0], test.second = inst.operands[1];
    const auto as_opposite = [&](ir::Op op, bool swaps) {
        test.op = op, test.holds = !test.holds;
        if (swaps) std::swap(test.first, test.second);
    };
    if (inst.op == ir::Op::SLe) as_opposite(ir::Op::SLt, true);
    if (inst.op == ir::Op::ULe) as_opposite(ir::Op::ULt, true);
    if (inst.op == ir::Op::INe) as_opposite(ir::Op::IEq, false);
    return test;
}
bool is_same(const Tested& a, const Tested& b) {
    const bool compares = a.op == ir::Op::SLt || a.op == ir::Op::ULt || a.op == ir::Op::IEq;
    return a.value == b.value || (compares && a.op == b.op && a.first == b.first && a.second == b.second);
}

} // namespace

void Address::clear() {
    buffers = 0;
    which = ir::kNone;
    terms.clear();
    constant = 0;
}

void Addresses::look_at(ir::FunctionId function) {
    function_ = function;
    cfg_.reset();
    pointers_.look_at(module_.functions[function]);
}

void Addresses::begin(ir::BlockId block, std::pmr::vector<Id>& out) {
    block_ = block;
    out_ = &out;
    looks_ = 0;
}

const Address& Addresses::find(Id value, ir::BlockId block, std::pmr::vector<Id>& out) {
    begin(block, out);
    address_.clear();
    walk(value, address_);
    return address_;
}

// ---- what the low word of an address is the sum of

void Addresses::walk(Id value, Address& to) {
    return module_[value].type == ir::kI64 ? low_word(value, to) : term(value, to);
}

// A difference of two addresses is a distance; added to a third one it leads elsewhere than that.
void Addresses::leaf(Id value, Id word, Address& to) {
    if (pointers_.lead_of(value) != 0) refusal_ = "an address is computed from the addresses of two storage buffers";
    to.terms.push_back(word);
}

bool Addresses::sum_of_words(const ir::Inst& inst, Address& to) {
    if (inst.op != ir::Op::IAdd && inst.op != ir::Op::ISub) return false;
    walk(inst.operands[0], to);
    if (inst.op == ir::Op::IAdd) {
        walk(inst.operands[1], to);
        return true;
    }
    const Id less = inst.operands[1];
    const Id word = inst.type == ir::kI64 ? make(ir::Op::ITruncate, ir::kI32, {less}) : less;
    leaf(less, make(ir::Op::INeg, ir::kI32, {word}), to);
    return true;
}

void Addresses::low_word(Id value, Address& to) {
    const ir::Inst inst = module_[value];
    const ir::Op op = ++looks_ > kMostAddressLooks ? ir::Op::Copy : inst.op;
    switch (op) {
        case ir::Op::IAdd:
        case ir::Op::ISub: (void)sum_of_words(inst, to); return;
        case ir::Op::Const: to.constant += static_cast<std::uint32_t>(module_.literal(inst)[0]); return;
        case ir::Op::Bitcast: return low_of_vector(inst.operands[0], to);
        case ir::Op::UExtend:
        case ir::Op::SExtend:
            if (module_[inst.operands[0]].type == ir::kI32) return term(inst.operands[0], to);
            break;
        case ir::Op::LoadBuffer:
            if (descriptor(inst, to)) return;
            break;
        case ir::Op::Select:
            if (choice(inst, to)) return;
            break;
        case ir::Op::BlockParam:
            if (pointer(value, to)) return;
            break;
        default: break;
    }
    leaf(value, make(ir::Op::ITruncate, ir::kI32, {value}), to);
}

void Addresses::low_of_vector(Id value, Address& to) {
    const ir::Inst inst = module_[value];
    if (inst.op == ir::Op::Compose) return term(inst.operands[0], to);
    if (inst.op == ir::Op::LoadBuffer && descriptor(inst, to)) return;
    term(make(ir::Op::Swizzle, ir::kI32, {value}, 0), to);
}

void Addresses::term(Id value, Address& to) {
    if (++looks_ > kMostAddressLooks) return to.terms.push_back(value);
    const ir::Inst inst = module_[value];
    if (sum_of_words(inst, to)) return;
    if (inst.op == ir::Op::Const) {
        to.constant += static_cast<std::uint32_t>(module_.literal(inst)[0]);
        return;
    }
    if (inst.op == ir::Op::Copy) return term(inst.operands[0], to);
    if (inst.op == ir::Op::LoadBuffer && descriptor(inst, to)) return;
    if (inst.op == ir::Op::Swizzle && inst.imm % 4 == 0) {
        const ir::Inst& from = module_[inst.operands[0]];
        if (from.op == ir::Op::LoadBuffer && descriptor(from, to)) return;
        if (from.op == ir::Op::Bitcast && module_[from.operands[0]].type == ir::kI64)
            return low_word(from.operands[0], to);
    }
    if (inst.op == ir::Op::ITruncate && module_[inst.operands[0]].type == ir::kI64)
        return low_word(inst.operands[0], to);
    if (inst.op == ir::Op::Select && choice(inst, to)) return;
    if (inst.op == ir::Op::BlockParam && pointer(value, to)) return;
    leaf(value, value, to);
}

/// Whether the load gives the address of a storage buffer, which is then noted.
bool Addresses::descriptor(const ir::Inst& load, Address& to) {
    const auto number = descriptor_of(module_, convention_, load);
    if (!number || to.is_based()) return false; // leaf() says what is wrong with a second one
    to.buffers = Pointers::Lead{1} << *number;
    return true;
}

// ---- one of two addresses

/// Of a choice between two addresses, as predicated code makes it.
bool Addresses::choice(const ir::Inst& select, Address& to) {
    if (to.is_based() || (pointers_.lead_of(select.operands[1]) | pointers_.lead_of(select.operands[2])) == 0)
        return false;
    if (const auto holds = known(select.operands[0])) {
        walk(select.operands[*holds ? 1 : 2], to);
        return true;
    }
    Address yes, no;
    walk(select.operands[1], yes);
    walk(select.operands[2], no);
    if (!yes.is_based() && !no.is_based()) return false;
    choose(select.operands[0], yes, no, to);
    return true;
}

void Addresses::choose(Id condition, Address& yes, Address& no, Address& to) {
    move_outside(yes);
    move_outside(no);
    to.buffers = yes.buffers | no.buffers;
    if (!is_one(to.buffers)) {
        const Id first = which_of(yes), second = which_of(no);
        to.which = make(ir::Op::Select, ir::kI32, {condition, first, second});
    }
    const Id first = sum(yes), second = sum(no);
    to.terms.push_back(make(ir::Op::Select, ir::kI32, {condition, first, second}));
}

// An address that is a number alone is that of nothing: null, or what a register held before.
void Addresses::move_outside(Address& side) {
    if (side.is_based()) return;
    if (!side.terms.empty())
        context_.approximate(
            "an address that the program chooses, or that the flow hands on, may lead elsewhere than to a "
            "storage buffer of the driver; there loads give 0 and stores do nothing");
    side.clear();
    side.constant = kOutside;
}

Id Addresses::which_of(const Address& address) {
    if (address.which != ir::kNone) return address.which;
    return number(address.is_based() ? static_cast<std::uint32_t>(std::countr_zero(address.buffers)) : kNoBuffer);
}

std::optional<bool> Addresses::known(Id condition) {
    const ir::Function& function = module_.functions[function_];
    if (!cfg_) cfg_.emplace(function);
    const Tested wanted = tested(module_, condition);
    for (ir::BlockId at = block_; at != ir::kNoBlock; at = cfg_->immediate_dominator(at)) {
        const auto before = cfg_->predecessors(at);
        if (before.size() != 1) continue;
        const ir::Terminator& end = function.blocks[before[0]].end;
        if (end.kind != ir::TerminatorKind::Branch) continue;
        const Tested here = tested(module_, end.value);
        if (is_same(here, wanted)) return ((end.edges[0].to == at) == here.holds) == wanted.holds;
    }
    return {};
}

// ---- addresses that the flow passes on

bool Addresses::pointer(Id param, Address& to) {
    const Pointers::Lead buffers = pointers_.lead_of(param);
    if (to.is_based() || buffers == 0 || pointers_.block_of(param) == ir::kNoBlock) return false;
    const auto [at, is_new] = address_params_.try_emplace(param);
    AddressParams& params = at->second;
    if (is_new) {
        params.buffers = buffers;
        params.offset = build_.block_param(pointers_.block_of(param), ir::kI32);
        if (!is_one(buffers)) params.which = build_.block_param(pointers_.block_of(param), ir::kI32);
        waiting_.push_back(param);
    }
    to.buffers = params.buffers;
    to.which = params.which;
    to.terms.push_back(params.offset);
    return true;
}

// Offsets may be made of others: the list grows meanwhile.
void Addresses::hand_on_offsets() {
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
        const Id param = waiting_[i];
        const AddressParams params = address_params_.at(param);
        for (const Pointers::IncomingEdge& incoming : pointers_.edges_to(pointers_.block_of(param)))
            propagate(param, params, incoming);
    }
    waiting_.clear();
}

void Addresses::propagate(Id param, const AddressParams& params, const Pointers::IncomingEdge& incoming) {
    ir::Function& function = module_.functions[function_];
    const Id given = function.blocks[incoming.from].end.edges[incoming.edge].args[module_[param].imm];
    begin(incoming.from, function.blocks[incoming.from].insts);
    Address address;
    walk(given, address);
    move_outside(address);
    std::span<Id>& args = function.blocks[incoming.from].end.edges[incoming.edge].args;
    std::vector<Id> more(args.begin(), args.end());
    more.push_back(sum(address));
    if (params.which != ir::kNone) more.push_back(which_of(address));
    args = module_.copy(more);
}

// ---- new instructions

Id Addresses::constant(ir::Type type, std::uint64_t value) {
    const auto at = static_cast<std::uint32_t>(module_.literals.size());
    for (unsigned i = 0; i < type.lanes; ++i) module_.literals.push_back(value);
    return make(ir::Op::Const, type, {}, at);
}

Id Addresses::sum(const Address& address) {
    Id total = ir::kNone;
    for (const Id one : address.terms) total = total == ir::kNone ? one : make(ir::Op::IAdd, ir::kI32, {total, one});
    if (total == ir::kNone) return number(address.constant);
    return address.constant == 0 ? total : make(ir::Op::IAdd, ir::kI32, {total, number(address.constant)});
}

} // namespace relit::isa::maxwell
