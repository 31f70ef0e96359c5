// Random legal fragment programs, for tests and soaks: the same for the same seed. Flow nests, loops end, nothing calls
// itself.
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/sample_word.hpp"

#include <algorithm>

namespace relit::isa::rsx::fp {
namespace {

using W = Word128;

class Sampler {
public:
    explicit Sampler(std::uint64_t seed) : random_(seed) {
        habits_ = {random_.one_in(4) ? Fill::Mesa : Fill::Sony,
                   random_.one_in(8),
                   random_.one_in(2),
                   random_.one_in(8),
                   !random_.one_in(3),
                   dealt(random_, random_.one_in(4) ? kTemps : 5 + random_.below(6))};
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
                add(random_word(random_, habits_, where.has_counter));
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
    /// The last instruction of the main program; or as Mesa does: END inside a choice, and a NOP to go to after it.
    void end() {
        const bool inside = habits_.flow && random_.one_in(8);
        const std::size_t at = inside ? steer(Op::Ife) : 0;
        add(last_word(random_, habits_));
        if (!inside) return;
        set(at, W::first_address, here());
        set(at, W::second_address, here());
        add({Word128{}.set(W::end, true), {}});
    }

    // ---- words

    /// An instruction that steers, whose addresses come later.
    std::size_t steer(Op op, bool conditional = true) {
        Word128 word = blank_word(op, habits_.fill);
        if (conditional && !random_.one_in(6)) random_condition(random_, word);
        return add({word, {}});
    }
    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(dwords_.size()); }
    std::size_t add(const Sampled& sampled) {
        const auto& [word, constant] = sampled;
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
