#include "verify/rewrite/invocation_records.hpp"

#include "ir/builder.hpp"
#include "lang/pipeline.hpp"
#include "lang/shader_info.hpp"
#include "verify/compared.hpp"
#include "verify/rewrite/emitted.hpp"
#include "verify/rewrite/record_words.hpp"

#include <algorithm>
#include <array>
#include <memory_resource>
#include <optional>
#include <utility>

namespace relit::verify {
namespace {

using ir::Builtin;
using ir::Id;
using ir::Op;
using ir::Role;

/// The same before all instructions of the program.
template <class Write>
void prepend(ir::Builder& ir, Write write) {
    ir::Block& entry = ir.module().functions[0].blocks[0];
    const std::vector<Id> before(entry.insts.begin(), entry.insts.end());
    entry.insts.clear();
    append(ir, 0, write);
    std::pmr::vector<Id>& insts = ir.module().functions[0].blocks[0].insts;
    insts.insert(insts.end(), before.begin(), before.end());
}

/// Calls `emit` or `end` with the builder at each instruction that emits a vertex or ends a primitive; the vertex is
/// still to be emitted then.
template <class Emit, class End>
void at_emissions(ir::Builder& ir, Emit emit, End end_primitive) {
    ir::Module& module = ir.module();
    for (ir::FunctionId function = 0; function < module.functions.size(); ++function) {
        for (ir::BlockId at = 0; at < module.functions[function].blocks.size(); ++at) {
            const auto emits = [&](Id id) {
                return module[id].op == Op::EmitVertex || module[id].op == Op::EndPrimitive;
            };
            std::pmr::vector<Id>& block = module.functions[function].blocks[at].insts;
            if (std::ranges::none_of(block, emits)) continue;
            const std::vector<Id> before(block.begin(), block.end());
            block.clear();
            const ir::Terminator end = std::exchange(module.functions[function].blocks[at].end, {});
            ir.move_to(function, at);
            for (const Id id : before) {
                ir.origin_index(module[id].origin);
                if (module[id].op == Op::EmitVertex) emit();
                if (module[id].op == Op::EndPrimitive) end_primitive();
                module.functions[function].blocks[at].insts.push_back(id);
            }
            module.functions[function].blocks[at].end = end;
        }
    }
    ir.origin_index(0);
}

class Recorder {
public:
    Recorder(ir::Module& module, std::uint32_t capacity, Recorded recorded)
        : module_(module), recorded_(recorded), ir_(module), shader_info_(module, *std::pmr::get_default_resource()),
          reads_(builtins_read()) {
        records_.capacity = capacity;
    }

    InvocationRecords run() {
        lay_out();
        declare();
        if (is(ir::Stage::Geometry)) record_emissions();
        prepend(ir_, [&] { begin(); });
        const std::vector<ir::BlockId> ends = returns_of(module_.functions[0]);
        for (const ir::BlockId block : ends) append(ir_, block, [&] { end(); });
        return std::move(records_);
    }

private:
    [[nodiscard]] bool is(ir::Stage stage) const { return module_.stage == stage; }

