// Reads fragment program text: instructions, labels, ELSE and ends, directives. Instructions are read by operation.cpp.
#include "base/text.hpp"
#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/fp/encoding/control_flow.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/operation.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <map>

namespace relit::isa::rsx::fp {
namespace {

constexpr TextRules kRules{.line_comment = '#', .new_lines_end_statements = false, .semicolons_end_statements = true};
constexpr std::uint32_t kSlotDwords = kSlotBytes / 4;

/// An IFE, LOOP or REP whose end has not come yet. `index` of dwords; with `said` the text gave the addresses.
struct Open {
    std::size_t index = 0;
    MarkKind closes = MarkKind::EndIf;
    bool said = false;
    bool seen_else = false;
};

/// An address that is known when all labels are.
struct Reference {
    std::size_t index = 0; // of the word's first dword
    const FieldInfo* field = nullptr;
    Destination target;
};

/// Reads the statements of one text and collects what they assemble to.
class Assembler {
public:
    explicit Assembler(std::string_view text) : in_(text, kRules) {}

    /// `raw`: the text may say in which order the file has its bytes.
    Result<Assembled> run(bool raw) {
        may_order_ = raw;
        while (!in_.at_end())
            if (!statement()) return std::unexpected(std::move(fault_));
        if (!finish()) return std::unexpected(std::move(fault_));
        return Assembled{bytes(), order_};
    }

private:
    bool wrong(std::size_t at, std::string text) {
        fault_ = in_.fault(at, std::move(text));
        return false;
    }
    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(dwords_.size()); }

    bool statement() {
        if (head()) return true;
        bool needs_semicolon = false;
        if (in_.peek() == '.') {
            if (!directive()) return false;
        } else {
            const std::size_t at = in_.token_offset();
            const std::string_view name = in_.word();
            if (name.empty()) return wrong(at, "an instruction is expected");
            if (in_.accept(':')) return label(name, at);
            if (!mark(name, at) && !instruction(name, at)) return false;
            if (marked_wrong_) return false;
            needs_semicolon = true;
        }
        const std::size_t at = in_.token_offset();
        return in_.end_statement(needs_semicolon) || wrong(at, "';' is expected");
    }
    /// "012: ", "0x00c0: " or "012|00c: ", which say nothing new.
    bool head() {
        const std::size_t before = in_.token_offset();
        if (in_.number()) {
            if (in_.accept('|')) (void)in_.dotted_word();
            if (in_.accept(':')) return true;
        }
        in_.seek(before);
        return false;
    }
    bool label(std::string_view name, std::size_t at) {
        return labels_.emplace(to_lower(name), here()).second || wrong(at, quoted(name) + " is defined twice");
    }

    // ---- instructions

    bool instruction(std::string_view name, std::size_t at) {
        Operation operation;
        OperationReader reader{in_, fill_, fault_};
        if (!reader.operation(name, at, operation)) return false;
        const std::size_t index = dwords_.size();
        if (!add_word(operation.word, at)) return false;
        if (operation.constant && !has_constant(operation.word))
            return wrong(at, "no source is a constant any more, but the text has one");
        if (operation.constant) add_constant(*operation.constant);
        refer(operation, index);
        return true;
    }
    bool add_word(const Word128& word, std::size_t at) {
        if (!check_constant(at)) return false;
        if (words_ == kMaxInstructions)
            return wrong(at, "more than " + std::to_string(kMaxInstructions) + " instructions");
        ++words_;
        last_word_ = dwords_.size();
        last_is_literal_ = false;
        needs_constant_ = has_constant(word);
        dwords_.insert(dwords_.end(), word.raw.begin(), word.raw.end());
        return true;
    }
    void add_constant(const std::array<std::uint32_t, 4>& lanes) {
        needs_constant_ = false;
        dwords_.insert(dwords_.end(), lanes.begin(), lanes.end());
    }
    bool check_constant(std::size_t at) {
        return !needs_constant_ || wrong(at, "the instruction before reads a constant: .constant is expected");
    }
    Word128 word_at(std::size_t index) const {
        Word128 word;
        std::copy_n(dwords_.begin() + static_cast<std::ptrdiff_t>(index), word.raw.size(), word.raw.begin());
        return word;
    }
    void set_field(std::size_t index, const FieldInfo& field, std::uint64_t value) {
        Word128 word = word_at(index);
        word.insert(field, value);
        std::ranges::copy(word.raw, dwords_.begin() + static_cast<std::ptrdiff_t>(index));
    }

