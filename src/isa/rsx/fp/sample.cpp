// Random legal fragment programs, for tests and soaks: the same for the same seed. Flow nests, loops end, nothing calls
// itself.
#include "isa/random.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text.hpp"

#include <algorithm>
#include <bit>

namespace relit::isa::rsx::fp {
namespace {

using W = Word128;
using Lanes = std::array<std::uint32_t, 4>;

/// How a whole program is made, so that programs differ in kind and not only in bits.
struct Habits {
    Fill fill = Fill::Sony;
    bool any_bits = false; // fields that are not used hold anything
    bool textures = false;
    bool doubtful = false; // operations of which nobody knows what they compute
    bool flow = false;
    std::uint32_t registers = 4;
};

constexpr Op kOps[] = {
#define FP_OP(name, number, mnemonic, sources, does, summary) Op::name,
#include "isa/rsx/fp/ops.inc"
#undef FP_OP
};

class Sampler {
public:
    explicit Sampler(std::uint64_t seed) : random_(seed) {
        habits_ = {random_.one_in(4) ? Fill::Mesa : Fill::Sony,
                   random_.one_in(8),
                   random_.one_in(2),
                   random_.one_in(8),
                   !random_.one_in(3),
                   random_.one_in(4) ? kTemps : 1 + random_.below(8)};
    }

    std::vector<std::uint8_t> run() {
        // Short programs are as likely as long ones.
        const std::uint32_t length = random_.below(1 + random_.below(160));
        subroutines_ = habits_.flow && random_.one_in(3) ? 1 + random_.below(3) : 0;
        entries_.assign(subroutines_, 0);
        body(length, {});
        end();
        for (std::uint32_t i = 0; i < subroutines_; ++i)
            if (std::ranges::find(calls_, i, &Call::subroutine) != calls_.end()) subroutine(i, length / 4);
        for (const Call& call : calls_) set(call.index, W::first_address, entries_[call.subroutine]);
        return bytes();
    }

private:
    /// Where instructions stand.
    struct Where {
        unsigned depth = 0;
        bool in_loop = false, has_counter = false;
        std::uint32_t first_callable = 0; // subroutines before it may be running
        bool may_return = false;
    };
    struct Call {
        std::size_t index = 0; // of the word's first dword
        std::uint32_t subroutine = 0;
    };

    // ---- structure

    void body(std::uint32_t count, const Where& where) {
        constexpr unsigned kDeepest = 4;
        for (std::uint32_t done = 0; done < count; ++done) {
            const bool flow = habits_.flow && random_.one_in(8);
            if (!flow) {
                instruction(where);
                continue;
            }
            const std::uint32_t inside = random_.below(count - done);
            switch (random_.below(6)) {
                case 0:
                case 1: done += where.depth < kDeepest ? choice(inside, where) : 0; break;
                case 2:
                case 3: done += where.depth < kDeepest ? loop(inside, where) : 0; break;
                case 4: leave(where); break;
                default: call(where); break;
            }
        }
    }
    std::uint32_t choice(std::uint32_t count, Where where) {
        ++where.depth;
        const std::size_t at = steer(Op::Ife);
        const std::uint32_t taken = random_.below(count + 1);
        body(taken, where);
        set(at, W::first_address, here());
        if (random_.one_in(2)) body(count - taken, where);
        set(at, W::second_address, here());
        return count;
    }
    std::uint32_t loop(std::uint32_t count, Where where) {
        ++where.depth;
        const bool counter = random_.one_in(2);
        where.in_loop = true;
        where.has_counter = where.has_counter || counter;
        const std::size_t at = steer(counter ? Op::Loop : Op::Rep, false);
        set(at, W::count, random_.below(4));
        // aL stays within 0 to 7, so that f[aL+4] to f[aL+6] are texture coordinates.
        const bool down = random_.one_in(4);
        set(at, W::initial, down ? 3 : random_.below(4));
        set(at, W::step, down ? 0xff : random_.below(3));
        body(count, where);
        set(at, W::second_address, here());
        return count;
    }
    void leave(const Where& where) {
        if (where.in_loop) steer(Op::Brk);
        if (where.in_loop || !where.may_return) return;
        // Behind a return that is always done there may be no program any more.
        const std::size_t at = steer(Op::Ret);
        if (word_at(at)[W::condition] == Condition::Tr) set(at, W::condition, static_cast<unsigned>(Condition::Eq));
    }
    void call(const Where& where) {
        if (where.first_callable >= subroutines_) return;
        const std::uint32_t which = where.first_callable + random_.below(subroutines_ - where.first_callable);
        calls_.push_back({steer(Op::Cal), which});
    }
    void subroutine(std::uint32_t number, std::uint32_t count) {
        entries_[number] = here();
        body(count, {.first_callable = number + 1, .may_return = true});
        (void)steer(Op::Ret, false);
    }
    /// The last instruction of the main program; or as Mesa does: END inside a choice, and a NOP to go to behind it.
    void end() {
        const bool inside = habits_.flow && random_.one_in(8);
        const std::size_t at = inside ? steer(Op::Ife) : 0;
        Word128 word = blank_word(Op::Mov, habits_.fill);
        word.set(W::mask, 15U).set(W::dst_half, random_.one_in(2)).set(W::end, true);
        Lanes constant{};
        source(word, 0, constant, {});
        add(word, constant);
        if (!inside) return;
        set(at, W::first_address, here());
        set(at, W::second_address, here());
        add(Word128{}.set(W::end, true), {});
    }