    // ---- what a record holds, before the program is changed
    void lay_out() {
        for (const lang::IoVariable& io_variable : lang::io_variables_of(module_, Role::Input, &shader_info_))
            lay_out_given(io_variable);
        for (const auto& [builtin, type] : reads_) {
            records_.builtins.push_back({builtin, type.lanes, words_});
            words_ += type.lanes;
        }
        is(ir::Stage::Geometry) ? lay_out_emitted() : lay_out_made();
        if (recorded_ == Recorded::Registers) lay_out_registers();
    }
    void lay_out_registers() {
        for (const OutputCount& each : stored_registers(module_)) {
            const std::uint32_t lanes = module_.files[each.index].lanes;
            lay_out_lanes(each.index, each.reg * lanes, lanes, records_.made);
            records_.made.back().is_register = true;
        }
    }
    [[nodiscard]] std::uint32_t words_a_lane(std::uint32_t file) const {
        return ir::bits_of(module_.files[file].kind) > kRecordWordBits ? 2 : 1;
    }
    void lay_out_lanes(std::uint32_t file, std::uint32_t lane, std::uint32_t lanes, std::vector<RecordedLanes>& into) {
        into.push_back({file, lane, lanes, words_});
        words_ += lanes * words_a_lane(file);
    }
    /// Of every vertex, where there are several.
    void lay_out_given(const lang::IoVariable& io_variable) {
        const ir::RegisterFile& file = module_.files[io_variable.file];
        const std::uint32_t registers = ir::registers_of_a_vertex(module_, file);
        for (std::uint32_t first = 0; first < file.count; first += registers)
            lay_out_lanes(io_variable.file, (first + io_variable.reg) * file.lanes + io_variable.lane,
                          io_variable.lanes, records_.given);
    }
    /// The patch's last.
    void lay_out_made() {
        const bool one_end = returns_of(module_.functions[0]).size() == 1;
        const std::vector<lang::IoVariable> io_variables = lang::io_variables_of(module_, Role::Output, &shader_info_);
        for (const bool of_patch : {false, true}) {
            for (const lang::IoVariable& io_variable : io_variables) {
                const ir::RegisterFile& file = module_.files[io_variable.file];
                if (file.is_patch != of_patch || (of_patch && !one_end)) continue;
                lay_out_lanes(io_variable.file, io_variable.reg * file.lanes + io_variable.lane, io_variable.lanes,
                              records_.made);
                const bool colour = io_variable.semantic == ir::Semantic::User && !io_variable.is_second;
                if (is(ir::Stage::Fragment) && colour && file.kind == ir::Kind::F32)
                    records_.made.back().target = io_variable.number;
            }
        }
    }
    /// As annotate_end() numbers the files: what vertices hold, their number, where primitives end.
    void lay_out_emitted() {
        const auto files = static_cast<std::uint32_t>(module_.files.size());
        const std::uint32_t vertices = module_.geometry.vertices;
        std::uint32_t next = files;
        for (std::uint32_t i = 0; i < files; ++i) {
            const ir::RegisterFile& file = module_.files[i];
            if (file.role != Role::Output) continue;
            emitted_.push_back({i, words_, file.lane_count() * words_a_lane(i)});
            records_.made.push_back({next++, 0, file.lane_count() * vertices, words_});
            words_ += emitted_.back().words * vertices;
        }
        records_.made.push_back({next++, 0, 1, emitted_count_ = words_++});
        records_.made.push_back({next++, 0, vertices + 1, emitted_ends_ = words_});
        words_ += vertices + 1;
    }
    /// Each once, in the order of builtins(), and those by which invocations that belong together are found.
    [[nodiscard]] std::vector<std::pair<Builtin, ir::Type>> builtins_read() const {
        std::vector<std::pair<Builtin, ir::Type>> all;
        const auto add = [&](Builtin builtin, ir::Type type) {
            const auto known = std::ranges::find(all, builtin, &std::pair<Builtin, ir::Type>::first);
            if (known == all.end()) all.emplace_back(builtin, type);
        };
        for (const ir::Function& function : module_.functions)
            for (const ir::Block& block : function.blocks)
                for (const Id id : block.insts)
                    if (module_[id].op == Op::ReadBuiltin) add(static_cast<Builtin>(module_[id].imm), module_[id].type);
        if (is(ir::Stage::Fragment)) add(Builtin::FragCoord, ir::kF32.with_lanes(4));
        if (is(ir::Stage::TessControl)) add(Builtin::PrimitiveId, ir::kI32);
        if (is(ir::Stage::TessControl)) add(Builtin::InvocationId, ir::kI32);
        return all;
    }
    void declare() {
        std::uint32_t binding = 0;
        for (const ir::Resource& resource : module_.resources)
            if (resource.kind == ir::ResourceKind::StorageBuffer) binding = std::max(binding, resource.binding + 1);
        records_.record_bytes = words_ * kRecordWord;
        records_.resource = ir_.storage_buffer(
            "records", binding, InvocationRecords::kRecordsAt + records_.capacity * records_.record_bytes);
        record_file_ = ir_.file("record", ir::Kind::I32, 1, 1, Role::Register);
        if (is(ir::Stage::Geometry)) count_ = ir_.file("emitted_here", ir::Kind::I32, 1, 1, Role::Register);
    }

