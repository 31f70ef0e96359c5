// Random legal RSX vertex programs, for tests and soaks: the same for the same seed. They end: loops count down from a
// small number, and there is no recursion.
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/text/sample_word.hpp"
#include "isa/rsx/vp/vp.hpp"

namespace relit::isa::rsx::vp {
namespace {

using W = Word128;

constexpr std::uint32_t kMostSubroutines = 3;
constexpr std::uint32_t kMostSample = 440; // slots, so that what follows the last body still fits

class Sample {
public:
    explicit Sample(std::uint64_t seed) : random_(seed) {
        const auto flag = [&](std::uint32_t times) { return random_.one_in(times); };
        habits_ = {flag(4) ? Fill::Mesa : Fill::Sony,
                   flag(2),
                   flag(2),
                   flag(3),
                   flag(8),
                   flag(2),
                   flag(3),
                   flag(8),
                   flag(4),
                   flag(8)};
    }

    std::vector<std::uint8_t> make() {
        // Short programs are as likely as long ones.
        const std::uint32_t size = 1 + random_.below(1 + random_.below(kMostSample));
        const std::uint32_t subroutines = habits_.calls ? 1 + random_.below(kMostSubroutines) : 0;
        first_ = 0;
        count_ = subroutines;
        const std::uint32_t share = size / (subroutines + 1);
        body(share, 0, false);
        words_.push_back(random_word(random_, habits_).set(W::end, true));
        for (std::uint32_t i = 0; i < subroutines; ++i) subroutine(i, share);
        for (const Call& call : calls_) words_[call.word].set(W::target, entries_[call.subroutine]);
        if (habits_.any_bits)
            for (W& word : words_) word = with_random_rest(random_, word);
        return bytes_of(words_);
    }

private:
    struct Call {
        std::size_t word = 0;
        std::uint32_t subroutine = 0;
    };

    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(words_.size()); }
    void add(const W& word) { words_.push_back(word); }

    void subroutine(std::uint32_t index, std::uint32_t size) {
        entries_.push_back(here());
        first_ = index + 1; // no recursion: only later ones are called
        body(size, 1, true);
        add(blank_word(habits_.fill).set(W::sca, Sca::Ret));
    }

    /// About `size` words. Jumps stay inside.
    void body(std::uint32_t size, unsigned depth, bool in_subroutine) {
        const std::uint32_t end = here() + size;
        while (here() < end) {
            const std::uint32_t left = end - here();
            if (habits_.jumps && depth < 4 && left > 6 && random_.one_in(8)) {
                jump_over(random_.below(left - 2), depth, in_subroutine);
            } else if (habits_.jumps && !in_loop_ && !in_subroutine && left > 10 && random_.one_in(12)) {
                loop(random_.below(left / 2), depth);
            } else if (first_ < count_ && random_.one_in(10)) {
                call();
            } else if (in_subroutine && habits_.conditions && random_.one_in(12)) {
                add(control_flow(Sca::Ret, true));
            } else if (habits_.stack && left > 4 && random_.one_in(8)) {
                keep_address(random_.below(3));
            } else {
                add(random_word(random_, habits_));
            }
        }
    }

    // ---- the control_flow

