// Random legal fragment programs, for tests and soaks: the same for the same seed. Flow nests, loops end.
#include "base/words.hpp"
#include "isa/r500/fs/encoding/program.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/fs/text/sample_word.hpp"
#include "isa/r500/text/directives.hpp"

#include <array>
#include <bit>

namespace relit::isa::r500::fs {
namespace {

constexpr std::uint32_t kJumpAlways = 0xff, kJumpNever = 0, kJumpWhereFalse = 0x0f, kCountUp = 2, kCountDown = 1;

class Sampler {
public:
    explicit Sampler(std::uint64_t seed) : random_(seed), flow_(!random_.one_in(3)) {
        habits_.temps = 4 + random_.below(5);
        habits_.predicated = random_.one_in(2);
    }

    std::vector<std::uint8_t> run() {
        body(random_.below(1 + random_.below(40)), 0);
        const std::uint32_t targets = random_.one_in(4) ? 1 + random_.below(kTargets) : 1;
        for (std::uint32_t i = 0; i < targets; ++i) code_.push_back(random_out(random_, habits_, i));
        return random_.one_in(3) || loops_ != 0 ? stream() : raw();
    }

private:
    void body(std::uint32_t count, unsigned depth) {
        constexpr unsigned kDeepest = 3;
        for (std::uint32_t done = 0; done < count; ++done) {
            const bool flow = flow_ && depth < kDeepest && random_.one_in(8);
            if (!flow) {
                code_.push_back(random_.one_in(8) ? random_tex(random_, habits_) : random_alu(random_, habits_));
                continue;
            }
            const std::uint32_t inside = random_.below(count - done);
            random_.one_in(2) ? choice(inside, depth + 1) : loop(inside, depth + 1);
            done += inside;
        }
    }

    // ---- flow, as Mesa's compiler has it

    void choice(std::uint32_t count, unsigned depth) {
        code_.push_back(random_test(random_, habits_));
        const std::size_t jump = add(FcOp::Jump, kJumpWhereFalse);
        code_[jump].set(Fc::if_stayed, kCountUp).set(Fc::ignore_uncovered, true);
        const std::uint32_t taken = random_.below(count + 1);
        body(taken, depth);
        if (random_.one_in(2)) {
            const std::size_t other = add(FcOp::Jump, kJumpNever);
            code_[other].set(Fc::else_first, true).set(Fc::if_jumped, kCountDown).set(Fc::pop_count, 1U);
            code_[jump].set(Fc::if_jumped, kCountUp).set(Fc::target, here());
            body(count - taken, depth);
            code_[other].set(Fc::target, here() + 1);
        } else {
            code_[jump].set(Fc::target, here() + 1);
        }
        const std::size_t end = add(FcOp::Jump, kJumpNever);
        code_[end].set(Fc::jump_any, true).set(Fc::if_stayed, kCountDown).set(Fc::pop_count, 1U);
        code_[end].set(Fc::target, here());
    }

    void loop(std::uint32_t count, unsigned depth) {
        const std::uint32_t integer = loops_ < kIntegers ? loops_++ : random_.below(kIntegers);
        const bool was_in_loop = habits_.in_loop, counts = random_.one_in(2);
        const std::size_t begin = add(counts ? FcOp::Loop : FcOp::Rep, kJumpNever);
        habits_.in_loop = habits_.in_loop || counts;
        body(count / 2, depth);
        std::size_t leave = 0;
        if (random_.one_in(2)) {
            code_.push_back(random_test(random_, habits_));
            leave = add(counts ? FcOp::BreakLoop : FcOp::BreakRep, random_.one_in(2) ? kJumpWhereFalse : 0xf0);
        }
        body(count - count / 2, depth);
        const std::size_t end = add(counts ? FcOp::EndLoop : FcOp::EndRep, kJumpAlways);
        code_[end].set(Fc::jump_any, true).set(Fc::target, static_cast<std::uint32_t>(begin) + 1);
        code_[begin].set(Fc::target, here());
        for (const std::size_t each : {begin, end}) code_[each].set(Fc::integer, integer);
        if (leave != 0) code_[leave].set(Fc::target, here());
        habits_.in_loop = was_in_loop;
    }

    std::size_t add(FcOp op, std::uint32_t table) {
        Word192 word;
        word.set(Common::type, Type::Fc).set(Common::alu_wait, true).set(Fc::op, op).set(Fc::table, table);
        code_.push_back(word);
        return code_.size() - 1;
    }
    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(code_.size()); }

    // ---- files

    [[nodiscard]] std::vector<std::uint8_t> raw() const {
        std::vector<std::uint8_t> bytes;
        for (const Word192& word : code_) add_words(bytes, word.raw);
        return bytes;
    }
    std::vector<std::uint8_t> stream() {
        StreamWriter writer(kFragmentMemory);
        writer.add({.reg = reg::US_CONFIG, .values = {2}});
        writer.add({.reg = reg::US_CODE_ADDR, .values = {(here() - 1) << 16}});
        writer.add({.reg = reg::US_CODE_OFFSET, .values = {0}});
        for (std::uint32_t i = 0; i < loops_; ++i) {
            // Rounds, first value and step of aL: temporaries stay within what there is.
            const std::uint32_t integer = random_.below(4) | random_.below(3) << 8 | random_.below(2) << 16;
            writer.add({.reg = reg::US_FC_INT_CONST + 4 * i, .values = {integer}});
        }
        for (std::uint32_t i = 0; i < 8; ++i) {
            std::array<std::uint32_t, 4> lanes{};
            for (std::uint32_t& lane : lanes)
                lane = std::bit_cast<std::uint32_t>(static_cast<float>(random_.below(65)) / 16 - 2);
            writer.add_constant(i, lanes);
        }
        writer.begin_code(0);
        for (const Word192& word : code_) (void)writer.add_code(word.raw);
        return writer.take();
    }

    static constexpr std::uint32_t kIntegers = 8;

    Random random_;
    Habits habits_;
    bool flow_ = false;
    std::vector<Word192> code_;
    std::uint32_t loops_ = 0;
};

} // namespace

std::vector<std::uint8_t> sample(std::uint64_t seed) { return Sampler(seed).run(); }

} // namespace relit::isa::r500::fs
