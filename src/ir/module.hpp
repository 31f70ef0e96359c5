// A program in the intermediate representation (IR): functions of blocks of instructions, register files, resources. Plain data; ir::Builder
// writes it, ir/verify/verify.hpp says what is legal, docs/ir.md explains it.
#pragma once

#include "base/bits.hpp"
#include "ir/op.hpp"
#include "ir/type.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::ir {

/// Index of an instruction in Module::insts, which is also the name of its value. Id 0 is no instruction.
using Id = std::uint32_t;
using BlockId = std::uint32_t;    // index in Function::blocks
using FunctionId = std::uint32_t; // index in Module::functions
inline constexpr Id kNone = 0;
inline constexpr BlockId kNoBlock = std::numeric_limits<BlockId>::max();

enum class Stage : std::uint8_t { Vertex, TessControl, TessEval, Geometry, Fragment, Compute };

/// Rounding and denormal handling that a guest instruction asks for, on any float operation.
struct FloatMode : Word<FloatMode, 32> {
    static constexpr Field<std::uint32_t> rounding{"rounding", 0, 2}; // 0 nearest even, 1 zero, 2 up, 3 down
    static constexpr Field<bool> flush_inputs{"flush_inputs", 2, 1};  // denormal operands count as signed zero
    static constexpr Field<bool> flush_result{"flush_result", 3, 1};  // a denormal result becomes signed zero
    static constexpr Field<std::uint32_t> unused{"-", 4, 28};
    static constexpr auto fields = fields_of(rounding, flush_inputs, flush_result, unused);
};
static_assert(covers(FloatMode::fields, 32));

/// What a LoadFile, StoreFile, LoadFileAt, StoreFileAt or LoadFileOf touches. Kept in Inst::imm.
struct Access : Word<Access, 32> {
    static constexpr Field<std::uint32_t> file{"file", 0, 8};  // index in Module::files
    static constexpr Field<std::uint32_t> lane{"lane", 8, 20}; // first lane, counted from the file's start
    static constexpr Field<std::uint32_t> mask{"mask", 28, 4}; // stores: bit i stores lane i of the value
    static constexpr auto fields = fields_of(file, lane, mask);
};
static_assert(covers(Access::fields, 32));

/// The register that lanes of a value were in first, as a store of them says it. For names: of no meaning.
struct RegisterOfValue {
    Access access{};      // mask 0: it is not known
    bool is_pair = false; // ... two registers side by side, as one whose lanes are twice as wide
    [[nodiscard]] bool is_known() const { return access[Access::mask] != 0; }
};

struct Inst {
    Op op{};
    Type type{};              // of the result; Void where there is none
    std::uint32_t imm = 0;    // what it says is in the opcode's row
    std::uint32_t origin = 0; // 1 + index of the guest instruction it came from; 0: none
    FloatMode mode{};
    std::span<Id> operands; // lives in the module's arena

    [[nodiscard]] Access access() const { return Access{{imm}}; }
};

/// An edge to another block, with the values for its parameters.
struct Edge {
    BlockId to = kNoBlock;
    std::span<Id> args;
};

enum class TerminatorKind : std::uint8_t { None, Jump, Branch, Switch, Return, Unreachable };

/// How a block ends. Branch: edges[0] where `value` (a bool) is true, else edges[1].
/// Switch: edges[i] where `value` (an i32) equals cases[i]; the last edge, which has no case, otherwise.
struct Terminator {
    TerminatorKind kind = TerminatorKind::None;
    Id value = kNone; // condition, selector, or what Return gives back
    std::span<Edge> edges;
    std::span<std::uint32_t> cases; // edges.size() - 1, all different
    std::uint32_t origin = 0;
    // Of functions that are written block by block (lang/lower/structured_blocks.cpp); kNoBlock in others.
    BlockId merge = kNoBlock; // of a selection or a loop that begins here: the block after it
    BlockId again = kNoBlock; // of a loop that begins here: the block that leads back
};

struct Block {
    std::pmr::vector<Id> params; // BlockParam instructions
    std::pmr::vector<Id> insts;
    Terminator end;
};