    // ---- flow

    /// Notes which addresses are known later, by label or by ELSE and ends.
    void refer(const Operation& operation, std::size_t index) {
        const Op op = operation.word[Word128::op];
        const OpClass op_class = info(op).op_class;
        const FieldInfo* first = op_class == OpClass::Loop ? static_cast<const FieldInfo*>(&Word128::second_address)
                                                           : &Word128::first_address;
        for (unsigned i = 0; i < operation.target_count; ++i)
            references_.push_back({index, i == 0 ? first : &Word128::second_address, operation.targets[i]});
        if (op_class != OpClass::If && op_class != OpClass::Loop) return;
        const MarkKind closes = op_class == OpClass::If ? MarkKind::EndIf
                                : op == Op::Loop        ? MarkKind::EndLoop
                                                        : MarkKind::EndRep;
        open_.push_back({index, closes, operation.target_count != 0, false});
    }
    /// Whether `name` is ELSE, ENDIF, ENDLOOP or ENDREP; takes it.
    bool mark(std::string_view name, std::size_t at) {
        for (std::size_t i = 0; i < std::size(kMarkNames); ++i) {
            if (!equal_ignoring_case(name, kMarkNames[i])) continue;
            marked_wrong_ = !close(static_cast<MarkKind>(i), at);
            return true;
        }
        return false;
    }
    bool close(MarkKind kind, std::size_t at) {
        if (!check_constant(at)) return false;
        const MarkKind closes = kind == MarkKind::Else ? MarkKind::EndIf : kind;
        // Those whose addresses were said need no end.
        while (!open_.empty() && open_.back().said && open_.back().closes != closes) open_.pop_back();
        if (open_.empty() || open_.back().closes != closes || (kind == MarkKind::Else && open_.back().seen_else))
            return wrong(at, std::string(kMarkNames[static_cast<std::size_t>(kind)]) + " ends nothing here");
        Open& last = open_.back();
        const bool first = kind == MarkKind::Else || (kind == MarkKind::EndIf && !last.seen_else);
        if (!last.said && first) set_field(last.index, Word128::first_address, here());
        if (!last.said && kind != MarkKind::Else) set_field(last.index, Word128::second_address, here());
        last.seen_else = true;
        if (kind != MarkKind::Else) open_.pop_back();
        return true;
    }
    bool resolve() {
        for (const Reference& one : references_) {
            std::uint32_t address = one.target.slot * kSlotDwords;
            if (!one.target.label.empty()) {
                const auto found = labels_.find(to_lower(one.target.label));
                if (found == labels_.end()) return wrong(one.target.at, quoted(one.target.label) + " is not defined");
                address = found->second;
            }
            set_field(one.index, *one.field, address);
        }
        return true;
    }

    // ---- directives