    /// A jump, call or return, alone or beside an operation of the other unit that leaves source 2 alone.
    W control_flow(Sca op, bool may_test) {
        W word = blank_word(habits_.fill);
        if (habits_.pairs && random_.one_in(3)) {
            const W beside = random_word(random_, habits_);
            if (beside[W::sca] == Sca::Nop && !reads(beside, 2) && !beside[W::cc_test]) word = beside;
        }
        word.set(W::sca, op);
        if (looks_at_bit(op)) {
            word.set(W::bit, random_.below(kBranchBits)).set(W::bit_wanted, random_.one_in(2));
        } else if (may_test && !word[W::cc_write]) {
            branch_on_condition(word);
        }
        return word;
    }
    /// As compilers do where nothing else is tested; a result beside it may be tested, too.
    void branch_on_condition(W& word) {
        random_test(random_, word);
        word.set(W::cc_test, can_be_predicated(word) ? random_.one_in(2) : habits_.fill == Fill::Mesa);
    }
    void jump_over(std::uint32_t size, unsigned depth, bool in_subroutine) {
        const bool computed = habits_.computed && random_.one_in(3);
        const std::size_t at = computed ? computed_course(Sca::Bra) : words_.size();
        const bool by_boolean = random_.one_in(4);
        if (!computed) add(control_flow(by_boolean ? Sca::Brb : Sca::Bri, !random_.one_in(8)));
        body(size, depth + 1, in_subroutine);
        words_[at].set(W::target, here());
    }
    /// R28 counts down; CC1 says when it is at 0.
    void loop(std::uint32_t size, unsigned depth) {
        add(plain(Vec::Str, kOne, 15));
        add(plain(Vec::Sfl, kCounter, 15));
        const std::uint32_t times = 1 + random_.below(4);
        for (std::uint32_t i = 0; i < times; ++i) add(count(false));
        const std::uint32_t start = here();
        in_loop_ = true;
        body(size, depth + 1, false);
        in_loop_ = false;
        add(count(true).set(W::cc_write, true).set(W::cc_source, 1U).set(W::cc_select, 1U));
        W back = blank_word(habits_.fill).set(W::sca, Sca::Bri).set(W::target, start);
        back.set(W::cc_test, habits_.fill == Fill::Mesa).set(W::condition, Condition::Gt).set(W::cc_select, 1U);
        add(back.set(W::cc_x, 0U).set(W::cc_y, 0U).set(W::cc_z, 0U).set(W::cc_w, 0U));
    }
    void call() {
        const std::uint32_t which = first_ + random_.below(count_ - first_);
        const bool computed = habits_.computed && random_.one_in(3);
        const std::size_t at = computed ? computed_course(Sca::Cal) : words_.size();
        const bool by_boolean = random_.one_in(4);
        if (!computed) add(control_flow(by_boolean ? Sca::Clb : Sca::Cli, random_.one_in(2)));
        calls_.push_back({at, which});
    }
    /// A jump or call whose address register holds 0. Gives the index of the word.
    std::size_t computed_course(Sca op) {
        add(plain(Vec::Sfl, kZero, 15));
        W load = blank_word(habits_.fill).set(W::vec, Vec::Arl).set(W::vec_temp, 0U).set(W::vec_mask, 15U);
        load.set(W::type0, Type::Temp).insert(W::temp0, kZero);
        add(load);
        W word = blank_word(habits_.fill).set(W::sca, op).set(W::address_lane, random_.below(4));
        if (random_.one_in(2)) branch_on_condition(word);
        add(word);
        return words_.size() - 1;
    }
    /// Pushes an address register, goes on, and takes it back.
    void keep_address(std::uint32_t size) {
        const std::uint32_t which = random_.below(2);
        add(blank_word(habits_.fill).set(W::sca, Sca::Psh).set(W::address, which));
        for (std::uint32_t i = 0; i < size; ++i) add(random_word(random_, habits_));
        add(blank_word(habits_.fill).set(W::sca, Sca::Pop).set(W::address, which));
    }

    // ---- words of the loops

    [[nodiscard]] W plain(Vec op, std::uint32_t temp, std::uint32_t mask) const {
        return blank_word(habits_.fill).set(W::vec, op).set(W::vec_temp, temp).set(W::vec_mask, mask);
    }
    /// ADD R28.x, R28, R29 or with -R29
    [[nodiscard]] W count(bool down) const {
        W word = plain(Vec::Add, kCounter, 8).set(W::type0, Type::Temp).set(W::type2, Type::Temp);
        return word.set(W::temp0, kCounter).set(W::temp2, kOne).set(W::negate2, down);
    }

    Random random_;
    Habits habits_;
    std::vector<W> words_;
    std::vector<std::uint32_t> entries_;
    std::vector<Call> calls_;
    std::uint32_t first_ = 0, count_ = 0; // subroutines that may be called from here
    bool in_loop_ = false;
};

} // namespace

std::vector<std::uint8_t> sample(std::uint64_t seed) { return Sample(seed).make(); }

} // namespace relit::isa::rsx::vp