    // ---- what the program does besides
    [[nodiscard]] Id record() { return ir_.load(record_file_, 0, ir::kI32); }
    void store(Id record, std::uint32_t word, Id value) {
        store_words(ir_, records_.resource, ir_.IAdd(record, ir_.i32(word * kRecordWord)), value);
    }
    /// Returns the present values of the lanes.
    void store(Id record, const RecordedLanes& lanes) {
        const ir::Type type{module_.files[lanes.file].kind, static_cast<std::uint8_t>(lanes.lanes)};
        store(record, lanes.word, ir_.load(lanes.file, lanes.lane, type));
    }
    void begin() {
        ir_.mode({});
        const Id number = ir_.add(Op::AtomicAdd, ir::kI32, {ir_.i32(0), ir_.i32(1)}, records_.resource);
        const Id at =
            ir_.IAdd({ir_.IMul(number, ir_.i32(records_.record_bytes)), ir_.i32(InvocationRecords::kRecordsAt)});
        const Id fits = ir_.ULt(number, ir_.i32(records_.capacity));
        ir_.store(record_file_, 0, ir_.Select(fits, at, ir_.i32(kNowhere)));
        const Id record = this->record();
        for (const RecordedLanes& each : records_.given) store(record, each);
        for (std::size_t i = 0; i < reads_.size(); ++i) {
            const auto& [builtin, type] = reads_[i];
            const Id value = ir_.add(Op::ReadBuiltin, type, {}, static_cast<std::uint32_t>(builtin));
            store(record, records_.builtins[i].word, value);
        }
    }
    void end() {
        const Id record = this->record();
        bool waits = false;
        for (const RecordedLanes& each : records_.made) {
            if (is(ir::Stage::Geometry) && !each.is_register) continue; // it has emitted them
            if (module_.files[each.file].is_patch && !std::exchange(waits, true)) ir_.add(Op::Barrier, ir::kVoid, {});
            store(record, each);
        }
        if (is(ir::Stage::Geometry)) store(record, emitted_count_, ir_.load(count_, 0, ir::kI32));
        store(record, 0, ir_.i32(1));
    }

    void record_emissions() {
        const std::uint32_t vertices = module_.geometry.vertices;
        const auto emit = [&] {
            const Id count = ir_.load(count_, 0, ir::kI32), more = ir_.ULt(count, ir_.i32(vertices));
            for (const Emitted& each : emitted_) keep_vertex(each, count, more);
            ir_.store(count_, 0, ir_.Select(more, ir_.IAdd(count, ir_.i32(1)), count));
        };
        const auto end_primitive = [&] {
            const Id at = ir_.IAdd({record(), ir_.IMul({ir_.load(count_, 0, ir::kI32), ir_.i32(kRecordWord)})});
            store(at, emitted_ends_, ir_.i32(1));
        };
        at_emissions(ir_, emit, end_primitive);
    }
    struct Emitted;
    void keep_vertex(const Emitted& each, Id count, Id more) {
        const ir::RegisterFile file = module_.files[each.file];
        const Id vertex = ir_.IAdd({record(), ir_.IMul(count, ir_.i32(each.words * kRecordWord))});
        const Id at = ir_.Select(more, vertex, ir_.i32(kNowhere));
        const std::uint32_t words = each.words / file.count;
        const ir::Type type{file.kind, file.lanes};
        for (std::uint32_t reg = 0; reg < file.count; ++reg)
            store(at, each.word + reg * words, ir_.load(each.file, reg * file.lanes, type));
    }

    static constexpr std::uint32_t kNowhere = 0x80000000; // beyond every buffer, with what is added to it

    /// An output file of a geometry program: where its first vertex lies in a record, and how many words one takes.
    struct Emitted {
        std::uint32_t file = 0, word = 0, words = 0;
    };

    ir::Module& module_;
    Recorded recorded_;
    ir::Builder ir_;
    lang::ShaderInfo shader_info_;
    std::vector<std::pair<Builtin, ir::Type>> reads_;
    InvocationRecords records_;
    std::uint32_t words_ = 1; // word 0 says that the invocation ended
    std::vector<Emitted> emitted_;
    std::uint32_t emitted_count_ = 0, emitted_ends_ = 0; // words
    std::uint32_t record_file_ = 0, count_ = 0;          // files
};

} // namespace

void annotate_end(ir::Module& module) {
    ir::Builder ir(module);
    if (module.stage == ir::Stage::Geometry) {
        EmittedVertices emitted(ir);
        at_emissions(ir, [&] { emitted.keep_vertex(); }, [&] { emitted.end_primitive(); });
    }
    const std::uint32_t file = ir.file("ended", ir::Kind::I32, 1, 1, Role::Output, ir::FilePurpose::End);
    for (const ir::BlockId block : returns_of(module.functions[0]))
        append(ir, block, [&] { ir.store(file, 0, ir.i32(1)); });
}

InvocationRecords add_records(ir::Module& module, std::uint32_t capacity, Recorded recorded) {
    return Recorder(module, capacity, recorded).run();
}

} // namespace relit::verify
