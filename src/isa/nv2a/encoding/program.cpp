// Reads vertex programs from raw slots, from text and from push buffers.
#include "isa/nv2a/encoding/program.hpp"

#include "isa/nv2a/encoding/pushbuffer.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::nv2a {
namespace {

Word128 slot_at(Bytes file, std::size_t offset) {
    Cursor in(file);
    in.seek(offset);
    Word128 word;
    for (std::uint32_t& raw : word.raw) raw = in.u32le();
    return word;
}

/// Whole slots as assemblers write them: the first dword of each is 0, and one has FINAL.
bool is_plain_slots(Bytes file) {
    if (file.size() % kSlotBytes != 0 || file.size() > std::size_t{kMaxSlots} * kSlotBytes) return false;
    bool final = false;
    for (std::size_t at = 0; at < file.size(); at += kSlotBytes) {
        const Word128 word = slot_at(file, at);
        if (word[Word128::zero] != 0) return false;
        final = final || word[Word128::final];
    }
    return final;
}

/// Slots that all say something, with FINAL in the last and in no other, whatever stands in their first dwords.
bool is_program(Bytes file) {
    if (file.empty() || file.size() % kSlotBytes != 0 || file.size() > std::size_t{kMaxSlots} * kSlotBytes)
        return false;
    for (std::size_t at = 0; at < file.size(); at += kSlotBytes) {
        const Word128 word = slot_at(file, at);
        if (!is_known(word) || word[Word128::final] != (at + kSlotBytes == file.size())) return false;
    }
    return true;
}

/// Whether following the headers from the first word leads to a method about transform programs. Where the file could
/// be a program as well, they must also lead to its very end.
bool is_push_buffer(Bytes file) {
    if (file.size() > kMaxPushBytes) return false;
    const bool to_the_end = is_program(file);
    bool found = false;
    PushReader reader(file, {});
    while (const auto item = reader.next()) {
        if (item->kind == PushKind::Control) return false;
        found = found || (item->kind == PushKind::Argument && is_of_programs(method_of(item->address)));
        if (found && !to_the_end) return true;
    }
    return found && reader.wanted() == 0;
}

Result<Program> load_slots(Bytes file) {
    const std::size_t whole = file.size() - file.size() % kSlotBytes;
    if (file.empty()) return fail_at(0, "the file is empty");
    if (whole > std::size_t{kMaxSlots} * kSlotBytes)
        return fail_at(std::uint64_t{kMaxSlots} * kSlotBytes, "more than 136 slots");
    if (whole != file.size())
        return fail_at(whole, "not a multiple of 16 bytes: " + std::to_string(file.size() % kSlotBytes) +
                                  " bytes are left after slot " + std::to_string(whole / kSlotBytes));
    Program program;
    program.slots.reserve(whole / kSlotBytes);
    program.offsets.reserve(whole / kSlotBytes);
    for (std::size_t at = 0; at < whole; at += kSlotBytes) {
        program.slots.push_back(slot_at(file, at));
        program.offsets.push_back(at);
    }
    const std::uint32_t length = program.length_from(0);
    if (length == 0) return fail_at(whole, "no slot has FINAL");
    if (length < program.slots.size())
        program.warnings.push_back("slots from " + std::to_string(length) + " on are after FINAL and do not run");
    return program;
}

/// What the hardware would hold after the methods of a push buffer.
class Methods {
public:
    Result<Program> run(Bytes file) {
        program_.kind = FileKind::PushBuffer;
        PushReader reader(file, {});
        while (const auto item = reader.next()) {
            if (item->kind == PushKind::Argument) argument(*item);
            if (item->kind == PushKind::Control) stop(*item);
        }
        if (reader.wanted() != 0)
            warn("the file ends " + std::to_string(reader.wanted()) + " arguments before its last method does");
        if (file.size() % 4 != 0) warn("the file does not end with a whole word");
        gather();
        return std::move(program_);
    }

private:
    void warn(std::string text) { program_.warnings.push_back(std::move(text)); }
    void stop(const PushItem& item) {
        warn("offset " + std::to_string(item.offset) + " holds " + std::string(describe_control(item.word)) +
             "; what follows is not read");
    }

