#include "emulators/xemu/log.hpp"

#include "base/words.hpp"
#include "emulators/xemu/line.hpp"
#include "isa/nv2a/encoding/pushbuffer.hpp"
#include "isa/nv2a/encoding/word.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>

namespace relit::emulators::xemu {
namespace {

using bundle::FileBytes;
using isa::nv2a::kConstants;
using isa::nv2a::kMaxSlots;
using isa::nv2a::Method;
using isa::nv2a::Word128;

constexpr std::uint32_t kKelvin = 0x97;
constexpr std::uint32_t kBeginEnd = 0x17fc; // 0 ends a draw, anything else begins one
constexpr unsigned kAllLanes = 15;
constexpr std::string_view kLanes = "xyzw";

/// Four dwords of a slot or a constant, and which of them the log has.
struct Vector {
    std::array<std::uint32_t, 4> lanes{};
    unsigned loaded = 0; // a bit a lane
    bool stale = false;  // a state program has written it since, and the log does not show what
};

/// Writes methods with their arguments, as the chip fetches them.
class PushWriter {
public:
    void method(std::uint32_t address, std::uint32_t count) { add_word(bytes_, count << 18 | address); }
    void word(std::uint32_t value) { add_word(bytes_, value); }
    void one(Method method, std::uint32_t value) {
        this->method(address_of(method), 1);
        word(value);
    }
    /// Vectors one after the other; a method has at most eight.
    void vectors(Method method, std::span<const Vector> all) {
        constexpr std::size_t kMost = 8;
        for (; !all.empty(); all = all.subspan(std::min(kMost, all.size()))) {
            const auto some = all.first(std::min(kMost, all.size()));
            this->method(address_of(method), static_cast<std::uint32_t>(4 * some.size()));
            for (const Vector& one : some)
                for (const std::uint32_t lane : one.lanes) word(lane);
        }
    }
    [[nodiscard]] FileBytes take() { return std::move(bytes_); }

private:
    static std::uint32_t address_of(Method method) {
        return isa::nv2a::kMethods[static_cast<std::size_t>(method)].address;
    }
    FileBytes bytes_;
};

/// "3, 5 to 7" of ascending numbers.
std::string ranges_of(const std::vector<std::uint32_t>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
        text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
        if (last != i) text += " to " + std::to_string(numbers[last]);
        i = last + 1;
    }
    return text;
}

/// The state of the chip after the methods of a log, as far as it has them.
class Recorder {
public:
    explicit Recorder(Log& log) : log_(log) {}

    void line(std::string_view text) {
        ++log_.lines;
        const Line line = read_line(text);
        if (line.kind == LineKind::Other || line.graphics_class != kKelvin) return;
        if (line.kind == LineKind::NoArgument) return without_argument();
        ++log_.methods;
        method(line.address, line.word);
    }
    void finish() {
        end_upload();
        for (auto& [words, program] : unused_)
            if (!used_.contains(words) && log_.programs.size() < kMostLoggedPrograms) rest_.push_back(&program);
        std::ranges::stable_sort(rest_, {}, &LoggedProgram::line);
        for (LoggedProgram* program : rest_) log_.programs.push_back(std::move(*program));
    }

private:
    void without_argument() {
        if (log_.without_argument++ == 0) log_.first_without_argument = log_.lines;
    }

    void method(std::uint32_t address, std::uint32_t word) {
        if (address == kBeginEnd) return word != 0 ? draw() : void();
        const isa::PushMethod* row = isa::method_at(isa::nv2a::kMethods, address);
        if (row == nullptr) return;
        const std::uint32_t lane = (address - row->address) / 4 % 4;
        switch (const Method method = isa::nv2a::method_of(address)) {
            case Method::PointParameters: point_parameters_ = word; return;
            case Method::PointSize: point_size_ = word; return;
            case Method::Program: return load(slots_, next_slot_, kMaxSlots, lane, word, &uploads_);
            case Method::Constant: return load(constants_, next_constant_, kConstants, lane, word, nullptr);
            case Method::LaunchVector: return set(launch_vector_, lane, word);
            case Method::Launch: return launch(word);
            case Method::ExecutionMode: mode_ = word; return;
            case Method::WriteEnable: write_enable_ = word; return;
            case Method::ProgramLoad: return begin_upload(word);
            case Method::ProgramStart: start_ = word; return;
            case Method::ConstantLoad: next_constant_ = word; return;
            case Method::Other: unreachable(isa::nv2a::kMethods[static_cast<std::size_t>(method)].name);
        }
    }
    static void set(Vector& vector, std::uint32_t lane, std::uint32_t word) {
        vector.lanes[lane] = word;
        vector.loaded |= 1U << lane;
        if (vector.loaded == kAllLanes) vector.stale = false;
    }
    /// Loads beyond the memory are lost, as on the chip.
    static void load(std::span<Vector> memory, std::uint32_t& next, std::uint32_t most, std::uint32_t lane,
                     std::uint32_t word, bool* told) {
        if (next >= most) return;
        set(memory[next], lane, word);
        if (lane == 3) ++next;
        if (told != nullptr) *told = true;
    }