    // ---- instructions

    void instruction(const Where& where) {
        const Op op = operation();
        Word128 word = blank_word(op, habits_.fill);
        Lanes constant{};
        if (has_result(word)) result(word);
        if (op != Op::Nop && random_.one_in(4)) condition(word);
        const unsigned count = info(op).sources;
        for (unsigned i = 0; i < count; ++i) source(word, i, constant, where);
        if (info(op).does == Does::Texture) word.set(W::unit, random_.below(kUnits)).set(W::bx2, random_.one_in(8));
        if (habits_.any_bits) unused_bits(word, constant);
        add(word, constant);
    }
    Op operation() {
        for (;;) {
            const Op op = kOps[random_.below(std::size(kOps))];
            const Does does = info(op).does;
            const bool doubtful = op == Op::Bemlum || op == Op::Timeswtex || op == Op::Pow;
            if (steers(op) || (doubtful && !habits_.doubtful) || (does == Does::Texture && !habits_.textures)) continue;
            // Ending fragments, and doing nothing, are rare.
            if (does == Does::Value || does == Does::Texture || random_.one_in(4)) return op;
        }
    }
    void result(Word128& word) {
        constexpr std::array<std::uint32_t, 8> kLegalScales = {0, 0, 0, 1, 2, 3, 5, 6};
        word.set(W::mask, random_.one_in(3) ? 15U : 1 + random_.below(15));
        word.set(W::dst_half, random_.one_in(3));
        word.set(W::dst, random_register(word[W::dst_half]));
        if (random_.one_in(3)) word.set(W::precision, static_cast<Precision>(random_.below(4)));
        if (random_.one_in(8)) word.set(W::saturate, true);
        if (random_.one_in(8)) word.set(W::scale, random_.one_in(8) ? 7U : kLegalScales[random_.below(8)]);
        if (!random_.one_in(5)) return;
        word.set(W::cc_write, true).set(W::cc_written, random_.below(2));
        if (!random_.one_in(2)) return;
        word.set(W::no_dst, true);
        fill_destination(word, habits_.fill);
    }
    /// Few registers, so that halves meet the full ones that they are parts of.
    std::uint32_t random_register(bool half) {
        return half ? random_.below(std::min(2 * habits_.registers, kNameableHalves))
                    : random_.below(habits_.registers);
    }
    void condition(Word128& word) {
        const std::uint32_t lanes = random_.one_in(2) ? 0xe4 : static_cast<std::uint32_t>(random_.next());
        word.set(W::condition, static_cast<Condition>(random_.below(8))).set(W::cc_tested, random_.below(2));
        word.insert(W::cc_x, lanes), word.insert(W::cc_y, lanes >> 2);
        word.insert(W::cc_z, lanes >> 4), word.insert(W::cc_w, lanes >> 6);
        if (word[W::condition] == Condition::Tr) set_blank_condition(word);
    }
    static void set_blank_condition(Word128& word) {
        word.set(W::cc_tested, 0U).set(W::cc_x, 0U).set(W::cc_y, 1U).set(W::cc_z, 2U).set(W::cc_w, 3U);
    }