/// What pass/structure makes of a function: nested blocks, choices and loops, for languages without goto.
enum class NodeKind : std::uint8_t {
    Block,    // the straight-line instructions of `block` (its terminator is ignored)
    If,       // `value`: body[0] where true, body[1] where false
    Switch,   // `value`: body[i] where it equals cases[i]; the last body otherwise; no fall through
    Loop,     // body[0] again and again, until Break
    Break,    // leaves the innermost loop
    Continue, // the next round of the innermost loop
    Return,   // leaves the function, with `value`
    Unreachable,
};

using NodeId = std::uint32_t;

struct Node {
    NodeKind kind{};
    BlockId block = kNoBlock;
    Id value = kNone;
    std::pmr::vector<std::pmr::vector<NodeId>> bodies; // sequences of nodes
    std::pmr::vector<std::uint32_t> cases;
};

struct Tree {
    std::pmr::vector<Node> nodes;
    std::pmr::vector<NodeId> root;
};

struct Function {
    std::pmr::string name;
    Type result{};
    std::pmr::vector<Type> params;
    std::pmr::vector<Block> blocks; // blocks[0] is the entry; it has no parameters and no predecessors
    Tree tree;                      // empty until pass/structure ran
};

/// Register: private to the invocation, starts as zero. Input: set by the caller, never written. Output: takes effect at Return;
/// a program may read it back.
enum class Role : std::uint8_t { Register, Input, Output };

/// What a lane, or a register, is to the pipeline.
enum class Semantic : std::uint8_t {
    User,         // the whole register, at location `number`
    Position,     // of a vertex, four lanes; as an input of a fragment: its position on the screen
    PointSize,    // this one and those below are one lane each
    ClipDistance, // `number` says which
    CullDistance, // `number` says which
    Layer,        // an integer, as the next
    ViewportIndex,
    FragDepth,
    SampleMask,     // an integer
    FrontFacing,    // a float: 1 where the front is seen, else -1
    TessLevelOuter, // `number` says which
    TessLevelInner, // `number` says which
    PrimitiveId,    // an integer
    None,           // not an interface variable
};
enum class Interpolation : std::uint8_t { Smooth, Flat, NoPerspective, Centroid, Sample };

/// A register that is not an interface variable at its own location. One register can have several.
struct IoSlot {
    std::uint16_t reg = 0;
    std::uint8_t lane = 0; // the first
    Semantic semantic = Semantic::User;
    std::uint8_t number = 0;
    Interpolation interpolation = Interpolation::Smooth; // of a fragment's input that is User
    bool is_second = false; // of a fragment's output that is User: the second source of blending at that location
    [[nodiscard]] bool operator==(const IoSlot&) const = default;
};

/// What people call a piece of a resource, or a register of a file. Shown, never tested.
struct Label {
    std::uint32_t offset = 0; // bytes from the start of the resource; which register of the file
    std::string text;
    [[nodiscard]] bool operator==(const Label&) const = default;
};

/// What a file is for, where a later step finds it again (file_of); names are only shown. Not part of the text form.
enum class FilePurpose : std::uint8_t {
    Guest,       // registers of the guest, or what its lifter keeps for itself
    BlockParams, // what pass/from_ssa makes of parameters of blocks
    Values,      // what pass/reg2mem keeps from one statement to another
    NextBlock,   // pass/structure: which block is next
    LoopEntry,   // pass/structure: at which block a loop is entered
    LoopLimit,   // lang/lower: 1 where a loop has reached the limit of the target
    LoopControl, // lang/lower: iterations of loops, and whether they, and the function, are left
    Discarded,   // lang/lower: whether the invocation is discarded
    End, // verify::annotate_end: an output of one lane, 1 where the program came to its end without being discarded
    UnknownZero, // verify::add_unknown_zero: an input of one lane, which must be 0
};

/// A guest register file: `count` registers of `lanes` lanes of one kind. Accesses name a type and a first lane; a
/// type wider than a lane takes several, low end first (RSX R over H, Maxwell pairs). Files of bools are registers, mostly of
/// steps, and hold nothing else.
struct RegisterFile {
    std::pmr::string name;
    Kind kind = Kind::F32;
    std::uint8_t lanes = 4;
    std::uint32_t count = 0;
    Role role = Role::Register;
    // Of inputs and outputs. A register that no IO slot names is User, smooth, at the location of its number: counted
    // on from file to file of the role.
    std::pmr::vector<IoSlot> io_slots;
    bool is_signed =
        false;             // integers of inputs of vertices and outputs of fragments: whether the pipeline's have signs
    bool is_patch = false; // an input or output of the patch as a whole
    std::vector<Label> labels{};
    FilePurpose purpose = FilePurpose::Guest;
    // Of a guest's file: what two registers of it are called as one whose lanes are twice as wide; empty: they are none. Not
    // part of the text form, like what follows.
    std::string_view pairs{};
    // Of a step's own file, by register: what Module::register_of says of the value that it keeps.
    std::vector<RegisterOfValue> keeps{};