    // ---- programs

    void begin_upload(std::uint32_t slot) {
        end_upload();
        next_slot_ = slot;
        upload_ = slot;
    }
    /// A program that no draw has used yet is kept with the constants that came after it.
    void end_upload() {
        const bool any = std::exchange(uploads_, false);
        const std::size_t length = any ? length_from(upload_) : 0;
        if (length == 0) return;
        FileBytes words = words_of(upload_, length);
        if (used_.contains(words) || unused_.size() >= kMostLoggedPrograms) return;
        unused_.insert_or_assign(std::move(words), snapshot(upload_, length, false));
    }
    void draw() {
        ++log_.draws;
        if (mode_ && isa::nv2a::ExecutionModeWord{{{*mode_}}}[isa::nv2a::ExecutionModeWord::mode] == 0)
            return void(++log_.fixed_draws);
        const std::uint32_t start = start_.value_or(0);
        const std::size_t length = length_from(start);
        if (length == 0) return void(++log_.unknown_draws);
        use(start, length, false);
    }
    void launch(std::uint32_t slot) {
        const std::size_t length = length_from(slot);
        if (length == 0) return void(++log_.unknown_draws);
        use(slot, length, true);
        for (std::size_t i = slot; i < slot + length; ++i) {
            const Word128 word{{slots_[i].lanes}};
            const std::uint32_t written = word[Word128::out_address];
            if (isa::nv2a::writes_output(word) && word[Word128::out_bank] == 0 && written < kConstants)
                constants_[written].stale = true, constants_[written].loaded = 0;
        }
    }
    /// Slots from `first` to the one with FINAL, or as far as the log has them.
    [[nodiscard]] std::size_t length_from(std::size_t first) const {
        for (std::size_t i = first; i < kMaxSlots; ++i) {
            if (slots_[i].loaded == 0) return i - first;
            if (Word128{{slots_[i].lanes}}[Word128::final]) return i + 1 - first;
        }
        return first < kMaxSlots ? kMaxSlots - first : 0;
    }
    [[nodiscard]] FileBytes words_of(std::size_t first, std::size_t length) const {
        FileBytes bytes;
        for (std::size_t i = first; i < first + length; ++i) add_words(bytes, slots_[i].lanes);
        return bytes;
    }
    void use(std::uint32_t first, std::size_t length, bool launched) {
        LoggedProgram program = snapshot(first, length, launched);
        if (!launched && !start_)
            program.gaps.emplace_back("the log does not say in which slot programs start: 0 is taken");
        const auto found = known_.find(program.bytes);
        if (found != known_.end()) return void(++log_.programs[found->second].uses);
        FileBytes words = words_of(first, length);
        const auto variants = used_.find(words);
        const bool is_full = log_.programs.size() >= kMostLoggedPrograms;
        if (is_full || (variants != used_.end() && variants->second >= kMostVariants)) return void(++log_.left_out);
        ++used_[std::move(words)];
        program.uses = 1;
        known_.emplace(program.bytes, log_.programs.size());
        log_.programs.push_back(std::move(program));
    }

    // ---- a program with its constants