    void source(Word128& word, unsigned which, Lanes& constant, const Where& where) {
        const SourceFields& f = kSourceFields[which];
        // One in three is plain, as most are in real programs.
        const std::uint64_t lanes = random_.one_in(3) ? 0xe4 : random_.next();
        word.insert(*f.x, lanes), word.insert(*f.y, lanes >> 2), word.insert(*f.z, lanes >> 4);
        word.insert(*f.w, lanes >> 6);
        word.set(*f.abs, random_.one_in(6)).set(*f.negate, random_.one_in(4));
        if (random_.one_in(6)) word.set(*f.precision, static_cast<SourcePrecision>(random_.below(6)));
        switch (random_.below(5)) {
            case 0: return attribute(word, which, where);
            case 1: return constant_source(word, which, constant);
            default: return temp(word, which);
        }
    }
    void temp(Word128& word, unsigned which) {
        const SourceFields& f = kSourceFields[which];
        word.set(*f.type, Type::Temp).set(*f.half, random_.one_in(3));
        word.insert(*f.temp, random_register(word[*f.half]));
    }
    void constant_source(Word128& word, unsigned which, Lanes& constant) {
        if (!has_constant(word)) constant = random_constant();
        word.set(*kSourceFields[which].type, Type::Constant);
        word.insert(*kSourceFields[which].temp, 0);
    }
    void attribute(Word128& word, unsigned which, const Where& where) {
        word.set(*kSourceFields[which].type, Type::Input);
        word.insert(*kSourceFields[which].temp, 0);
        constexpr std::uint32_t kTex0 = 4, kRealInputs = 15;
        for (unsigned i = 0; i < which; ++i) // one attribute an instruction
            if (reads(word, i) && word[*kSourceFields[i].type] == Type::Input) return;
        fill_index(word, habits_.fill);
        const bool indexed = where.has_counter && random_.one_in(3);
        word.set(W::indexed, indexed);
        if (indexed) word.set(W::index, random_.below(3)); // TEX0 to TEX2 where aL is 0
        if (!indexed) word.set(W::input, random_.below(kRealInputs));
        const std::uint32_t input = word[W::input];
        word.set(W::flat, (indexed || (input >= kTex0 && input < kRealInputs - 1)) && random_.one_in(4));
    }
    Lanes random_constant() {
        constexpr std::array<float, 12> kUsual = {0, 1, -1, 0.5F, 2, -2, 3, 0.25F, 100, -0.0F, 65504, 1e-6F};
        Lanes lanes{};
        for (std::uint32_t& lane : lanes) {
            lane = std::bit_cast<std::uint32_t>(kUsual[random_.below(kUsual.size())]);
            const auto any = static_cast<float>(static_cast<std::int32_t>(random_.below(1 << 20)) - (1 << 19));
            if (random_.one_in(2)) lane = std::bit_cast<std::uint32_t>(any / (1 << 16));
            if (random_.one_in(32)) lane = static_cast<std::uint32_t>(random_.next()); // infinities, NaN and all
        }
        return lanes;
    }

    /// Anything in the fields that this operation does not look at.
    void unused_bits(Word128& word, Lanes& constant) {
        for (unsigned i = info(word[W::op]).sources; i < 3; ++i) {
            const SourceFields& f = kSourceFields[i];
            for (const FieldInfo* field : {f.temp, f.x, f.y, f.z, f.w}) word.insert(*field, random_.next());
            word.set(*f.half, random_.one_in(2)).set(*f.abs, random_.one_in(2)).set(*f.negate, random_.one_in(2));
            word.set(*f.precision, static_cast<SourcePrecision>(random_.below(8)));
            if (!random_.one_in(8)) {
                word.set(*f.type, random_.one_in(2) ? Type::Input : Type::Temp);
            } else {
                constant_source(word, i, constant);
            }
        }
        if (info(word[W::op]).does != Does::Texture) word.set(W::unit, random_.below(kUnits));
        if (!word[W::cc_write]) word.set(W::cc_written, random_.below(2));
        if (!has_result(word)) word.set(W::dst, random_.below(64)).set(W::mask, random_.below(16));
        word.set(W::scale, word[W::scale] == 0 && !has_result(word) ? random_.below(8) : word[W::scale]);
    }

    /// An instruction that steers, whose addresses come later.
    std::size_t steer(Op op, bool conditional = true) {
        Word128 word = blank_word(op, habits_.fill);
        if (conditional && !random_.one_in(6)) condition(word);
        return add(word, {});
    }

    // ---- words

    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(dwords_.size()); }
    std::size_t add(const Word128& word, const Lanes& constant) {
        const std::size_t at = dwords_.size();
        dwords_.insert(dwords_.end(), word.raw.begin(), word.raw.end());
        if (has_constant(word)) dwords_.insert(dwords_.end(), constant.begin(), constant.end());
        return at;
    }
    [[nodiscard]] Word128 word_at(std::size_t at) const {
        Word128 word;
        std::copy_n(dwords_.begin() + static_cast<std::ptrdiff_t>(at), 4, word.raw.begin());
        return word;
    }
    void set(std::size_t at, const FieldInfo& field, std::uint64_t value) {
        Word128 word = word_at(at);
        word.insert(field, value);
        std::ranges::copy(word.raw, dwords_.begin() + static_cast<std::ptrdiff_t>(at));
    }
    [[nodiscard]] std::vector<std::uint8_t> bytes() const {
        std::vector<std::uint8_t> all;
        all.reserve(dwords_.size() * 4);
        for (const std::uint32_t dword : dwords_)
            for (const unsigned shift : {8U, 0U, 24U, 16U}) all.push_back(static_cast<std::uint8_t>(dword >> shift));
        return all;
    }

    static constexpr std::uint32_t kNameableHalves = 64;

    Random random_;
    Habits habits_;
    std::vector<std::uint32_t> dwords_;
    std::vector<std::uint32_t> entries_; // addresses of subroutines
    std::vector<Call> calls_;
    std::uint32_t subroutines_ = 0;
};

} // namespace

std::vector<std::uint8_t> sample(std::uint64_t seed) { return Sampler(seed).run(); }

} // namespace relit::isa::rsx::fp