    [[nodiscard]] std::uint32_t lane_count() const { return count * lanes; }
};

enum class ResourceKind : std::uint8_t { ConstantBuffer, StorageBuffer, Shared, Scratch, Texture, Image };
enum class TextureDim : std::uint8_t { D1, D2, D3, Cube, Buffer };

/// How many coordinates a texel of it has, layers not counted.
[[nodiscard]] constexpr unsigned dimensions(TextureDim dim) {
    constexpr unsigned kDimensions[] = {1, 2, 3, 3, 1};
    return kDimensions[static_cast<unsigned>(dim)];
}

/// How an image keeps its texels; Unknown: as what is bound. The numbers are those of SPIR-V.
enum class ImageFormat : std::uint8_t {
    Unknown,
#define IR_FORMAT(name, text) name,
#include "ir/formats.inc"
#undef IR_FORMAT
};

/// Something a program reads or writes that is not a register.
struct Resource {
    std::pmr::string name; // where `block` is not empty, that of its member
    ResourceKind kind = ResourceKind::ConstantBuffer;
    std::uint32_t binding = 0; // the guest's slot number
    std::uint32_t size = 0;    // bytes; 0: as large as what is bound (storage buffers only)
    TextureDim dim = TextureDim::D2;
    bool arrayed = false, multisampled = false, shadow = false;
    Kind sampled = Kind::F32; // F32 or I32 (then `sampled_signed` tells)
    bool sampled_signed = false;
    ImageFormat format = ImageFormat::Unknown; // of an image
    std::vector<Label> labels{};
    /// Of a constant buffer that holds only the rows of 16 bytes which the program uses, one after the other: where each
    /// lies in the guest's buffer, in bytes. Empty: the buffer is the guest's.
    std::vector<std::uint32_t> guest_offsets{};
    /// The name of the block that holds the buffer, in programs that print as literal text; usually empty.
    std::string block{};
    /// A constant buffer of registers of 16 bytes: the guest knows row n as register n.
    bool holds_registers = false;
    /// The guest's own number for what its lift() and lower() find again; 0: none. Not part of the text form.
    std::uint32_t guest_id = 0;
    /// The host's buffer is an array of this, once lang/lower/buffers.cpp has rewritten its accesses: of words, or of rows of four.
    /// Void: accesses are as the guest's, at offsets in bytes. Else the operand that is the offset counts rows where a whole one is
    /// accessed, 64 bits where an atomic operation has them, and else words; what is accessed lies inside, two or three words
    /// in one row. BufferSize counts words then.
    Type element{};

    /// "c", or "constants.c" in the block `constants`.
    [[nodiscard]] std::string full_name() const {
        return block.empty() ? std::string(name) : block + "." + std::string(name);
    }
};

/// Which operands a texture operation has beyond its coordinates, and in which order they come: coordinates (with
/// the array layer last), reference, lod or bias, gradients (all of x, then all of y), offsets, sample, and what
/// StoreImage stores, or AtomicImage works with. QuerySize has the lod only, QueryLevels nothing, QueryLod no layer.
struct TextureUse {
    std::uint32_t resource = 0;
    std::uint8_t coordinates = 0;
    bool reference = false, lod = false, bias = false, gradients = false, offsets = false, sample = false;
    /// The first operand of all is the guest's name of the texture; the resource says its shape only. The guest's lower()
    /// takes these away.
    bool handle = false;
    std::uint8_t component = 0; // Gather
    Op atomic = Op::AtomicAdd;  // AtomicImage: one of the atomic operations
};

enum class Builtin : std::uint8_t {
    VertexIndex,
    InstanceIndex,
    FragCoord,
    FrontFacing,
    PointCoord,
    SampleId,
    SampleMask,
    Layer,
    ViewportIndex,
    PrimitiveId,
    InvocationId,
    PatchVertices,
    TessCoord,
    WorkgroupId,
    LocalInvocationId,
    WorkgroupCount,
    WorkgroupSize,
    SubgroupInvocation,
    HelperInvocation,
    BaseVertex, // what VertexIndex and InstanceIndex begin at
    BaseInstance,
};

