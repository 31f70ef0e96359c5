// Random legal vertex programs, for tests and soaks: the same for the same seed. They end: loops have few iterations, jumps go
// forward, and no routine calls itself.
#include "isa/r500/encoding/stream.hpp"
#include "isa/r500/vs/encoding/control_flow.hpp"
#include "isa/r500/vs/encoding/program.hpp"
#include "isa/r500/vs/text/sample_word.hpp"
#include "isa/r500/vs/vs.hpp"

#include <algorithm>

namespace relit::isa::r500::vs {
namespace {

constexpr std::uint32_t kMostSample = 200;

class Sample {
public:
    explicit Sample(std::uint64_t seed) : random_(seed) {
        const auto flag = [&](std::uint32_t times) { return random_.one_in(times); };
        habits_ = {flag(4) ? Fill::Mesa : Fill::Author,
                   flag(2),
                   flag(2),
                   flag(3),
                   flag(4),
                   flag(3),
                   flag(3),
                   flag(4),
                   flag(2),
                   flag(6)};
        habits_.is_stream = habits_.is_stream || habits_.loops || habits_.jumps || habits_.calls;
    }

    std::vector<std::uint8_t> make() {
        // Short programs are as likely as long ones.
        const std::uint32_t size = 1 + random_.below(1 + random_.below(kMostSample));
        body(size, 0);
        add();
        last_ = here() - 1;
        for (const std::uint32_t slot : calls_) subroutine(slot);
        if (habits_.any_bits)
            for (Word128& word : words_) word = with_random_rest(random_, word);
        return habits_.is_stream ? stream() : bytes_of(words_);
    }

private:
    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(words_.size()); }
    void add() { words_.push_back(random_word(random_, habits_)); }
    [[nodiscard]] bool may_act() const { return used_ < kFlowSlots; }

    /// About `size` instructions. What acts in them stays in them.
    void body(std::uint32_t size, unsigned depth) {
        const std::uint32_t end = here() + size;
        while (here() < end) {
            const std::uint32_t left = end - here();
            if (habits_.loops && may_act() && depth < 3 && left > 4 && random_.one_in(8)) {
                loop(random_.below(left / 2), depth);
            } else if (habits_.jumps && may_act() && depth < 4 && left > 3 && random_.one_in(8)) {
                jump(random_.below(left / 2), depth);
            } else if (habits_.calls && may_act() && random_.one_in(10)) {
                call();
            } else {
                add();
            }
        }
    }
    FlowSlot& act(FlowOp op) {
        FlowSlot& slot = slots_[used_++];
        slot.op = op;
        slot.act = here();
        add();
        return slot;
    }
    void loop(std::uint32_t size, unsigned depth) {
        FlowSlot& slot = act(FlowOp::Loop);
        slot.value = 1 + random_.below(4);
        slot.back = here();
        body(size, depth + 1);
        slot.last = here();
        add();
        slot.first_index = random_.below(4);
        slot.step = static_cast<std::int32_t>(random_.below(3)) - 1;
        slot.keeps_index = random_.one_in(4);
    }
    void jump(std::uint32_t size, unsigned depth) {
        FlowSlot& slot = act(FlowOp::Jump);
        body(size, depth + 1);
        slot.value = here();
        add();
    }
    void call() {
        calls_.push_back(used_);
        FlowSlot& slot = act(FlowOp::Call);
        slot.back = here();
        add();
    }
    /// After the last instruction.
    void subroutine(std::uint32_t slot) {
        slots_[slot].value = here();
        const std::uint32_t size = 1 + random_.below(6);
        for (std::uint32_t i = 0; i < size; ++i) add();
        slots_[slot].last = here() - 1;
    }

    // ---- as a stream

    static void set(std::vector<std::uint8_t>& stream, std::uint32_t reg, std::vector<std::uint32_t> values) {
        write_packet(stream, {.reg = reg, .values = std::move(values)});
    }
    std::vector<std::uint8_t> stream() {
        std::vector<std::uint8_t> stream;
        set(stream, reg::VAP_OUT_VTX_FMT_0, {1 | random_.below(16) << 1 | random_.below(2) << 16});
        set(stream, reg::VAP_OUT_VTX_FMT_1,
            {random_.one_in(2) ? 0x924U : static_cast<std::uint32_t>(random_.next()) & 0x249249});
        RegisterWord range;
        range.set(field::VAP_PVS_CODE_CNTL_0__PVS_LAST_INST, last_);
        set(stream, reg::VAP_PVS_CODE_CNTL_0, {range.raw[0]});
        set(stream, reg::VAP_PVS_CONST_CNTL, {random_.one_in(3) ? random_.below(16) : 0U});
        flow(stream);
        constants(stream);
        std::vector<std::uint32_t> dwords;
        for (const Word128& word : words_) dwords.insert(dwords.end(), word.raw.begin(), word.raw.end());
        write_upload(stream, {Upload::Memory::VertexCode, 0}, dwords);
        return stream;
    }
    void flow(std::vector<std::uint8_t>& stream) {
        if (used_ == 0) return;
        std::vector<std::uint32_t> addresses, indices;
        std::uint32_t opc = 0;
        for (std::uint32_t i = 0; i < used_; ++i) {
            const FlowSlot& slot = slots_[i];
            opc |= static_cast<std::uint32_t>(slot.op) << (2 * i);
            addresses.push_back(slot.act | slot.value << 16);
            addresses.push_back(slot.last | slot.back << 16);
            RegisterWord index;
            index.set(field::VAP_PVS_FLOW_CNTL_LOOP_INDEX__PVS_FC_LOOP_INIT_VAL, slot.first_index);
            index.set(field::VAP_PVS_FLOW_CNTL_LOOP_INDEX__PVS_FC_LOOP_STEP_VAL, static_cast<std::uint32_t>(slot.step));
            index.set(field::VAP_PVS_FLOW_CNTL_LOOP_INDEX__PVS_FC_LOOP_REPEAT_NO_FLI, slot.keeps_index ? 1U : 0U);
            indices.push_back(index.raw[0]);
        }
        set(stream, reg::VAP_PVS_FLOW_CNTL_OPC, {opc});
        set(stream, reg::VAP_PVS_FLOW_CNTL_ADDRS_LW, addresses);
        set(stream, reg::VAP_PVS_FLOW_CNTL_LOOP_INDEX, indices);
    }
    void constants(std::vector<std::uint8_t>& stream) {
        if (random_.one_in(2)) return;
        std::vector<std::uint32_t> dwords;
        for (std::uint32_t i = 4 * (1 + random_.below(8)); i != 0; --i)
            dwords.push_back(static_cast<std::uint32_t>(random_.next()));
        write_upload(stream, {Upload::Memory::VertexConstants, random_.below(200)}, dwords);
    }

    Random random_;
    Habits habits_;
    std::vector<Word128> words_;
    FlowSlots slots_;
    std::uint32_t used_ = 0, last_ = 0;
    std::vector<std::uint32_t> calls_; // slots
};

} // namespace

std::vector<std::uint8_t> sample(std::uint64_t seed) { return Sample(seed).make(); }

} // namespace relit::isa::r500::vs