    void argument(const PushItem& item) {
        const PushMethod* row = method_at(kMethods, item.address);
        if (row == nullptr) return;
        const std::uint32_t lane = (item.address - row->address) / 4 % 4;
        switch (method_of(item.address)) {
            case Method::PointParameters: program_.point_parameters = item.word != 0; return;
            case Method::PointSize: return point_size(item);
            case Method::Program: return program_dword(item, lane);
            case Method::Constant: return constant_lane(item, lane);
            case Method::LaunchVector: launch_vector_[lane] = item.word; return;
            case Method::Launch: program_.launches.push_back({item.word, launch_vector_, item.offset}); return;
            case Method::ExecutionMode: return execution_mode(item);
            case Method::WriteEnable: program_.may_write_constants = item.word != 0; return;
            case Method::ProgramLoad: next_slot_ = item.word; return;
            case Method::ProgramStart: program_.start = item.word; return;
            case Method::ConstantLoad: next_constant_ = item.word; return;
            case Method::Other: return;
        }
    }
    void program_dword(const PushItem& item, std::uint32_t lane) {
        if (next_slot_ >= kMaxSlots) {
            if (!lost_slot_)
                warn("offset " + std::to_string(item.offset) + " loads slot " + std::to_string(next_slot_) +
                     ", but there are 136");
            lost_slot_ = true;
            return;
        }
        if (program_.slots.size() <= next_slot_) {
            program_.slots.resize(next_slot_ + 1);
            program_.offsets.resize(next_slot_ + 1);
        }
        program_.slots[next_slot_].raw[lane] = item.word;
        if (lane == 0) program_.offsets[next_slot_] = item.offset;
        if (lane == 3) ++next_slot_;
    }
    void constant_lane(const PushItem& item, std::uint32_t lane) {
        if (next_constant_ >= kConstants) {
            if (!lost_constant_)
                warn("offset " + std::to_string(item.offset) + " loads constant " + std::to_string(next_constant_) +
                     ", but there are 192");
            lost_constant_ = true;
            return;
        }
        constants_[next_constant_][lane] = item.word;
        loaded_[next_constant_] = true;
        if (lane == 3) ++next_constant_;
    }
    void point_size(const PushItem& item) {
        // NV2A: sizes of more than nine bits are ignored as a whole (xemu PR 2527, tested on hardware).
        if (item.word <= kLargestPoint) program_.point_size = item.word;
    }
    void execution_mode(const PushItem& item) {
        const ExecutionModeWord word{{{item.word}}};
        program_.fixed_function = word[ExecutionModeWord::mode] == 0;
        program_.mode_offset = item.offset;
        program_.all_constants = word[ExecutionModeWord::range] != 0;
    }
    void gather() {
        for (std::uint32_t i = 0; i < kConstants; ++i)
            if (loaded_[i]) program_.constants.push_back({i, constants_[i]});
    }

    Program program_;
    std::array<std::array<std::uint32_t, 4>, kConstants> constants_{};
    std::array<bool, kConstants> loaded_{};
    std::array<std::uint32_t, 4> launch_vector_{};
    std::uint32_t next_slot_ = 0, next_constant_ = 0;
    bool lost_slot_ = false, lost_constant_ = false;
};

} // namespace

std::uint32_t Program::length_from(std::uint32_t first) const {
    for (std::size_t i = first; i < slots.size(); ++i)
        if (slots[i][Word128::final]) return static_cast<std::uint32_t>(i + 1 - first);
    return 0;
}

FileKind kind_of(Bytes file) {
    if (is_text(file)) return FileKind::Text;
    if (is_plain_slots(file)) return FileKind::RawSlots;
    return is_push_buffer(file) ? FileKind::PushBuffer : FileKind::RawSlots;
}

Result<Program> load_binary(Bytes file) {
    return !is_plain_slots(file) && is_push_buffer(file) ? Methods().run(file) : load_slots(file);
}

Result<Program> load(Bytes file) {
    if (kind_of(file) != FileKind::Text) return load_binary(file);
    const auto assembled = assemble(text_of(file), {});
    if (!assembled) return std::unexpected(assembled.error());
    auto program = of_text(load_binary(*assembled));
    if (program) program->kind = FileKind::Text;
    return program;
}

Status check_runnable(const Program& program, std::uint64_t launch) {
    if (program.fixed_function) {
        Fault fault{FaultKind::NotSupported,
                    "SET_TRANSFORM_EXECUTION_MODE (method 0x1e94) selects fixed function: no program runs",
                    program.mode_offset};
        return std::unexpected(std::move(fault));
    }
    if (launch > program.launches.size())
        return fail(FaultKind::Usage, "nv2a.launch is " + std::to_string(launch) + ", but the file launches " +
                                          std::to_string(program.launches.size()) + " state programs");
    const std::uint32_t first = program.first_of(launch);
    if (program.slots.empty()) return fail(FaultKind::NotSupported, "the file loads no program");
    if (program.length_from(first) == 0) return fail("no slot has FINAL from slot " + std::to_string(first) + " on");
    return {};
}

Result<std::vector<LoadedConstant>> constants_of_dump(Bytes dump) {
    if (dump.size() % 16 != 0) return fail_at(dump.size() - dump.size() % 16, "not a multiple of 16 bytes");
    if (dump.size() / 16 > kConstants) return fail_at(std::uint64_t{16} * kConstants, "more than 192 constants");
    std::vector<LoadedConstant> constants(dump.size() / 16);
    Cursor in(dump);
    for (std::uint32_t i = 0; i < constants.size(); ++i) {
        constants[i].index = i;
        for (unsigned lane = 4; lane != 0; --lane) constants[i].lanes[lane - 1] = in.u32le();
    }
    return constants;
}

} // namespace relit::isa::nv2a