enum class Primitive : std::uint8_t {
    Points,
    Lines,
    LinesAdjacency,
    Triangles,
    TrianglesAdjacency,
    LineStrip,     // made only
    TriangleStrip, // made only
};
/// How many vertices a geometry shader is given at once.
[[nodiscard]] std::uint32_t vertices_of(Primitive primitive);

/// What a geometry shader is given and makes. Its input files hold the registers of the first vertex, then those of
/// the second, and so on; IO slots name registers of one vertex.
struct Geometry {
    Primitive in = Primitive::Triangles, out = Primitive::TriangleStrip;
    std::uint32_t vertices = 0;    // it emits at most
    std::uint32_t invocations = 1; // for one primitive
    [[nodiscard]] bool operator==(const Geometry&) const = default;
};

enum class Domain : std::uint8_t { Triangles, Quads, Isolines };
enum class Spacing : std::uint8_t { Equal, FractionalEven, FractionalOdd };

/// What tessellation shaders are given and make. Their input files hold the registers of the first vertex of the patch,
/// then those of the second, and so on, unless they are the patch's; output files of a control shader are those of the
/// invocation's own vertex, or of the patch, which all its invocations write.
struct Tessellation {
    std::uint32_t given = 32; // vertices that the input files hold
    std::uint32_t made = 1;   // vertices of the patch that a control shader makes, each by an invocation
    // what an evaluation shader is run for
    Domain domain = Domain::Triangles;
    Spacing spacing = Spacing::Equal;
    bool clockwise = false, points = false;
    [[nodiscard]] bool operator==(const Tessellation&) const = default;
};

/// An output register that is also written to a buffer, vertex by vertex (transform feedback).
struct Feedback {
    std::uint32_t file = 0;
    std::uint16_t reg = 0;
    std::uint8_t buffer = 0;
    std::uint32_t offset = 0, stride = 0; // bytes
    [[nodiscard]] bool operator==(const Feedback&) const = default;
};
inline constexpr std::uint32_t kFeedbackBuffers = 4, kMostPatchVertices = 32;

class Module {
public:
    Module();
    Module(Module&&) noexcept;
    Module& operator=(Module&&) noexcept;
    ~Module();

    [[nodiscard]] Module clone() const;
    [[nodiscard]] std::pmr::memory_resource* arena() const { return arena_.get(); }
    /// Into the arena.
    [[nodiscard]] std::span<Id> copy(std::span<const Id> ids) {
        if (spare_.size() < ids.size()) make_spare(ids.size());
        const std::span<Id> copied = spare_.first(ids.size());
        spare_ = spare_.subspan(ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i) copied[i] = ids[i];
        return copied;
    }

private:
    void make_spare(std::size_t ids);

    std::unique_ptr<std::pmr::monotonic_buffer_resource> arena_;
    std::span<Id> spare_; // room in the arena that is set aside for operands

public:
    Stage stage = Stage::Vertex;
    std::pmr::string source;                               // "nv2a": whose program it was; shown, never tested
    std::pmr::vector<Inst> insts;                          // insts[0] is none
    std::pmr::vector<RegisterOfValue> registers_of_values; // by Id; not known beyond the end
    std::pmr::vector<std::uint64_t> literals;              // lanes of constants, one after another, zero-extended
    std::pmr::vector<RegisterFile> files;
    std::pmr::vector<Resource> resources;
    std::pmr::vector<TextureUse> texture_uses;
    std::pmr::vector<std::pmr::vector<std::uint32_t>> tables; // constant arrays of i32, for LoadTable
    std::pmr::vector<Function> functions;                     // functions[0] is where the program starts
    std::pmr::vector<std::pmr::string>
        origins; // origins[i]: instruction i of the listing, which Inst::origin i + 1 names; "" if none is named
    std::uint32_t workgroup[3] = {1, 1, 1};
    bool workgroup_is_open = false;   // the pipeline sets the size; `workgroup` is the default
    Geometry geometry;                // of a geometry shader
    Tessellation tessellation;        // of tessellation shaders
    bool tests_early = false;         // a fragment shader runs where the tests of depth and stencil pass
    std::vector<Feedback> feedback{}; // of the last stage before fragments
    /// Lifted to be read: a guest operation of several steps is a function with parameters, and literal text prints every
    /// other value at register width. Not part of the text form.
    bool readable = false;
    /// Rewrites that make one step of several guest instructions are left out. Not part of the text form.
    bool keeps_steps = false;
    /// True if nothing is left for to_ssa: the program was written as values, and calls nothing. Not part of the text form.
    bool registers_are_values = false;
    /// Instructions with lower numbers are what combine would make of them, as long as their operands stay; where that is all of
    /// them and nothing has changed since, is_reduced says so. Who changes some forgets it. Not part of the text form.
    Id reduced_below = 0;
    bool is_reduced = false;
    void forget_reduced() { reduced_below = 0, is_reduced = false; }