    [[nodiscard]] std::vector<std::uint32_t> constants_read(std::size_t first, std::size_t length) const {
        std::array<bool, kConstants> read{};
        for (std::size_t i = first; i < first + length; ++i) {
            const Word128 word{{slots_[i].lanes}};
            if (!isa::nv2a::uses(word, isa::nv2a::Mux::Constant)) continue;
            // Relative to A0 any may be read; of these, those that the log has are kept.
            if (word[Word128::relative])
                for (std::uint32_t n = 0; n < kConstants; ++n) read[n] = read[n] || constants_[n].loaded != 0;
            else if (word[Word128::constant] < kConstants)
                read[word[Word128::constant]] = true;
        }
        std::vector<std::uint32_t> numbers;
        for (std::uint32_t n = 0; n < kConstants; ++n)
            if (read[n]) numbers.push_back(n);
        return numbers;
    }
    [[nodiscard]] LoggedProgram snapshot(std::uint32_t first, std::size_t length, bool launched) const {
        LoggedProgram program{
            .start = first, .slots = static_cast<std::uint32_t>(length), .launched = launched, .line = log_.lines};
        PushWriter out;
        if (mode_ && !launched) out.one(Method::ExecutionMode, *mode_);
        if (write_enable_) out.one(Method::WriteEnable, *write_enable_);
        if (point_parameters_) out.one(Method::PointParameters, *point_parameters_);
        if (point_size_) out.one(Method::PointSize, *point_size_);
        out.one(Method::ProgramLoad, first);
        out.vectors(Method::Program, std::span(slots_).subspan(first, length));
        if (!launched) out.one(Method::ProgramStart, first);
        add_constants(program, out, constants_read(first, length));
        if (launched) {
            out.vectors(Method::LaunchVector, std::span(&launch_vector_, 1));
            out.one(Method::Launch, first);
        }
        program.bytes = out.take();
        add_gaps(program);
        return program;
    }
    void add_constants(LoggedProgram& program, PushWriter& out, const std::vector<std::uint32_t>& numbers) const {
        std::vector<std::uint32_t> missing, stale;
        for (std::size_t i = 0; i < numbers.size();) {
            const Vector& first = constants_[numbers[i]];
            if (first.loaded == 0) {
                (first.stale ? stale : missing).push_back(numbers[i++]);
                continue;
            }
            std::size_t end = i;
            for (; end < numbers.size() && numbers[end] == numbers[i] + (end - i); ++end)
                if (constants_[numbers[end]].loaded == 0) break;
            out.one(Method::ConstantLoad, numbers[i]);
            out.vectors(Method::Constant, std::span(constants_).subspan(numbers[i], end - i));
            program.constants += static_cast<std::uint32_t>(end - i);
            for (; i < end; ++i)
                if (constants_[numbers[i]].loaded != kAllLanes)
                    program.gaps.push_back("of c[" + std::to_string(numbers[i]) + "] the log has only " +
                                           lanes_of(constants_[numbers[i]].loaded) + ": the rest is 0");
        }
        if (!missing.empty())
            program.gaps.push_back("constants that it reads are not in the log: " + ranges_of(missing));
        if (!stale.empty())
            program.gaps.push_back("a state program writes constants that it reads, and the log does not have them: " +
                                   ranges_of(stale));
    }
    static std::string lanes_of(unsigned loaded) {
        std::string text;
        for (unsigned lane = 0; lane < 4; ++lane)
            if ((loaded >> lane & 1) != 0) text += kLanes[lane];
        return text;
    }
    void add_gaps(LoggedProgram& program) const {
        std::vector<std::uint32_t> partial;
        for (std::uint32_t i = program.start; i < program.start + program.slots; ++i)
            if (slots_[i].loaded != kAllLanes) partial.push_back(i);
        if (!partial.empty())
            program.gaps.push_back("dwords of slots are not in the log, and 0 here: " + ranges_of(partial));
        const std::uint32_t end = program.start + program.slots;
        if (!Word128{{slots_[end - 1].lanes}}[Word128::final])
            program.gaps.push_back("slot " + std::to_string(end) + " is not in the log, and none before it has FINAL");
        if (program.launched && launch_vector_.loaded != kAllLanes)
            program.gaps.push_back("v0 of the launch is not in the log as a whole: the rest is 0");
    }

    Log& log_;
    std::array<Vector, kMaxSlots> slots_{};
    std::array<Vector, kConstants> constants_{};
    Vector launch_vector_{};
    std::uint32_t next_slot_ = 0, next_constant_ = 0, upload_ = 0;
    bool uploads_ = false; // since the last begin_upload()
    std::optional<std::uint32_t> start_, mode_, write_enable_, point_parameters_, point_size_;
    std::map<FileBytes, std::size_t> known_;    // of programs with constants in the log's list
    std::map<FileBytes, std::size_t> used_;     // words of programs
    std::map<FileBytes, LoggedProgram> unused_; // by their words
    std::vector<LoggedProgram*> rest_;
};

/// Cuts pieces of a text into lines, of which it keeps the beginning.
class Lines {
public:
    void add(std::string_view piece, const std::function<void(std::string_view)>& take) {
        while (!piece.empty()) {
            const std::size_t end = std::min(piece.find('\n'), piece.size());
            const std::size_t room = kLongestLine - std::min(kLongestLine, line_.size());
            line_.append(piece.substr(0, std::min(end, room)));
            if (end == piece.size()) return;
            take(line_);
            line_.clear();
            piece.remove_prefix(end + 1);
        }
    }
    void finish(const std::function<void(std::string_view)>& take) const {
        if (!line_.empty()) take(line_);
    }

private:
    std::string line_;
};

} // namespace

bool is_log(Bytes begin) {
    const std::string_view text(reinterpret_cast<const char*>(begin.data()), std::min(begin.size(), kLookedAtLog));
    bool found = false;
    Lines lines;
    const auto take = [&](std::string_view line) { found = found || read_line(line).kind != LineKind::Other; };
    lines.add(text, take);
    lines.finish(take);
    return found && text.find('\0') == text.npos;
}

Result<Log> read_log(const ReadBytes& input) {
    Log log;
    Recorder recorder(log);
    Lines lines;
    const auto take = [&](std::string_view line) { recorder.line(line); };
    std::vector<std::uint8_t> buffer(std::size_t{64} << 10);
    for (;;) {
        const auto got = input(buffer);
        if (!got) return std::unexpected(got.error());
        if (*got == 0) break;
        log.bytes += *got;
        lines.add({reinterpret_cast<const char*>(buffer.data()), *got}, take);
    }
    const std::uint64_t methods = log.methods;
    lines.finish(take);
    log.ends_in_line = log.methods != methods;
    recorder.finish();
    return log;
}

} // namespace relit::emulators::xemu
