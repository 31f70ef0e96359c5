// Random legal images.
#include "machine/r500/atom/builder.hpp"
#include "machine/r500/atom/image.hpp"
#include "machine/r500/atom/indirect_io.hpp"
#include "machine/r500/atom/instruction.hpp"

#include <random>

namespace relit::machine::r500::atom {
namespace {

class Sampler {
public:
    explicit Sampler(std::uint64_t seed) : random_(seed) {}

    std::vector<std::uint8_t> image() {
        std::vector<BuiltCommand> commands;
        for (unsigned index = below(3), i = 0; i < 4; ++i, index += 1 + below(9)) commands.push_back(command(index));
        std::vector<BuiltData> data{{4, 1, static_cast<std::uint8_t>(1 + below(4)), bytes(85)},
                                    {kIndirectIoTable, 1, 1, io_programs()},
                                    {24 + below(9), 1, 1, bytes(below(60))}};
        return build_image(commands, data, "SAMPLE");
    }

private:
    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

    std::vector<std::uint8_t> bytes(std::uint32_t count) {
        std::vector<std::uint8_t> made(count);
        for (std::uint8_t& byte : made) byte = static_cast<std::uint8_t>(below(256));
        return made;
    }

    Operand operand(Kind kind, Align align) {
        Operand made{kind, align, static_cast<std::uint32_t>(random_())};
        if (size_of(made) < 4) made.value &= 0xffffffffU >> (32 - 8 * size_of(made));
        return made;
    }

    /// Any opcode with any attribute; jumps go to instructions that are before it.
    Instruction instruction(const std::vector<std::uint32_t>& starts) {
        Instruction made;
        made.opcode = static_cast<std::uint8_t>(1 + below(kOpcodes - 1));
        const Form form = made.info().form;
        made.attribute.raw[0] = below(256);
        const Align align = made.attribute[Attribute::align];
        const bool is_alone = form == Form::Dst || form == Form::DstShift;
        if (has_destination(form))
            made.dst = operand(opcode(made.opcode).dst,
                               is_alone ? align : destination_align(align, made.attribute[Attribute::position]));
        if (has_source(form)) made.src = operand(made.attribute[Attribute::kind], align);
        made.number = below(form == Form::Word || form == Form::Port ? 0x10000 : 0x100);
        if (form == Form::Target) made.number = starts[below(static_cast<std::uint32_t>(starts.size()))];
        if (form == Form::Data) made.data = bytes(below(12));
        if (form == Form::Switch)
            for (std::uint32_t i = below(4); i > 0; --i)
                made.cases.push_back(
                    {operand(Kind::Imm, align).value,
                     static_cast<std::uint16_t>(starts[below(static_cast<std::uint32_t>(starts.size()))])});
        return made;
    }

    BuiltCommand command(unsigned index) {
        BuiltCommand made{index, static_cast<std::uint8_t>(below(256)), static_cast<std::uint8_t>(below(256)), {}};
        std::vector<std::uint32_t> starts;
        for (std::uint32_t left = 1 + below(40); left > 0; --left) {
            starts.push_back(kCommandHeader + static_cast<std::uint32_t>(made.code.size()));
            const Instruction one = instruction(starts);
            if (one.info().op != Op::Eot)
                encode(one, made.code);
            else
                starts.pop_back();
            if (starts.empty()) starts.push_back(kCommandHeader);
        }
        made.code.push_back(*opcode_named("EOT"));
        const auto tail = bytes(below(2) * below(10)); // data after the code
        made.code.insert(made.code.end(), tail.begin(), tail.end());
        return made;
    }

    std::vector<std::uint8_t> io_programs() {
        std::vector<std::uint8_t> made;
        const auto add = [&](IoOp op) {
            made.push_back(static_cast<std::uint8_t>(op));
            for (const char letter : io_operations()[static_cast<unsigned>(op)].operands)
                for (const std::uint8_t byte : bytes(io_operand_bytes(letter))) made.push_back(byte);
        };
        for (std::uint32_t programs = below(4); programs > 0; --programs) {
            add(IoOp::Start);
            for (std::uint32_t left = below(8); left > 0; --left) {
                constexpr IoOp kInside[] = {IoOp::Nop, IoOp::Read,      IoOp::Write,    IoOp::Clear,
                                            IoOp::Set, IoOp::MoveIndex, IoOp::MoveAttr, IoOp::MoveData};
                add(kInside[below(std::size(kInside))]);
            }
            add(IoOp::End);
        }
        return made;
    }

    std::mt19937_64 random_;
};

} // namespace

std::vector<std::uint8_t> sample_image(std::uint64_t seed) { return Sampler(seed).image(); }

} // namespace relit::machine::r500::atom