    bool directive() {
        const std::size_t at = in_.token_offset();
        const std::string_view name = in_.dotted_word();
        if (name == ".word") return literal_word(at);
        if (name == ".end") return end_here(at);
        if (name == ".noend") return any_end_ = true;
        if (name == ".constant") return constant(at);
        if (name == ".fill") return fill();
        if (name == ".order") return order(at);
        if (name == ".data") return data(at);
        if (name == ".pad") return pad(at);
        return wrong(at, quoted(name) + " is not a directive");
    }
    bool dwords(std::array<std::uint32_t, 4>& into) {
        for (std::size_t i = 0; i < into.size(); ++i) {
            if (i != 0) (void)in_.accept(',');
            const auto found = in_.number();
            if (!found) return wrong(in_.token_offset(), "four numbers of 32 bits are expected");
            into[i] = *found;
        }
        return true;
    }
    bool literal_word(std::size_t at) {
        Word128 word;
        if (!dwords(word.raw) || !add_word(word, at)) return false;
        last_is_literal_ = true;
        any_end_ = any_end_ || word[Word128::end];
        return true;
    }
    bool end_here(std::size_t at) {
        if (words_ == 0) return wrong(at, ".end follows the instruction that it means");
        set_field(last_word_, Word128::end, 1);
        any_end_ = true;
        return true;
    }
    bool constant(std::size_t at) {
        if (!needs_constant_) return wrong(at, "the instruction before has no constant that its text does not show");
        std::array<std::uint32_t, 4> lanes{};
        OperationReader reader{in_, fill_, fault_};
        if (!reader.numbers(lanes)) return false;
        add_constant(lanes);
        return true;
    }
    bool fill() {
        const std::size_t at = in_.token_offset();
        const std::string_view name = in_.word();
        for (std::size_t i = 0; i < std::size(kFillNames); ++i) {
            if (!equal_ignoring_case(name, kFillNames[i])) continue;
            fill_ = static_cast<Fill>(i);
            return true;
        }
        return wrong(at, "sony or mesa is expected");
    }
    bool order(std::size_t directive) {
        const std::size_t at = in_.token_offset();
        const ByteOrder* found = order_named(kOrders, in_.word());
        if (found == nullptr) return wrong(at, "console, little, big or little_halves is expected");
        if (!may_order_) return wrong(directive, "microcode of a container is as the console has it");
        order_ = *found;
        return true;
    }
    bool data(std::size_t at) {
        std::array<std::uint32_t, 4> four{};
        if (!check_constant(at) || !dwords(four)) return false;
        if (dwords_.size() * 4 >= kMaxFile) return wrong(at, "the file grows too large");
        dwords_.insert(dwords_.end(), four.begin(), four.end());
        return true;
    }
    bool pad(std::size_t at) {
        const std::size_t number_at = in_.token_offset();
        const auto count = in_.number();
        if (!check_constant(at)) return false;
        if (!count || *count % kSlotBytes != 0) return wrong(number_at, "a multiple of 16 bytes is expected");
        if (*count > kMaxFile || dwords_.size() * 4 + *count > kMaxFile) return wrong(at, "the file grows too large");
        dwords_.resize(dwords_.size() + *count / 4);
        return true;
    }

    bool finish() {
        if (words_ == 0) return wrong(in_.at(), "there is no instruction");
        if (!check_constant(in_.at())) return false;
        for (const Open& one : open_)
            if (!one.said)
                return wrong(in_.at(), std::string(kMarkNames[static_cast<std::size_t>(one.closes)]) + " is missing");
        if (!any_end_ && !last_is_literal_) set_field(last_word_, Word128::end, 1);
        return resolve();
    }
    [[nodiscard]] std::vector<std::uint8_t> bytes() const {
        std::vector<std::uint8_t> all;
        all.reserve(dwords_.size() * 4);
        for (const std::uint32_t dword : dwords_)
            for (const unsigned shift : {8U, 0U, 24U, 16U}) all.push_back(static_cast<std::uint8_t>(dword >> shift));
        return all;
    }

    Reader in_;
    Fill fill_ = Fill::Sony;
    ByteOrder order_ = kOrders[0];
    bool may_order_ = false;
    Fault fault_;
    std::vector<std::uint32_t> dwords_;
    std::vector<Open> open_;
    std::vector<Reference> references_;
    std::map<std::string, std::uint32_t, std::less<>> labels_; // names in lower case; addresses in dwords
    std::uint32_t words_ = 0;
    std::size_t last_word_ = 0;
    bool last_is_literal_ = false;
    bool any_end_ = false;
    bool needs_constant_ = false;
    bool marked_wrong_ = false;
};

} // namespace

Result<Assembled> assemble_file(std::string_view text) {
    if (!cg::is_text(text)) return Assembler(text).run(true);
    auto made =
        cg::assemble(text, cg::Profile::Fragment, [](std::string_view code) -> Result<std::vector<std::uint8_t>> {
            auto microcode = Assembler(code).run(false);
            if (!microcode) return std::unexpected(std::move(microcode.error()));
            return std::move(microcode->bytes);
        });
    if (!made) return std::unexpected(std::move(made.error()));
    return Assembled{std::move(*made)};
}

Result<std::vector<std::uint8_t>> assemble(std::string_view text, const TextOptions& /*options*/) {
    const auto made = assemble_file(text);
    if (!made) return std::unexpected(made.error());
    return flipped(made->bytes, made->order);
}

} // namespace relit::isa::rsx::fp