    [[nodiscard]] std::span<const std::uint64_t> literal(const Inst& inst) const {
        return std::span(literals).subspan(inst.imm, inst.type.lanes);
    }
    /// Notes that lanes of a value are in a register, as a store of them says it.
    void note_register(Id value, Access access) {
        if (value >= registers_of_values.size()) registers_of_values.resize(std::size_t{value} + 1);
        if (registers_of_values[value].is_known()) return;
        const Kind kind = files[access[Access::file]].kind;
        registers_of_values[value] = {access, bits_of(insts[value].type.kind) == 2 * bits_of(kind)};
    }
    [[nodiscard]] RegisterOfValue register_of(Id value) const {
        return value < registers_of_values.size() ? registers_of_values[value] : RegisterOfValue{};
    }
    [[nodiscard]] Inst& operator[](Id id) { return insts[id]; }
    [[nodiscard]] const Inst& operator[](Id id) const { return insts[id]; }
};

/// Whether the instruction can be removed if its value is unused.
[[nodiscard]] bool is_removable(const Module& module, const Inst& inst);
/// Whether two such instructions with equal operands always give the same value (pure, or reads what no instruction writes).
[[nodiscard]] bool is_pure(const Module& module, const Inst& inst);
/// The type of what a load gives or a store stores.
[[nodiscard]] Type accessed_type(const Module& module, const Inst& inst);
/// The first lane of a constant; nothing of what is computed.
[[nodiscard]] std::optional<std::uint64_t> known_lane(const Module& module, Id id);
/// How many bytes an access to a buffer, or to memory, has for each number that its operand counts: 1 where it is an offset.
[[nodiscard]] std::uint32_t offset_unit(const Module& module, const Inst& access);
/// The offset of an access in bytes; nothing where it is computed.
[[nodiscard]] std::optional<std::uint64_t> known_offset(const Module& module, const Inst& access);
/// Whether every lane of the value is a constant with these bits.
[[nodiscard]] bool is_constant(const Module& module, Id id, std::uint64_t lane);
/// The lanes that a Swizzle takes, from its imm.
[[nodiscard]] constexpr unsigned swizzle_lane(std::uint32_t imm, unsigned lane) { return imm >> (8 * lane) & 3; }
/// A lane of a value.
struct LaneOf {
    Id value = kNone;
    unsigned lane = 0;
};
/// What lane `lane` of the result is, of an operation with the trait kPicks.
[[nodiscard]] LaneOf picked_lane(const Inst& inst, unsigned lane);
/// Calls visit() with the function of each call in the block, in order; it may change it.
template <class Visit>
void for_each_callee(auto& module, const Block& block, Visit&& visit) {
    for (const Id id : block.insts) {
        if (info(module[id].op).is_call()) visit(module[id].imm);
    }
}
/// Whether each lane of the result comes from the same lane of the operands.
[[nodiscard]] bool is_lanewise(const Module& module, const Inst& inst);
/// The file of this purpose, if the module has one.
[[nodiscard]] std::optional<std::uint32_t> file_of(const Module& module, FilePurpose purpose);
/// How many vertices the registers of a file are those of.
[[nodiscard]] std::uint32_t vertices_of(const Module& module, const RegisterFile& file);
/// How many registers of a file are those of one vertex.
[[nodiscard]] std::uint32_t registers_of_a_vertex(const Module& module, const RegisterFile& file);
/// How many lanes of `file` a value of type `type` takes.
[[nodiscard]] std::uint32_t lanes_taken(const RegisterFile& file, Type type);

} // namespace relit::ir
